"""The command line that runs a bot in bubblewrap.

From outside to inside:

1. Who starts `bwrap` has it ignore SIGTERM, so that what the arena sends to the
   group reaches the bot and does not end the sandbox under it.
2. `bwrap` makes the namespaces (user, process, network, IPC, host name,
   cgroup) and the file system: an empty one in which there is only what is
   named. It dies with the arena, and all in it with the first process.
3. A shell is that first process. It waits for the bot and for orphans, which
   bubblewrap's own does, too; but bubblewrap does not wait for that one, and
   the time and memory of the bot would be lost to who waits for bubblewrap.
4. If the arena runs as root, `setpriv` makes the bot a user of its own, that
   nobody else is: limits of processes do not hold for root. Other users can't
   change theirs and get a user namespace instead, with no other within.
5. `env` gives SIGTERM its meaning back, `prlimit` sets the limits.

The environment is handed on, not written here: anyone may read a command line.
"""

import shutil
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from arena.match.limits import Limits, limited

PROGRAM = "bwrap"
SOCKETS = "/run/mus-arena"
"""Where the folder of the chair's socket is seen by the bot."""
TMP_BYTES = 256 << 20
"""What a bot may write to its /tmp, and as much again to its /dev/shm."""

# Standard error is the bot's alone: the shell would tell there of signals.
_INIT = 'exec 3>&2 2>/dev/null; (exec "$@" 2>&3 3>&-); exit $?'
_NAMESPACES = (
    "--unshare-pid",
    "--unshare-net",
    "--unshare-ipc",
    "--unshare-uts",
    "--unshare-cgroup-try",
    "--hostname",
    "bot",
)
_AS_USER = ("--unshare-user", "--disable-userns")
_AS_ROOT = ("--cap-drop", "ALL", "--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID")


@dataclass(frozen=True, slots=True)
class Place:
    """What a bot finds: `paths` to read, the directory it starts in, the folder of its socket.

    `user` is the number of a user for the bot alone; only root can give one.
    """

    paths: tuple[Path, ...]
    directory: Path
    socket_folder: Path | None
    user: int | None


def command(bot: Sequence[str], place: Place, *, limits: Limits) -> tuple[str, ...]:
    """The command that runs `bot` in a sandbox. Reads which of the paths are links."""
    return (
        shutil.which(PROGRAM) or PROGRAM,
        *("--die-with-parent", "--as-pid-1"),
        *_NAMESPACES,
        *(_AS_USER if place.user is None else _AS_ROOT),
        *_mounts(place),
        *("--chdir", str(place.directory), "--"),
        *("sh", "-c", _INIT, "sh"),
        *_as(place.user),
        *("env", "--default-signal=TERM"),
        *limited(bot, limits, processes=True),
    )


def _as(user: int | None) -> tuple[str, ...]:
    if user is None:
        return ()
    ids = f"--reuid={user}", f"--regid={user}"
    return ("setpriv", *ids, "--clear-groups", "--inh-caps=-all", "--")


def _mounts(place: Place) -> Iterable[str]:
    size = str(TMP_BYTES)
    yield from ("--proc", "/proc", "--dev", "/dev")
    for folder in ("/tmp", "/dev/shm"):  # noqa: S108 - the bot's own
        yield from ("--perms", "1777", "--size", size, "--tmpfs", folder)
    for folder in _folders(place):
        yield from ("--perms", "0755", "--dir", folder)
    for path in place.paths:
        yield from _seen(path)
    if place.socket_folder is not None:
        yield from ("--ro-bind", str(place.socket_folder), SOCKETS)
    yield from ("--remount-ro", "/dev", "--remount-ro", "/")


def _folders(place: Place) -> list[str]:
    """The directories that have to be made, those above others first."""
    above = {parent for path in place.paths for parent in path.parents}
    start = place.directory, *place.directory.parents
    within = {folder for folder in start if not any(map(folder.is_relative_to, place.paths))}
    return sorted(str(folder) for folder in (above | within | {Path(SOCKETS).parent}) - {Path("/")})


def _seen(path: Path) -> tuple[str, ...]:
    """A path of the machine in the sandbox: links stay links, so that libraries are found once."""
    if path.is_symlink() and path.parent == Path("/"):
        return ("--symlink", str(path.readlink()), str(path))
    return ("--ro-bind-try", str(path), str(path))
