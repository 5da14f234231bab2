"""Runs `mus-arena` as a real process, and sees what it leaves behind."""

import ctypes
import json
import os
import select
import subprocess
import sys
from collections import defaultdict
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

BAD_BOTS = Path(__file__).parents[1] / "bad_bots"
SEED = "07" * 32
_PR_SET_CHILD_SUBREAPER = 36
_LONGEST = 90.0


@dataclass(frozen=True, slots=True)
class Finished:
    """A command that has ended; `left` are processes it started that have not."""

    code: int
    out: str
    err: str
    left: tuple[int, ...]

    @property
    def lines(self) -> list[dict[str, object]]:
        """Its results, if they are NDJSON."""
        return [json.loads(line) for line in self.out.splitlines()]

    @property
    def summary(self) -> dict[str, object]:
        """The last line of its NDJSON."""
        return self.lines[-1]


class Command:
    """A command that is running. What it starts is found, even when it has lost its parents."""

    def __init__(self, *words: str | Path, cwd: Path) -> None:
        _adopt_orphans(yes=True)
        self.process = subprocess.Popen(
            [sys.executable, "-m", "arena", *map(str, words)],
            cwd=cwd,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def line(self) -> dict[str, object]:
        """Its next line of NDJSON."""
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line, f"it ended: {self.end()}"
        found = json.loads(line)
        assert isinstance(found, dict)
        return found

    def until(self, kind: str) -> dict[str, object]:
        """Its next line of NDJSON of a type."""
        while (found := self.line())["type"] != kind:
            pass
        return found

    def end(self, *, longest: float = _LONGEST) -> Finished:
        """Waits for its end, up to so many seconds; what it has printed since."""
        try:
            out, err = self.process.communicate(timeout=longest)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise
        return Finished(self.process.returncode, out, err, tuple(_left()))

    def children(self) -> list[int]:
        """The processes that it has started itself: its workers."""
        return list(_children().get(self.process.pid, {}))

    def family(self) -> list[int]:
        """The processes that it and its descendants have started and that run now."""
        ended = self.process.poll() is not None
        return _descendants(os.getpid() if ended else self.process.pid)

    def end_with_family(self, number: int) -> Finished:
        """Sends it a signal, waits for its end, and up to 10 s for that of all it has started."""
        others: list[int] = []
        for pid in self.family():
            with suppress(ProcessLookupError):  # It has ended since we looked.
                others.append(os.pidfd_open(pid))
        self.process.send_signal(number)
        out, err = self.process.communicate(timeout=_LONGEST)
        for descriptor in others:
            select.select([descriptor], [], [], 10.0)
            os.close(descriptor)
        return Finished(self.process.returncode, out, err, tuple(_left()))


def _adopt_orphans(*, yes: bool) -> None:
    """Whether processes whose parents have ended become children of this one (prctl(2))."""
    if ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, int(yes), 0, 0, 0) != 0:
        raise OSError("prctl: can't become a subreaper")


def _left() -> list[int]:
    """What still runs of all that was started; orphans that have ended are reaped."""
    running = _descendants(os.getpid())
    for pid in _children().get(os.getpid(), {}):
        with suppress(ChildProcessError):
            os.waitpid(pid, os.WNOHANG)
    _adopt_orphans(yes=False)
    return running


def _descendants(pid: int) -> list[int]:
    """The processes below one that have not ended."""
    children = _children()
    found: list[int] = []
    waiting = [pid]
    while waiting:
        for child, ended in children.get(waiting.pop(), {}).items():
            waiting.append(child)
            found += [] if ended else [child]
    return found


def _children() -> dict[int, dict[int, bool]]:
    """The children of every process, and whether they have ended and are not reaped yet."""
    found: defaultdict[int, dict[int, bool]] = defaultdict(dict)
    for path in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            state, parent = path.read_text().rpartition(")")[2].split()[:2]
            found[int(parent)][int(path.parent.name)] = state in {"Z", "X"}
    return found


def run(*words: str | Path, cwd: Path) -> Finished:
    """Runs a command to its end."""
    return Command(*words, cwd=cwd).end()


def league_file(path: Path, *bots: str | Path, **values: object) -> Path:
    """Writes a league file: a small league with a known seed unless `values` say otherwise."""
    head: Mapping[str, object] = {"name": "small", "seed": SEED, "groups": 2} | values
    lines = [f"{key} = {json.dumps(value)}" for key, value in head.items() if key != "time"]
    lines += ["[time]", *(f"{key} = {value}" for key, value in _time(values).items())]
    lines += [f'[[bots]]\nbot = "{bot}"' for bot in bots]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def _time(values: Mapping[str, object]) -> Mapping[str, object]:
    given = values.get("time", {})
    assert isinstance(given, dict)
    return given
