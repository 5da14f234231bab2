"""A stream of frames between the arena and a joined machine that outlives its connections.

Every frame has a number. Both sides keep what the other has not confirmed; on a
new connection each tells the last number it has, and the rest is sent again.
So a connection that breaks costs time and nothing else.
"""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from struct import Struct

import trio

GRACE_SECONDS = 10.0
"""How long a connection may be gone before all that ran over it is lost."""
CODE_BYTES = 4
"""An `EXIT` begins with the exit code in as many bytes, big end first; what was printed follows."""
_BEAT_SECONDS = 1.0
_SILENCE_SECONDS = 5.0
"""A connection on which nothing came for as long is dead."""
_READ_BYTES = 256 << 10
_MOST_PAYLOAD = 1 << 20
_MOST_UNCONFIRMED = 8 << 20
_CONFIRM_BYTES = 256 << 10
_HEAD = Struct(">QBII")


class Kind(IntEnum):
    """What a frame says of its number: a chair's for the first three, a wire's for the others."""

    START = 1
    STOP = 2
    EXIT = 3
    OPEN = 4
    DATA = 5
    CLOSE = 6
    END = 7
    """The league is over, of no number; the payload is a text for a person."""
    CONFIRM = 8
    """Not numbered itself: all up to this number were received."""


_KINDS = frozenset(map(int, Kind))


@dataclass(frozen=True, slots=True)
class Frame:
    """One thing said to the other side."""

    kind: Kind
    number: int
    payload: bytes = b""


Take = Callable[[Frame], None]


class Link:
    """One end. `received` is the number of the last frame taken from the other."""

    def __init__(self) -> None:
        self.received = 0
        self._unheard = 0
        self._last = 0
        self._unconfirmed: deque[tuple[int, bytes]] = deque()
        self._bytes = 0
        self._to_send: deque[bytes] = deque()
        self._news = trio.Event()
        self._room = trio.lowlevel.ParkingLot()
        self._heard_at = 0.0
        self._over = False

    def send(self, kind: Kind, number: int, payload: bytes = b"") -> None:
        """Sends a frame as soon as there is a connection. Never blocks."""
        self._last += 1
        data = _HEAD.pack(self._last, kind, number, len(payload)) + payload
        self._unconfirmed.append((self._last, data))
        self._bytes += len(data)
        self._to_send.append(data)
        self._news.set()

    async def room(self) -> None:
        """Waits until the other side has confirmed so much that more may be sent."""
        while self._bytes > _MOST_UNCONFIRMED:
            await self._room.park()

    async def all_confirmed(self) -> None:
        """Waits until the other side has everything."""
        while self._unconfirmed:
            await self._room.park()

    async def carry(self, stream: trio.abc.Stream, take: Take, *, theirs: int) -> None:
        """Sends and takes frames over a connection until it is lost.

        `theirs` is the number of the last frame that the other side has.
        """
        self._confirm(theirs)
        self._to_send = deque(data for _, data in self._unconfirmed)
        self._heard_at = trio.current_time()
        async with trio.open_nursery() as nursery:
            scope = nursery.cancel_scope
            nursery.start_soon(self._write, stream, scope)
            nursery.start_soon(self._beat, scope)
            await self._read(stream, take)
            scope.cancel()

    async def _write(self, stream: trio.abc.Stream, scope: trio.CancelScope) -> None:
        try:
            while True:
                self._news = trio.Event()
                data = b"".join(self._to_send)
                self._to_send.clear()
                self._unheard = 0
                await stream.send_all(data + _HEAD.pack(self.received, Kind.CONFIRM, 0, 0))
                await self._news.wait()
        except (trio.BrokenResourceError, trio.ClosedResourceError):
            scope.cancel()

    async def _beat(self, scope: trio.CancelScope) -> None:
        """Says something now and then, and gives up a connection that says nothing."""
        while trio.current_time() < self._heard_at + _SILENCE_SECONDS:
            await trio.sleep(_BEAT_SECONDS)
            self._news.set()
        scope.cancel()

    async def _read(self, stream: trio.abc.Stream, take: Take) -> None:
        buffer = bytearray()
        try:
            while data := await stream.receive_some(_READ_BYTES):
                self._heard_at = trio.current_time()
                buffer += data
                if not self._take_all(buffer, take):
                    return
                self._unheard += len(data)
                if self._unheard > _CONFIRM_BYTES or self._over:
                    self._news.set()
        except (trio.BrokenResourceError, trio.ClosedResourceError):
            return

    def _take_all(self, buffer: bytearray, take: Take) -> bool:
        """Takes the frames that are complete; False for what is no frame."""
        at = 0
        while len(buffer) - at >= _HEAD.size:
            count, kind, number, size = _HEAD.unpack_from(buffer, at)
            if size > _MOST_PAYLOAD or kind not in _KINDS:
                return False
            end = at + _HEAD.size + size
            if len(buffer) < end:
                break
            if kind == Kind.CONFIRM:
                self._confirm(count)
            elif count == self.received + 1:
                self.received = count
                self._over |= kind == Kind.END
                take(Frame(Kind(kind), number, bytes(buffer[at + _HEAD.size : end])))
            elif count > self.received:
                return False
            at = end
        del buffer[:at]
        return True

    def _confirm(self, count: int) -> None:
        while self._unconfirmed and self._unconfirmed[0][0] <= count:
            self._bytes -= len(self._unconfirmed.popleft()[1])
        self._room.unpark_all()
