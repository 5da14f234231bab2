"""A chair's bot process and its stream, through all its restarts.

Every chair has a socket of its own: what comes in there can only be of its bot,
and whatever a bot does to its socket is felt by nobody else.
"""

import hmac
import secrets
from pathlib import Path

from arena.engine.rules import Rules
from arena.match.bot import BotProcess, BotSpec, how_it_ended, start
from arena.match.chair import Chair
from arena.match.result import Reason
from arena.protocol import session
from arena.protocol.clock import TimeControl
from arena.protocol.lazy import DecisionList
from arena.protocol.server import unix_address
from arena.protocol.session import Hello, ProtocolError, Session
from arena.protocol.streams import Refusal, Stream

_LAST_LINES = 20


class Player:
    """Who sits at a chair.

    `process` is None between two of them. `stream` is None until the bot has
    said hello. `blame` is why the arena ended the process, None if it ended by
    itself. `unexplained` are its last crashes that were charged to no match.
    `cpu_seconds`, the `idle` ones and `forced` sum over all processes that have
    ended, `peak_memory` is the most that one of them had, in bytes.
    """

    __slots__ = (
        "_last_words",
        "_rules",
        "_sessions",
        "_time",
        "_token",
        "address",
        "blame",
        "chair",
        "cpu_seconds",
        "forced",
        "idle_cpu_seconds",
        "idle_seconds",
        "output",
        "peak_memory",
        "process",
        "spec",
        "start_by",
        "stream",
        "unexplained",
    )

    def __init__(self, chair: Chair, spec: BotSpec, *, rules: Rules, time: TimeControl) -> None:
        self._rules = rules
        self._time = time
        self._token = ""
        self._last_words = ""
        self._sessions: dict[Stream, Session | None] = {}  # None: refused.
        self.address = ""
        self.chair = chair
        self.spec = spec
        self.process: BotProcess | None = None
        self.stream: Stream | None = None
        self.start_by = 0.0
        self.blame: tuple[Reason, str] | None = None
        self.unexplained = 0
        self.forced = 0
        self.cpu_seconds = 0.0
        self.idle_seconds = 0.0
        self.idle_cpu_seconds = 0.0
        self.peak_memory = 0
        self.output = b""

    @property
    def name(self) -> str:
        """What to call this process of a bot among all of its block."""
        seat = self.chair.seat
        where = f"room-{self.chair.room + 1}"
        return f"{self.spec.name}-{where}" + ("" if seat is None else f"-seat-{seat}")

    @property
    def ready(self) -> bool:
        """Whether it can be asked."""
        return self.stream is not None and self.blame is None

    @property
    def last_words(self) -> str:
        """The last lines that its process printed, or the one before if there is none."""
        return self._last_words if self.process is None else self.process.tail.lines(_LAST_LINES)

    def listen(self, folder: Path, number: int) -> str:
        """The address of its socket, alone in a folder within this one: a sandbox shows no other."""
        own = folder / f"chair-{number}"
        own.mkdir()
        self.address = unix_address(own / "socket")
        return self.address

    def start(self, now: float) -> BotProcess:
        """Starts a process with a new token. Raises StartError."""
        self._token = secrets.token_urlsafe(32)
        self.start_by = now + self._time.start
        self.stream = None
        self.blame = None
        self.process = start(
            self.spec,
            {"MUS_ARENA_ADDRESS": self.address, "MUS_ARENA_TOKEN": self._token},
            resting=self._resting,
        )
        return self.process

    def hear(self, stream: Stream, message: bytes) -> DecisionList | None:
        """The decisions in a message of its socket, None if there are none to play.

        Condemns the process if the message breaks the contract.
        """
        conversation = self._sessions.setdefault(stream, Session())
        if conversation is None:
            return None  # More may be on its way when a stream is refused.
        try:
            said = conversation.receive(message)
        except ProtocolError as error:
            self.refuse(stream, str(error))
            return None
        if isinstance(said, Hello):
            self._greet(stream, said)
            return None
        return said if stream is self.stream and self.blame is None else None

    def decisions(self, stream: Stream, message: bytes) -> DecisionList | None:
        """The same if it has decisions to play; nothing is done about any other message."""
        if stream is not self.stream or self.blame is not None:
            return None
        conversation = self._sessions[stream]
        try:
            said = None if conversation is None else conversation.receive(message)
        except ProtocolError:
            return None
        return None if isinstance(said, Hello) else said

    def refuse(self, stream: Stream, detail: str) -> None:
        """Ends a stream that broke the contract, and the process if it was its own."""
        self._turn_away(stream, Refusal.INVALID_ARGUMENT, detail)
        if stream is self.stream:
            self.condemn(Reason.PROTOCOL, detail)

    def _turn_away(self, stream: Stream, refusal: Refusal, detail: str) -> None:
        self._sessions[stream] = None
        stream.refuse(refusal, detail)

    def hung_up(self, stream: Stream) -> bool:
        """A stream has ended: whether it was the one of a process that goes on."""
        self._sessions.pop(stream, None)
        return stream is self.stream and self.process is not None

    def condemn(self, reason: Reason, detail: str) -> None:
        """Ends the process because of what it did; the first reason counts."""
        if self.blame is None:
            self.blame = (reason, detail)
        if self.process is not None:
            self.process.kill()

    def send(self, message: bytes) -> None:
        """Sends a message, if there is anybody to read it."""
        if self.stream is not None:
            self.stream.send(message)

    def dismiss(self) -> None:
        """Says goodbye."""
        if self.stream is not None:
            self.stream.send(session.goodbye("DONE", "all tables were played"))
            self.stream.end()

    def ended(self) -> tuple[Reason, str]:
        """Takes leave of a process that has ended; why it did."""
        process = self.process
        assert process is not None
        self.cpu_seconds += process.cpu_seconds
        self.idle_seconds += process.idle_seconds
        self.idle_cpu_seconds += process.idle_cpu_seconds
        self.forced += process.forced
        self.peak_memory = max(self.peak_memory, process.peak_memory)
        self.output += process.tail.text()
        greeted = self.stream is not None
        self.process = self.stream = None
        self._last_words = process.tail.lines(_LAST_LINES)
        printed = f"; it printed:\n{self._last_words}" if self._last_words else ""
        if self.blame is not None:
            reason, detail = self.blame
            return reason, detail + (printed if reason is Reason.START_FAILED else "")
        reason = Reason.CRASH if greeted else Reason.START_FAILED
        return reason, how_it_ended(process.exit_code) + printed

    def _resting(self) -> int | None:
        """How many turns were answered, None while there is one to answer or no hello yet."""
        return None if self.stream is None or self.chair.open else self.chair.decisions

    def _greet(self, stream: Stream, hello: Hello) -> None:
        if not hmac.compare_digest(hello.token.encode(), self._token.encode()):
            why = "the token is not this chair's: say the value of MUS_ARENA_TOKEN"
            self._turn_away(stream, Refusal.UNAUTHENTICATED, why)
        elif self.process is None or self.stream is not None:
            why = "the chair is taken: one stream per process"
            self._turn_away(stream, Refusal.ALREADY_EXISTS, why)
        else:
            self.stream = stream
            chair = self.chair
            chair.signs, chair.results = hello.signs, hello.results
            chair.max_tables = hello.max_tables
            stream.send(session.welcome(self._rules, self._time, seat=chair.seat))
