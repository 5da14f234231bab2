"""One bot process: started in its own session, watched, and always reaped.

A bot dies with the arena, even if that is killed (the parent-death signal), and
is only ever ended by its recorded process group. What it prints is kept, the
first and the last 64 KiB.
"""

import os
import shutil
import signal
import subprocess
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import trio

from arena.errors import StartError

KEPT_BYTES = 64 << 10
QUIT_SECONDS = 5.0
TERM_SECONDS = 3.0
_LAST_WORDS_SECONDS = 1.0


@dataclass(frozen=True, slots=True)
class BotSpec:
    """What to start: a name, a command and the directory to start it in."""

    name: str
    command: tuple[str, ...]
    directory: Path


@dataclass(slots=True)
class Tail:
    """The first and the last KEPT_BYTES of what a process printed."""

    first: bytearray = field(default_factory=bytearray)
    last: bytearray = field(default_factory=bytearray)
    dropped: int = 0

    def add(self, data: bytes | bytearray) -> None:
        """Takes what was printed next."""
        room = KEPT_BYTES - len(self.first)
        self.first += data[:room]
        self.last += data[room:] if room > 0 else data
        if len(self.last) > 2 * KEPT_BYTES:
            self.dropped += len(self.last) - KEPT_BYTES
            del self.last[:-KEPT_BYTES]

    def text(self) -> bytes:
        """What is kept, with a mark where something was dropped."""
        extra = max(0, len(self.last) - KEPT_BYTES)
        dropped = self.dropped + extra
        gap = f"\n[... {dropped} bytes left out ...]\n".encode() if dropped else b""
        return bytes(self.first) + gap + bytes(self.last[extra:])

    def lines(self, count: int) -> str:
        """The last lines, as text."""
        return "\n".join(self.text().decode(errors="replace").splitlines()[-count:])


class BotProcess:
    """A running bot. Make one with `start`; then await `run`, which ends when it has ended.

    `exit_code` is None while it runs, negative for a signal. `cpu_seconds`
    and `peak_memory`, in bytes, are known once it has ended. `forced` tells whether it had to be killed.
    """

    __slots__ = (
        "_ended",
        "_output",
        "_popen",
        "cpu_seconds",
        "exit_code",
        "forced",
        "peak_memory",
        "tail",
    )

    def __init__(self, popen: subprocess.Popen[bytes], output: int) -> None:
        self._popen = popen
        self._output = output
        self._ended = trio.Event()
        self.exit_code: int | None = None
        self.cpu_seconds = 0.0
        self.peak_memory = 0
        self.forced = False
        self.tail = Tail()

    @property
    def pid(self) -> int:
        """The process id, which is also its group's and its session's."""
        return self._popen.pid

    async def run(self) -> None:
        """Keeps what the bot prints and waits for its end; then nothing of its group is left."""
        async with trio.lowlevel.FdStream(self._output) as output, trio.open_nursery() as nursery:
            nursery.start_soon(self._keep, output)
            await self._wait()
            nursery.cancel_scope.deadline = trio.current_time() + _LAST_WORDS_SECONDS

    async def quit(self, *, patience: float = QUIT_SECONDS) -> None:
        """Waits for its end, then asks with SIGTERM, then kills. Its `run` must be running."""
        for seconds, number in ((patience, signal.SIGTERM), (TERM_SECONDS, signal.SIGKILL)):
            with trio.move_on_after(seconds):
                await self._ended.wait()
            if self.exit_code is not None:
                return
            self.forced = True
            self._signal(number)
        await self._ended.wait()

    def kill(self) -> None:
        """Ends it at once."""
        if self.exit_code is None:
            self._signal(signal.SIGKILL)

    async def _keep(self, output: trio.lowlevel.FdStream) -> None:
        async for data in output:
            self.tail.add(data)

    async def _wait(self) -> None:
        """Waits for its end, kills what is left of its group, and reaps it; cancelled, kills first.

        The group is killed before the process is reaped: until then nobody else
        can have its number.
        """
        descriptor = os.pidfd_open(self.pid)
        try:
            await trio.lowlevel.wait_readable(descriptor)
        finally:
            os.close(descriptor)
            self.kill()
            _, status, usage = os.wait4(self.pid, 0)  # noqa: ASYNC222 - it has ended: no wait
            self.exit_code = self._popen.returncode = os.waitstatus_to_exitcode(status)
            self.cpu_seconds = usage.ru_utime + usage.ru_stime
            self.peak_memory = usage.ru_maxrss * 1024  # Linux counts in KiB.
            self._ended.set()

    def _signal(self, number: signal.Signals) -> None:
        with suppress(ProcessLookupError):  # The whole group has ended.
            os.killpg(self.pid, number)


def start(spec: BotSpec, extra: Mapping[str, str]) -> BotProcess:
    """Starts a bot with `extra` in its environment. Raises StartError if it can't be.

    Must be called in the thread that lives as long as the arena does: the
    parent-death signal is sent when the thread that started a process ends.
    """
    reader, writer = os.pipe()
    try:
        popen = subprocess.Popen(
            [*_dies_with_us(), *spec.command],
            cwd=spec.directory,
            env=os.environ | extra,
            stdin=subprocess.DEVNULL,
            stdout=writer,
            stderr=writer,
            start_new_session=True,
        )
    except OSError as error:
        os.close(reader)
        command = " ".join(spec.command)
        raise StartError(f"bot {spec.name}: can't start {command!r}: {error}") from None
    finally:
        os.close(writer)
    return BotProcess(popen, reader)


def _dies_with_us() -> tuple[str, ...]:
    """The launcher that sets the parent-death signal; nothing where there is none."""
    setpriv = shutil.which("setpriv")
    return (setpriv, "--pdeathsig", "KILL", "--") if setpriv else ()


def how_it_ended(exit_code: int | None) -> str:
    """An exit code in words."""
    if exit_code is None:
        return "still running"
    if exit_code < 0:
        return f"ended by {signal.Signals(-exit_code).name}"
    return f"ended with exit code {exit_code}"
