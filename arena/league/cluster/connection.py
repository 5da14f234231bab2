"""A connection to a Ray cluster, as trio needs it: nothing here blocks, all can be cancelled.

What a job does is a pure function of it, so Ray may do it again when a worker or
a node dies. What blocks is called in a thread, not only for trio's sake: in the
main thread Ray would take SIGTERM for itself.
"""

import logging
import sys
import threading
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from contextlib import asynccontextmanager, contextmanager, redirect_stdout, suppress
from dataclasses import replace
from functools import partial
from typing import TypeVar

import ray
import trio
from ray.exceptions import RayTaskError

from arena.errors import ClusterError, InternalError
from arena.league.cluster.demand import Demand, demand_of, slots
from arena.league.cluster.luggage import Luggage, pack
from arena.league.cluster.task import Cargo, own_hash, play
from arena.league.frames import BotJob, Progress
from arena.match.bot import BotSpec

_RETRIES = 10
"""How often a job is done again because its worker or node died: a bot may be what kills them."""
_REACH_SECONDS = 10.0
_TRIES = 3
"""How often to join: the process that Ray forks for a driver elsewhere may die as it starts."""
_LEAVE_SECONDS = 2.0
"""How long taking the tasks back may take when we leave, and leaving itself as long again."""
_AGAIN = "run the same command again when it is there"

_T = TypeVar("_T")


class Connection:
    """What can be asked of a cluster. Made by `connected`."""

    def __init__(self, tell: Callable[[str], None]) -> None:
        self._tell = tell
        # A task raises when its arena's worker is lost; a bug does so every time, and is told then.
        self._task = ray.remote(max_retries=_RETRIES, retry_exceptions=True)(play)
        self._bots: dict[str, tuple[Luggage, ray.ObjectRef[bytes]]] = {}
        self._open: set[ray.ObjectRef[object]] = set()
        self._told: set[Demand] = set()

    async def load(self, bots: Iterable[BotSpec]) -> None:
        """Brings bots to the cluster, each once. Raises ConfigError for one that can't be read."""
        for bot in bots:
            luggage, archive = await trio.to_thread.run_sync(pack, bot)
            self._bots[bot.name] = luggage, await _called(partial(ray.put, archive))

    async def slots(self) -> int:
        """How many usual blocks can be played at a time, as the cluster is now."""
        return slots(await _resources())

    async def answer(self, job: BotJob, progress: Callable[[Progress], None]) -> object:
        """What `play` says to a job with bots that were brought; ClusterError if it can't be done."""
        demand = demand_of(job.bots)
        await self._check(demand)
        luggage, archives = zip(*(self._bots[bot.name] for bot in job.bots), strict=True)
        task = self._task.options(
            num_cpus=demand.cpus, num_gpus=demand.gpus, memory=demand.memory or None
        )
        cargo = Cargo(luggage, archives, own_hash())
        ref = await _called(partial(task.remote, replace(job, bots=()), cargo))
        self._open.add(ref)
        answer = await _arrived(ref)
        self._open.discard(ref)
        return answer

    async def take_back(self) -> None:
        """Has the cluster stop what it was asked for and has not answered."""
        for ref in self._open:
            await _called(partial(ray.cancel, ref, force=True))

    async def _check(self, demand: Demand) -> None:
        """Tells, once, if no node has what a job needs: it waits, since nodes may come."""
        if demand not in self._told and not any(map(demand.fits, await _resources())):
            self._told.add(demand)
            self._tell(f"no node of the cluster has {demand}: waiting for one that has")


@asynccontextmanager
async def connected(address: str, tell: Callable[[str], None]) -> AsyncIterator[Connection]:
    """A connection to the cluster at an address. Nothing of ours is left there after it."""
    try:
        await _reach(address)
        await trio.to_thread.run_sync(_join, address, abandon_on_cancel=True)
    except Exception as error:  # noqa: BLE001 - see `_called`
        raise ClusterError(
            f"no Ray cluster at {address}: start one with ray start --head,"
            f" or name another with --address ({_first_line(error)})"
        ) from None
    connection = Connection(tell)
    # Ray prints there what it hears of lost nodes, to the end.
    with redirect_stdout(sys.stderr), _threads_heard(tell):
        try:
            yield connection
        finally:
            await _leave(connection)


@contextmanager
def _threads_heard(tell: Callable[[str], None]) -> Iterator[None]:
    """Has it told in a line, not in a traceback, if a thread of Ray's ends with an exception.

    It does when a cluster is lost, which whoever waits for an answer hears, too.
    """
    before = threading.excepthook

    def one_line(ended: threading.ExceptHookArgs) -> None:
        tell(f"a thread of Ray ended: {ended.exc_type.__name__}: {ended.exc_value}".split("\n")[0])

    threading.excepthook = one_line
    try:
        yield
    finally:
        threading.excepthook = before


async def _leave(connection: Connection) -> None:
    """Takes back what was asked for, and parts from the cluster; not at any cost."""
    with trio.CancelScope(shield=True):
        with trio.move_on_after(_LEAVE_SECONDS), suppress(ClusterError):
            await connection.take_back()
        with trio.move_on_after(_LEAVE_SECONDS), suppress(ClusterError):
            await _called(ray.shutdown)


def _join(address: str) -> None:
    """Makes this process a driver of the cluster. Raises whatever Ray does."""
    join = partial(ray.init, address, log_to_driver=False, logging_level=logging.ERROR)
    for _ in range(_TRIES - 1):
        try:
            join()
        except ConnectionAbortedError:
            continue
        return
    join()


async def _reach(address: str) -> None:
    """Raises OSError or TooSlowError if nobody listens there: Ray would try for minutes."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if host and port.isdecimal():
        with trio.fail_after(_REACH_SECONDS):
            stream = await trio.open_tcp_stream(host.strip("[]"), int(port))
            await stream.aclose()


async def _resources() -> list[dict[str, float]]:
    """What each node has that is alive."""
    return [node["Resources"] for node in await _called(ray.nodes) if node["Alive"]]


async def _called(ask: Callable[[], _T]) -> _T:
    """What the cluster says, asked in a thread. Raises ClusterError if it is lost.

    Ray lets through whatever its transport raises, so anything means that.
    """
    try:
        return await trio.to_thread.run_sync(ask, abandon_on_cancel=True)
    except Exception as error:
        raise ClusterError(f"the Ray cluster was lost: {_AGAIN} ({_first_line(error)})") from error


async def _arrived(ref: "ray.ObjectRef[object]") -> object:
    """Waits for what a task gives."""
    token, arrived = trio.lowlevel.current_trio_token(), trio.Event()

    def wake(_: object) -> None:
        with suppress(trio.RunFinishedError):  # We have left since.
            token.run_sync_soon(arrived.set)

    future = ref.future()
    future.add_done_callback(wake)
    await arrived.wait()
    try:
        return future.result()
    except RayTaskError as error:
        raise InternalError(f"a task failed {1 + _RETRIES} times: {error.cause!r}") from error
    except Exception as error:
        raise ClusterError(f"a block was lost: {_AGAIN} ({_first_line(error)})") from error


def _first_line(error: Exception) -> str:
    return next(iter(str(error).strip().splitlines()), type(error).__name__)
