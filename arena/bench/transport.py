"""Turns to bots and answers back, without a game: what gRPC and the wire format allow.

The server is the arena's own, one for each chair; the bots are Python processes
that answer as soon as they can. Each stream has one message under way.
"""

import sys
import time
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from itertools import cycle, islice
from pathlib import Path
from tempfile import TemporaryDirectory

import trio

from arena.bench.figures import Figures, own_memory
from arena.bench.turns import bodies
from arena.errors import StartError
from arena.match.bot import BotProcess, BotSpec, start
from arena.match.sandbox import Kind, Sandbox
from arena.match.usage import used
from arena.protocol import session
from arena.protocol.server import serve, unix_address
from arena.protocol.session import Hello, Session
from arena.protocol.streams import Stream
from arena.protocol.writing import bytes_field, number_field

STREAMS = 4
"""As many as a room has chairs."""
SIZES = ((1, 1), (STREAMS, 1), (STREAMS, 8), (STREAMS, 64), (STREAMS, 512))
"""What is worth measuring: streams, and turns in a message."""
_KINDS = 512
"""How many different turns are sent."""
_START_SECONDS = 60.0


def echo_turns(batch: int, seconds: float, *, streams: int = STREAMS) -> Figures:
    """Sends messages of `batch` turns for some seconds. Raises StartError if no bot answers."""
    return trio.run(_echo, _Exchange(streams, list(islice(cycle(bodies(_KINDS)), batch))), seconds)


@dataclass(slots=True)
class _Exchange:
    """What goes back and forth: `bodies` are the turns of a message, without their ids."""

    streams: int
    bodies: list[bytes]
    sessions: dict[Stream, Session] = field(default_factory=dict)
    running: bool = False
    messages: int = 0
    sent: int = 0
    decisions: int = 0
    all_here: trio.Event = field(default_factory=trio.Event)

    def receive(self, stream: Stream, message: bytes | None) -> None:
        """Takes an answer, sends the next turns."""
        if message is None:
            return
        said = self.sessions.setdefault(stream, Session()).receive(message)
        if isinstance(said, Hello):
            if len(self.sessions) == self.streams:
                self.all_here.set()
            return
        for decision in said:
            self.decisions += bool(decision.turn_id and decision.action)
        if self.running:
            self.send(stream)

    def send(self, stream: Stream) -> None:
        """Sends a message of turns; each has a head of its own and a body that was made before."""
        parts = [
            bytes_field(1, number_field(1, self.sent + at) + body)
            for at, body in enumerate(self.bodies, start=1)
        ]
        self.sent += len(self.bodies)
        self.messages += 1
        stream.send(session.turns(parts))


async def _echo(exchange: _Exchange, seconds: float) -> Figures:
    figures = None
    with TemporaryDirectory(prefix="mus-") as folder, ExitStack() as sockets:
        async with trio.open_nursery() as nursery:
            bots: list[BotProcess] = []
            for number in range(exchange.streams):
                address = unix_address(Path(folder) / f"socket-{number}")
                sockets.enter_context(serve(address, exchange.receive))
                bots.append(_start(address))
                nursery.start_soon(bots[-1].run)
            with trio.move_on_after(_START_SECONDS):
                await exchange.all_here.wait()
            if exchange.all_here.is_set():
                figures = await _measure(exchange, bots, seconds)
            for bot in bots:
                bot.kill()
    if figures is None:
        raise StartError(f"an echo bot did not start: {bots[0].tail.lines(20)}")
    return replace(figures, bot_memory=max(bot.peak_memory for bot in bots))


async def _measure(exchange: _Exchange, bots: Sequence[BotProcess], seconds: float) -> Figures:
    """What is exchanged in some seconds, after as many messages as it takes to get going."""
    exchange.running = True
    for stream in exchange.sessions:
        exchange.send(stream)
    await trio.sleep(seconds / 10)
    before, sent = exchange.decisions, exchange.messages
    began, cpu, theirs = time.perf_counter(), time.process_time(), _cpu(bots)
    await trio.sleep(seconds)
    exchange.running = False
    return Figures(
        part="transport",
        of=f"{_count(exchange.streams, 'stream')}, {_count(len(exchange.bodies), 'turn')} a message",
        seconds=time.perf_counter() - began,
        decisions=exchange.decisions - before,
        messages=exchange.messages - sent,
        arena_cpu_seconds=time.process_time() - cpu,
        bot_cpu_seconds=_cpu(bots) - theirs,
        arena_memory=own_memory(),
    )


def _count(number: int, thing: str) -> str:
    return f"{number} {thing}{'s' * (number > 1)}"


def _cpu(bots: Sequence[BotProcess]) -> float:
    return sum(used(bot.pid).cpu for bot in bots)


def _start(address: str) -> BotProcess:
    command = (sys.executable, "-m", "arena.bench.echo_bot")
    bot = BotSpec("echo", command, Path.cwd(), Sandbox(Kind.NONE))
    return start(bot, {"MUS_ARENA_ADDRESS": address, "MUS_ARENA_TOKEN": "echo"})
