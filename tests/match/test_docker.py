"""The command line of a container says what a bot may reach, and no secret."""

import os
import sys
from pathlib import Path

import pytest
import trio

from arena.match.bot import BotSpec, start
from arena.match.docker import Container, command, removal
from arena.match.limits import Limits
from arena.match.sandbox import Kind, Sandbox, launch

CONTAINER = Container(
    image="bots:1",
    name="mus-0",
    directory=Path("/bots/mine"),
    socket_folder=Path("/tmp/mus-1/chair-0"),  # noqa: S108 - an example
    read=(Path("/models"),),
    variables=("MUS_ARENA_ADDRESS", "MUS_ARENA_TOKEN"),
    user=(1000, 1001),
)


def test_the_whole_command_line() -> None:
    """As it is documented: no network, nothing to write to but /tmp, all limits."""
    limits = Limits(memory=512, processes=20, files=64, cpu=60)
    words = command((sys.executable, "bot.py"), CONTAINER, limits=limits)
    assert " ".join(words) == (
        "docker run --rm --init --pull never --name mus-0 --network none --read-only"
        " --tmpfs /tmp:rw,nosuid,nodev,mode=1777,size=268435456"
        " --cap-drop ALL --security-opt no-new-privileges --user 1000:1001"
        " --memory 512m --memory-swap 512m --pids-limit 20"
        " --ulimit nofile=64 --ulimit core=0 --ulimit cpu=60"
        " --mount type=bind,source=/bots/mine,target=/bots/mine,readonly"
        " --mount type=bind,source=/models,target=/models,readonly"
        " --mount type=bind,source=/tmp/mus-1/chair-0,target=/run/mus-arena,readonly"
        " --env MUS_ARENA_ADDRESS --env MUS_ARENA_TOKEN --workdir /bots/mine bots:1 python3 bot.py"
    )


def test_values_are_in_the_environment_only() -> None:
    """Anyone on the machine may read a command line."""
    sandbox = Sandbox(Kind.DOCKER, image="bots:1", environment=("API_KEY=abc",))
    how = launch(sandbox, ("bot",), directory=Path("/bots"), extra={"MUS_ARENA_TOKEN": "secret"})
    assert how.environment["MUS_ARENA_TOKEN"] == "secret"
    assert how.environment["API_KEY"] == "abc"
    line = " ".join(how.command)
    assert "--env API_KEY" in line
    assert "--env MUS_ARENA_TOKEN" in line
    assert "secret" not in line
    assert "abc" not in line
    assert how.afterwards == removal(how.command[how.command.index("--name") + 1])


def test_a_container_is_removed_when_its_client_has_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Killing the client would leave it running. The engine is a script that writes what it is told."""
    script, log = tmp_path / "docker", tmp_path / "log"
    script.write_text(f'#!/bin/sh\necho "$1 $*" >> {log}\nexit 3\n')
    script.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    process = start(BotSpec("b", ("bot",), tmp_path, Sandbox(Kind.DOCKER, image="i")), {})
    trio.run(process.run)
    assert process.exit_code == 3
    ran, removed = log.read_text().splitlines()
    assert ran.startswith("run ")
    name = ran.split("--name ")[1].split()[0]
    assert removed == f"rm rm --force {name}"
