"""Plays the schedule of a large league on paper: `python -m arena.bench.cluster`.

The blocks are those of the real schedule, in its order; only their time is made
up, at random and the same every time. What a block takes to be kept is measured
here, with matches as large as those of real bots.
"""

import heapq
import random
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from arena.league.agenda import Agenda, Past
from arena.league.database import FILE
from arena.league.entrants import Entrant
from arena.league.rows import League
from arena.league.schedule import Block, Schedule
from arena.league.store import Store
from arena.match.bot import BotSpec
from arena.match.result import BlockResult, MatchResult, Measured

BOTS, GROUPS, BLOCK = 100, 10_102, 2_000
CORES, CORES_PER_BLOCK = 1_000, 2
GAMES_PER_SECOND = 100.0
"""Of a block on its two cores: what `make demo` does with quick Python bots on two idle ones."""
START_SECONDS = 2.0
"""What starting the bots of a block takes."""
SPREAD = 0.3
"""Standard deviation of the time of a block, as part of it: some bots think longer."""
RECORD_BYTES, DEALS, DECISIONS = 77, 4, 68
"""Of a game of the sample bots."""
_SAMPLE = 5


@dataclass(frozen=True, slots=True)
class Plan:
    """What came out of it; `busy` is the part of all cores' time in which blocks were played."""

    blocks: int
    games: int
    hours: float
    busy: float


def simulate(schedule: Schedule, *, slots: int) -> Plan:
    """Plays all blocks of a schedule, so many at a time, each when a slot is free."""
    agenda, dice = Agenda(schedule, Past()), random.Random(0)
    free = [0.0] * slots
    blocks = games = 0
    total = 0.0
    while (block := agenda.next()) is not None:
        seconds = START_SECONDS + _games(block) / GAMES_PER_SECOND * dice.lognormvariate(0, SPREAD)
        heapq.heappush(free, heapq.heappop(free) + seconds)
        blocks, games, total = blocks + 1, games + _games(block), total + seconds
    end = max(free)
    return Plan(blocks, games, end / 3600, total / (end * slots))


def _games(block: Block) -> int:
    return 2 * block.groups


def keeping(schedule: Schedule) -> tuple[float, float]:
    """Seconds to keep a block, and bytes of the database a game."""
    bots = tuple(BotSpec(f"bot {n}", ("run",), Path("/")) for n in range(schedule.bots))
    entrants = tuple(Entrant(bot.name, bot.name, "") for bot in bots)
    league = League("paper", {}, bytes(32), schedule, bots, "", entrants)
    agenda = Agenda(schedule, Past())
    results = [(b, BlockResult(tuple(_matches(b)), _MEASURED, {})) for b in _some(agenda)]
    with TemporaryDirectory() as folder:
        with Store.create(Path(folder), league) as store:
            began = time.perf_counter()
            for block, result in results:
                store.add_block(block, result)
            seconds = (time.perf_counter() - began) / len(results)
        size = (Path(folder) / FILE).stat().st_size
    return seconds, size / sum(_games(block) for block, _ in results)


def _some(agenda: Agenda) -> Iterator[Block]:
    for _ in range(_SAMPLE):
        block = agenda.next()
        assert block is not None
        yield block


_MEASURED = Measured(
    seconds=80.0,
    arena_cpu_seconds=20.0,
    bot_cpu_seconds=(30.0, 30.0),
    bot_seconds=(20.0, 20.0),
    bot_decisions=(140_000, 140_000),
    bot_messages=(4_000, 4_000),
    bot_idle_seconds=(0.0, 0.0),
    bot_idle_cpu_seconds=(0.0, 0.0),
    bot_memory=(40 << 20, 40 << 20),
    lag_seconds=0.0,
    forced=0,
)


def _matches(block: Block) -> Iterator[MatchResult]:
    dice = random.Random(block.first_group)
    for group in range(block.first_group, block.first_group + block.groups):
        for room in (0, 1):
            winner = dice.randrange(2)
            wins = (1 - winner, winner)
            points = (40 - 20 * winner, 20 + 20 * winner)
            seating = (0, 1, 0, 1) if room == 0 else (1, 0, 1, 0)
            record = dice.randbytes(RECORD_BYTES)
            yield MatchResult(
                group,
                room,
                seating,
                winner,
                wins,
                points,
                1,
                DEALS,
                DECISIONS,
                fault=None,
                record=record,
            )


def main() -> None:
    """Prints the figures."""
    schedule = Schedule(bots=BOTS, size=2, rooms=2, groups=GROUPS, block=BLOCK)
    began = time.perf_counter()
    plan = simulate(schedule, slots=CORES // CORES_PER_BLOCK)
    click.echo(f"{plan.games:,} games in {plan.blocks:,} blocks")
    click.echo(f"{plan.hours:.1f} hours on {CORES:,} cores, {plan.busy:.1%} of them busy")
    click.echo(f"schedule: {time.perf_counter() - began:.1f} s in all")
    seconds, size = keeping(schedule)
    click.echo(
        f"a block is kept in {seconds:.2f} s: {seconds * plan.blocks / 3600:.1f} hours in all"
    )
    click.echo(f"database: {size:.0f} bytes a game, {size * plan.games / 1e9:.1f} GB")


if __name__ == "__main__":
    main()
