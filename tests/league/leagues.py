"""Small leagues made up for tests: their matches and blocks."""

from collections.abc import Iterable
from pathlib import Path

from arena.league.entrants import Entrant
from arena.league.rows import League
from arena.league.schedule import Block, Schedule
from arena.match.bot import BotSpec
from arena.match.result import BlockResult, Fault, MatchResult, Measured, Reason

SEATINGS = ((0, 1, 0, 1), (1, 0, 1, 0))
MEASURED = Measured(
    seconds=1.5,
    arena_cpu_seconds=0.5,
    bot_cpu_seconds=(0.25, 0.75),
    bot_seconds=(0.5, 1.0),
    bot_decisions=(100, 120),
    bot_messages=(50, 40),
    bot_idle_seconds=(4.0, 3.0),
    bot_idle_cpu_seconds=(0.0, 3.0),
    bot_memory=(1 << 20, 2 << 20),
    lag_seconds=0.25,
    forced=1,
)
VOID = Fault(Reason.VOID, None, None, "the arena lagged")
CRASH = Fault(Reason.CRASH, 1, 2, "exit code 1")


def match(group: int, room: int, winner: int | None, *, fault: Fault | None = None) -> MatchResult:
    """A match of two bots: 40 piedras to 20, 9 deals, 100 decisions; nothing if nobody won."""
    played = winner is not None
    return MatchResult(
        group=group,
        room=room,
        seating=SEATINGS[room],
        winner=winner,
        wins=tuple(int(bot == winner) for bot in (0, 1)),
        piedras=tuple(40 if bot == winner else 20 for bot in (0, 1)) if played else (0, 0),
        games=int(played),
        deals=9 if played else 0,
        decisions=100 if played else 0,
        fault=fault,
        record=bytes([group % 256, room]) if played else b"",
    )


def groups(first: int, winners: Iterable[tuple[int | None, int | None]]) -> tuple[MatchResult, ...]:
    """The matches of deal groups, given who won in the open and in the closed room."""
    return tuple(
        match(group, room, winner, fault=None if winner is not None else VOID)
        for group, both in enumerate(winners, start=first)
        for room, winner in enumerate(both)
    )


def result(matches: tuple[MatchResult, ...]) -> BlockResult:
    """A block's result with these matches."""
    return BlockResult(matches, MEASURED, {})


def league(*names: str, groups: int = 4, block: int = 2) -> League:
    """A league of these bots that was never played."""
    bots = tuple(BotSpec(name, ("run", name), Path("/bots")) for name in names)
    schedule = Schedule(bots=len(bots), size=2, rooms=2, groups=groups, block=block)
    entrants = tuple(Entrant(name, name, f"hash of {name}") for name in names)
    identity = {"groups": groups}
    return League("demo", identity, b"\x07" * 32, schedule, bots, "2030-01-31 12:00", entrants)


def played(block: Block) -> BlockResult:
    """A block in which the first bot won every match but the last, which was void."""
    won: list[tuple[int | None, int | None]] = [(0, 0)] * (block.groups - 1)
    return result(groups(block.first_group, [*won, (0, None)]))
