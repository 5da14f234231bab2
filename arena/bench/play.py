"""The whole arena: a bot plays itself in blocks of its own, at a number of tables.

A block's start and end are the same whatever is played in between: they are
measured in a block of one group, and taken off.
"""

import trio

from arena.bench.figures import Figures, own_memory
from arena.engine.rules import profile
from arena.errors import StartError
from arena.match.block import BlockSpec, play_block
from arena.match.bot import BotSpec
from arena.match.result import BlockResult
from arena.protocol.clock import TimeControl

FEWEST = 24
"""Deal groups at least, so that there is something to measure."""
ROUNDS = 2
"""Deal groups for each table: tables are opened anew that often."""
_TIME = TimeControl(turn=5.0, start=60.0)


def play_itself(bot: BotSpec, tables: int, *, groups: int | None = None) -> Figures:
    """The figures of a bot with `tables` open in each of two rooms.

    Without `groups` as many are played as tell something. Raises StartError if
    the bot is ever at fault.
    """
    ends = _played(bot, tables=1, groups=1)
    whole = _played(bot, tables=tables, groups=groups or max(FEWEST, ROUNDS * tables))
    all_, less = whole.measured, ends.measured
    return Figures(
        part="play",
        of=f"{bot.name}, {tables} table{'s' * (tables > 1)}",
        seconds=max(1e-6, all_.seconds - less.seconds),
        decisions=sum(all_.bot_decisions) - sum(less.bot_decisions),
        games=sum(m.games for m in whole.matches) - sum(m.games for m in ends.matches),
        messages=sum(all_.bot_messages) - sum(less.bot_messages),
        arena_cpu_seconds=all_.arena_cpu_seconds - less.arena_cpu_seconds,
        bot_cpu_seconds=sum(all_.bot_cpu_seconds) - sum(less.bot_cpu_seconds),
        arena_memory=own_memory(),
        bot_memory=max(all_.bot_memory),
    )


def start_up(bot: BotSpec) -> Figures:
    """One game in each room: what it takes to start and end the eight processes of a pairing."""
    block = _played(bot, tables=1, groups=1)
    measured = block.measured
    return Figures(
        part="start-up",
        of=f"{bot.name}, one game in each room",
        seconds=measured.seconds,
        decisions=sum(measured.bot_decisions),
        games=sum(match.games for match in block.matches),
        messages=sum(measured.bot_messages),
        arena_cpu_seconds=measured.arena_cpu_seconds,
        bot_cpu_seconds=sum(measured.bot_cpu_seconds),
        arena_memory=own_memory(),
        bot_memory=max(measured.bot_memory),
    )


def _played(bot: BotSpec, *, tables: int, groups: int) -> BlockResult:
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
    return result
