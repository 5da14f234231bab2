"""A bot in a sandbox gets at nothing but its own, uses up no more than it may, and ends for good."""

import secrets
import socket
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
import trio

from arena.match.bot import BotProcess, BotSpec, start
from arena.match.sandbox import Kind, Sandbox, settled
from tests.match.boxed import bot, free, needs_bwrap, printed, ran
from tests.match.escapes import ANYWHERE, FINDS_FILES, LEAVES_FILES, WITHIN

pytestmark = needs_bwrap


REFUSALS = ("PermissionError", "ProcessLookupError", "FileNotFoundError", "OSError", "Conn")


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


def test_a_sandbox_that_works_is_taken() -> None:
    """Unless another is asked for."""
    assert settled(Kind.AUTO) is Kind.BWRAP
    assert settled(Kind.NONE) is Kind.NONE
