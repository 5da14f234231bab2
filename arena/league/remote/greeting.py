"""The first line of each side of a connection: who joins, and what the arena says to it."""

from typing import TypeVar

import trio
from pydantic import BaseModel, ConfigDict, Field, ValidationError

GREETING_SECONDS = 10.0
_VERSION = 1
_MOST_BYTES = 4096


class _Line(BaseModel):
    model_config = ConfigDict(frozen=True, strict=True)

    version: int = _VERSION


class Greeting(_Line):
    """What the joining side says: its token, and which session it would go on with."""

    token: str = Field(repr=False)
    session: str = ""
    received: int = 0


class Answer(_Line):
    """What the arena answers: an `error`, or the bot's name and the session that this is."""

    error: str = ""
    bot: str = ""
    session: str = ""
    received: int = 0


_AnyLine = TypeVar("_AnyLine", Greeting, Answer)


async def say(stream: trio.abc.Stream, line: _Line) -> None:
    """Sends a line."""
    await stream.send_all(line.model_dump_json().encode() + b"\n")


async def hear_greeting(stream: trio.abc.Stream) -> Greeting | None:
    """The greeting of who has connected, None if there is none that can be understood."""
    return _read(await hear_line(stream), Greeting)


async def hear_answer(stream: trio.abc.Stream) -> Answer | None:
    """The arena's answer, None if there is none that can be understood."""
    return _read(await hear_line(stream), Answer)


def _read(line: bytes, model: type[_AnyLine]) -> _AnyLine | None:
    try:
        found = model.model_validate_json(line)
    except ValidationError:
        return None
    return found if found.version == _VERSION else None


async def hear_line(stream: trio.abc.Stream) -> bytes:
    """A line, byte by byte: what comes behind it is not ours to read. Empty if there is none."""
    line = bytearray()
    with trio.move_on_after(GREETING_SECONDS):
        while len(line) < _MOST_BYTES and (byte := await stream.receive_some(1)):
            if byte == b"\n":
                return bytes(line)
            line += byte
    return b""
