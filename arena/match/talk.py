"""A conversation with one bot alone, in lockstep: started, greeted, asked, and sent away.

Where a block goes on whatever a bot does, this stops at the first thing that is
wrong and says which promise was broken.
"""

import hmac
import secrets
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from tempfile import TemporaryDirectory

import trio

from arena.engine.rules import Rules
from arena.errors import StartError
from arena.match.bot import BotProcess, BotSpec, how_it_ended, start
from arena.protocol import session
from arena.protocol.clock import TimeControl
from arena.protocol.lazy import Decision
from arena.protocol.server import serve, unix_address
from arena.protocol.session import Hello, ProtocolError, Session
from arena.protocol.streams import Refusal, Stream
from arena.protocol.writing import bytes_field, number_field, varint

LEAVE_SECONDS = 10.0
"""How long a bot may take to end after goodbye."""
_DISCONNECT_SECONDS = 1.0
"""How long a process whose stream has ended may take to end, too."""
_LAST_LINES = 20
_HELLO = b"\x0a"
"""What a `PlayRequest` with a hello begins with."""


class Step(StrEnum):
    """The promises of a bot, in the order in which they are looked at."""

    START = "start"
    HELLO = "hello"
    PLAY = "play"
    BATCHES = "batches"
    TIME = "time"
    CANCELLED = "cancelled"
    NEWS = "news"
    LEAVE = "leave"
    OUTPUT = "output"
    REPEAT = "repeat"

    @property
    def number(self) -> int:
        """Counts from 1."""
        return list(Step).index(self) + 1


class Broken(Exception):
    """The bot broke a promise, and the conversation can't go on."""

    def __init__(self, step: Step, detail: str) -> None:
        super().__init__(detail)
        self.step = step


@dataclass(frozen=True, slots=True)
class Meeting:
    """Whom to talk to, and what to say in the welcome.

    `patience` are the seconds for its end after goodbye; 0 ends it at once.
    """

    bot: BotSpec
    rules: Rules
    time: TimeControl
    seat: int | None
    patience: float = LEAVE_SECONDS


@dataclass(slots=True)
class Talk:
    """One conversation. The script of `hold` sets `phase`: the promise that is being tried.

    `answers` are serialized `Action`s by turn, `order` the turns in the order of
    their answers, `messages` counts the messages with answers.
    `left_after` is how long it took to leave, None if it had to be ended.
    """

    meeting: Meeting
    phase: Step = Step.START
    hello: Hello | None = None
    hello_seconds: float = 0.0
    answers: dict[int, bytes] = field(default_factory=dict)
    order: list[int] = field(default_factory=list)
    messages: int = 0
    left_after: float | None = None
    exit_code: int | None = None
    printed: str = ""
    broken: Broken | None = None
    _token: str = field(default_factory=lambda: secrets.token_urlsafe(32))
    _stream: Stream | None = None
    _sessions: dict[Stream, Session] = field(default_factory=dict)
    _open: set[int] = field(default_factory=set)
    _hung_up: bool = False
    _changed: trio.Event = field(default_factory=trio.Event)
    _ended: trio.Event = field(default_factory=trio.Event)

    async def ask(self, turns: Mapping[int, bytes], *, wait_for: set[int] | None = None) -> float:
        """Asks turns, given without their clocks, in one message; the seconds to the last answer.

        Waits for all of them, or for some. Raises Broken.
        """
        time, began = self.meeting.time, trio.current_time()
        self._open.update(turns)
        self.say(session.turns(bytes_field(1, self._timed(turn)) for turn in turns.values()))
        needed = set(turns) if wait_for is None else wait_for
        allowed = len(turns) * time.turn + time.bank + time.margin
        if not await self._until(lambda: not needed & self._open, allowed):
            raise self._unanswered(needed, allowed)
        return trio.current_time() - began

    def say(self, message: bytes) -> None:
        """Sends a message."""
        assert self._stream is not None
        self._stream.send(message)

    # What `hold` does

    def receive(self, stream: Stream, message: bytes | None) -> None:
        """Takes a message of a stream, or its end."""
        if message is None:
            self._hung_up = self._hung_up or stream is self._stream
        elif self.broken is None:
            try:
                self._take(stream, message)
            except ProtocolError as error:
                early = self._stream is None or message.startswith(_HELLO)
                self._break(Step.HELLO if early else Step.BATCHES, str(error))
                stream.refuse(Refusal.INVALID_ARGUMENT, str(error))
        self._changed.set()

    async def run(self, script: Callable[["Talk"], Awaitable[None]], address: str) -> None:
        """Starts the bot, holds the conversation, and ends the bot."""
        environment = {"MUS_ARENA_ADDRESS": address, "MUS_ARENA_TOKEN": self._token}
        try:
            process = start(self.meeting.bot, environment)
        except StartError as error:
            self._break(Step.START, str(error))
            return
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._watch, process)
            try:
                await self._greeted(trio.current_time())
                await script(self)
                await self._leave(process)
            except Broken as broken:
                self.broken = broken
                process.kill()
            await self._ended.wait()

    async def _watch(self, process: BotProcess) -> None:
        await process.run()
        self.exit_code = process.exit_code
        self.printed = process.tail.lines(_LAST_LINES)
        self._ended.set()
        self._changed.set()

    async def _greeted(self, began: float) -> None:
        limit = self.meeting.time.start
        if not await self._until(lambda: self.hello is not None, limit):
            raise Broken(Step.START, f"no hello within {limit:g} s")
        self.hello_seconds = trio.current_time() - began
        self.phase = Step.HELLO

    async def _leave(self, process: BotProcess) -> None:
        """Says goodbye and waits for its end."""
        if self.broken is not None:
            raise self.broken
        began, self.phase = trio.current_time(), Step.LEAVE
        self.say(session.goodbye("DONE", "all tables were played"))
        assert self._stream is not None
        self._stream.end()
        if self.meeting.patience == 0:
            process.kill()
        await process.quit(patience=self.meeting.patience)
        await self._ended.wait()
        self.left_after = None if process.forced else trio.current_time() - began

    async def _until(self, done: Callable[[], bool], seconds: float) -> bool:
        """Waits until something is done; False if it is not within the time. Raises Broken."""
        with trio.move_on_after(seconds):
            while not done():
                await self._look()
                await self._changed.wait()
                self._changed = trio.Event()
        if self.broken is not None:
            raise self.broken
        return done()

    async def _look(self) -> None:
        """Raises Broken if there is nobody to wait for."""
        if self._hung_up:
            with trio.move_on_after(_DISCONNECT_SECONDS):
                await self._ended.wait()
        if self.broken is not None:
            raise self.broken
        if self._ended.is_set():
            before = "hello" if self.hello is None else "goodbye"
            raise Broken(self.phase, f"it {how_it_ended(self.exit_code)} before {before}")
        if self._hung_up:
            raise Broken(self.phase, "it closed its stream before goodbye")

    # What the bot says

    def _take(self, stream: Stream, message: bytes) -> None:
        said = self._sessions.setdefault(stream, Session()).receive(message)
        if isinstance(said, Hello):
            self._greet(stream, said)
        elif stream is self._stream:
            self.messages += 1
            for decision in said:
                self._answer(decision)

    def _greet(self, stream: Stream, hello: Hello) -> None:
        meeting = self.meeting
        if not hmac.compare_digest(hello.token.encode(), self._token.encode()):
            self._break(Step.HELLO, "the token in hello is not that of MUS_ARENA_TOKEN")
            stream.refuse(Refusal.UNAUTHENTICATED, "the token is not this chair's")
        elif self._stream is not None:
            self._break(Step.HELLO, "it opened a second stream")
            stream.refuse(Refusal.ALREADY_EXISTS, "the chair is taken: one stream per process")
        else:
            self._stream, self.hello = stream, hello
            self.say(session.welcome(meeting.rules, meeting.time, seat=meeting.seat))

    def _answer(self, decision: Decision) -> None:
        turn = decision.turn_id
        if turn in self._open:
            self._open.remove(turn)
            self.answers[turn] = decision.action
            self.order.append(turn)
        elif turn in self.answers:
            self._break(Step.BATCHES, f"turn {turn} was answered twice")
        else:
            self._break(Step.BATCHES, f"turn {turn} was answered, but never asked")

    def _break(self, step: Step, detail: str) -> None:
        if self.broken is None:
            self.broken = Broken(step, detail)

    def _unanswered(self, needed: set[int], seconds: float) -> Broken:
        left = len(needed & self._open)
        which = "the turn" if len(needed) == 1 else f"{left} of {len(needed)} turns"
        step = Step.TIME if self.phase is Step.PLAY else self.phase
        return Broken(step, f"{which} had no answer after {seconds:g} s")

    def _timed(self, turn: bytes) -> bytes:
        turn_ms, bank_ms = (int(1000 * s) for s in (self.meeting.time.turn, self.meeting.time.bank))
        return turn + b"\x38" + varint(turn_ms) + number_field(8, bank_ms)


async def hold(meeting: Meeting, script: Callable[[Talk], Awaitable[None]]) -> Talk:
    """Starts a bot, greets it, follows the script, and ends the bot. Never raises for what it does."""
    talk = Talk(meeting)
    with TemporaryDirectory(prefix="mus-") as folder:
        own = Path(folder) / "chair"  # Alone in a folder: a sandbox shows no other.
        own.mkdir()
        address = unix_address(own / "socket")
        with serve(address, talk.receive):
            await talk.run(script, address)
    return talk
