"""How much a bot process may use up, and the launcher that sees to it."""

import shutil
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """What one bot process may use at most.

    `memory` in MiB and the number of `processes`, threads included, are for it
    and all that it starts; address space that is only reserved, as Go, Java and
    Node do in plenty, is no memory. `files` are open ones and `cpu` is in
    seconds, each for a single process.
    """

    memory: int = 4096
    processes: int = 256
    files: int = 1024
    cpu: int = 24 * 60 * 60


USUAL_LIMITS = Limits()


def limited(command: Sequence[str], limits: Limits, *, processes: bool) -> tuple[str, ...]:
    """The command, started with these limits; the number of `processes` only if said.

    Outside of a sandbox the system would count all processes of the user.
    """
    prlimit = shutil.which("prlimit")
    if prlimit is None:
        return tuple(command)
    some = (f"--nproc={limits.processes}",) if processes else ()
    return (
        prlimit,
        f"--data={limits.memory << 20}",
        f"--nofile={limits.files}",
        f"--cpu={limits.cpu}",
        "--core=0",
        *some,
        "--",
        *command,
    )
