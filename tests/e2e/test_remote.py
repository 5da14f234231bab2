"""Bots that join a league over TLS: real processes, on the loopback interface."""

import re
import signal
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from threading import Thread

import pytest

from arena.league.store import Store
from arena.match.result import MatchResult
from tests.cli.command import BAD_BOTS, SEED, Command, Finished, run

TOKEN = "a-token-that-nobody-may-see"
SAID = re.compile(r"bots join at (?P<address>\S+), fingerprint (?P<fingerprint>[0-9a-f]{64})\n")

pytestmark = pytest.mark.slow


def write(path: Path, how: str, groups: int = 3) -> None:
    """Writes a league of `random` and a second bot that is local, or joins."""
    listen = '[listen]\naddress = "127.0.0.1:0"\n' if how.startswith("join") else ""
    path.parent.mkdir(exist_ok=True)
    path.write_text(
        f'name = "far"\nseed = "{SEED}"\ngroups = {groups}\ntables = 16\n{listen}'
        f'[[bots]]\nbot = "random"\n[[bots]]\nname = "far"\n{how}\n'
    )


@dataclass
class League:
    """A league that listens."""

    command: Command
    address: str
    fingerprint: str

    def join(self, bot: str | Path, *, token: str = TOKEN, **other: str) -> Command:
        """Joins it."""
        values = {"address": self.address, "fingerprint": self.fingerprint} | other
        words = [word for key, value in values.items() for word in (f"--{key}", value)]
        return Command("join", "--token", token, *words, "--", bot, cwd=Path.cwd())


@pytest.fixture
def league(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[League]:
    """A league that waits for its bot to join; ended by force if the test has not ended it."""
    monkeypatch.setenv("FAR_TOKEN", TOKEN)
    path = tmp_path / "far" / "league.toml"
    write(path, 'join = "FAR_TOKEN"')
    with listening(path) as found:
        yield found


@contextmanager
def listening(path: Path) -> Iterator[League]:
    """Runs a league until it listens."""
    command = Command("league", "run", path, "--json", cwd=path.parent)
    assert command.process.stderr is not None
    while (said := SAID.match(line := command.process.stderr.readline())) is None:
        assert line, "it has ended"
    try:
        yield League(command, said["address"], said["fingerprint"])
    finally:
        command.process.kill()
        command.process.communicate()


def matches(directory: Path) -> list[MatchResult]:
    """All matches of a league, with their records."""
    with Store.open(directory) as store:
        return [match for _, match in store.matches()]


def faults(finished: Finished) -> dict[str, int]:
    """The faults of the bot that joins, those that happened."""
    found = finished.summary["standings"]
    assert isinstance(found, dict)
    (row,) = (row for row in found["standings"] if row["bot"] == "far")
    return {reason: n for reason, n in row["faults"].items() if n}


def test_it_plays_as_it_does_at_home(league: League, tmp_path: Path) -> None:
    """The same records, both ends with 0, nothing left running, the token in no file or output."""
    far = league.join("odds")
    finished, joined = league.command.end(), far.end()
    assert (finished.code, joined.code) == (0, 0), finished.err + joined.err
    assert joined.left == ()
    write(tmp_path / "near" / "league.toml", 'bot = "odds"')
    assert run("league", "run", tmp_path / "near", cwd=tmp_path).code == 0
    assert matches(tmp_path / "far") == matches(tmp_path / "near")
    kept = b"".join(path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())
    assert b"FAR_TOKEN" in kept
    assert TOKEN.encode() not in kept + (finished.out + finished.err + joined.err).encode()


def test_it_crashes_as_it_does_at_home(league: League, tmp_path: Path) -> None:
    """The same faults, and what it printed is in the league's logs."""
    far = league.join(BAD_BOTS / "crashes.py")
    finished, joined = league.command.end(), far.end()
    assert (finished.code, joined.code) == (0, 0), finished.err + joined.err
    write(tmp_path / "near" / "league.toml", f'bot = "{BAD_BOTS / "crashes.py"}"')
    near = run("league", "run", tmp_path / "near", "--json", cwd=tmp_path)
    assert faults(finished) == faults(near)
    assert set(faults(finished)) == {"crash"}
    logs = [path.read_text() for path in (tmp_path / "far" / "logs").rglob("*.log")]
    assert any("Traceback" in text for text in logs)


@pytest.mark.parametrize(
    ("wrong", "code", "told"),
    [
        ({"token": "another-token-of-nobody"}, 2, "wrong token"),
        ({"fingerprint": "00" * 32}, 2, "wrong fingerprint"),
        ({"address": "127.0.0.1:9"}, 1, "nobody listens there: Connection refused"),
        ({"address": "nowhere"}, 2, "allowed is HOST:PORT"),
    ],
)
def test_what_is_wrong_is_told(league: League, wrong: dict[str, str], code: int, told: str) -> None:
    """In one line, with an exit code, and without the token."""
    finished = league.join("odds", **wrong).end()
    assert finished.code == code
    assert told in finished.err.splitlines()[-1]
    assert TOKEN not in finished.err
    assert "Traceback" not in finished.err


def test_a_token_is_used_by_one_at_a_time(league: League) -> None:
    """The second is refused, the first plays on."""
    first = league.join("odds")
    assert league.command.process.stderr is not None
    while "has joined" not in league.command.process.stderr.readline():
        pass
    second = league.join("odds").end()
    assert second.code == 2
    assert "far has joined already" in second.err
    assert (league.command.end().code, first.end().code) == (0, 0)


def test_a_certificate_that_is_not_pinned_must_be_trusted(league: League) -> None:
    """A self-signed one is not."""
    words = ("join", "--address", league.address, "--token", TOKEN, "--", "odds")
    finished = run(*words, cwd=Path.cwd())
    assert finished.code == 2
    assert "not trusted here: self-signed certificate" in finished.err


def test_a_machine_that_is_lost_loses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Killed in the middle of a block: the rest is lost after the grace time; the league ends."""
    monkeypatch.setenv("FAR_TOKEN", TOKEN)
    path = tmp_path / "far" / "league.toml"
    write(path, 'join = "FAR_TOKEN"', groups=1000)
    with listening(path) as league:
        far = league.join("odds")
        until_playing(far)
        assert far.end_with_family(signal.SIGKILL).code == -signal.SIGKILL
        finished = league.command.end()
    assert finished.code == 0, finished.err
    assert "far was lost" in finished.err
    assert faults(finished)
    assert set(faults(finished)) <= {"disconnect", "start_failed"}
    assert finished.left == ()


def test_a_machine_that_begins_anew_loses_what_it_had_begun(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Killed and joined again at once: what was being played is lost by DISCONNECT."""
    monkeypatch.setenv("FAR_TOKEN", TOKEN)
    path = tmp_path / "far" / "league.toml"
    write(path, 'join = "FAR_TOKEN"', groups=1000)
    with listening(path) as league:
        far = league.join("odds")
        until_playing(far)
        assert far.end_with_family(signal.SIGKILL).code == -signal.SIGKILL
        again = league.join("odds")
        finished, joined = league.command.end(), again.end()
    assert (finished.code, joined.code) == (0, 0), finished.err + joined.err
    assert set(faults(finished)) == {"disconnect"}
    assert finished.err.count("far has joined") == 2


def test_a_connection_that_breaks_costs_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Cut again and again, a league has the same records as one that was not."""
    monkeypatch.setenv("FAR_TOKEN", TOKEN)
    path = tmp_path / "far" / "league.toml"
    write(path, 'join = "FAR_TOKEN"', groups=100)
    with listening(path) as league, proxy(league.address) as cable:
        far = league.join("odds", address=cable.address)
        cuts = 0
        while league.command.process.poll() is None and far.process.poll() is None:
            time.sleep(1.5)
            cuts += cable.cut()
        finished, joined = league.command.end(), far.end()
    assert finished.code == 0, finished.err
    # The goodbye itself may be cut off: then there is nobody to come back to.
    assert joined.code in {0, 1}, joined.err
    assert cuts >= 2
    assert faults(finished) == {}
    write(tmp_path / "near" / "league.toml", 'bot = "odds"', groups=100)
    assert run("league", "run", tmp_path / "near", cwd=tmp_path).code == 0
    assert matches(tmp_path / "far") == matches(tmp_path / "near")


def test_ctrl_c_ends_the_joining_side(league: League) -> None:
    """With its bots, at once."""
    far = league.join("odds")
    assert far.process.stderr is not None
    while "joined" not in far.process.stderr.readline():
        pass
    ended = far.end_with_family(signal.SIGINT)
    assert ended.code == 130
    league.command.process.terminate()
    assert league.command.end().left == ()


def test_a_token_that_is_not_set_is_told(tmp_path: Path) -> None:
    """With the variable that is to hold it; a short one is no better."""
    write(tmp_path / "far" / "league.toml", 'join = "NO_SUCH_TOKEN"')
    finished = run("league", "run", tmp_path / "far", cwd=tmp_path)
    assert finished.code == 2
    assert "the environment variable NO_SUCH_TOKEN, is not set" in finished.err


def until_playing(far: Command) -> None:
    """Waits until a machine runs a bot for each of its four chairs, and a second more."""
    while sum(map(_is_python, far.family())) < 4:
        assert far.process.poll() is None
        time.sleep(0.05)
    time.sleep(1.0)


def _is_python(pid: int) -> bool:
    with suppress(OSError):
        return Path(f"/proc/{pid}/comm").read_text().startswith("python")
    return False


@dataclass
class Cable:
    """Carries TCP connections to an address, and can be cut."""

    address: str
    sockets: list[socket.socket] = field(default_factory=list)

    def cut(self) -> int:
        """Ends all connections; how many there were."""
        cut, self.sockets = self.sockets, []
        for one in cut:
            with suppress(OSError), one:
                one.shutdown(socket.SHUT_RDWR)
        return len(cut) // 2


@contextmanager
def proxy(target: str) -> Iterator[Cable]:
    """A cable to a target."""
    host, _, port = target.rpartition(":")

    def carry(source: socket.socket, sink: socket.socket) -> None:
        with suppress(OSError):
            while data := source.recv(1 << 16):
                sink.sendall(data)
        with suppress(OSError):
            sink.shutdown(socket.SHUT_RDWR)

    with socket.create_server(("127.0.0.1", 0)) as door:
        cable = Cable(f"127.0.0.1:{door.getsockname()[1]}")

        def accept() -> None:
            with suppress(OSError):  # The door is shut; or the league has ended.
                while True:
                    near, _ = door.accept()
                    cable.sockets.append(near)
                    far = socket.create_connection((host, int(port)))
                    cable.sockets.append(far)
                    Thread(target=carry, args=(near, far), daemon=True).start()
                    Thread(target=carry, args=(far, near), daemon=True).start()

        thread = Thread(target=accept, daemon=True)
        thread.start()
        try:
            yield cable
        finally:
            door.shutdown(socket.SHUT_RDWR)
            thread.join(5.0)
            for one in cable.sockets:
                one.close()
