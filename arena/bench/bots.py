"""What bots in other languages cost, at both ends of the wire: each plays itself in blocks of its own.

A block's start and end are the same whatever is played in between: they are
measured in a block of one group, and taken off.
"""

from dataclasses import dataclass

import trio

from arena.engine.rules import profile
from arena.errors import StartError
from arena.match.block import BlockSpec, play_block
from arena.match.bot import BotSpec
from arena.match.result import Measured
from arena.protocol.clock import TimeControl

GROUPS: dict[int, int] = {1: 24, 256: 512}
"""Deal groups that are played, by how many tables are open in each of the two rooms."""
_TIME = TimeControl(turn=5.0, start=60.0)


@dataclass(frozen=True, slots=True)
class BotFigures:
    """One bot at a number of tables; CPU times are for one decision, of arena and bot."""

    bot: str
    tables: int
    decisions: int
    seconds: float
    arena_cpu_us: float
    bot_cpu_us: float

    @property
    def decisions_per_second(self) -> float:
        """Of both sides together."""
        return self.decisions / self.seconds


def play_itself(bot: BotSpec, groups: dict[int, int] = GROUPS) -> tuple[BotFigures, ...]:
    """The figures of a bot for each number of tables. Raises StartError if it is ever at fault."""
    ends = _measured(bot, tables=1, groups=1)
    return tuple(
        _figures(bot, tables, whole=_measured(bot, tables=tables, groups=number), ends=ends)
        for tables, number in groups.items()
    )


def _figures(bot: BotSpec, tables: int, *, whole: Measured, ends: Measured) -> BotFigures:
    decisions = sum(whole.bot_decisions) - sum(ends.bot_decisions)
    arena = whole.arena_cpu_seconds - ends.arena_cpu_seconds
    bots = sum(whole.bot_cpu_seconds) - sum(ends.bot_cpu_seconds)
    return BotFigures(
        bot=bot.name,
        tables=tables,
        decisions=decisions,
        seconds=max(1e-6, whole.seconds - ends.seconds),
        arena_cpu_us=arena / decisions * 1e6,
        bot_cpu_us=bots / decisions * 1e6,
    )


def _measured(bot: BotSpec, *, tables: int, groups: int) -> Measured:
    spec = BlockSpec(
        rules=profile("traditional", games_to_win=1, signs=False),
        seed=b"mus-arena bench",
        pairing=f"{tables}",
        bots=(bot, bot),
        first_group=0,
        groups=groups,
        tables=tables,
        time=_TIME,
    )
    result = trio.run(play_block, spec)
    for match in result.matches:
        if match.fault is not None:
            raise StartError(f"bot {bot.name}: {match.fault.reason.value}: {match.fault.detail}")
    return result.measured
