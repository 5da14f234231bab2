"""`progress.json` of a league's directory: how far the run is that plays it now, told to other processes."""

import json
import os
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from arena.league.database import told

FILE = "progress.json"
_APART_SECONDS = 0.5


@dataclass(frozen=True, slots=True)
class Going:
    """How far a run is that is going on. `won[bot]` and `played[bot]` are matches of the league.

    `fresh` matches were played by this run in `seconds`.
    """

    matches: int
    total: int
    fresh: int
    seconds: float
    won: tuple[int, ...]
    played: tuple[int, ...]

    @property
    def per_second(self) -> float:
        """Matches a second, 0 before the first."""
        return self.fresh / self.seconds if self.seconds > 0 else 0.0

    @property
    def seconds_left(self) -> float | None:
        """How long the rest takes at this speed, None while that can't be said."""
        return (self.total - self.matches) / self.per_second if self.fresh else None


class ProgressFile:
    """Keeps the file of a league's directory up to date, replaced twice a second at most."""

    def __init__(self, directory: Path) -> None:
        self._path = directory / FILE
        self._told = -_APART_SECONDS

    def tell(self, state: Mapping[str, object]) -> None:
        """Takes a new state: the values of a `Going`, by name."""
        now = time.monotonic()
        if now - self._told < _APART_SECONDS:
            return
        self._told = now
        values = {**state, "pid": os.getpid(), "born": _born(os.getpid())}
        new = self._path.with_suffix(".new")
        with told(self._path):
            new.write_text(json.dumps(values), encoding="utf-8")
            new.replace(self._path)


def going(directory: Path) -> Going | None:
    """How far the run is that plays a league now; None if none does on this machine."""
    path = directory / FILE
    with told(path):
        if not path.is_file():
            return None
        values = json.loads(path.read_text(encoding="utf-8"))
    if _born(values["pid"]) != values["born"]:
        return None
    return Going(
        matches=values["matches"],
        total=values["total"],
        fresh=values["fresh"],
        seconds=values["seconds"],
        won=tuple(values["won"]),
        played=tuple(values["played"]),
    )


def _born(pid: int) -> int | None:
    """When a process started, in the system's ticks; None if it runs no more.

    Numbers of processes come again, but not with the same start (proc(5)).
    """
    try:
        stat = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8")
    except (FileNotFoundError, ProcessLookupError):
        return None
    fields = stat.rpartition(")")[2].split()
    return None if fields[0] in {"Z", "X"} else int(fields[19])
