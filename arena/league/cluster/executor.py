"""Plays blocks as tasks of a Ray cluster; their results come back to this process alone."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import trio

from arena.errors import ClusterError, StartError
from arena.league.cluster.connection import Connection, connected
from arena.league.cluster.demand import check_travels
from arena.league.cluster.task import Unfit
from arena.league.executors import Done, NextWork, Watch, Work, told_of
from arena.match.bot import BotSpec
from arena.match.check import StartCheck
from arena.match.result import BlockResult

_AHEAD = 2
"""Blocks in flight for each that can be played: so a node has the next one when it needs it."""


@dataclass(frozen=True, slots=True)
class OnRay:
    """A Ray cluster, with at most so many blocks in flight; None: twice what it can play.

    `tell` hears in a line what a person should know.
    """

    address: str
    most: int | None
    tell: Callable[[str], None]

    async def play(self, check: StartCheck, work: NextWork, *, done: Done, progress: Watch) -> None:
        """See `Executor`. Raises ClusterError if the cluster can't be reached or is lost."""
        check_travels(check.bots)
        async with connected(self.address, self.tell) as cluster:
            await cluster.load(check.bots)
            async with trio.open_nursery() as nursery:
                for bot in check.bots:
                    nursery.start_soon(_try_start, cluster, check, bot)
            await self._play(cluster, work, done=done, progress=progress)

    async def _play(
        self, cluster: Connection, work: NextWork, *, done: Done, progress: Watch
    ) -> None:
        room = trio.CapacityLimiter(1)

        async def one(job: Work, place: object) -> None:
            done(job, await _result(cluster, job, progress))
            room.release_on_behalf_of(place)

        async with trio.open_nursery() as nursery:
            while True:
                # The cluster may have grown.
                room.total_tokens = self.most or _AHEAD * await cluster.slots()
                place = object()
                await room.acquire_on_behalf_of(place)
                job = await work()
                if job is None:
                    return
                nursery.start_soon(one, job, place)


async def _result(cluster: Connection, job: Work, progress: Watch) -> BlockResult:
    answer = await cluster.answer(job.spec, partial(progress, job))
    if isinstance(answer, BlockResult):
        return answer
    raise _failed(answer)


async def _try_start(cluster: Connection, check: StartCheck, bot: BotSpec) -> None:
    """Tries whether one bot starts, on a node that has what it needs."""
    one = StartCheck((bot,), check.rules, check.time)
    answer = await cluster.answer(one, lambda _: None)
    if answer != ():
        raise _failed(answer)


def _failed(answer: object) -> StartError | ClusterError:
    if isinstance(answer, Unfit):
        return StartError(answer.detail)
    if isinstance(answer, tuple):
        return StartError("\n".join(map(told_of, answer)))
    return ClusterError(f"a node answered {type(answer).__name__}")
