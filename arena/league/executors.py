"""Where blocks are played: here, in worker processes of this machine."""

import os
import shlex
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Protocol

import trio

from arena.errors import InternalError, StartError, StoreError
from arena.league.chunks import Checked, Chunk
from arena.league.frames import Frames, Job, Progress, packed
from arena.league.schedule import Block
from arena.match.block import BlockSpec
from arena.match.bot import how_it_ended
from arena.match.check import StartCheck, StartFailure
from arena.match.result import BlockResult

_END_SECONDS = 4.0
"""How long a worker may take to end itself and its bots."""
_ENVIRONMENT = {"MALLOC_ARENA_MAX": "2"}
"""gRPC starts threads for every block: with an arena of its own for each, glibc never gives memory back."""


@dataclass(frozen=True, slots=True)
class Work:
    """A block of a league's schedule, and all that a worker needs to play it."""

    block: Block
    spec: BlockSpec


NextWork = Callable[[], Awaitable[Work | None]]
"""Gives the next block to play, or None when there will be none any more. It may
wait: where results decide what is next, for a block that is being played."""


Done = Callable[[Work, BlockResult], None]
"""Hears each result, in the order they come."""
Watch = Callable[[Work, Progress], None]
"""Hears how far a block is."""


class Executor(Protocol):
    """Where blocks are played."""

    async def play(self, check: StartCheck, work: NextWork, *, done: Done, progress: Watch) -> None:
        """Tries whether the bots start, then plays all that `work` gives.

        Raises StartError if one does not, another ArenaError if blocks can't be played.
        """


@dataclass(frozen=True, slots=True)
class Here:
    """This machine, so many blocks at a time."""

    concurrency: int

    async def play(self, check: StartCheck, work: NextWork, *, done: Done, progress: Watch) -> None:
        """See `Executor`."""
        await try_start(check)
        await play_locally(work, concurrency=self.concurrency, done=done, progress=progress)


async def play_locally(
    work: NextWork,
    *,
    concurrency: int,
    done: Callable[[Work, BlockResult], None],
    progress: Callable[[Work, Progress], None],
) -> None:
    """Plays all that `work` gives, `concurrency` blocks at a time, each in a worker process.

    `done` is called with each result in the order they come. `work` is asked for
    the next block when a worker is free, also by several at a time. Raises InternalError if a worker dies.
    """
    async with trio.open_nursery() as nursery:
        for _ in range(concurrency):
            nursery.start_soon(_play_some, work, done, progress)


async def check_locally(
    chunks: Iterator[Chunk], *, concurrency: int, done: Callable[[Chunk, Checked], None]
) -> None:
    """Looks at all chunks, `concurrency` at a time, each in a worker process.

    `done` is called with each result in the order they come. Raises InternalError
    if a worker dies, StoreError if the database can't be read.
    """
    async with trio.open_nursery() as nursery:
        for _ in range(concurrency):
            nursery.start_soon(_check_some, chunks, done)


async def try_start(check: StartCheck) -> None:
    """Tries whether all bots start. Raises StartError telling which did not, and why."""
    async with _worker() as worker:
        await worker.send(check)
        failures = await worker.receive()
    if not isinstance(failures, tuple):
        raise InternalError(f"a worker answered {type(failures).__name__}")
    if failures:
        raise StartError("\n".join(map(told_of, failures)))


def told_of(failure: StartFailure) -> str:
    """What a person is told of a bot that did not start."""
    bot = failure.bot
    where = f"command: {shlex.join(bot.command)}\ndirectory: {bot.directory}"
    return f"bot {bot.name} did not start: {failure.detail}\n{where}"


async def _play_some(
    work: NextWork,
    done: Callable[[Work, BlockResult], None],
    progress: Callable[[Work, Progress], None],
) -> None:
    first = await work()
    if first is None:
        return
    async with _worker() as worker:
        job: Work | None = first
        while job is not None:
            await worker.send(job.spec)
            while isinstance(reply := await worker.receive(), Progress):
                progress(job, reply)
            if not isinstance(reply, BlockResult):
                raise InternalError(f"a worker answered {type(reply).__name__}")
            done(job, reply)
            job = await work()


async def _check_some(chunks: Iterator[Chunk], done: Callable[[Chunk, Checked], None]) -> None:
    chunk = next(chunks, None)
    if chunk is None:
        return
    async with _worker() as worker:
        while chunk is not None:
            await worker.send(chunk)
            reply = await worker.receive()
            if isinstance(reply, StoreError):
                raise reply
            if not isinstance(reply, Checked):
                raise InternalError(f"a worker answered {type(reply).__name__}")
            done(chunk, reply)
            chunk = next(chunks, None)


class _Worker:
    """A worker process, seen from the league."""

    def __init__(self, process: trio.Process) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self._process = process
        self._jobs = process.stdin
        self._replies = Frames(process.stdout)

    async def send(self, job: Job) -> None:
        """Gives it a job."""
        with suppress(trio.BrokenResourceError):  # It has ended: `receive` tells.
            await self._jobs.send_all(packed(job))

    async def receive(self) -> object:
        """Its next answer. Raises InternalError if it has died."""
        try:
            return await self._replies.receive()
        except EOFError:
            how = how_it_ended(await self._process.wait())
            raise InternalError(f"a worker process {how}: run the same command again") from None


@asynccontextmanager
async def _worker() -> AsyncIterator[_Worker]:
    process = await trio.lowlevel.open_process(
        [sys.executable, "-m", "arena.league.worker"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        start_new_session=True,
        env=os.environ | _ENVIRONMENT,
    )
    try:
        yield _Worker(process)
    finally:
        with trio.CancelScope(shield=True):
            assert process.stdin is not None
            await process.stdin.aclose()
            with trio.move_on_after(_END_SECONDS):
                await process.wait()
            process.kill()
            await process.wait()
