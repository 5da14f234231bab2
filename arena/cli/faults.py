"""What people read of faults: who was at fault, how often, and how to look at the first."""

from collections import Counter
from collections.abc import Iterator

import click

from arena.cli.report import Place
from arena.cli.words import in_one_line
from arena.league.schedule import match_number, pairing
from arena.league.store import Store
from arena.match.result import Fault, Reason


def show_faults(store: Store, place: Place) -> None:
    """A line for each bot that was at fault, and what is void."""
    lines = list(fault_lines(store, place))
    if lines:
        click.echo("\nFaults:")
    for line in lines:
        click.echo(line)


def fault_lines(store: Store, place: Place) -> Iterator[str]:
    """For each bot with faults how many of which, the first, and how to look at it."""
    names = [bot.name for bot in store.league.bots]
    counts = _counts(store)
    for bot, (game, fault) in _firsts(store, set(counts)).items():
        reasons = ", ".join(f"{n} {reason.value}" for reason, n in counts[bot].items())
        name = "nobody" if bot is None else names[bot]
        seat = "" if fault.seat is None else f", seat {fault.seat}"
        yield f"  {name}: {reasons}; first in game {game}{seat}: {in_one_line(fault.detail)}"
        if how := place.replay(game):
            yield f"    {how}"


def _counts(store: Store) -> dict[int | None, Counter[Reason]]:
    found: dict[int | None, Counter[Reason]] = {}
    for tally in store.tallies():
        for (bot, reason), n in tally.faults.items():
            found.setdefault(bot, Counter())[reason] += n
        if tally.void:
            found.setdefault(None, Counter())[Reason.VOID] += tally.void
    return found


def _firsts(store: Store, wanted: set[int | None]) -> dict[int | None, tuple[int, Fault]]:
    """The first fault of each, with the number of its game."""
    schedule, firsts = store.league.schedule, dict[int | None, tuple[int, Fault]]()
    if not wanted:
        return firsts
    for key, match in store.matches(faulty=True):
        fault = match.fault
        assert fault is not None
        bot = None if fault.bot is None else pairing(schedule, key.pairing).bots[fault.bot]
        firsts.setdefault(bot, (match_number(schedule, key), fault))
        if len(firsts) == len(wanted):
            break
    return firsts
