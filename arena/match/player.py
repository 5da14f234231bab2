"""A chair's bot process and its stream, through all its restarts."""

import secrets

from arena.match.bot import BotProcess, BotSpec, how_it_ended, start
from arena.match.chair import Chair
from arena.match.result import Reason
from arena.protocol.server import Stream

_LAST_LINES = 20


class Player:
    """Who sits at a chair.

    `stream` is None until the bot has said hello. `blame` is why the arena
    ended the process, None if it ended by itself. `seconds_cpu` and `forced` sum
    over all processes that have ended.
    """

    __slots__ = (
        "blame",
        "chair",
        "cpu_seconds",
        "forced",
        "fruitless",
        "output",
        "process",
        "spec",
        "start_by",
        "stream",
        "token",
    )

    def __init__(self, chair: Chair, spec: BotSpec) -> None:
        self.chair = chair
        self.spec = spec
        self.process: BotProcess | None = None
        self.stream: Stream | None = None
        self.token = ""
        self.start_by = 0.0
        self.blame: tuple[Reason, str] | None = None
        self.fruitless = 0
        self.forced = 0
        self.cpu_seconds = 0.0
        self.output = b""

    @property
    def name(self) -> str:
        """What to call this process of a bot among all of its block."""
        seat = self.chair.seat
        where = f"room-{self.chair.room + 1}"
        return f"{self.spec.name}-{where}" + ("" if seat is None else f"-seat-{seat}")

    def start(self, address: str, *, start_by: float) -> BotProcess:
        """Starts a process with a new token. Raises StartError."""
        self.token = secrets.token_urlsafe(32)
        self.start_by = start_by
        self.stream = None
        self.blame = None
        self.process = start(
            self.spec, {"MUS_ARENA_ADDRESS": address, "MUS_ARENA_TOKEN": self.token}
        )
        return self.process

    def condemn(self, reason: Reason, detail: str) -> None:
        """Ends the process because of what it did; the first reason counts."""
        if self.blame is None:
            self.blame = (reason, detail)
        if self.process is not None:
            self.process.kill()

    def ended(self) -> tuple[Reason, str]:
        """Takes leave of a process that has ended; why it did."""
        process = self.process
        assert process is not None
        self.cpu_seconds += process.cpu_seconds
        self.forced += process.forced
        self.output += process.tail.text()
        greeted = self.stream is not None
        self.process = self.stream = None
        if self.blame is not None:
            return self.blame
        reason = Reason.CRASH if greeted else Reason.START_FAILED
        said = process.tail.lines(_LAST_LINES)
        return reason, how_it_ended(process.exit_code) + (f"; it printed:\n{said}" if said else "")
