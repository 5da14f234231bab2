"""What people read of a league: the standings, who beat whom, faults, and how the run went."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

import click

from arena.cli.render import Table
from arena.cli.render import show as show_table
from arena.cli.report import Place, Report, Times, standings_of, times_of
from arena.cli.words import command, count, duration, in_one_line, number, percent
from arena.engine.rules import Rules
from arena.league.intervals import Rate
from arena.league.recorded import rules_of
from arena.league.runner import commitment
from arena.league.schedule import match_number, pairing
from arena.league.standings import Standing, Standings
from arena.league.store import Store
from arena.match.result import Fault, Reason

FAULT_COLUMNS: Mapping[str, tuple[Reason, ...]] = {
    "ille-\ngal": (Reason.ILLEGAL_ACTION,),
    "time-\nout": (Reason.TIMEOUT, Reason.STALL),
    "crash": (Reason.CRASH, Reason.DISCONNECT, Reason.PROTOCOL, Reason.START_FAILED),
}
"""Games lost by a bot's own fault: by column, the reasons counted in it."""


def show(store: Store, report: Report) -> None:
    """Prints all there is to say after a run."""
    league, played, complete = report.league, report.played, not report.standings.partial
    _standings(store, report.standings, report.times)
    _faults(store, report.place)
    click.echo()
    if played.matches:
        speed = played.decisions / played.seconds if played.seconds else 0.0
        click.echo(
            f"{count(played.matches, 'game')} in {played.seconds:.1f} s:"
            f" {count(played.decisions, 'decision')}, {number(round(speed))} a second."
        )
    if played.forced:
        click.echo(f"{count(played.forced, 'bot process')} had to be killed.")
    if complete:
        click.echo(f"Seed: {league.seed.hex()}")
        click.echo(f"its SHA-256: {commitment(league.seed)}")
    if report.place.directory is not None and report.standings.matches:
        click.echo(f"A game in words: {report.place.replay(1)}")
        click.echo(f"In a browser: {command('watch', report.place.directory)}")


def show_standings(store: Store, place: Place) -> None:
    """Prints the standings of a league as it is now."""
    _standings(store, standings_of(store), times_of(store))
    _faults(store, place)


def _standings(store: Store, standings: Standings, times: Sequence[Times]) -> None:
    plan = store.league.schedule
    played = standings.matches + standings.void
    if standings.partial:
        click.echo(f"Partial: {number(played)} of {count(plan.matches, 'game')} played.\n")
    by_name = {some.name: some for some in times}
    show_table(standings_table(standings, by_name, rules=rules_of(store.league)))
    if not standings.matches:
        return
    click.echo("\nGames won by the bot on the left, in %:\n")
    show_table(duels_table(standings))
    click.echo("\nWhat a bot's processes took:\n")
    show_table(costs_table(standings, by_name))
    click.echo("\n" + verdict(standings))


def standings_table(standings: Standings, times: Mapping[str, Times], *, rules: Rules) -> Table:
    """The bots, best first."""
    thing = "games" if rules.games_to_win == 1 else "matches"
    titles = ("bot", "win\n%", "95 %\ninterval", thing, "rating", "piedras\na game")
    return Table(
        (*titles, "time a\nturn", *FAULT_COLUMNS, "void"),
        tuple(_row(row, times[row.name]) for row in standings.standings),
    )


def duels_table(standings: Standings) -> Table:
    """Who beat whom, best first."""
    names = [row.name for row in standings.standings]
    rows = (
        (name, *map(_duel, cells))
        for name, cells in zip(names, standings.head_to_head, strict=True)
    )
    return Table(("", *names), tuple(rows))


def costs_table(standings: Standings, times: Mapping[str, Times]) -> Table:
    """What was measured of the bots' processes, best bot first."""
    some = [times[row.name] for row in standings.standings]
    rows = (
        (
            each.name,
            "–" if not each.decisions else duration(each.cpu_seconds / each.decisions),
            f"{each.memory / 2**20:.0f} MiB",
        )
        for each in some
    )
    return Table(("bot", "CPU a turn", "most memory"), tuple(rows))


def verdict(standings: Standings) -> str:
    """Who is best, and how sure that is."""
    best, *others = standings.standings
    rate = best.win_rate
    known = f"{percent(rate.value)} % of its games (95 %: {_interval(rate)})"
    if others and others[0].rank == best.rank:
        tied = [row.name for row in standings.standings if row.rank == best.rank]
        return f"{', '.join(tied)} are level: each wins {known}."
    ahead = f", ahead of {others[0].name} with {_likely(best.ahead)}" if others else ""
    return f"Best by win rate: {best.name} wins {known}{ahead}."


def _likely(chance: float | None) -> str:
    if chance is None:
        return "no certainty"
    return "over 99.9 % certainty" if chance > 0.999 else f"{percent(chance)} % certainty"


def _row(row: Standing, times: Times) -> tuple[str, ...]:
    rate, each = row.win_rate, times.per_decision
    faults = (sum(row.faults[reason] for reason in some) for some in FAULT_COLUMNS.values())
    return (
        f"{row.rank} {row.name}" + (" (disqualified)" if row.disqualified else ""),
        percent(rate.value) if rate.matches else "–",
        _interval(rate) if rate.matches else "–",
        number(rate.matches),
        f"{row.rating.value:.0f}",
        f"{row.piedras_per_game:.1f}",
        "–" if each is None else duration(each),
        *map(number, faults),
        number(row.void),
    )


def _interval(rate: Rate) -> str:
    return f"{percent(rate.low)}–{percent(rate.high)}"


def _duel(cell: Rate | None) -> str:
    return "–" if cell is None or not cell.matches else percent(cell.value)


# Faults


def _faults(store: Store, place: Place) -> None:
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
