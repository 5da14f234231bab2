"""The thread of all streams: grpcio's event loop, and what is sent on one stream."""

import asyncio
import atexit
from collections import deque
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from enum import Enum
from functools import cache
from threading import Thread, get_ident
from typing import Any, TypeVar

import grpc
import grpc.aio

_T = TypeVar("_T")


class Loop:
    """The thread in which this process plays all its streams. Made by `the_loop`."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = Thread(target=self._loop.run_forever, name="streams", daemon=True)
        self._thread.start()
        self.wait(_begun())

    def soon(self, call: Callable[[], object]) -> None:
        """Calls there: now if this is that thread, soon if it is another."""
        if get_ident() == self._thread.ident:
            call()
        else:
            self._loop.call_soon_threadsafe(call)

    def next(self, call: Callable[[], object]) -> None:
        """Calls after all that has come in until now. To be called there."""
        self._loop.call_soon(call)

    def later(self, call: Callable[[], object], *, seconds: float) -> asyncio.TimerHandle:
        """Calls in some seconds. To be called there."""
        return self._loop.call_later(seconds, call)

    def wait(self, work: Coroutine[Any, Any, _T]) -> _T:
        """Has something done there and waits for it. To be called in any other thread."""
        return asyncio.run_coroutine_threadsafe(work, self._loop).result()

    def close(self) -> None:
        """Ends the thread."""
        self._loop.call_soon_threadsafe(grpc.aio.shutdown_grpc_aio)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()


async def _begun() -> None:
    """Begins with grpcio's events, which else would begin and end with the servers that there are."""
    grpc.aio.init_grpc_aio()


@cache
def the_loop() -> Loop:
    """There is one: grpcio has one queue of events in a process, too."""
    loop = Loop()
    atexit.register(loop.close)
    return loop


class Refusal(Enum):
    """Why a stream is ended by the arena; the value is the gRPC status."""

    UNAUTHENTICATED = grpc.StatusCode.UNAUTHENTICATED
    ALREADY_EXISTS = grpc.StatusCode.ALREADY_EXISTS
    INVALID_ARGUMENT = grpc.StatusCode.INVALID_ARGUMENT


@dataclass(frozen=True, slots=True)
class End:
    """The arena ends a stream: with OK, or because of a refusal."""

    refusal: Refusal | None = None
    detail: str = ""


class Stream:
    """One bot's stream. Identity is all that tells two apart."""

    __slots__ = ("_loop", "_more", "_outbox", "over")

    def __init__(self, loop: Loop) -> None:
        self._loop = loop
        self._outbox: deque[bytes | End] = deque()
        self._more = asyncio.Event()
        self.over = False
        """Whether the arena has ended it: nothing more is read."""

    def send(self, message: bytes) -> None:
        """Sends a serialized `PlayResponse`, some time soon. Never blocks."""
        self._put(message)

    def end(self) -> None:
        """Ends the stream with OK once all before it was sent."""
        self.over = True
        self._put(End())

    def refuse(self, refusal: Refusal, detail: str) -> None:
        """Ends the stream with an error once all before it was sent."""
        self.over = True
        self._put(End(refusal, detail))

    async def outgoing(self) -> bytes | End:
        """The next to send."""
        while not self._outbox:
            self._more.clear()
            await self._more.wait()
        return self._outbox.popleft()

    def _put(self, item: bytes | End) -> None:
        self._outbox.append(item)
        self._loop.soon(self._more.set)
