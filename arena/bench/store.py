"""The database of a league: games written into it, and the standings that come out.

The games are some that were played, again and again: rows and records are as
large as those of a league.
"""

import time
from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from pathlib import Path

from arena.bench.figures import Figures, own_memory
from arena.bench.room import conversation
from arena.engine.rules import profile
from arena.league.database import FILE
from arena.league.entrants import Entrant
from arena.league.rows import League
from arena.league.schedule import Block, Schedule, blocks
from arena.league.standings import compute
from arena.league.store import Store
from arena.match.bot import BotSpec
from arena.match.result import BlockResult, MatchResult, Measured
from arena.match.seating import seating

_PLAYED = 256
"""Games that are played to be written."""
_BLOCK = 2000
_ROOMS = 2
_MEASURED = Measured(
    seconds=1.0,
    arena_cpu_seconds=1.0,
    bot_cpu_seconds=(1.0, 1.0),
    bot_seconds=(1.0, 1.0),
    bot_decisions=(1, 1),
    bot_messages=(1, 1),
    bot_idle_seconds=(1.0, 1.0),
    bot_idle_cpu_seconds=(0.0, 0.0),
    bot_memory=(1, 1),
    lag_seconds=0.0,
    forced=0,
)


def write_games(directory: Path, *, games: int, bots: int = 4) -> Figures:
    """Fills the database of a new league with about so many games."""
    pairings = bots * (bots - 1) // 2
    groups = max(1, games // _ROOMS // pairings)
    schedule = Schedule(bots=bots, size=2, rooms=_ROOMS, groups=groups, block=min(_BLOCK, groups))
    results: list[MatchResult] = []
    for _ in conversation(64, _PLAYED, results):
        pass
    written = decisions = 0
    with Store.create(directory, _league(schedule)) as store:
        began, cpu = time.perf_counter(), time.process_time()
        for block in blocks(schedule):
            matches = tuple(_matches(block, results))
            store.add_block(block, BlockResult(matches, _MEASURED, {}))
            written += len(matches)
            decisions += sum(match.decisions for match in matches)
        seconds, used = time.perf_counter() - began, time.process_time() - cpu
    return Figures(
        part="write",
        of=f"{bots} bots",
        seconds=seconds,
        decisions=decisions,
        games=written,
        arena_cpu_seconds=used,
        arena_memory=own_memory(),
        file_bytes=(directory / FILE).stat().st_size,
    )


def read_standings(directory: Path) -> Figures:
    """Opens a league and computes its standings."""
    began, cpu = time.perf_counter(), time.process_time()
    with Store.open(directory) as store:
        names = [bot.name for bot in store.league.bots]
        tallies = store.tallies()
        compute(names, tallies, partial=False)
    return Figures(
        part="standings",
        seconds=time.perf_counter() - began,
        decisions=sum(tally.decisions for tally in tallies),
        games=sum(tally.games for tally in tallies),
        arena_cpu_seconds=time.process_time() - cpu,
        arena_memory=own_memory(),
        file_bytes=(directory / FILE).stat().st_size,
    )


def _league(schedule: Schedule) -> League:
    names = [f"bot {number}" for number in range(1, schedule.bots + 1)]
    bots = tuple(BotSpec(name, ("run",), Path("/")) for name in names)
    entrants = tuple(Entrant(name, name, name) for name in names)
    return League("bench", {}, bytes(32), schedule, bots, "2030-01-31 12:00", entrants)


def _matches(block: Block, played: list[MatchResult]) -> Iterator[MatchResult]:
    """Games for a block, each with the seats that its room has; who wins depends on the pairing."""
    rules = profile("traditional", games_to_win=1, signs=False)
    number = count(block.pairing.index)
    for group in range(block.first_group, block.first_group + block.groups):
        for room in range(_ROOMS):
            some = played[next(number) % len(played)]
            seats = seating(rules, group=group, room=room)
            yield replace(some, group=group, room=room, seating=seats)
