"""What a process and all that it has started use: memory now and at most, processor time so far.

The limit that the system sets for memory holds for each process by itself, and
not for memory that processes share; the sum is looked at again and again.
"""

import os
from dataclasses import dataclass
from pathlib import Path

_HELD = ("RssAnon:", "RssShmem:")
_PEAK = "VmHWM:"
_TICK_SECONDS = 1 / os.sysconf("SC_CLK_TCK")
_TIMES = slice(11, 15)
"""User and system time in /proc/PID/stat behind the name, own and of children that were reaped."""


@dataclass(frozen=True, slots=True)
class Usage:
    """`memory` in bytes, but for files that could be read again; `cpu` in seconds.

    `peak` is the most that one process of them has had so far, in bytes, with all files.
    """

    memory: int
    peak: int
    cpu: float


def used(pid: int) -> Usage:
    """What a process and all below it use; nothing if there is no such process."""
    memory = peak = ticks = 0
    todo = [pid]
    while todo:
        folder = Path("/proc", str(todo.pop()))
        try:
            status = (folder / "status").read_text()
            times = (folder / "stat").read_text().rpartition(")")[2].split()[_TIMES]
            for task in (folder / "task").iterdir():
                todo += map(int, (task / "children").read_text().split())
        except OSError:  # It has ended meanwhile.
            continue
        lines = [line.split() for line in status.splitlines() if line.startswith((*_HELD, _PEAK))]
        sizes = {name: int(kib) << 10 for name, kib, _ in lines}
        peak = max(peak, sizes.pop(_PEAK, 0))
        memory += sum(sizes.values())
        ticks += sum(map(int, times))
    return Usage(memory, peak, ticks * _TICK_SECONDS)
