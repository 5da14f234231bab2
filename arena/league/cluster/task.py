"""What a Ray task does on its node: it has a block played by an arena's worker process.

The worker is a child of Ray's worker process and is kept for the next task. It
ends when its standard input does, and takes its bots with it: so nothing is left
on a node when Ray ends a task, or a league is killed.
"""

import os
import socket
import subprocess
import sys
from dataclasses import dataclass, replace
from functools import cache, partial
from hashlib import sha256
from pathlib import Path

import ray

import arena
from arena.errors import StartError
from arena.league.cluster.arrival import cache_directory, unpacked
from arena.league.cluster.luggage import Luggage
from arena.league.frames import BotJob, Progress, packed, read_frame
from arena.match.bot import BotSpec, how_it_ended

_UNFIT_VARIABLES = "RAY_"
"""Variables with this at their beginning are Ray's own, its token among them: not for bots."""


@dataclass(frozen=True, slots=True)
class Cargo:
    """What a task needs of its bots: their luggage, and where in the cluster their archives are.

    `arena` is the hash of the arena that sends it.
    """

    luggage: tuple[Luggage, ...]
    archives: "tuple[ray.ObjectRef[bytes], ...]"
    arena: str


@dataclass(frozen=True, slots=True)
class Unfit:
    """Why a node can't play: a bot can't be built there, or it has another arena."""

    detail: str


class WorkerLost(Exception):
    """The arena's worker process died. Ray tries again."""


class _Worker:
    """An arena's worker process: takes jobs, one after another."""

    def __init__(self) -> None:
        ours = {k: v for k, v in os.environ.items() if not k.startswith(_UNFIT_VARIABLES)}
        self._process = subprocess.Popen(
            [sys.executable, "-m", "arena.league.worker"],
            env=ours,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,
        )

    @property
    def running(self) -> bool:
        return self._process.poll() is None

    def answer(self, job: BotJob) -> object:
        """Does a job. Raises WorkerLost if it dies."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        try:
            self._process.stdin.write(packed(job))
            self._process.stdin.flush()
            while isinstance(reply := read_frame(self._process.stdout), Progress):
                pass
        except (EOFError, BrokenPipeError):
            how = how_it_ended(self._process.wait())
            raise WorkerLost(f"a worker process {how}") from None
        return reply


_workers: list[_Worker] = []
"""The one of this process, once there is one."""


def play(job: BotJob, cargo: Cargo) -> object:
    """Does a job with the bots of its cargo: a BlockResult, StartFailures, or Unfit."""
    try:
        bots = _arrived(cargo)
    except StartError as error:
        return Unfit(f"{error}\nnode: {socket.gethostname()}")
    if not _workers or not _workers[0].running:
        _workers[:] = [_Worker()]
    return _workers[0].answer(replace(job, bots=bots))


@cache
def own_hash() -> str:
    """SHA-256 over the files of the arena itself, in hex: the same one plays the same games."""
    root = Path(arena.__file__).parent
    digest = sha256()
    for path in sorted(root.rglob("*.py")):
        digest.update(str(path.relative_to(root)).encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


def _arrived(cargo: Cargo) -> tuple[BotSpec, ...]:
    """The bots, ready to be started here. Raises StartError if that can't be."""
    if cargo.arena != own_hash():
        raise StartError(
            f"mus-arena {arena.__version__} of a node is not the one that plays the league:"
            " install the same on all nodes"
        )
    where = cache_directory()
    return tuple(
        unpacked(luggage, partial(_fetched, archive), cache=where)
        for luggage, archive in zip(cargo.luggage, cargo.archives, strict=True)
    )


def _fetched(archive: "ray.ObjectRef[bytes]") -> bytes:
    return ray.get(archive)
