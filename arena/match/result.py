"""What playing a block gives: plain values, nothing else.

A *match* is one deal group played in one room; a match is one game unless
`Rules.games_to_win` says more. A *bot* here is its index in the block, a *side*
one of those that play against each other: a bot, or two that are partners.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum


class Reason(Enum):
    """Why a game did not end by play."""

    ILLEGAL_ACTION = "illegal_action"
    TIMEOUT = "timeout"
    STALL = "stall"
    CRASH = "crash"
    DISCONNECT = "disconnect"
    PROTOCOL = "protocol"
    START_FAILED = "start_failed"
    VOID = "void"


class OnFault(Enum):
    """What a fault costs.

    FORFEIT: the match, at once; in individual play the arena plays the bot's
    seat to the end, and it can't win. SUBSTITUTE, for training: nothing but
    that the arena takes the mildest legal action instead.
    """

    FORFEIT = "forfeit"
    SUBSTITUTE = "substitute"


@dataclass(frozen=True, slots=True)
class Evidence:
    """What a fault can be understood and tried again from.

    `turn` is a serialized `Turn` of the protocol without its clock, `answer` the
    serialized `Action` that came or None, `seconds` the time from asking to the
    fault, `printed` the last that the process printed.
    """

    turn: bytes
    answer: bytes | None
    seconds: float
    printed: str = ""


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault. `bot` is None when nobody is to blame (`Reason.VOID`).

    `evidence` is there if the fault happened on a turn; it is no part of the
    result: two faults that differ in it alone are equal.
    """

    reason: Reason
    bot: int | None
    seat: int | None
    detail: str
    evidence: Evidence | None = field(default=None, compare=False)


def side_at_fault(fault: Fault, *, partners: int) -> int | None:
    """Who loses by a fault: the side of the bot that did it."""
    return None if fault.bot is None else fault.bot // partners


@dataclass(frozen=True, slots=True)
class MatchResult:
    """One match: a deal group in one room; `group` counts from 0 in its pairing.

    `seating[seat]` is the bot at that seat. `winner` is a side, None if void.
    `fault` is the first fault in it: it decided the match, unless the arena
    substituted for the bot.
    `wins` are games won and `piedras` the points scored in all its games, both
    by side. `record` is what `arena.match.record` replays; empty if nothing was
    played.
    """

    group: int
    room: int
    seating: tuple[int, ...]
    winner: int | None
    wins: tuple[int, ...]
    piedras: tuple[int, ...]
    games: int
    deals: int
    decisions: int
    fault: Fault | None
    record: bytes


@dataclass(frozen=True, slots=True)
class Measured:
    """What was measured while a block was played; not part of its result.

    `bot_seconds[bot]` is the time from sending a turn to having its answer,
    summed over `bot_decisions[bot]` decisions, shared out over the turns of a
    batch; they were asked in `bot_messages[bot]` messages. In
    `bot_idle_seconds[bot]`, looked at now and then, its processes had nothing to
    answer, and used `bot_idle_cpu_seconds[bot]`. `bot_memory[bot]` is the most
    that one of its processes had in memory, in bytes. `forced` counts bot processes that had to be killed, `lag_seconds`
    sums what the arena itself was late.
    """

    seconds: float
    arena_cpu_seconds: float
    bot_cpu_seconds: tuple[float, ...]
    bot_seconds: tuple[float, ...]
    bot_decisions: tuple[int, ...]
    bot_messages: tuple[int, ...]
    bot_idle_seconds: tuple[float, ...]
    bot_idle_cpu_seconds: tuple[float, ...]
    bot_memory: tuple[int, ...]
    lag_seconds: float
    forced: int


@dataclass(frozen=True, slots=True)
class BlockResult:
    """All matches of a block, in order of group, then room.

    `output` is what the bots printed, by bot, room and seat; only those that did.
    """

    matches: tuple[MatchResult, ...]
    measured: Measured
    output: Mapping[str, bytes]
