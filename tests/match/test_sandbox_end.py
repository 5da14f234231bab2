"""A bot in a sandbox ends for good, and how it ended is told as if there were none."""

import secrets
import sys
from pathlib import Path

import pytest
import trio

from arena.errors import StartError
from arena.match.bot import BotProcess, BotSpec, how_it_ended, start
from arena.match.sandbox import Kind, Sandbox
from tests.match.boxed import bot, gone, needs_bwrap, ran

pytestmark = needs_bwrap


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A bot's directory."""
    return tmp_path


def test_a_signal_is_told_by_name(home: Path) -> None:
    """The bot's own end is told, not that of what is around it; nothing is added to what it said."""
    process = ran(bot("import os; os.kill(os.getpid(), 11)", home))
    assert how_it_ended(process.exit_code) == "ended by SIGSEGV"
    assert process.tail.text() == b""


@pytest.mark.parametrize("code", [0, 1, 3, 127])
def test_an_exit_code_is_the_bots(code: int, home: Path) -> None:
    """As it would be without a sandbox."""
    assert ran(bot(f"import sys; sys.exit({code})", home)).exit_code == code


def test_a_program_that_is_nowhere_is_a_start_error(home: Path) -> None:
    """It is told before anything is started."""
    nowhere = BotSpec("bot", ("no-such-program",), home, Sandbox(Kind.BWRAP))
    with pytest.raises(StartError, match="can't start 'no-such-program': no such program"):
        start(nowhere, {})


def test_time_and_memory_of_the_bot_are_measured(home: Path) -> None:
    """Also those of its children that ended before it did."""
    burn = "import time; x = bytearray(80 << 20)\nwhile time.process_time() < 0.3: pass"
    child = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {burn!r}])"
    for code in (burn, child):
        process = ran(bot(code, home))
        assert process.cpu_seconds > 0.3
        assert process.peak_memory > 80 << 20


def test_quit_asks_with_sigterm(home: Path) -> None:
    """SIGTERM reaches the bot, which may take its leave, and ends nothing around it."""
    code = """
import signal, sys, time
def leave(*_): print("left in peace", flush=True); sys.exit(5)
signal.signal(signal.SIGTERM, leave); print("ready", flush=True); time.sleep(60)
"""
    process = trio.run(quitted, bot(code, home))
    assert process.exit_code == 5
    assert b"left in peace" in process.tail.text()


def test_one_that_ignores_sigterm_is_killed(home: Path) -> None:
    """The time it took is known all the same."""
    code = """
import signal, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
while time.process_time() < 0.2: pass
print("ready", flush=True); time.sleep(60)
"""

    async def killed() -> BotProcess:
        process = start(bot(code, home), {})
        async with trio.open_nursery() as nursery:
            nursery.start_soon(process.run)
            while b"ready" not in process.tail.text():
                await trio.lowlevel.checkpoint()
            process.kill()
        return process

    process = trio.run(killed)
    assert process.exit_code == -9
    assert process.cpu_seconds > 0.2


async def quitted(spec: BotSpec) -> BotProcess:
    """A process that was asked to quit once it had said that it is ready."""
    process = start(spec, {})
    async with trio.open_nursery() as nursery:
        nursery.start_soon(process.run)
        while b"ready" not in process.tail.text():
            await trio.lowlevel.checkpoint()
        await process.quit(patience=0.1)
    return process


DAEMON = """
import os, sys, time
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        print("daemon", os.getpid(), flush=True); time.sleep(60)
    os._exit(0)
os.wait()
{last}
"""


@pytest.mark.parametrize("last", ["", "os.kill(os.getpid(), 9)", "os.kill(0, 9)"])
def test_children_do_not_outlive_it(last: str, home: Path) -> None:
    """Not even one in a session of its own, however the bot ends."""
    marker = f"MARK={secrets.token_hex(8)}"
    process = ran(bot(DAEMON.format(last=last), home, marker))
    assert process.exit_code == (-9 if last else 0)
    assert gone(marker)


def test_all_of_it_dies_with_the_arena(home: Path) -> None:
    """Even if that is killed."""
    marker = f"MARK={secrets.token_hex(8)}"
    code = DAEMON.format(last="time.sleep(60)")
    starter = f"""
import os, sys, trio
from pathlib import Path
from arena.match.bot import BotSpec, start
from arena.match.sandbox import Kind, Sandbox
spec = BotSpec("b", (sys.executable, "-c", {code!r}), Path({str(home)!r}),
    Sandbox(Kind.BWRAP, environment=({marker!r},)))
async def main():
    process = start(spec, {{}})
    async with trio.open_nursery() as nursery:
        nursery.start_soon(process.run)
        while b"daemon" not in process.tail.text():
            await trio.lowlevel.checkpoint()
        os.kill(os.getpid(), 9)
trio.run(main)
"""
    arena = BotSpec("arena", (sys.executable, "-c", starter), Path(), Sandbox(Kind.NONE))
    assert ran(arena).exit_code == -9
    assert gone(marker)
