"""One connection between a bot and the arena, whose bytes go over a link."""

from collections import deque

import trio

from arena.league.remote.link import Kind, Link

_CHUNK_BYTES = 64 << 10
_MOST_WAITING = 16 << 20


class Wire:
    """One end of it: a stream here, the other end somewhere else."""

    def __init__(self, link: Link, number: int) -> None:
        self._link = link
        self._number = number
        self._waiting: deque[bytes] = deque()
        self._bytes = 0
        self._news = trio.Event()
        self._over = False

    def take(self, data: bytes) -> None:
        """Takes bytes from the other end; more than gRPC lets wait ends it."""
        self._waiting.append(data)
        self._bytes += len(data)
        if self._bytes > _MOST_WAITING:
            self.close()
        self._news.set()

    def close(self) -> None:
        """Ends it once all that came is delivered."""
        self._over = True
        self._news.set()

    async def carry(self, stream: trio.abc.Stream) -> None:
        """Carries bytes both ways until one end is closed, and closes this one."""
        async with stream, trio.open_nursery() as nursery:
            nursery.start_soon(self._deliver, stream, nursery.cancel_scope)
            await self._collect(stream)
            nursery.cancel_scope.cancel()

    def hang_up(self) -> None:
        """Closes the other end."""
        self._link.send(Kind.CLOSE, self._number)

    async def _collect(self, stream: trio.abc.Stream) -> None:
        try:
            while data := await stream.receive_some(_CHUNK_BYTES):
                self._link.send(Kind.DATA, self._number, bytes(data))
                await self._link.room()
        except (trio.BrokenResourceError, trio.ClosedResourceError):
            return

    async def _deliver(self, stream: trio.abc.Stream, scope: trio.CancelScope) -> None:
        try:
            while self._waiting or not self._over:
                await self._news.wait()
                self._news = trio.Event()
                while self._waiting:
                    data = self._waiting.popleft()
                    self._bytes -= len(data)
                    await stream.send_all(data)
        except (trio.BrokenResourceError, trio.ClosedResourceError):
            pass
        scope.cancel()
