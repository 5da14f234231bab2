"""A bot uses up no more than it may."""

import secrets
from dataclasses import replace
from pathlib import Path

import pytest

from arena.match.bot import BotSpec
from arena.match.bwrap import TMP_BYTES
from arena.match.limits import Limits
from arena.match.sandbox import Kind, Sandbox
from tests.match.boxed import bot, gone, needs_bwrap, printed, ran

pytestmark = needs_bwrap


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A bot's directory."""
    return tmp_path


def test_memory_is_limited(home: Path) -> None:
    """More than the limit is refused to the bot; reserving address space costs nothing."""
    code = """
import mmap
mmap.mmap(-1, 8 << 30, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, mmap.PROT_READ)
try: bytearray(200 << 20)
except MemoryError: print("refused")
"""
    assert printed(bot(code, home, limits=Limits(memory=128))) == "refused\n"


@pytest.mark.parametrize("kind", [Kind.BWRAP, Kind.NONE])
def test_memory_is_limited_for_all_processes_together(kind: Kind, home: Path) -> None:
    """Shared or spread over children, it is found, and what was found is said."""
    code = """
import mmap, os, time
for _ in range(4):
    if os.fork() == 0:
        shared = mmap.mmap(-1, 64 << 20)
        for at in range(0, 64 << 20, 4096): shared[at] = 1
        time.sleep(60)
time.sleep(60)
"""
    spec = bot(code, home, limits=Limits(memory=128))
    process = ran(replace(spec, sandbox=replace(spec.sandbox, kind=kind)))
    assert process.exit_code == -9
    assert b"of 128 MiB" in process.tail.text()


def test_a_fork_bomb_is_contained(home: Path) -> None:
    """No more processes than the limit; when the bot ends, they all do."""
    code = """
import os, time
count = 0
try:
    while True:
        if os.fork() == 0: time.sleep(60)
        count += 1
except OSError: print(count)
"""
    marker = f"MARK={secrets.token_hex(8)}"
    assert int(printed(bot(code, home, marker, limits=Limits(processes=20)))) < 20
    assert gone(marker)


def test_open_files_are_limited(home: Path) -> None:
    """More than the limit is an error to the bot."""
    code = "x = [open('/dev/null') for _ in range(100)]"
    assert "Too many open files" in printed(bot(code, home, limits=Limits(files=50)))


def test_processor_time_is_limited(home: Path) -> None:
    """A bot that computes for ever ends."""
    process = ran(bot("while True: pass", home, limits=Limits(cpu=1)))
    assert process.exit_code in {-9, -24}


@pytest.mark.parametrize("folder", ["/tmp", "/dev/shm"])  # noqa: S108 - the bot's own
def test_what_it_writes_is_limited(folder: str, home: Path) -> None:
    """Its private folders hold so much and no more."""
    code = f"""
with open("{folder}/x", "wb") as f:
    for _ in range({(TMP_BYTES >> 20) + 1}): f.write(bytes(1 << 20))
"""
    assert "No space left on device" in printed(bot(code, home))


def test_limits_hold_without_a_sandbox(home: Path) -> None:
    """All but the one of processes: the user has others, too."""
    spec = bot("x = [open('/dev/null') for _ in range(100)]", home)
    sandbox = Sandbox(Kind.NONE, Limits(files=50, processes=1))
    assert "Too many open files" in printed(
        BotSpec(spec.name, spec.command, spec.directory, sandbox)
    )
