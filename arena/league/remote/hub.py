"""The arena's side of bots that run elsewhere: who joined, their chairs, and their bytes.

    bot --unix socket-- join ==link over TLS== hub --unix socket-- the chair's gRPC server
                                                └── relay: the process that stands for the bot

A league has one hub, which lives as long as its run. Its relays tell it which
chairs there are; it has the joined machine start a bot for each.
"""

import hmac
import json
import os
import secrets
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import trio
import trio.lowlevel

from arena.errors import ConfigError, UsageError
from arena.league.remote import tls
from arena.league.remote.greeting import (
    GREETING_SECONDS,
    Answer,
    Greeting,
    hear_greeting,
    hear_line,
    say,
)
from arena.league.remote.link import CODE_BYTES, GRACE_SECONDS, Frame, Kind, Link
from arena.league.remote.spec import variable_of
from arena.league.remote.wire import Wire
from arena.match.bot import BotSpec

LEAST_TOKEN = 16
_MOST_STRANGERS = 64
"""Connections at a time that have not said a right token."""
_MOST_RELAYS = 128
"""Relays that may wait to be heard at a time."""
_MOST_WIRES = 8
"""Connections of one chair at a time."""
_TOLD_SECONDS = 2.0
"""How long joined machines may take to hear that the league is over."""
_UNHEARD_SECONDS = 5.0
"""A relay whose machine is lost ends after this: the arena has charged the end of its stream before."""


@dataclass(frozen=True, slots=True)
class Listen:
    """Where bots from elsewhere join; without files the certificate is made on the spot."""

    host: str
    port: int
    files: tls.Files | None = None


@dataclass(slots=True, eq=False)
class _Chair:
    """A relay that runs: where its bot is to talk to, and how it is to end once `over`."""

    address: str
    token: str
    last_words: bytes | None = None
    over: trio.Event = field(default_factory=trio.Event)
    wires: set[int] = field(default_factory=set)

    def end(self, last_words: bytes) -> None:
        """Lets the relay end as its bot did: its exit code, then what it printed."""
        self.last_words = last_words
        self.over.set()

    def fail(self, why: str) -> None:
        """Lets the relay fail."""
        self.end((1).to_bytes(CODE_BYTES, "big") + why.encode() + b"\n")


@dataclass(slots=True, eq=False)
class _Visit:
    """What a guest has here, through all its connections. `connected` counts these.

    `scope` is of the one that is there, `there` whether it is.
    """

    id: str = field(default_factory=lambda: secrets.token_hex(8))
    link: Link = field(default_factory=Link)
    chairs: dict[int, _Chair] = field(default_factory=dict)
    wires: dict[int, Wire] = field(default_factory=dict)
    scope: trio.CancelScope = field(default_factory=trio.CancelScope)
    there: bool = False
    connected: int = 0


@dataclass(slots=True, eq=False)
class _Guest:
    """A bot that joins. `visit` is None and `here` not set while it has not joined."""

    name: str
    token: bytes
    visit: _Visit | None = None
    here: trio.Event = field(default_factory=trio.Event)


class Hub:
    """What the bots of a league join. Make one with `open_hub`."""

    def __init__(
        self, guests: dict[str, _Guest], nursery: trio.Nursery, *, tell: Callable[[str], None]
    ) -> None:
        self._guests = guests
        self._nursery = nursery
        self._tell = tell
        self._strangers = 0
        self._chairs = 0

    async def all_here(self) -> None:
        """Waits until every bot has joined."""
        for guest in self._guests.values():
            if guest.visit is None:
                self._tell(f"waiting for {guest.name} to join")
            await guest.here.wait()

    async def dismiss(self) -> None:
        """Tells all who joined that it is over."""
        why = "the league has ended or was stopped"
        with trio.CancelScope(shield=True, deadline=trio.current_time() + _TOLD_SECONDS):
            async with trio.open_nursery() as nursery:
                for visit in filter(None, (guest.visit for guest in self._guests.values())):
                    visit.link.send(Kind.END, 0, why.encode())
                    nursery.start_soon(visit.link.all_confirmed)

    # Who joins

    async def welcome(self, stream: trio.SSLStream[trio.SocketStream]) -> None:
        """Takes one connection from elsewhere, to its end."""
        with suppress(trio.BrokenResourceError, trio.ClosedResourceError):
            greeting = await self._greeting(stream)
            guest = None if greeting is None else self._known(greeting.token)
            if greeting is None:
                await say(stream, Answer(error="not understood: this is for mus-arena join"))
            elif guest is None:
                await say(stream, Answer(error="wrong token: no bot of this league has it"))
            else:
                await self._host(guest, stream, greeting)
        await trio.aclose_forcefully(stream)

    async def _greeting(self, stream: trio.SSLStream[trio.SocketStream]) -> Greeting | None:
        """What a stranger says first, if it says it in time and there are not too many."""
        if self._strangers >= _MOST_STRANGERS:
            raise trio.ClosedResourceError
        self._strangers += 1
        try:
            with trio.move_on_after(GREETING_SECONDS):
                await stream.do_handshake()
                return await hear_greeting(stream)
        finally:
            self._strangers -= 1
        raise trio.ClosedResourceError

    def _known(self, token: str) -> _Guest | None:
        said = token.encode(errors="replace")
        # All are compared, so that the time tells nothing.
        known = [g for g in self._guests.values() if hmac.compare_digest(g.token, said)]
        return known[0] if known else None

    async def _host(
        self, guest: _Guest, stream: trio.SSLStream[trio.SocketStream], greeting: Greeting
    ) -> None:
        """Carries what a guest and its chairs say, while the connection lasts."""
        visit = guest.visit
        again = visit is not None and visit.id == greeting.session
        if visit is not None and visit.there and not again:
            await say(stream, Answer(error=f"{guest.name} has joined already"))
            return
        if visit is None or not again:
            self._lose(guest)
            visit = guest.visit = _Visit()
            self._tell(f"{guest.name} has joined")
        visit.connected += 1
        mine = visit.connected
        visit.scope.cancel()  # Of a connection that is dead, and we did not know it.
        while visit.there:
            await trio.lowlevel.checkpoint()
        if mine != visit.connected:
            return
        visit.there = True
        try:
            with trio.CancelScope() as visit.scope:
                received = visit.link.received
                await say(stream, Answer(bot=guest.name, session=visit.id, received=received))
                guest.here.set()
                theirs = greeting.received if again else 0
                take = partial(self._take, visit)
                await visit.link.carry(stream, take, theirs=theirs)
        finally:
            visit.there = False
            self._nursery.start_soon(self._miss, guest, visit, mine)

    async def _miss(self, guest: _Guest, visit: _Visit, connection: int, /) -> None:
        """Waits for a guest whose connection was lost to come back."""
        await trio.sleep(GRACE_SECONDS)
        if guest.visit is visit and visit.connected == connection:
            self._tell(f"{guest.name} was lost: no connection for {GRACE_SECONDS:g} s")
            self._lose(guest)

    def _lose(self, guest: _Guest) -> None:
        """Ends all that a guest had: its streams end, then its relays do."""
        if guest.visit is None:
            return
        for wire in guest.visit.wires.values():
            wire.close()
        for chair in guest.visit.chairs.values():
            self._nursery.start_soon(_end_later, chair)
        guest.visit, guest.here = None, trio.Event()

    # What a guest says

    def _take(self, visit: _Visit, frame: Frame) -> None:
        number, wires = frame.number, visit.wires
        match frame.kind:
            case Kind.EXIT if number in visit.chairs and len(frame.payload) >= CODE_BYTES:
                visit.chairs[number].end(frame.payload)
            case Kind.OPEN if number not in wires:
                chair = visit.chairs.get(int.from_bytes(frame.payload, "big"))
                if chair is not None and len(chair.wires) < _MOST_WIRES:
                    wires[number] = Wire(visit.link, number)
                    chair.wires.add(number)
                    self._nursery.start_soon(self._wire, visit, chair, number)
                else:
                    visit.link.send(Kind.CLOSE, number)
            case Kind.DATA if number in wires:
                wires[number].take(frame.payload)
            case Kind.CLOSE if number in wires:
                wires[number].close()
            case _:
                pass  # Of something that has ended, or of a later version.

    async def _wire(self, visit: _Visit, chair: _Chair, number: int) -> None:
        wire = visit.wires[number]
        try:
            with suppress(OSError):
                await wire.carry(await trio.open_unix_socket(chair.address))
        finally:
            wire.hang_up()
            del visit.wires[number]
            chair.wires.discard(number)

    # Relays

    async def relay(self, stream: trio.SocketStream) -> None:
        """Has a bot started elsewhere for a relay, and lets them end together."""
        async with stream:
            line = await _first_line(stream)
            if not line:
                return  # It was ended before it said anything.
            said = json.loads(line)
            guest = self._guests[said["bot"]]
            with suppress(trio.BrokenResourceError, trio.ClosedResourceError):
                chair = _Chair(said["address"].removeprefix("unix:"), said["token"])
                async with trio.open_nursery() as nursery:
                    nursery.start_soon(_until_closed, stream, nursery.cancel_scope)
                    await self._seat(guest, chair)
                    nursery.cancel_scope.cancel()
                if chair.last_words is not None:
                    await stream.send_all(chair.last_words)

    async def _seat(self, guest: _Guest, chair: _Chair) -> None:
        """Starts the bot of a chair and waits for its end; cancelled, it ends the bot."""
        with trio.move_on_after(GRACE_SECONDS):
            await guest.here.wait()
        visit = guest.visit
        if visit is None:
            chair.fail(f"nobody has joined as {guest.name}")
            return
        self._chairs += 1
        number = self._chairs
        visit.chairs[number] = chair
        visit.link.send(Kind.START, number, chair.token.encode())
        try:
            await chair.over.wait()
        finally:
            del visit.chairs[number]
            visit.link.send(Kind.STOP, number)
            for wire in chair.wires:
                visit.wires[wire].close()


async def _first_line(stream: trio.SocketStream) -> bytes:
    with suppress(trio.BrokenResourceError, trio.ClosedResourceError):
        return await hear_line(stream)
    return b""


async def _until_closed(stream: trio.SocketStream, scope: trio.CancelScope) -> None:
    with suppress(trio.BrokenResourceError, trio.ClosedResourceError):
        while await stream.receive_some(1024):
            pass
    scope.cancel()


async def _end_later(chair: _Chair) -> None:
    await trio.sleep(_UNHEARD_SECONDS)
    chair.fail("the machine where it runs was lost")


def _guests(bots: Iterable[BotSpec]) -> dict[str, _Guest]:
    """The bots that join, by their variables. Raises ConfigError for tokens that won't do."""
    found: dict[str, _Guest] = {}
    for bot in bots:
        variable = variable_of(bot)
        if variable is None:
            continue
        # Not for those to see that are started here.
        token = os.environ.pop(variable, "")
        where = f"bot {bot.name}: its token, the environment variable {variable},"
        if len(token) < LEAST_TOKEN:
            what = "is too short" if token else "is not set"
            raise ConfigError(f"{where} {what}: set it to {LEAST_TOKEN} characters or more")
        if any(guest.token == token.encode() for guest in found.values()):
            raise ConfigError(f"{where} is another bot's, too")
        found[variable] = _Guest(bot.name, token.encode())
    return found


@asynccontextmanager
async def open_hub(
    listen: Listen, bots: Iterable[BotSpec], *, relays: Path, tell: Callable[[str], None]
) -> AsyncIterator[Hub]:
    """A hub, and the socket of its relays at `relays`.

    `tell` hears what a person should know. Raises ConfigError, or UsageError for
    an address where it can't listen.
    """
    guests = _guests(bots)
    me = tls.identity(listen.files, host=listen.host)
    try:
        listeners = await trio.open_tcp_listeners(listen.port, host=listen.host)
    except OSError as error:
        raise UsageError(f"listen: can't listen on {listen.host}:{listen.port}: {error}") from None
    port = listeners[0].socket.getsockname()[1]
    tell(f"bots join at {listen.host}:{port}, fingerprint {me.fingerprint}")
    door = trio.socket.socket(trio.socket.AF_UNIX, trio.socket.SOCK_STREAM)
    await door.bind(str(relays))
    door.listen(_MOST_RELAYS)
    async with trio.open_nursery() as nursery:
        hub = Hub(guests, nursery, tell=tell)
        secure = [trio.SSLListener(one, me.context, https_compatible=True) for one in listeners]
        nursery.start_soon(trio.serve_listeners, hub.welcome, secure)
        nursery.start_soon(trio.serve_listeners, hub.relay, [trio.SocketListener(door)])
        try:
            yield hub
        finally:
            await hub.dismiss()
            nursery.cancel_scope.cancel()
