"""Whether this machine can do what a league asks of it, before it begins."""

import os
import resource
from dataclasses import dataclass

from arena.engine.rules import Rules
from arena.errors import UsageError
from arena.match.seating import fixed_seats, rooms

FILES_PER_BOT = 24
"""Descriptors of a worker for each of its bots: pipe, socket, stream, process, and some to spare."""
FILES_ELSE = 128
MEMORY_PER_BOT = 64 << 20
"""Bytes that even a small bot needs."""
MOST_PER_CORE = 2
"""Blocks for each core: with more, bots would lose on time for want of a processor."""


@dataclass(frozen=True, slots=True)
class Machine:
    """What there is: cores, file descriptors for a process, free bytes of memory."""

    cores: int
    files: int
    memory: int


def this_machine() -> Machine:
    """What this process may use."""
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    free = os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    files = 1 << 20 if files == resource.RLIM_INFINITY else files
    return Machine(cores=len(os.sched_getaffinity(0)), files=files, memory=free)


def processes(rules: Rules) -> int:
    """Bot processes of a block."""
    return rooms(rules) * (rules.seats if fixed_seats(rules) else rules.teams)


def check_machine(rules: Rules, machine: Machine, *, concurrency: int) -> None:
    """Raises UsageError if the machine is too small for so many blocks at a time."""
    bots = processes(rules)
    most = {
        f"{machine.cores} cores": MOST_PER_CORE * machine.cores,
        f"{machine.memory >> 20} MiB of free memory": machine.memory // (bots * MEMORY_PER_BOT),
    }
    limit, allowed = min(most.items(), key=lambda item: item[1])
    if concurrency > max(1, allowed):
        raise UsageError(
            f"concurrency {concurrency} means {concurrency * bots} bot processes at a time:"
            f" {limit} allow {max(1, allowed)}; say --force to try all the same"
        )
    need = bots * FILES_PER_BOT + FILES_ELSE
    if machine.files < need:
        raise UsageError(
            f"a process may open {machine.files} files, a block needs {need}:"
            f" raise the limit with ulimit -n {need}, or say --force"
        )
