"""What a league and its workers say to each other: pickled values, each behind its length.

Both ends are ours, one started by the other; nothing of a bot passes here but
results that the arena made.
"""

import pickle
import struct
from dataclasses import dataclass
from typing import IO

import trio

from arena.errors import StoreError
from arena.league.chunks import Checked, Chunk
from arena.match.block import BlockSpec
from arena.match.check import StartCheck, StartFailure
from arena.match.result import BlockResult

_LENGTH = struct.Struct(">Q")


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a block is: matches ended, and those won by each side of the pairing."""

    matches: int
    wins: tuple[int, ...]


BotJob = BlockSpec | StartCheck
"""A job with bots to start."""
Job = BotJob | Chunk
Reply = Progress | BlockResult | tuple[StartFailure, ...] | Checked | StoreError


def packed(value: Job | Reply) -> bytes:
    """A value as a frame."""
    data = pickle.dumps(value, protocol=pickle.HIGHEST_PROTOCOL)
    return _LENGTH.pack(len(data)) + data


def read_frame(file: IO[bytes]) -> object:
    """The next value of a file, waiting for it. Raises EOFError when the other side has closed."""
    (length,) = _LENGTH.unpack(_read(file, _LENGTH.size))
    return pickle.loads(_read(file, length))  # noqa: S301 - from a process of ours


def _read(file: IO[bytes], size: int) -> bytes:
    data = file.read(size)
    if len(data) < size:
        raise EOFError
    return data


class Frames:
    """The values that come in on a stream."""

    def __init__(self, stream: trio.abc.ReceiveStream) -> None:
        self._stream = stream
        self._waiting = bytearray()

    async def receive(self) -> object:
        """The next value. Raises EOFError when the other side has closed."""
        (length,) = _LENGTH.unpack(await self._take(_LENGTH.size))
        return pickle.loads(await self._take(length))  # noqa: S301 - from a process of ours

    async def _take(self, size: int) -> bytes:
        while len(self._waiting) < size:
            data = await self._stream.receive_some()
            if not data:
                raise EOFError
            self._waiting += data
        taken = bytes(self._waiting[:size])
        del self._waiting[:size]
        return taken
