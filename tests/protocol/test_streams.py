"""The thread of all streams, and what is sent on one of them."""

import asyncio
from threading import get_ident

import pytest

from arena.errors import InternalError
from arena.protocol.server import listen
from arena.protocol.streams import End, Refusal, Stream, the_loop


def test_there_is_one_thread_for_all() -> None:
    """Whoever asks gets the same loop, and what it is asked to do is done there at once."""
    loop = the_loop()
    assert the_loop() is loop

    async def seen() -> tuple[int, list[int]]:
        called: list[int] = []
        loop.soon(lambda: called.append(get_ident()))
        return get_ident(), called

    there, called = loop.wait(seen())
    assert called == [there]
    assert there != get_ident()


def test_what_is_sent_keeps_its_order_whatever_thread_sends_it() -> None:
    """A message of another thread is not overtaken by a later one of the thread of the streams."""
    loop = the_loop()
    stream = Stream(loop)
    stream.send(b"welcome")

    async def rest() -> list[bytes | End]:
        stream.send(b"turns")
        stream.refuse(Refusal.INVALID_ARGUMENT, "why")
        return [await stream.outgoing() for _ in range(3)]

    assert loop.wait(rest()) == [b"welcome", b"turns", End(Refusal.INVALID_ARGUMENT, "why")]
    assert stream.over


def test_who_waits_for_something_to_send_gets_it() -> None:
    """A message of another thread wakes the stream."""
    loop = the_loop()
    stream = Stream(loop)

    async def waiting() -> bytes | End:
        sending = asyncio.get_running_loop().run_in_executor(None, stream.send, b"late")
        item = await stream.outgoing()
        await sending
        return item

    assert loop.wait(waiting()) == b"late"


def test_an_address_that_can_not_be_had_is_an_error() -> None:
    """It says which."""
    with (
        pytest.raises(InternalError, match="can't listen on unix:/nowhere/socket"),
        listen("unix:/nowhere/socket", lambda *_: None),
    ):
        pass
