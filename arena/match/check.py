"""Tries whether bots start: each is started once, must say hello, and is sent away."""

from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import trio

from arena.engine.rules import Rules
from arena.errors import StartError
from arena.match.bot import BotProcess, BotSpec
from arena.match.chair import Chair
from arena.match.player import Player
from arena.match.result import Reason
from arena.match.seating import fixed_seats
from arena.protocol.clock import Lag, TimeControl
from arena.protocol.server import Stream, serve


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
    with TemporaryDirectory(prefix="mus-") as folder, ExitStack() as sockets:
        async with trio.open_nursery() as nursery:
            for number, each in enumerate(tries):
                address = each.player.listen(Path(folder), number)
                sockets.enter_context(serve(address, each.receive))
                nursery.start_soon(each.run)
    return tuple(
        StartFailure(each.player.spec, each.failure) for each in tries if each.failure is not None
    )


class _Try:
    """One bot being tried."""

    def __init__(self, bot: BotSpec, check: StartCheck) -> None:
        self._limit = check.time.start
        self._greeted = False
        self._heard = trio.Event()  # Of the bot, or of its end.
        chair = Chair(
            check.time, Lag(check.time), bot=0, room=0, seat=0 if fixed_seats(check.rules) else None
        )
        self.player = Player(chair, bot, rules=check.rules, time=check.time)
        self.failure: str | None = None

    def receive(self, stream: Stream, message: bytes | None) -> None:
        """Takes a message: once it was greeted, the bot has passed."""
        if message is not None:
            self.player.hear(stream, message)
        if self.player.stream is not None and not self._greeted:
            self._greeted = True
            self.player.dismiss()
            self._heard.set()

    async def run(self) -> None:
        """Starts the bot and sees it end."""
        player = self.player
        try:
            process = player.start(trio.current_time())
        except StartError as error:
            self.failure = str(error)
            return
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._watch, process)
            with trio.move_on_after(self._limit) as limit:
                await self._heard.wait()
            if limit.cancelled_caught:
                player.condemn(Reason.START_FAILED, f"no hello within {self._limit:g} s")
            await process.quit()
        if not self._greeted:
            self.failure = player.ended()[1]

    async def _watch(self, process: BotProcess) -> None:
        await process.run()
        self._heard.set()
