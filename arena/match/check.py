"""Tries whether bots start: each is started once, must say hello, and is sent away."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import trio

from arena.engine.rules import Rules
from arena.errors import StartError
from arena.match.bot import BotSpec
from arena.match.chair import Chair
from arena.match.player import Player
from arena.match.result import Reason
from arena.protocol import session
from arena.protocol.clock import TimeControl
from arena.protocol.server import Refusal, Stream, serve, unix_address
from arena.protocol.session import Hello, ProtocolError, Session


@dataclass(frozen=True, slots=True)
class StartCheck:
    """What to try."""

    bots: tuple[BotSpec, ...]
    rules: Rules
    time: TimeControl


@dataclass(frozen=True, slots=True)
class StartFailure:
    """A bot that did not start, and what a person should know of it."""

    bot: BotSpec
    detail: str


async def check_start(check: StartCheck) -> tuple[StartFailure, ...]:
    """Starts all bots at once, one process each; those that failed."""
    tries = [_Try(bot, check) for bot in check.bots]
    by_stream: dict[Stream, _Try] = {}

    def receive(stream: Stream, message: bytes | None) -> None:
        if message is None:
            by_stream.pop(stream, None)
            return
        try:
            said = Session().receive(message)
        except ProtocolError as error:
            stream.refuse(Refusal.INVALID_ARGUMENT, str(error))
            return
        known = [t for t in tries if isinstance(said, Hello) and t.player.token == said.token]
        if not known:
            stream.refuse(Refusal.UNAUTHENTICATED, "MUS_ARENA_TOKEN is not one of this arena")
            return
        known[0].hello(stream)

    with TemporaryDirectory(prefix="mus-") as folder:
        address = unix_address(Path(folder, "arena"))
        with serve(address, receive, streams=2 * len(tries)):
            await _run_all(tries, address)
    return tuple(
        StartFailure(each.player.spec, each.failure) for each in tries if each.failure is not None
    )


async def _run_all(tries: Sequence["_Try"], address: str) -> None:
    async with trio.open_nursery() as nursery:
        for each in tries:
            nursery.start_soon(each.run, address)


class _Try:
    """One bot being tried."""

    def __init__(self, bot: BotSpec, check: StartCheck) -> None:
        self._check = check
        self._greeted = trio.Event()
        self.player = Player(Chair(check.time, bot=0, room=0, seat=0), bot)
        self.failure: str | None = None

    def hello(self, stream: Stream) -> None:
        """Answers a hello with a welcome and a goodbye."""
        self.player.stream = stream
        stream.send(session.welcome(self._check.rules, self._check.time, seat=0))
        stream.send(session.goodbye("DONE", "only tried whether it starts"))
        stream.end()
        self._greeted.set()

    async def run(self, address: str) -> None:
        """Starts the bot and sees it end."""
        try:
            process = self.player.start(address, start_by=0.0)
        except StartError as error:
            self.failure = str(error)
            return
        async with trio.open_nursery() as nursery:
            nursery.start_soon(process.run)
            nursery.start_soon(self._limit)
            await process.ended()
            nursery.cancel_scope.cancel()
        greeted = self._greeted.is_set()
        _, detail = self.player.ended()
        if not greeted:
            self.failure = detail

    async def _limit(self) -> None:
        limit = self._check.time.start
        with trio.move_on_after(limit):
            await self._greeted.wait()
        process = self.player.process
        assert process is not None
        if self._greeted.is_set():
            await process.quit()
        else:
            self.player.condemn(Reason.START_FAILED, f"no hello within {limit:g} s")
