"""Bots in sandboxes made up for tests, and what became of them."""

import os
import sys
import time
from pathlib import Path

import pytest
import trio

from arena.match.bot import BotProcess, BotSpec, start
from arena.match.limits import Limits
from arena.match.sandbox import Kind, Sandbox, why_not

needs_bwrap = pytest.mark.skipif(bool(why_not()), reason=why_not() or "it works")


def bot(code: str, directory: Path, *settings: str, limits: Limits | None = None) -> BotSpec:
    """A bot in a sandbox that is a line of Python, with variables as `NAME=value`."""
    sandbox = Sandbox(Kind.BWRAP, limits or Limits(), environment=settings)
    return BotSpec("bot", (sys.executable, "-c", code), directory, sandbox)


def free(spec: BotSpec) -> BotSpec:
    """The same bot without a sandbox."""
    sandbox = Sandbox(Kind.NONE, environment=spec.sandbox.environment)
    return BotSpec(spec.name, spec.command, spec.directory, sandbox)


async def ended(process: BotProcess) -> BotProcess:
    """The process after its end."""
    await process.run()
    return process


def ran(spec: BotSpec) -> BotProcess:
    """What became of a bot."""
    return trio.run(ended, start(spec, {}))


def printed(spec: BotSpec) -> str:
    """What a bot printed."""
    return ran(spec).tail.text().decode()


def running(marker: str) -> list[int]:
    """The processes of the machine that have a text in their environment."""
    found = []
    for path in Path("/proc").glob("[0-9]*/environ"):
        try:
            if marker.encode() in path.read_bytes():
                found.append(int(path.parent.name))
        except OSError:
            continue
    return [pid for pid in found if pid != os.getpid()]


def gone(marker: str) -> bool:
    """Whether nothing with this in its environment runs: a killed process may take a moment."""
    deadline = time.monotonic() + 5
    while running(marker) and time.monotonic() < deadline:
        os.sched_yield()
    return not running(marker)
