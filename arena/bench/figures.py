"""What every benchmark gives: one shape of figures, and what is worked out from them."""

import os
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Figures:
    """What one part of a benchmark took; None is what there is nothing of.

    `of` says which of several of the kind `part` it is. Memory is in bytes: `arena_memory` is the peak of the arena's process that
    does the work, `bot_memory` that of its largest bot. `messages` are those to
    bots: each is a batch of turns.
    """

    part: str
    seconds: float
    of: str = ""
    decisions: int | None = None
    deals: int | None = None
    games: int | None = None
    messages: int | None = None
    arena_cpu_seconds: float | None = None
    bot_cpu_seconds: float | None = None
    arena_memory: int | None = None
    bot_memory: int | None = None
    file_bytes: int | None = None

    @property
    def decisions_per_second(self) -> float | None:
        """Of all bots together."""
        return _over(self.decisions, self.seconds)

    @property
    def games_per_second(self) -> float | None:
        """Games played, read or written."""
        return _over(self.games, self.seconds)

    @property
    def arena_cpu_us(self) -> float | None:
        """For one decision, in microseconds."""
        return _micros(self.arena_cpu_seconds, self.decisions)

    @property
    def bot_cpu_us(self) -> float | None:
        """For one decision, in microseconds."""
        return _micros(self.bot_cpu_seconds, self.decisions)

    @property
    def batch(self) -> float | None:
        """How many turns a message had on average."""
        return _over(self.decisions, self.messages)

    def as_dict(self) -> dict[str, object]:
        """All of it, worked out or not, as JSON values."""
        return asdict(self) | {
            "decisions_per_second": self.decisions_per_second,
            "games_per_second": self.games_per_second,
            "arena_cpu_us_per_decision": self.arena_cpu_us,
            "bot_cpu_us_per_decision": self.bot_cpu_us,
            "turns_per_message": self.batch,
        }


def own_memory() -> int:
    """The most memory that this process ever had, in bytes."""
    return peak_memory(os.getpid())


def peak_memory(pid: int) -> int:
    """The same of any process; 0 if there is none.

    What `getrusage` gives is at least what the process that started it had.
    """
    with suppress(OSError):
        for line in Path(f"/proc/{pid}/status").read_text().splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) * 1024  # Linux counts in KiB.
    return 0


def _over(count: int | None, by: float | None) -> float | None:
    return count / by if count is not None and by else None


def _micros(seconds: float | None, decisions: int | None) -> float | None:
    return seconds / decisions * 1e6 if seconds is not None and decisions else None
