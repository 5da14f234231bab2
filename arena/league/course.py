"""Whether a league went as its results say: the blocks that it has, and how its pairings ended."""

from collections.abc import Iterator
from math import isclose

from arena.league.agenda import Past, rounds_begun
from arena.league.chunks import Finding
from arena.league.names import sides_of
from arena.league.rows import League
from arena.league.schedule import LeagueFormat, Schedule, pairing_of
from arena.league.sprt import decide
from arena.league.stop import Decision, Verdict
from arena.league.store import Store


def planned(schedule: Schedule, past: Past) -> frozenset[int] | None:
    """The pairings that can have been played; None for all that have a number.

    Only of a Swiss it is known which: other leagues may have had other bots or
    other newcomers when a block was played.
    """
    if schedule.format is not LeagueFormat.SWISS:
        return None
    return frozenset(
        pairing_of(pair).index for pairs in rounds_begun(schedule, past) for pair in pairs
    )


def has_block(schedule: Schedule, index: int, first: int, *, groups: int) -> bool:
    """Whether a pairing, if it is played, has such a block."""
    whole = first % schedule.block == 0 and groups == min(schedule.block, schedule.groups - first)
    return 0 <= index < schedule.numbered and 0 <= first < schedule.groups and whole


def wrong_endings(store: Store, past: Past) -> Iterator[Finding]:
    """What early stopping says of each pairing but can't by its games, and blocks after the end."""
    league, found = store.league, store.decisions()
    last: dict[int, int] = {}
    if league.stop is not None:
        for index, first in past.done:
            last[index] = max(first, last.get(index, 0))
    for index in sorted({*found, *last}):
        right = None
        if league.stop is not None and index in last:
            right = decide(league.stop, store.groups_of(index))
        if not _alike(found.get(index), right):
            yield _finding(
                league, index, "verdict", found=_told(found.get(index)), expected=_told(right)
            )
        ended = right is not None and right.verdict is not Verdict.UNDECIDED
        if right is not None and ended and right.groups <= last[index]:
            told = f"one after deal group {last[index]}"
            yield _finding(league, index, "block", found=told, expected=f"none: {_told(right)}")


def _alike(found: Decision | None, right: Decision | None) -> bool:
    """Whether two decisions are the same, up to how a machine rounds."""
    if found is None or right is None:
        return found is right
    same = (found.verdict, found.groups) == (right.verdict, right.groups)
    return same and isclose(found.ratio, right.ratio, rel_tol=1e-6, abs_tol=1e-9)


def _finding(league: League, index: int, what: str, *, found: str, expected: str) -> Finding:
    numbered = 0 <= index < league.schedule.numbered
    return Finding(what, found, expected, None, sides_of(league, index) if numbered else ())


def _told(decision: Decision | None) -> str:
    if decision is None:
        return "none"
    return f"{decision.verdict.value} after {decision.groups} groups, ratio {decision.ratio:.6f}"
