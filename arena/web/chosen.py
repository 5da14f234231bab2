"""Which games a report holds: some with faults, some close ones, some of the last."""

from collections.abc import Iterable, Iterator
from itertools import zip_longest
from pathlib import Path

from arena.league.browse import Line, last_lines, line_of, lines, looking, sampled
from arena.league.rows import League
from arena.league.schedule import MatchKey

_LOOKED_AT = 2_000
"""Matches among which the closest are looked for, spread evenly over the league."""


def chosen(directory: Path, league: League, *, most: int) -> tuple[Line, ...]:
    """So many matches in order of number, if there are as many.

    A deal group comes with all its rooms, so that they can be compared: that may
    make them a few more.
    """
    schedule = league.schedule
    groups = -(-most // schedule.rooms)
    with looking(directory) as connection:
        faulty = lines(connection, schedule, faulty=True, limit=most)
        last = last_lines(connection, schedule, limit=most)
        keys = sampled(connection, schedule, most=_LOOKED_AT)
        looked_at = [line_of(connection, schedule, key) for key in keys]
        close = sorted((line for line in looked_at if _is_played(line)), key=_margin)
        found = dict.fromkeys(_by_turns(faulty, close[:most], last))
        kept = sorted(list(found)[:groups])
        return tuple(
            line_of(connection, schedule, MatchKey(index, group, room))
            for index, group in kept
            for room in range(schedule.rooms)
        )


def _by_turns(*kinds: Iterable[Line]) -> Iterator[tuple[int, int]]:
    """The deal groups of lines, one of each kind after another."""
    for some in zip_longest(*kinds):
        yield from ((line.key.pairing, line.key.group) for line in some if line is not None)


def _is_played(line: Line) -> bool:
    return line.winner is not None and line.fault is None


def _margin(line: Line) -> int:
    """Piedras between the best and the next."""
    best, second = sorted(line.piedras, reverse=True)[:2]
    return abs(best - second)
