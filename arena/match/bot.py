"""One bot process: started in its own session, watched, and always reaped.

A bot dies with the arena, even if that is killed (the parent-death signal), and
is only ever ended by its recorded process group. What it prints is kept, the
first and the last 64 KiB.
"""

import os
import resource
import signal
import subprocess
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import trio

from arena.errors import StartError
from arena.match.needs import Needs
from arena.match.sandbox import USUAL, Launch, Sandbox, launch
from arena.match.tail import Tail
from arena.match.usage import used

QUIT_SECONDS = 5.0
TERM_SECONDS = 3.0
_LAST_WORDS_SECONDS = 1.0
_CLEAR_UP_SECONDS = 10.0
_FIRST_LOOK_SECONDS, _LOOK_SECONDS = 0.05, 0.5
"""When what a bot uses is looked at: soon, for those that end soon, then ever more seldom."""
_END_SECONDS = 1.0
"""How long a sandbox may take to end after the bot in it was killed."""


@dataclass(frozen=True, slots=True)
class BotSpec:
    """What to start: a name, a command, the directory to start it in, and what keeps it there.

    `needs` is for other machines; it decides nothing, and is no part of what the bot is.
    """

    name: str
    command: tuple[str, ...]
    directory: Path
    sandbox: Sandbox = USUAL
    needs: Needs = field(default=Needs(), compare=False)


Resting = Callable[[], int | None]
"""How many turns a bot has answered, None while it has one to answer."""


@dataclass(frozen=True, slots=True)
class _Look:
    """A bot at one moment; `cpu` is what it has used so far, in seconds."""

    resting: int | None
    time: float
    cpu: float


class BotProcess:
    """A running bot. Make one with `start`; then await `run`, which ends when it has ended.

    `exit_code` is None while it runs, negative for a signal. `cpu_seconds`
    is known once it has ended. What it was seen to use twice a second: `peak_memory` is in
    bytes; in `idle_seconds` it had nothing to answer, and used `idle_cpu_seconds` all the same.
    `forced` tells whether it had to be killed.
    """

    __slots__ = (
        "_condemned",
        "_ended",
        "_how",
        "_output",
        "_popen",
        "_resting",
        "cpu_seconds",
        "exit_code",
        "forced",
        "idle_cpu_seconds",
        "idle_seconds",
        "peak_memory",
        "tail",
    )

    def __init__(
        self, popen: subprocess.Popen[bytes], output: int, *, how: Launch, resting: Resting
    ) -> None:
        self._popen = popen
        self._how = how
        self._resting = resting
        self._output = output
        self._condemned = trio.Event()
        self._ended = trio.Event()
        self.exit_code: int | None = None
        self.cpu_seconds = 0.0
        self.idle_seconds = 0.0
        self.idle_cpu_seconds = 0.0
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
            nursery.start_soon(self._insist)
            nursery.start_soon(self._look)
            await self._wait()
            nursery.cancel_scope.deadline = trio.current_time() + _LAST_WORDS_SECONDS
        await self._clear_up()

    async def quit(self, *, patience: float = QUIT_SECONDS) -> None:
        """Waits for its end, then asks with SIGTERM, then kills. Its `run` must be running."""
        for seconds, number in ((patience, signal.SIGTERM), (TERM_SECONDS, signal.SIGKILL)):
            with trio.move_on_after(seconds):
                await self._ended.wait()
            if self.exit_code is not None:
                return
            self.forced = True
            if number is signal.SIGKILL:
                self.kill()
            else:
                self._signal(number)
        await self._ended.wait()

    def kill(self) -> None:
        """Ends it at once."""
        if self.exit_code is not None:
            return
        self._condemned.set()
        within = _within(self.pid) if self._how.wrapped else []
        for pid in within:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        # Left to end by itself, a sandbox tells what the bot has used up.
        self._signal(signal.SIGCONT if within else signal.SIGKILL)

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
            self._signal(signal.SIGKILL)
            _, status, usage = os.wait4(self.pid, 0)  # noqa: ASYNC222 - it has ended: no wait
            self._popen.returncode = os.waitstatus_to_exitcode(status)
            self.exit_code = _of_the_bot(self._popen.returncode, wrapped=self._how.wrapped)
            # Without what was killed unreaped below it; that was seen while it ran.
            self.cpu_seconds = max(self.cpu_seconds, usage.ru_utime + usage.ru_stime)
            # The system counts what the arena itself had when it started the bot as the bot's.
            ours = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
            if usage.ru_maxrss > ours:
                self.peak_memory = max(self.peak_memory, usage.ru_maxrss * 1024)  # Counted in KiB.
            self._ended.set()
            self._condemned.set()

    async def _look(self) -> None:
        """Sees what it uses while it rests; kills it when it holds more memory than it may."""
        most = self._how.memory
        before, pause = _Look(None, 0.0, 0.0), _FIRST_LOOK_SECONDS
        while self.exit_code is None:
            with trio.move_on_after(pause):
                await self._ended.wait()
            pause = min(2 * pause, _LOOK_SECONDS)
            usage = used(self.pid)
            self.cpu_seconds = max(self.cpu_seconds, usage.cpu)
            self.peak_memory = max(self.peak_memory, usage.peak)
            if usage.memory > most:
                self.tail.add(f"\n[killed: {usage.memory >> 20} of {most >> 20} MiB]\n".encode())
                self.kill()
                return
            now = _Look(self._resting(), trio.current_time(), usage.cpu)
            if now.resting is not None and now.resting == before.resting and usage.cpu:
                self.idle_seconds += now.time - before.time
                self.idle_cpu_seconds += max(0.0, now.cpu - before.cpu)
            before = now

    async def _insist(self) -> None:
        """Kills all of its group if that of a killed bot has not ended by itself."""
        await self._condemned.wait()
        with trio.move_on_after(_END_SECONDS):
            await self._ended.wait()
        if self.exit_code is None:
            self._signal(signal.SIGKILL)

    async def _clear_up(self) -> None:
        """Removes what a sandbox leaves behind when its first process is killed."""
        if self._how.afterwards:
            with trio.move_on_after(_CLEAR_UP_SECONDS), suppress(OSError):
                await trio.run_process(
                    self._how.afterwards,
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                    check=False,
                )

    def _signal(self, number: signal.Signals) -> None:
        with suppress(ProcessLookupError):  # The whole group has ended.
            os.killpg(self.pid, number)


def start(
    spec: BotSpec, extra: Mapping[str, str], *, resting: Resting = lambda: None
) -> BotProcess:
    """Starts a bot with `extra` in its environment. Raises StartError if it can't be.

    Must be called in the thread that lives as long as the arena does: the
    parent-death signal is sent when the thread that started a process ends.
    """
    reader, writer = os.pipe()
    try:
        how = launch(spec.sandbox, spec.command, directory=spec.directory, extra=extra)
        popen = subprocess.Popen(
            how.command,
            cwd=how.directory,
            env=how.environment,
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
    return BotProcess(popen, reader, how=how, resting=resting)


def _within(pid: int) -> list[int]:
    """The bot's own process in a sandbox, or what is around it if it has not begun."""
    outer = _children(pid)
    return [inner for one in outer for inner in _children(one)] or outer


def _children(pid: int) -> list[int]:
    """The processes that a process with one thread has started; none where it can't be known."""
    with suppress(OSError):
        return [*map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split())]
    return []


def _of_the_bot(exit_code: int, *, wrapped: bool) -> int:
    """The exit code of the bot itself: what a shell writes 128 + n is the signal n."""
    if wrapped and exit_code - 128 in signal.valid_signals():
        return 128 - exit_code
    return exit_code


def how_it_ended(exit_code: int | None) -> str:
    """An exit code in words."""
    if exit_code is None:
        return "still running"
    if exit_code < 0:
        return f"ended by {signal.Signals(-exit_code).name}"
    return f"ended with exit code {exit_code}"
