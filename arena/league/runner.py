"""Plays a league from where it is to its end, and keeps what comes out."""

import hashlib
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import groupby
from pathlib import Path

import trio

from arena.engine.rules import Rules
from arena.league.database import told
from arena.league.executors import Executor, Work
from arena.league.faults import FaultFiles
from arena.league.frames import Progress
from arena.league.isolation import isolated
from arena.league.progress_file import ProgressFile
from arena.league.remote.spec import reachable
from arena.league.schedule import Block
from arena.league.sprt import decide
from arena.league.stop import Decision, Verdict
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
    """How far a run is. `won[bot]` and `played[bot]` are matches of the whole league.

    Those of bots that were withdrawn are not counted. With early stopping there
    are `total` matches at most.
    """

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
    `executor` is where the blocks are played.
    `hub` is the socket of the hub, if there are bots that join from elsewhere.
    """

    def __init__(
        self,
        store: Store,
        settings: Settings,
        *,
        directory: Path,
        executor: Executor,
        watch: Callable[[State], None],
        finished: Callable[[Block, BlockResult], None] = lambda _, __: None,
        hub: Path | None = None,
    ) -> None:
        self._store = store
        self._directory = directory
        self._executor = executor
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
        self._agenda = store.agenda()
        self._news = trio.Event()
        league = store.league
        field = league.schedule.field
        specs = isolated(reachable((league.bots[bot] for bot in field), hub), directory)
        self._bots = dict(zip(field, specs, strict=True))
        self._won, self._met = [0] * len(league.bots), [0] * len(league.bots)
        self._kept = 0
        for some in store.tallies():
            if self._bots.keys() >= {*some.bots}:
                wins = tuple(some.won(side) for side in range(league.schedule.size))
                self._kept += sum(wins) + some.void
                _add(self._won, self._met, some.sides, progress=Progress(sum(wins), wins))

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
        settings = self._settings
        if self._agenda.complete:
            return
        bots = tuple(self._bots.values())
        check = StartCheck(bots, settings.rules, settings.time)
        await self._executor.play(check, self._next, done=self._done, progress=self._progress)

    async def _next(self) -> Work | None:
        """The next block to play; waits for one that is being played if that may bring more."""
        while (block := self._agenda.next()) is None and self._agenda.waits:
            await self._news.wait()
        return None if block is None else Work(block, self._spec(block))

    def _spec(self, block: Block) -> BlockSpec:
        settings = self._settings
        bots = tuple(self._bots[bot] for bot in block.pairing.bots)
        return BlockSpec(
            rules=settings.rules,
            seed=self._store.league.seed,
            pairing="|".join(bot.name for bot in bots),
            bots=bots,
            first_group=block.first_group,
            groups=block.groups,
            tables=settings.tables,
            time=settings.time,
            on_fault=settings.on_fault,
            partners=block.pairing.partners,
        )

    def _done(self, work: Work, result: BlockResult) -> None:
        """Keeps a block that was played."""
        block = work.block
        decision = self._decide(block, result)
        self._store.add_block(block, result, decision)
        self._faults.keep(block, result)
        for name, text in result.output.items():
            self._log(block, name, text)
        self._measure(result)
        counted = _counted(result, sides=len(block.pairing.sides))
        self._under_way.pop(block, None)
        self._kept += len(result.matches)
        _add(self._won, self._met, block.pairing.sides, progress=counted)
        ended = decision is not None and decision.verdict is not Verdict.UNDECIDED
        self._agenda.add(block, counted.wins, ended=ended)
        self._news.set()
        self._news = trio.Event()
        self._tell()
        self._finished(block, result)

    def _decide(self, block: Block, result: BlockResult) -> Decision | None:
        """What early stopping says of a pairing after a block, None without it."""
        test = self._store.league.stop
        if test is None:
            return None
        pairing = block.pairing
        return decide(test, [*self._store.groups_of(pairing.index), *_groups(result)])

    def _measure(self, result: BlockResult) -> None:
        for match in result.matches:
            counts = 1, match.games, match.deals, match.decisions
            self._results = [a + b for a, b in zip(self._results, counts, strict=True)]
        measured = result.measured
        self._cpu_seconds[0] += measured.arena_cpu_seconds
        self._cpu_seconds[1] += sum(measured.bot_cpu_seconds)
        self._forced += measured.forced

    def _progress(self, work: Work, progress: Progress) -> None:
        self._under_way[work.block] = progress
        self._tell()

    def _tell(self) -> None:
        won, met = list(self._won), list(self._met)
        for block, progress in self._under_way.items():
            _add(won, met, block.pairing.sides, progress=progress)
        playing = sum(progress.matches for progress in self._under_way.values())
        state = State(
            matches=self._kept + playing,
            total=self._kept + self._agenda.matches,
            fresh=self._results[0] + playing,
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


def _add(
    won: list[int], met: list[int], sides: Sequence[tuple[int, ...]], *, progress: Progress
) -> None:
    for bots, wins in zip(sides, progress.wins, strict=True):
        for bot in bots:
            won[bot] += wins
            met[bot] += progress.matches


def _counted(result: BlockResult, *, sides: int) -> Progress:
    winners = [match.winner for match in result.matches if match.winner is not None]
    return Progress(len(result.matches), tuple(map(winners.count, range(sides))))


def _groups(result: BlockResult) -> Iterator[tuple[int, int]]:
    """The same of a block as `Store.groups_of` of all before."""
    for _, group in groupby(result.matches, key=lambda match: match.group):
        winners = [match.winner for match in group if match.winner is not None]
        yield winners.count(1), len(winners)


def _file_name(name: str) -> str:
    """A bot's name with nothing in it that a file name can't have."""
    return "".join(c if c.isalnum() or c in "-_." else "_" for c in name)
