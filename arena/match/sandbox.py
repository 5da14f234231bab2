"""Where a bot runs: kinds of sandboxes, limits, and the launch of a command in one of them.

A bot in a sandbox reaches its own files, read only, and its own socket: no
network, no other process, no file of the arena, of another bot or of its own
other chairs. What it writes is its own and ends with it.

What the kinds cost and give:

- `bwrap`: bubblewrap and the kernel's namespaces; some milliseconds a start.
- `docker`: a container of an image that is there already; about half a second.
- `none`: the limits below, all but the one of processes, and nothing else.
- `auto`: `bwrap` if it works here, `none` if not.
"""

import os
import secrets
import shutil
import subprocess
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path

from arena.match import bwrap, docker
from arena.match.limits import USUAL_LIMITS, Limits, limited
from arena.match.visible import found, shown

_PROBE_SECONDS = 10.0
_FIRST_FREE_ID = 1 << 30
"""Where users and groups that exist nowhere begin; one of as many is drawn for each process."""
_SOCKET_RIGHTS, _FOLDER_RIGHTS = 0o666, 0o755
# fmt: off
_PASSED = frozenset((
    "PATH", "LANG", "LANGUAGE", "TZ", "PYTHONPATH", "PYTHONHASHSEED", "PYTHONUNBUFFERED",
    "PYTHONOPTIMIZE", "PYTHONDONTWRITEBYTECODE", "PYTHONWARNINGS", "PYTHONFAULTHANDLER",
    "GRPC_VERBOSITY", "OMP_NUM_THREADS",
))
# fmt: on
_IF_ALIVE = '[ "$PPID" = "$0" ] && exec "$@"'
_DEAF_TO_SIGTERM = 'trap "" TERM; '
_MADE = {"HOME": "/tmp", "TMPDIR": "/tmp", "USER": "bot", "LOGNAME": "bot"}  # noqa: S108


class Kind(StrEnum):
    """What keeps a bot in."""

    AUTO = "auto"
    BWRAP = "bwrap"
    DOCKER = "docker"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Sandbox:
    """Where a bot runs.

    `environment` lists what it gets besides the common variables: `NAME` has
    the arena's own value, `NAME=value` another. `read` are paths that it may
    read besides its own files and its program's; `hidden` are those that it
    may not, even if they lie among these. `image` is for `docker`.
    """

    kind: Kind = Kind.AUTO
    limits: Limits = USUAL_LIMITS
    environment: tuple[str, ...] = ()
    read: tuple[Path, ...] = ()
    image: str = ""
    hidden: tuple[Path, ...] = ()


USUAL = Sandbox()


@dataclass(frozen=True, slots=True)
class Launch:
    """What to execute, where, and with what environment.

    `memory` is the most that all of it may hold, in bytes. `wrapped` says that the first process is ours, so that the bot's end by a
    signal comes out as an exit code. `afterwards` is to be executed when it has ended.
    """

    command: tuple[str, ...]
    directory: Path
    environment: dict[str, str]
    memory: int
    wrapped: bool = False
    afterwards: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Bot:
    """What to launch: `asked` and `extra` are added to its environment."""

    sandbox: Sandbox
    command: tuple[str, ...]
    directory: Path
    asked: dict[str, str]
    extra: dict[str, str]


def launch(
    sandbox: Sandbox, command: tuple[str, ...], *, directory: Path, extra: Mapping[str, str]
) -> Launch:
    """How to start a bot's command, with `extra` in its environment. Raises OSError."""
    how = _WAYS[settled(sandbox.kind)]
    if sandbox.kind is Kind.BWRAP and why_not():
        raise FileNotFoundError(why_not())
    asked = _asked(sandbox.environment, os.environ)
    return how(_Bot(sandbox, command, directory, asked, {**extra}))


def settled(kind: Kind) -> Kind:
    """The kind itself, or what `auto` comes to on this machine."""
    if kind is not Kind.AUTO:
        return kind
    return Kind.NONE if why_not() else Kind.BWRAP


@cache
def why_not() -> str:
    """Why bubblewrap does not work here; empty if it does. It is tried once."""
    if shutil.which(bwrap.PROGRAM) is None:
        return f"{bwrap.PROGRAM} not found: install bubblewrap"
    try:
        trial = _in_bwrap(_Bot(USUAL, ("true",), Path("/usr"), {}, {}))
        done = subprocess.run(
            trial.command,
            cwd=trial.directory,
            env=trial.environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=_PROBE_SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return f"{bwrap.PROGRAM} does not work here: {error}"
    if done.returncode == 0:
        return ""
    said = done.stderr.decode(errors="replace").strip().splitlines()
    return f"{bwrap.PROGRAM} does not work here: {said[-1] if said else done.returncode}"


def _without(bot: _Bot) -> Launch:
    command = limited(bot.command, bot.sandbox.limits, processes=False)
    environment = os.environ | bot.asked | bot.extra
    memory = bot.sandbox.limits.memory << 20
    return Launch((*_dies_with_us(), *command), bot.directory, environment, memory=memory)


def _in_bwrap(bot: _Bot) -> Launch:
    sandbox, directory = bot.sandbox, bot.directory
    command = (found(bot.command[0], directory), *bot.command[1:])
    place = bwrap.Place(
        paths=shown(command, directory, read=sandbox.read, hidden=sandbox.hidden),
        directory=directory.absolute(),
        socket_folder=_opened_socket(bot.extra),
        user=_new_user(),
    )
    words = bwrap.command(command, place, limits=sandbox.limits)
    return Launch(
        (*_dies_with_us(_DEAF_TO_SIGTERM), *words),
        Path("/"),
        _inner_environment(bot),
        memory=sandbox.limits.memory << 20,
        wrapped=True,
    )


def _in_docker(bot: _Bot) -> Launch:
    environment = _inner_environment(bot)
    container = docker.Container(
        image=bot.sandbox.image,
        name=f"mus-{secrets.token_hex(8)}",
        directory=bot.directory.absolute(),
        socket_folder=_opened_socket(bot.extra),
        read=bot.sandbox.read,
        variables=tuple(sorted(environment.keys() - {"PATH"})),
        user=(os.geteuid(), os.getegid()),
    )
    return Launch(
        (*_dies_with_us(), *docker.command(bot.command, container, limits=bot.sandbox.limits)),
        Path("/"),
        os.environ | environment,
        memory=bot.sandbox.limits.memory << 20,
        wrapped=True,
        afterwards=docker.removal(container.name),
    )


_WAYS: Mapping[Kind, Callable[[_Bot], Launch]] = {
    Kind.NONE: _without,
    Kind.BWRAP: _in_bwrap,
    Kind.DOCKER: _in_docker,
}


def _new_user() -> int | None:
    """The number of a user that nobody is, for root to give to a bot; None if we can't."""
    user = _FIRST_FREE_ID + secrets.randbelow(_FIRST_FREE_ID)
    known = (map(int, line.split()) for line in Path("/proc/self/uid_map").read_text().splitlines())
    exists = any(first <= user < first + count for first, _, count in known)
    return user if exists and os.geteuid() == 0 else None


def _opened_socket(extra: Mapping[str, str]) -> Path | None:
    """The folder of the chair's socket, which other users may use from now on.

    They can't reach it but in a sandbox: it lies in a folder that is the arena's alone.
    """
    address = extra.get("MUS_ARENA_ADDRESS", "")
    if not address.startswith("unix:"):
        return None
    socket = Path(address.removeprefix("unix:"))
    socket.parent.chmod(_FOLDER_RIGHTS)
    socket.chmod(_SOCKET_RIGHTS)
    return socket.parent


def _inner_environment(bot: _Bot) -> dict[str, str]:
    """What a bot in a sandbox gets of the arena's environment, and its own."""
    passed = {k: v for k, v in os.environ.items() if k in _PASSED or k.startswith("LC_")}
    inner = passed | _MADE | bot.asked | bot.extra
    socket = Path(inner.get("MUS_ARENA_ADDRESS", "")).name
    return inner | ({"MUS_ARENA_ADDRESS": f"unix:{bwrap.SOCKETS}/{socket}"} if socket else {})


def _asked(settings: Iterable[str], ours: Mapping[str, str]) -> dict[str, str]:
    """What a bot gets besides: of `NAME` the value it has here, if it has one."""
    asked = {}
    for setting in settings:
        name, equals, value = setting.partition("=")
        if equals or name in ours:
            asked[name] = value if equals else ours[name]
    return asked


def _dies_with_us(how: str = "") -> tuple[str, ...]:
    """The launcher that sets the parent-death signal, where there is one.

    It goes no further if the arena had died before that. `how` is what its shell
    does before.
    """
    setpriv = shutil.which("setpriv")
    first = (setpriv, "--pdeathsig", "KILL", "--") if setpriv else ()
    return (*first, "sh", "-c", how + _IF_ALIVE, str(os.getpid()))
