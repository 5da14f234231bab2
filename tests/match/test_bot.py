"""A bot process is started, watched, kept quiet and reaped, whatever it does."""

import os
import sys
import time
from pathlib import Path

import pytest
import trio

from arena.errors import StartError
from arena.match.bot import BotProcess, BotSpec, how_it_ended, start
from arena.match.sandbox import Kind, Sandbox
from arena.match.tail import KEPT_BYTES, Tail


def spec(code: str) -> BotSpec:
    """A bot that is a line of Python."""
    return BotSpec("bot", (sys.executable, "-c", code), Path(), Sandbox(Kind.NONE))


async def ran(process: BotProcess) -> BotProcess:
    """The process after its end."""
    await process.run()
    return process


async def quitted(code: str, *, patience: float) -> BotProcess:
    """A process that was asked to quit once it had said that it is ready."""
    process = start(spec(code), {})
    async with trio.open_nursery() as nursery:
        nursery.start_soon(process.run)
        while b"ready" not in process.tail.text():
            await trio.lowlevel.checkpoint()
        await process.quit(patience=patience)
    return process


def runs(pid: int) -> bool:
    """Whether a process runs; one that has ended but is not reaped does not."""
    try:
        return "\nState:\tZ" not in Path(f"/proc/{pid}/status").read_text()
    except FileNotFoundError:
        return False


def ends_soon(pid: int) -> bool:
    """Whether a process that was killed is gone: the signal may take a moment to arrive."""
    deadline = time.monotonic() + 5
    while runs(pid) and time.monotonic() < deadline:
        os.sched_yield()
    return not runs(pid)


def test_exit_code_and_last_words_are_kept() -> None:
    """What it printed to either stream is kept with how it ended."""
    code = "import sys; print('out', flush=True); print('err', file=sys.stderr); sys.exit(3)"
    process = trio.run(ran, start(spec(code), {}))
    assert process.exit_code == 3
    assert process.tail.text() == b"out\nerr\n"
    assert process.cpu_seconds > 0


def test_the_environment_is_extended() -> None:
    """A bot finds its address and token there."""
    code = "import os; print(os.environ['MUS_ARENA_TOKEN'])"
    process = trio.run(ran, start(spec(code), {"MUS_ARENA_TOKEN": "secret"}))
    assert process.tail.text() == b"secret\n"


def test_a_signal_is_told_by_name() -> None:
    """A segmentation fault is told as one."""
    process = trio.run(ran, start(spec("import os; os.kill(os.getpid(), 11)"), {}))
    assert how_it_ended(process.exit_code) == "ended by SIGSEGV"


def test_children_that_outlive_it_are_ended() -> None:
    """Nothing of its process group is left, even if it holds the pipe open."""
    code = "import subprocess; print(subprocess.Popen(['sleep', '60']).pid)"
    began = time.monotonic()
    process = trio.run(ran, start(spec(code), {}))
    assert ends_soon(int(process.tail.text()))
    assert time.monotonic() - began < 5


def test_quit_waits_for_one_that_leaves_by_itself() -> None:
    """A bot that ends in time is not forced."""
    process = trio.run(lambda: quitted("print('ready', flush=True)", patience=10))
    assert (process.exit_code, process.forced) == (0, False)


def test_quit_asks_with_sigterm_then_kills() -> None:
    """One that ignores SIGTERM is killed, and that is counted."""
    stubborn = (
        "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN);"
        "print('ready', flush=True); time.sleep(60)"
    )
    process = trio.run(lambda: quitted(stubborn, patience=0.1))
    assert (process.exit_code, process.forced) == (-9, True)


def test_cancelling_ends_it_at_once() -> None:
    """Whoever stops waiting leaves nothing behind."""
    process = start(spec("import time; time.sleep(60)"), {})

    async def cancelled() -> None:
        with trio.CancelScope() as scope:
            scope.cancel()
            await process.run()

    trio.run(cancelled)
    assert ends_soon(process.pid)


def test_a_bot_dies_with_the_process_that_started_it() -> None:
    """Even if that is killed: the parent-death signal."""
    starter = (
        "import os, sys; from pathlib import Path; from arena.match.bot import BotSpec, start;"
        "from arena.match.sandbox import Kind, Sandbox;"
        "bot = start(BotSpec('b', (sys.executable, '-c', 'import time; time.sleep(60)'),"
        " Path(), Sandbox(Kind.NONE)), {}); print(bot.pid, flush=True); os.kill(os.getpid(), 9)"
    )
    process = trio.run(ran, start(spec(starter), {}))
    assert ends_soon(int(process.tail.text()))


def test_a_command_that_does_not_exist_is_a_start_error() -> None:
    """It names the bot and the command."""
    nowhere = BotSpec("bot", ("/nowhere/bot",), Path("/nowhere"))
    with pytest.raises(StartError, match="bot bot: can't start '/nowhere/bot'"):
        start(nowhere, {})


def test_only_the_ends_of_a_long_output_are_kept() -> None:
    """The first and the last 64 KiB, with a mark between; a gigabyte costs no memory."""
    tail = Tail()
    tail.add(b"first")
    for _ in range(1000):
        tail.add(b"x" * 1000)
    tail.add(b"last")
    text = tail.text()
    assert text.startswith(b"first")
    assert text.endswith(b"last")
    assert b"bytes left out" in text
    assert len(text) < 2 * KEPT_BYTES + 100


@pytest.mark.parametrize("size", [0, 5, KEPT_BYTES, KEPT_BYTES + 1, 2 * KEPT_BYTES])
def test_what_fits_is_kept_whole(size: int) -> None:
    """Up to twice 64 KiB nothing is left out, however it came in."""
    data = bytes(i % 251 for i in range(size))
    tail = Tail()
    for at in range(0, size, 1000):
        tail.add(data[at : at + 1000])
    assert tail.text() == data


def test_memory_is_that_of_the_bot() -> None:
    """However much the arena itself has: the system counts that for a process it has just started."""
    ours = bytearray(os.urandom(1 << 20) * 200)
    process = trio.run(ran, start(spec("import time; time.sleep(1)"), {}))
    assert 1 << 20 < process.peak_memory < len(ours)
