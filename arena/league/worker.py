"""A worker process: plays what comes in on its standard input, one job after another.

It ends when its input does, at once, and takes its bots with it. So workers
never outlive the league that started them, however that ended.
"""

import gc
import os
import signal

import trio

from arena.errors import StoreError
from arena.league.chunks import Checked, Chunk, check_chunk
from arena.league.frames import Frames, Progress, packed
from arena.match.block import BlockSpec, play_block
from arena.match.check import StartCheck, check_start
from arena.match.result import MatchResult

PROGRESS_SECONDS = 0.25


class _Meter:
    """Counts the matches of a block as they end."""

    def __init__(self, sides: int) -> None:
        self.matches = 0
        self.wins = [0] * sides

    def add(self, result: MatchResult) -> None:
        self.matches += 1
        if result.winner is not None:
            self.wins[result.winner] += 1

    async def tell(self, output: trio.lowlevel.FdStream) -> None:
        """Tells how far the block is, as long as it is played."""
        told = 0
        while True:
            await trio.sleep(PROGRESS_SECONDS)
            if self.matches != told:
                told = self.matches
                await output.send_all(packed(Progress(told, tuple(self.wins))))


async def serve(source: trio.lowlevel.FdStream, output: trio.lowlevel.FdStream) -> None:
    """Plays the jobs of `source` and writes their results to `output`, until `source` ends."""
    send, receive = trio.open_memory_channel[object](0)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(_read, source, send, nursery.cancel_scope)
        async for job in receive:
            if isinstance(job, BlockSpec):
                await _play(job, output)
            elif isinstance(job, StartCheck):
                await output.send_all(packed(await check_start(job)))
            elif isinstance(job, Chunk):
                await output.send_all(packed(_checked(job)))


def _checked(job: Chunk) -> Checked | StoreError:
    try:
        return check_chunk(job)
    except StoreError as error:
        return error


async def _play(job: BlockSpec, output: trio.lowlevel.FdStream) -> None:
    meter = _Meter(len(job.bots) // job.partners)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(meter.tell, output)
        result = await play_block(job, meter.add)
        nursery.cancel_scope.cancel()
    gc.collect()  # What is left of its servers refers to itself.
    await output.send_all(packed(result))


async def _read(
    source: trio.lowlevel.FdStream,
    jobs: trio.MemorySendChannel[object],
    scope: trio.CancelScope,
) -> None:
    incoming = Frames(source)
    try:
        while True:
            await jobs.send(await incoming.receive())
    except EOFError:
        scope.cancel()


_COLLECT_AFTER = 100_000, 20, 100
"""Python's is 700, 10, 10: with a thousand tables open it would look at all of them all the time."""


def collect_seldom() -> None:
    """Has Python look for garbage seldom: what plays has next to none that is not freed at once."""
    gc.freeze()
    gc.set_threshold(*_COLLECT_AFTER)


async def _main() -> None:
    collect_seldom()
    # Whatever prints to standard output must not get between the frames.
    output = os.dup(1)
    os.dup2(2, 1)
    async with trio.lowlevel.FdStream(0) as source, trio.lowlevel.FdStream(output) as sink:
        await serve(source, sink)


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # The league says when to stop.
    trio.run(_main)
