"""The joining side: holds the connection to the arena, and runs a bot for each chair it asks for.

A bot here is started as the arena starts its own: with a Unix socket and a token
of its chair. What it says there goes to the arena as it is.
"""

import os
import ssl
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import trio

from arena.errors import ArenaError, StartError, UsageError
from arena.league.remote import tls
from arena.league.remote.greeting import GREETING_SECONDS, Answer, Greeting, hear_answer, say
from arena.league.remote.link import CODE_BYTES, GRACE_SECONDS, Frame, Kind, Link
from arena.league.remote.wire import Wire
from arena.match.bot import BotProcess, BotSpec, start
from arena.protocol.server import unix_address

_CONNECT_SECONDS = 10.0
_AGAIN_SECONDS = 0.5
_LAST_SECONDS = 0.4
"""How long after its last word a bot may take to end, so that the arena hears of both at once."""


@dataclass(frozen=True, slots=True)
class Arena:
    """Where to join, and as whom. `fingerprint` is of the certificate, None to ask the system."""

    host: str
    port: int
    token: str = field(repr=False)
    fingerprint: str | None = None

    def __str__(self) -> str:
        return f"{self.host}:{self.port}"


_Stream = trio.SSLStream[trio.SocketStream]


async def join(arena: Arena, spec: BotSpec, *, tell: Callable[[str], None]) -> str:
    """Runs a bot for an arena until that says that it is over; what it says.

    Raises UsageError if the arena refuses, or is not the one that was meant, and
    ArenaError if there is none, or none any more.
    """
    stream, answer = await _reach(arena, Greeting(token=arena.token))
    tell(f"joined {arena} as {answer.bot}")
    while True:
        with TemporaryDirectory(prefix="mus-") as folder:
            visit = _Visit(spec, Path(folder))
            found = await visit.stay(arena, stream, answer)
        if found is None:
            return visit.goodbye or "over"
        tell(f"joined {arena} again: what was running is lost")
        stream, answer = found


async def _reach(arena: Arena, greeting: Greeting) -> tuple[_Stream, Answer]:
    """A connection to the arena, and its answer to the greeting."""
    with trio.move_on_after(_CONNECT_SECONDS + GREETING_SECONDS):
        stream = await _connect(arena)
        try:
            await say(stream, greeting)
            answer = await hear_answer(stream)
        except (trio.BrokenResourceError, trio.ClosedResourceError):
            answer = None
        except BaseException:
            await trio.aclose_forcefully(stream)
            raise
        if answer is not None and not answer.error:
            return stream, answer
        await trio.aclose_forcefully(stream)
        if answer is not None:
            raise UsageError(f"{arena}: {answer.error}")
    raise ArenaError(f"{arena}: no answer that can be understood: is it a Mus arena?")


async def _connect(arena: Arena) -> _Stream:
    """A connection to whom it should be."""
    try:
        plain = await trio.open_tcp_stream(arena.host, arena.port)
    except OSError as error:
        raise ArenaError(f"{arena}: nobody listens there: {_reason(error)}") from None
    context = tls.pinned(arena.fingerprint)
    stream = trio.SSLStream(plain, context, server_hostname=arena.host, https_compatible=True)
    try:
        await stream.do_handshake()
        certificate = stream.getpeercert(binary_form=True)
        assert isinstance(certificate, bytes)
    except trio.BrokenResourceError as error:
        await trio.aclose_forcefully(stream)
        if isinstance(error.__cause__, ssl.SSLCertVerificationError):
            why = error.__cause__.verify_message
            raise UsageError(
                f"{arena}: its certificate is not trusted here: {why}:"
                " name its fingerprint with --fingerprint"
            ) from None
        raise ArenaError(f"{arena}: no TLS there: is it a Mus arena?") from None
    found = tls.fingerprint_of(certificate)
    if arena.fingerprint is not None and found != tls.plain(arena.fingerprint):
        await trio.aclose_forcefully(stream)
        raise UsageError(f"{arena}: wrong fingerprint: it has {found}: not the arena you mean?")
    return stream


def _reason(error: OSError) -> str:
    """The cause of an error that trio tells in a group of one for each address."""
    cause = error.__cause__
    if isinstance(cause, BaseExceptionGroup):
        cause = cause.exceptions[0]
    inner = cause if isinstance(cause, OSError) else error
    # The text of the number: trio's own names the address, which is told already.
    return os.strerror(inner.errno) if inner.errno and inner.errno > 0 else str(inner)


@dataclass(slots=True)
class _Chair:
    number: int
    socket: Path
    ended: trio.Event = field(default_factory=trio.Event)
    process: BotProcess | None = None
    stopped: bool = False

    def stop(self) -> None:
        """Ends its bot, also one that is not started yet."""
        self.stopped = True
        if self.process is not None:
            self.process.kill()


class _Visit:
    """All that runs here for one arena, as long as that keeps it."""

    def __init__(self, spec: BotSpec, folder: Path) -> None:
        self.goodbye: str | None = None
        self._spec = spec
        self._folder = folder
        self._link = Link()
        self._chairs: dict[int, _Chair] = {}
        self._wires: dict[int, Wire] = {}
        self._last_wire = 0

    async def stay(
        self, arena: Arena, stream: _Stream, answer: Answer
    ) -> tuple[_Stream, Answer] | None:
        """Serves the arena until it says goodbye, or has forgotten us: then as what it knows us."""
        session, found, error = answer.session, None, None
        async with trio.open_nursery() as nursery:
            take = partial(self._take, nursery)
            while found is None:
                await self._link.carry(stream, take, theirs=answer.received)
                await trio.aclose_forcefully(stream)
                if self.goodbye is not None:
                    break
                try:
                    stream, answer = await self._again(arena, session)
                except ArenaError as wrong:
                    error = wrong
                    break
                found = None if answer.session == session else (stream, answer)
            nursery.cancel_scope.cancel()
        if error is not None:
            raise error
        return found

    async def _again(self, arena: Arena, session: str) -> tuple[_Stream, Answer]:
        """Reaches the arena again, within the time that it waits for us."""
        deadline = trio.current_time() + GRACE_SECONDS
        greeting = Greeting(token=arena.token, session=session, received=self._link.received)
        while True:
            try:
                return await _reach(arena, greeting)
            except ArenaError as error:
                if isinstance(error, UsageError) or trio.current_time() > deadline:
                    raise
            await trio.sleep(_AGAIN_SECONDS)

    def _take(self, nursery: trio.Nursery, frame: Frame) -> None:
        number = frame.number
        match frame.kind:
            case Kind.START:
                self._chairs[number] = chair = _Chair(number, self._folder / f"{number}" / "socket")
                nursery.start_soon(self._play, chair, frame.payload.decode())
            case Kind.STOP if number in self._chairs:
                self._chairs[number].stop()
            case Kind.DATA if number in self._wires:
                self._wires[number].take(frame.payload)
            case Kind.CLOSE if number in self._wires:
                self._wires[number].close()
            case Kind.END:
                self.goodbye = frame.payload.decode()
            case _:
                pass  # Of something that has ended, or of a later version.

    async def _play(self, chair: _Chair, token: str) -> None:
        """Runs a bot for a chair to its end, and tells the arena how that was."""
        chair.socket.parent.mkdir()
        door = trio.socket.socket(trio.socket.AF_UNIX, trio.socket.SOCK_STREAM)
        await door.bind(str(chair.socket))
        door.listen()
        async with trio.open_nursery() as nursery:
            listeners = [trio.SocketListener(door)]
            nursery.start_soon(trio.serve_listeners, partial(self._wire, chair), listeners)
            code, printed = await self._run(chair, token)
            chair.ended.set()
            said = code.to_bytes(CODE_BYTES, "big", signed=True) + printed
            self._link.send(Kind.EXIT, chair.number, said)
            nursery.cancel_scope.cancel()
        del self._chairs[chair.number]

    async def _run(self, chair: _Chair, token: str) -> tuple[int, bytes]:
        """The exit code of a bot, and what it printed."""
        settings = {"MUS_ARENA_ADDRESS": unix_address(chair.socket), "MUS_ARENA_TOKEN": token}
        try:
            process = chair.process = start(self._spec, settings)
        except StartError as error:
            return 1, f"{error}\n".encode()
        if chair.stopped:
            chair.stop()
        await process.run()
        return process.exit_code or 0, process.tail.text()

    async def _wire(self, chair: _Chair, stream: trio.SocketStream) -> None:
        """Carries one connection of a bot."""
        self._last_wire += 1
        number = self._last_wire
        self._wires[number] = wire = Wire(self._link, number)
        self._link.send(Kind.OPEN, number, chair.number.to_bytes(4, "big"))
        try:
            await wire.carry(stream)
            with trio.move_on_after(_LAST_SECONDS):
                await chair.ended.wait()
        finally:
            wire.hang_up()
            del self._wires[number]
