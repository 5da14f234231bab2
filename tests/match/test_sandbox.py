"""A bot in a sandbox gets at nothing but its own, uses up no more than it may, and ends for good."""

import os
import secrets
import socket
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
import trio

from arena.errors import StartError
from arena.match.bot import BotProcess, BotSpec, how_it_ended, start
from arena.match.bwrap import TMP_BYTES
from arena.match.limits import Limits
from arena.match.sandbox import Kind, Sandbox, settled, why_not
from tests.match.escapes import ANYWHERE, FINDS_FILES, LEAVES_FILES, WITHIN

pytestmark = pytest.mark.skipif(bool(why_not()), reason=why_not() or "it works")


REFUSALS = ("PermissionError", "ProcessLookupError", "FileNotFoundError", "OSError", "Conn")


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


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A bot's directory."""
    folder = tmp_path / "bots" / "mine"
    folder.mkdir(parents=True)
    (folder / "model.txt").write_text("weights")
    return folder


class World:
    """What there is to get at: another chair with its token and socket, and a file."""

    def __init__(self, folder: Path, process: BotProcess, token: str, port: int) -> None:
        self.file = folder / "league" / "league.db"
        self.socket = folder / "chair-1" / "socket"
        self.process = process
        self.token = token
        self.port = port

    def target(self, escape: str) -> str:
        """What an escape is after."""
        if "token" in escape:
            return self.token
        if escape == "network":
            return f"127.0.0.1:{self.port}"
        if escape == "abstract socket":
            return self.token
        return str(self.socket if "socket" in escape else self.file)


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[World]:
    """Another chair at play, with a token on its command line too."""
    for folder in ("league", "chair-1", "other"):
        (tmp_path / folder).mkdir()
    monkeypatch.setenv("MUS_TEST_SECRET", "of the arena")
    token = secrets.token_hex(16)
    with (
        closing(socket.create_server(("127.0.0.1", 0))) as tcp,
        closing(socket.socket(socket.AF_UNIX)) as abstract,
        closing(socket.socket(socket.AF_UNIX)) as own,
    ):
        abstract.bind(f"\0{token}")
        abstract.listen()
        own.bind(str(tmp_path / "chair-1" / "socket"))
        own.listen()
        spec = bot("import sys, time; time.sleep(60)", tmp_path / "other")
        other = BotSpec("other", (*spec.command, token), spec.directory, Sandbox(Kind.NONE))
        process = start(other, {"MUS_ARENA_TOKEN": token})
        world = World(tmp_path, process, token, tcp.getsockname()[1])
        world.file.write_text("decks")
        yield world
        process.kill()
        trio.run(process.run)


def attempt(escape: str, code: str, *, home: Path, world: World) -> BotSpec:
    """A bot that tries to escape, and knows where to go."""
    return bot(code, home, f"VICTIM={world.process.pid}", f"TARGET={world.target(escape)}")


@pytest.mark.parametrize("escape", ANYWHERE)
def test_no_escape(escape: str, home: Path, world: World) -> None:
    """What can be done without a sandbox can't be done in one."""
    spec = attempt(escape, ANYWHERE[escape], home=home, world=world)
    process = ran(spec)
    assert process.exit_code == 0 or process.tail.lines(1).startswith(REFUSALS)
    assert b"escaped" not in process.tail.text()
    assert "escaped" in printed(free(spec)), "the attempt is worth nothing"
    assert world.process.exit_code is None


@pytest.mark.parametrize("escape", WITHIN)
def test_no_escape_by_what_only_some_can(escape: str, home: Path, world: World) -> None:
    """What root could do can't be done in a sandbox, whoever runs the arena."""
    process = ran(attempt(escape, WITHIN[escape], home=home, world=world))
    if process.exit_code == 1:  # Refused by the system, not a mistake of ours.
        assert process.tail.lines(1).startswith(REFUSALS)
    else:
        assert (process.exit_code, process.tail.text()) == (0, b"")


def test_it_has_what_is_its_own(home: Path) -> None:
    """It reads its directory and the library, writes to its /tmp, and is told its variables."""
    code = (
        "import os, arena.sdk; open('/tmp/x', 'w').write('x'); open('/dev/shm/x', 'w');"
        "print(open('model.txt').read(), os.getcwd(), os.environ['LEVEL'], os.environ['HOME'])"
    )
    assert printed(bot(code, home, "LEVEL=3")) == f"weights {home} 3 /tmp\n"


def test_a_variable_is_passed_by_its_name(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`NAME` alone has the arena's value; one that the arena has not is not there."""
    monkeypatch.setenv("MODEL_KEY", "abc")
    code = "import os; print(os.environ.get('MODEL_KEY'), os.environ.get('NO_SUCH_NAME'))"
    assert printed(bot(code, home, "MODEL_KEY", "NO_SUCH_NAME")) == "abc None\n"


def test_what_it_may_read_besides_is_there(home: Path, tmp_path: Path) -> None:
    """Paths given to it are seen, read only; what lies beside them is not."""
    for name in ("models", "secrets"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "file").write_text(name)
    code = f"""
import os
print(open({str(tmp_path / "models/file")!r}).read(), os.path.exists({str(tmp_path / "secrets")!r}))
open({str(tmp_path / "models/file")!r}, "w")
"""
    sandbox = Sandbox(Kind.BWRAP, read=(tmp_path / "models",))
    process = ran(BotSpec("bot", (sys.executable, "-c", code), home, sandbox))
    assert process.tail.text().startswith(b"models False\n")
    assert b"Read-only file system" in process.tail.text()


def test_what_is_hidden_is_not_there_even_in_its_directory(home: Path) -> None:
    """Of a directory with hidden files only the others are seen."""
    (home / "league.db").write_text("decks")
    (home / "b").mkdir()
    (home / "b" / "bot.py").write_text("of b")
    (home / "b" / "data.txt").write_text("for all")
    (home / "link").symlink_to("league.db")
    code = "import os; print([sorted(f + d) for _, d, f in os.walk('.')])"
    hidden = home / "league.db", home / "league.db-wal", home / "b" / "bot.py"
    sandbox = Sandbox(Kind.BWRAP, hidden=hidden)
    spec = BotSpec("bot", (sys.executable, "-c", code), home, sandbox)
    assert printed(spec) == "[['b', 'model.txt'], ['data.txt']]\n"


def test_a_note_for_the_partner_is_not_found(home: Path) -> None:
    """What one chair's process writes, wherever it can, the next does not see, nor does the arena."""

    async def both() -> str:
        first, second = start(bot(LEAVES_FILES, home), {}), start(bot(FINDS_FILES, home), {})
        async with trio.open_nursery() as nursery:
            nursery.start_soon(first.run)
            await second.run()
        assert b"left" in first.tail.text()
        assert b"left 0" not in first.tail.text()
        return second.tail.text().decode()

    assert trio.run(both) == ""
    assert not [*home.parent.rglob("note-for-partner")]
    assert not Path("/tmp/note-for-partner").exists()  # noqa: S108 - the arena's own


def test_the_token_is_on_no_command_line(home: Path) -> None:
    """Anyone on the machine may read command lines."""
    process = start(bot("import time; time.sleep(0.5)", home), {"MUS_ARENA_TOKEN": "do-not-tell"})
    line = b""
    while b"bwrap" not in line:
        line = Path(f"/proc/{process.pid}/cmdline").read_bytes()
        assert b"do-not-tell" not in line
    trio.run(process.run)


# How it ends


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


def gone(marker: str) -> bool:
    """Whether nothing with this in its environment runs: a killed process may take a moment."""
    deadline = time.monotonic() + 5
    while running(marker) and time.monotonic() < deadline:
        os.sched_yield()
    return not running(marker)


# What it may use up


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


def test_a_sandbox_that_works_is_taken() -> None:
    """Unless another is asked for."""
    assert settled(Kind.AUTO) is Kind.BWRAP
    assert settled(Kind.NONE) is Kind.NONE
