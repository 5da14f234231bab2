"""The command line that runs a bot in a container.

    docker run --rm --init --name mus-… --network none --read-only --tmpfs /tmp:…
        --cap-drop ALL --security-opt no-new-privileges --user … --memory … --pids-limit …
        --mount type=bind,source=DIRECTORY,target=DIRECTORY,readonly
        --mount type=bind,source=…/chair-0,target=/run/mus-arena,readonly
        --env MUS_ARENA_ADDRESS --env MUS_ARENA_TOKEN … IMAGE COMMAND

The program is the image's; only the bot's directory and its socket are the
machine's. The image must be there: nothing is pulled, so that no bot waits for
a download. Ending the client does not end a container, so it has a name to
remove it by; one whose arena was killed ends when its bot does, whose stream is
closed then.
"""

import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from arena.match.bwrap import SOCKETS, TMP_BYTES
from arena.match.limits import Limits

PROGRAM = "docker"
PYTHON = "python3"
"""What runs, in a container, what the arena's own Python would run."""


@dataclass(frozen=True, slots=True)
class Container:
    """What a container is made of: `variables` are names, their values are the client's."""

    image: str
    name: str
    directory: Path
    socket_folder: Path | None
    read: tuple[Path, ...]
    variables: tuple[str, ...]
    user: tuple[int, int]


def command(bot: Sequence[str], container: Container, *, limits: Limits) -> tuple[str, ...]:
    """The command that runs `bot` in a container."""
    user, group = container.user
    memory = f"{limits.memory}m"
    return (
        *(PROGRAM, "run", "--rm", "--init", "--pull", "never", "--name", container.name),
        *("--network", "none", "--read-only"),
        *("--tmpfs", f"/tmp:rw,nosuid,nodev,mode=1777,size={TMP_BYTES}"),  # noqa: S108
        *("--cap-drop", "ALL", "--security-opt", "no-new-privileges"),
        *("--user", f"{user}:{group}"),
        *("--memory", memory, "--memory-swap", memory, "--pids-limit", str(limits.processes)),
        *("--ulimit", f"nofile={limits.files}", "--ulimit", "core=0"),
        *("--ulimit", f"cpu={limits.cpu}"),
        *_mounts(container),
        *(word for name in container.variables for word in ("--env", name)),
        *("--workdir", str(container.directory), container.image),
        *(PYTHON if word == sys.executable else word for word in bot),
    )


def removal(name: str) -> tuple[str, ...]:
    """The command that ends a container, if there is one of this name, and removes it."""
    return (PROGRAM, "rm", "--force", name)


def _mounts(container: Container) -> Iterable[str]:
    binds = [(path, path) for path in (container.directory, *container.read)]
    if container.socket_folder is not None:
        binds.append((container.socket_folder, Path(SOCKETS)))
    for source, target in binds:
        yield from ("--mount", f"type=bind,source={source},target={target},readonly")
