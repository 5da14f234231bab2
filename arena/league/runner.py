"""Plays a league from where it is to its end, and keeps what comes out."""

import hashlib
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from arena.engine.rules import Rules
from arena.league.database import told
from arena.league.executors import Work, play_locally, try_start
from arena.league.faults import FaultFiles
from arena.league.frames import Progress
from arena.league.isolation import isolated
from arena.league.progress_file import ProgressFile
from arena.league.remote.spec import reachable
from arena.league.schedule import Block, blocks
from arena.league.store import Store
from arena.match.block import BlockSpec
from arena.match.check import StartCheck
from arena.match.result import BlockResult, OnFault
from arena.protocol.clock import TimeControl

LOGS = "logs"


@dataclass(frozen=True, slots=True)
class Settings:
    """How to play: what must not change is in the store, the rest is here."""

    rules: Rules
    time: TimeControl
    tables: int
    concurrency: int
    on_fault: OnFault = OnFault.FORFEIT


@dataclass(frozen=True, slots=True)
class Played:
    """What one run of a league has played. Times in seconds; CPU times over all processes."""

    matches: int
    games: int
    deals: int
    decisions: int
    seconds: float
    arena_cpu_seconds: float
    bot_cpu_seconds: float
    forced: int


@dataclass(frozen=True, slots=True)
class State:
    """How far a run is. `won[bot]` and `played[bot]` are matches of the whole league."""

    matches: int
    total: int
    fresh: int
    seconds: float
    won: tuple[int, ...]
    played: tuple[int, ...]


def commitment(seed: bytes) -> str:
    """What is published of the seed before a league: its SHA-256, in hex."""
    return hashlib.sha256(seed).hexdigest()


class Run:
    """One run of a league: `play` it once; `played` tells, at any time, what was played.

    `watch` hears how far it is, again and again; `finished` of each block that is kept.
    `hub` is the socket of the hub, if there are bots that join from elsewhere.
    """

    def __init__(
        self,
        store: Store,
        settings: Settings,
        *,
        directory: Path,
        watch: Callable[[State], None],
        finished: Callable[[Block, BlockResult], None] = lambda _, __: None,
        hub: Path | None = None,
    ) -> None:
        self._store = store
        self._directory = directory
        self._settings = settings
        self._watch = watch
        self._finished = finished
        self._faults = FaultFiles(directory, store)
        self._progress_file = ProgressFile(directory)
        self._began = time.monotonic()
        self._cpu = time.process_time()
        self._results = [0, 0, 0, 0]
        self._cpu_seconds = [0.0, 0.0]  # The arena's workers', the bots'.
        self._forced = 0
        self._under_way: dict[Block, Progress] = {}
        self._bots = isolated(reachable(store.league.bots, hub), directory)
        bots = len(self._bots)
        self._won, self._met = [0] * bots, [0] * bots
        for tally in store.tallies():
            matches = sum(sum(key) * n for key, n in tally.outcomes.items())
            for at, bot in enumerate(tally.bots):
                self._won[bot] += sum(key[at] * n for key, n in tally.outcomes.items())
                self._met[bot] += matches
        self._before = sum(self._met) // store.league.schedule.size

    @property
    def played(self) -> Played:
        """What was played so far."""
        matches, games, deals, decisions = self._results
        arena, bots = self._cpu_seconds
        return Played(
            matches=matches,
            games=games,
            deals=deals,
            decisions=decisions,
            seconds=time.monotonic() - self._began,
            arena_cpu_seconds=arena + time.process_time() - self._cpu,
            bot_cpu_seconds=bots,
            forced=self._forced,
        )

    async def play(self) -> None:
        """Plays the blocks that are not in the store yet.

        Raises StartError if a bot does not start; cancelled, it keeps the blocks
        that are complete.
        """
        settings, league = self._settings, self._store.league
        if len(self._store.done_blocks()) == league.schedule.blocks:
            return
        await try_start(StartCheck(self._bots, settings.rules, settings.time))
        await play_locally(
            self._missing(),
            concurrency=settings.concurrency,
            done=self._done,
            progress=self._progress,
        )

    def _missing(self) -> Iterator[Work]:
        settings, league = self._settings, self._store.league
        done = self._store.done_blocks()
        for block in blocks(league.schedule):
            if block.key in done:
                continue
            bots = tuple(self._bots[bot] for bot in block.pairing.bots)
            yield Work(
                block,
                BlockSpec(
                    rules=settings.rules,
                    seed=league.seed,
                    pairing="|".join(bot.name for bot in bots),
                    bots=bots,
                    first_group=block.first_group,
                    groups=block.groups,
                    tables=settings.tables,
                    time=settings.time,
                    on_fault=settings.on_fault,
                ),
            )

    def _done(self, work: Work, result: BlockResult) -> None:
        """Keeps a block that was played."""
        self._store.add_block(work.block, result)
        self._faults.keep(work.block, result)
        for name, text in result.output.items():
            self._log(work.block, name, text)
        for match in result.matches:
            counts = 1, match.games, match.deals, match.decisions
            self._results = [a + b for a, b in zip(self._results, counts, strict=True)]
        measured = result.measured
        self._cpu_seconds[0] += measured.arena_cpu_seconds
        self._cpu_seconds[1] += sum(measured.bot_cpu_seconds)
        self._forced += measured.forced
        self._under_way.pop(work.block, None)
        self._add(work.block.pairing.bots, _counted(result))
        self._tell()
        self._finished(work.block, result)

    def _progress(self, work: Work, progress: Progress) -> None:
        self._under_way[work.block] = progress
        self._tell()

    def _add(self, bots: tuple[int, ...], progress: Progress) -> None:
        for bot, wins in zip(bots, progress.wins, strict=True):
            self._won[bot] += wins
            self._met[bot] += progress.matches

    def _tell(self) -> None:
        won, met = list(self._won), list(self._met)
        for block, progress in self._under_way.items():
            for bot, wins in zip(block.pairing.bots, progress.wins, strict=True):
                won[bot] += wins
                met[bot] += progress.matches
        schedule = self._store.league.schedule
        matches = sum(met) // schedule.size
        state = State(
            matches=matches,
            total=schedule.matches,
            fresh=matches - self._before,
            seconds=time.monotonic() - self._began,
            won=tuple(won),
            played=tuple(met),
        )
        self._watch(state)
        self._progress_file.tell(asdict(state))

    def _log(self, block: Block, name: str, text: bytes) -> None:
        """Keeps what a bot process printed, in a file of its block."""
        folder = self._directory / LOGS / f"pairing-{block.pairing.index + 1}"
        path = folder / f"groups-{block.first_group + 1}-{_file_name(name)}.log"
        with told(path):
            folder.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text)


def _counted(result: BlockResult) -> Progress:
    winners = [match.winner for match in result.matches if match.winner is not None]
    bots = len(result.measured.bot_decisions)
    return Progress(len(result.matches), tuple(winners.count(bot) for bot in range(bots)))


def _file_name(name: str) -> str:
    """A bot's name with nothing in it that a file name can't have."""
    return "".join(c if c.isalnum() or c in "-_." else "_" for c in name)
