"""`mus-arena replay`: one game of a league, told in words or stepped through on a terminal."""

import shutil
import sys
import textwrap
from collections.abc import Iterable, Iterator
from pathlib import Path

import click

from arena.cli import options
from arena.cli.again import show_again
from arena.cli.directories import directory_of
from arena.cli.stepping import at_deal, showing, step_through
from arena.cli.story import Names, Paragraph, tell
from arena.cli.words import count, number, told_safely
from arena.engine.events import Event
from arena.engine.rules import Rules
from arena.errors import UsageError
from arena.league.recorded import events_of, rules_of
from arena.league.rows import League
from arena.league.schedule import MatchKey, match_key, pairing
from arena.league.store import Store
from arena.match.result import MatchResult

_WIDTH = 100
_ROOMS = ("open room", "closed room")


@click.command(
    epilog=options.examples(
        "mus-arena replay mus-demo 17",
        "mus-arena replay mus-demo 17 --seat 2 --deal 3",
        "mus-arena replay mus-demo 17 --step          at the table, with the keys",
        "mus-arena replay spring 17 --bot my_bot.py   the turn of a fault, shown again",
    )
)
@click.argument("path", metavar="LEAGUE", type=click.Path(exists=True, path_type=Path))
@click.argument("game", metavar="GAME", type=click.IntRange(min=1))
@click.option("--seat", type=click.IntRange(min=0), metavar="N", help="Only what this seat saw.")
@click.option("--deal", type=click.IntRange(min=1), metavar="N", help="Only this deal.")
@click.option("--bot", metavar="BOT", help="Show the turn of its fault to this bot again.")
@click.option("--step", is_flag=True, help="Step through it with the keys.")
def replay(
    *, path: Path, game: int, seat: int | None, deal: int | None, bot: str | None, step: bool
) -> None:
    """Tell a game of a league in words.

    GAME is its number, from 1. All cards are shown, or with --seat only what the
    bot at that seat saw when it played. With --bot the game is not told: the
    bot is started, shown the very turn at which the game ended by a fault, and
    what it answers is told. With --step the table is shown on the terminal, and
    the keys move on and back; they stand below it.
    """
    if bot is not None:
        show_again(directory_of(path), game, bot)
        return
    with Store.open(directory_of(path)) as store:
        league = store.league
        key = _key(league, game)
        match = store.match(key)
    rules = rules_of(league)
    if seat is not None and seat >= rules.seats:
        raise UsageError(f"--seat {seat}: seats are 0 to {rules.seats - 1}")
    names = _names(league, key, match, rules=rules)
    events = events_of(league, key, match)
    if step:
        first = showing(events, names, rules=rules, view=seat)
        if not first.steps:
            raise UsageError(f"game {game}: nothing was played in it")
        step_through(at_deal(first, deal or 1), _head(league, key, names)[:1])
        return
    seen = events if seat is None else _seen(events, seat)
    deals = _deals(tell(seen, names, rules=rules))
    head = [*_head(league, key, names), *([] if seat is None else [_whose(seat, names)])]
    _print_all(head, deals, only=deal, game=game)
    click.echo(_ending(match, names, partners=league.schedule.partners))


def _key(league: League, game: int) -> MatchKey:
    try:
        return match_key(league.schedule, game)
    except IndexError:
        last = number(league.schedule.last_number)
        raise UsageError(f"game {game}: this league has the games 1 to {last}") from None


def _names(league: League, key: MatchKey, match: MatchResult, *, rules: Rules) -> Names:
    """Who sits where: bots by seat and by team."""
    bots = pairing(league.schedule, key.pairing).bots
    seats = tuple(told_safely(league.bots[bots[bot]].name) for bot in match.seating)
    teams = tuple(
        " and ".join(
            dict.fromkeys(seats[seat] for seat in range(rules.seats) if rules.team[seat] == team)
        )
        for team in range(rules.teams)
    )
    return Names(seats, teams, rules.team)


def _seen(events: Iterable[Event], seat: int) -> Iterator[Event]:
    return (seen for event in events if (seen := event.seen_by(seat)) is not None)


def _deals(paragraphs: Iterable[Paragraph]) -> list[list[Paragraph]]:
    """The paragraphs of each deal."""
    deals: list[list[Paragraph]] = []
    for paragraph in paragraphs:
        if paragraph.begins_deal:
            deals.append([])
        deals[-1].append(paragraph)
    return deals


def _head(league: League, key: MatchKey, names: Names) -> tuple[str, ...]:
    room = _ROOMS[key.room] if league.schedule.rooms == len(_ROOMS) else f"room {key.room + 1}"
    seats = ", ".join(f"{name} ({seat})" for seat, name in enumerate(names.seats))
    return (
        f"{league.name}: {' against '.join(names.teams)}, deal group {key.group + 1}, {room}",
        f"In speaking order, with their seats: {seats}.",
    )


def _whose(seat: int, names: Names) -> str:
    return f"As {names.seat(seat)} saw it."


def _print_all(
    head: Iterable[str], deals: list[list[Paragraph]], *, only: int | None, game: int
) -> None:
    if only is not None and only > len(deals):
        raise UsageError(f"--deal {only}: game {game} has {count(len(deals), 'deal')}")
    for line in head:
        click.echo(line)
    for deal in deals if only is None else [deals[only - 1]]:
        click.echo()
        for paragraph in deal:
            click.echo(_wrapped(paragraph))
    click.echo()


def _wrapped(paragraph: Paragraph) -> str:
    if paragraph.begins_deal:
        return "".join(paragraph.lines)
    width = shutil.get_terminal_size((_WIDTH, 0)).columns if sys.stdout.isatty() else _WIDTH
    first, then = f"  {paragraph.label:<9} ", " " * 12
    lines = (
        textwrap.fill(
            line,
            width=max(40, min(_WIDTH, width)),
            initial_indent=then if number else first,
            subsequent_indent=then,
            break_long_words=False,
            break_on_hyphens=False,
        )
        for number, line in enumerate(paragraph.lines)
    )
    return "\n".join(lines)


def _ending(match: MatchResult, names: Names, *, partners: int) -> str:
    """How the game ended, if not by play."""
    fault = match.fault
    winner = None
    if match.winner is not None:
        seat = match.seating.index(match.winner * partners)
        winner = names.teams[names.team[seat]]
    if fault is None:
        return f"{winner} won, {count(match.deals, 'deal')}, {count(match.decisions, 'decision')}."
    blamed = "nobody" if fault.seat is None else names.seat(fault.seat)
    if fault.seat is None and fault.bot is not None:
        blamed = names.seats[match.seating.index(fault.bot)]
    result = "It counts for nobody." if winner is None else f"{winner} won."
    detail = "\n".join(told_safely(line) for line in fault.detail.splitlines())
    return f"The game ended by a fault of {blamed}: {fault.reason.value}. {result}\n{detail}"
