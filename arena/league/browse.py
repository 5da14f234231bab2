"""Looking into a league while it is played: some of its matches at a time, never all of them."""

import json
import sqlite3
from collections import defaultdict
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from math import gcd
from pathlib import Path

from arena.league.database import FILE, connect, told
from arena.league.schedule import MatchKey, Schedule, pairing
from arena.league.tally import Tally
from arena.match.result import Reason

_LIST = """
SELECT pairing, grp, room, winner, seating, piedras, deals, decisions, fault, fault_bot
FROM matches WHERE {condition} ORDER BY {order} LIMIT ?
"""
_UP = "pairing, grp, room"
_DOWN = "pairing DESC, grp DESC, room DESC"
_PARTS = """
SELECT pairing, part, w0, w1, w2, w3, w4, w5, count(*) FROM (
    SELECT pairing, grp * ?1 / ?2 AS part, sum(winner IS 0) AS w0, sum(winner IS 1) AS w1,
        sum(winner IS 2) AS w2, sum(winner IS 3) AS w3, sum(winner IS 4) AS w4,
        sum(winner IS 5) AS w5
    FROM matches GROUP BY pairing, grp
) GROUP BY pairing, part, w0, w1, w2, w3, w4, w5
"""


@dataclass(frozen=True, slots=True)
class Line:
    """A match as lists show it; bots by index in the league.

    `teams` are the bots of each team, `winner` is a team, None if void. `piedras`
    are by team. `fault_bot` is None if nobody's.
    """

    key: MatchKey
    teams: tuple[tuple[int, ...], ...]
    winner: int | None
    piedras: tuple[int, ...]
    deals: int
    decisions: int
    fault: Reason | None
    fault_bot: int | None


@contextmanager
def looking(directory: Path) -> Iterator[sqlite3.Connection]:
    """A connection that only reads. Raises StoreError if there is no league."""
    path = directory / FILE
    with told(path), closing(connect(path, write=False)) as connection:
        yield connection


def blocks_done(connection: sqlite3.Connection) -> int:
    """How many blocks are kept: as long as it is the same, so is everything else."""
    (count,) = connection.execute("SELECT count(*) FROM blocks").fetchone()
    assert isinstance(count, int)
    return count


def groups_done(connection: sqlite3.Connection) -> Mapping[int, int]:
    """How many deal groups of each pairing are kept, by its index; those without any left out."""
    return dict(connection.execute("SELECT pairing, sum(groups) FROM blocks GROUP BY pairing"))


def is_kept(connection: sqlite3.Connection, key: MatchKey) -> bool:
    """Whether a match is there."""
    query = "SELECT 1 FROM matches WHERE pairing = ? AND grp = ? AND room = ?"
    return connection.execute(query, key).fetchone() is not None


def lines(
    connection: sqlite3.Connection,
    schedule: Schedule,
    *,
    index: int | None = None,
    after: MatchKey | None = None,
    faulty: bool = False,
    limit: int,
) -> tuple[Line, ...]:
    """At most `limit` matches in order of number: those after a match, of a pairing, with faults."""
    conditions, values = ["1"], list[int]()
    if index is not None:
        conditions, values = ["pairing = ?"], [index]
    if after is not None:
        conditions.append("(pairing, grp, room) > (?, ?, ?)")
        values += after
    if faulty:
        conditions.append("fault IS NOT NULL")
    query = _LIST.format(condition=" AND ".join(conditions), order=_UP)
    return tuple(_line(schedule, row) for row in connection.execute(query, (*values, limit)))


def last_lines(
    connection: sqlite3.Connection, schedule: Schedule, *, limit: int
) -> tuple[Line, ...]:
    """The last matches, the very last first."""
    query = _LIST.format(condition="1", order=_DOWN)
    return tuple(_line(schedule, row) for row in connection.execute(query, (limit,)))


def line_of(connection: sqlite3.Connection, schedule: Schedule, key: MatchKey) -> Line:
    """One match that is there."""
    query = _LIST.format(condition="pairing = ? AND grp = ? AND room = ?", order=_UP)
    return _line(schedule, connection.execute(query, (*key, 1)).fetchone())


def sampled(
    connection: sqlite3.Connection, schedule: Schedule, *, most: int
) -> tuple[MatchKey, ...]:
    """The keys of at most `most` matches, as many of each pairing, evenly spaced in it.

    They come round by round: a few of every pairing before more of any.
    """
    parts: defaultdict[int, list[int]] = defaultdict(list)
    query = "SELECT pairing, first_group, groups FROM blocks ORDER BY pairing, first_group"
    for index, first, groups in connection.execute(query):
        parts[index] += range(first, first + groups)
    share = max(1, most // (len(parts) * schedule.rooms)) if parts else 0
    chosen = {index: _spread(groups, share) for index, groups in parts.items()}
    rounds = max(map(len, chosen.values()), default=0)
    return tuple(
        MatchKey(index, groups[number], room)
        for number in range(rounds)
        for index, groups in chosen.items()
        if number < len(groups)
        for room in range(schedule.rooms)
    )


def in_parts(
    connection: sqlite3.Connection, schedule: Schedule, *, parts: int
) -> tuple[tuple[Tally, ...], ...]:
    """The outcomes of all matches, by which of so many equal parts of its pairing they are in.

    The tallies hold outcomes and nothing else.
    """
    found: list[dict[int, dict[tuple[int, ...], int]]] = [{} for _ in range(parts)]
    for index, part, *won, groups in connection.execute(_PARTS, (parts, schedule.groups)):
        outcomes = found[part].setdefault(index, {})
        outcomes[tuple(won[: schedule.size])] = groups
    return tuple(
        tuple(_outcomes(schedule, index, some) for index, some in part.items()) for part in found
    )


def _outcomes(schedule: Schedule, index: int, outcomes: dict[tuple[int, ...], int]) -> Tally:
    nothing = (0,) * schedule.size
    some = pairing(schedule, index)
    tally = Tally(some.bots, outcomes, faults={}, void=0, games=0, decisions=0, piedras=nothing)
    return replace(tally, partners=some.partners)


def _spread(groups: list[int], share: int) -> list[int]:
    """So many of the groups, with equal gaps; neighbours in the result lie far from each other."""
    count = min(share, len(groups))
    even = [groups[i * len(groups) // count] for i in range(count)]
    step = max(1, round(count * 0.618))
    while count and gcd(step, count) != 1:
        step += 1
    return [even[i * step % count] for i in range(count)]


def _line(schedule: Schedule, row: tuple[object, ...]) -> Line:
    index, group, room, winner, seating, piedras, deals, decisions, fault, blamed = row
    assert isinstance(index, int)
    assert isinstance(group, int)
    assert isinstance(room, int)
    bots = pairing(schedule, index).bots
    order = json.loads(str(seating))
    scored = json.loads(str(piedras))
    size, a_side = schedule.size, len(bots) // schedule.size
    sides = [bot // a_side for bot in order[:size]]
    return Line(
        key=MatchKey(index, group, room),
        teams=tuple(
            tuple(dict.fromkeys(bots[bot] for bot in order[team::size])) for team in range(size)
        ),
        winner=sides.index(winner) if isinstance(winner, int) else None,
        piedras=tuple(scored[side] for side in sides),
        deals=int(str(deals)),
        decisions=int(str(decisions)),
        fault=None if fault is None else Reason(fault),
        fault_bot=bots[blamed] if isinstance(blamed, int) else None,
    )
