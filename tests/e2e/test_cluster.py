"""Leagues on a Ray cluster of this machine: whatever is lost on the way, the games are the same."""

import os
import signal
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from arena.league.store import Store
from arena.match.result import MatchResult
from tests.cli.command import Command, league_file, run
from tests.e2e.ray_cluster import RayCluster, ray_cluster

pytest.importorskip("ray", reason="Ray is not installed: pip install 'mus-arena[ray]'")
pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]
GAMES = 24


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RayCluster]:
    """A cluster of two nodes."""
    with ray_cluster(tmp_path_factory.mktemp("cache")) as cluster:
        cluster.add()
        yield cluster


@pytest.fixture(scope="module")
def calm(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[object, MatchResult]]:
    """The games of the league as it is played on one machine."""
    path = league(tmp_path_factory.mktemp("calm"))
    assert run("league", "run", path, "--concurrency", "2", "--force", cwd=path.parent).code == 0
    return games(path)


def league(directory: Path, *, extra: str = "") -> Path:
    """A small league of three bots, in blocks of one deal group or two."""
    file = league_file(directory / "league.toml", "random", "cautious", "odds", groups=4, block=1)
    with file.open("a") as text:
        text.write(extra)
    return file


def games(path: Path) -> list[tuple[object, MatchResult]]:
    """All games that a league has, with their records."""
    with Store.open(path.parent) as store:
        return [*store.matches()]


def started(path: Path, cluster: RayCluster, *, address: str = "") -> Command:
    """The league, being played on the cluster."""
    where = "--address", address or cluster.address
    with pytest.MonkeyPatch.context() as patch:
        for name, value in cluster.environment.items():
            patch.setenv(name, value)
        return Command(
            "league", "run", path, "--executor", "ray", *where, "--json", cwd=path.parent
        )


def finish(path: Path, cluster: RayCluster) -> list[tuple[object, MatchResult]]:
    """The games after it was played to its end."""
    ended = started(path, cluster).end(longest=200)
    assert (ended.code, ended.summary["complete"]) == (0, True), ended.err
    return games(path)


def test_a_node_and_a_worker_are_lost(
    tmp_path: Path, cluster: RayCluster, calm: list[tuple[object, MatchResult]]
) -> None:
    """Ray plays their blocks again; the games are those of one machine."""
    path = league(tmp_path)
    command = started(path, cluster)
    command.until("block")
    cluster.kill()
    command.until("block")
    for find in (int, parent):  # The arena's worker, then Ray's, whose child it is.
        kill_worker(cluster, find)
        command.until("block")
    ended = command.end(longest=200)
    assert (ended.code, ended.summary["complete"]) == (0, True), ended.err
    assert len(calm) == GAMES
    assert games(path) == calm


def kill_worker(cluster: RayCluster, find: Callable[[int], int]) -> None:
    """Kills what is found by a worker of the arena, as soon as there is one, within 20 s."""
    waiting = threading.Event()
    for _ in range(2000):
        for pid in cluster.processes("arena.league.worker"):
            with suppress(ProcessLookupError, FileNotFoundError):  # It has ended since we looked.
                os.kill(find(pid), signal.SIGKILL)
                return
        waiting.wait(0.01)
    raise AssertionError("no worker was running for 20 s")


def parent(pid: int) -> int:
    """The process that started another."""
    return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])


def test_a_league_is_stopped_and_continued(
    tmp_path: Path, cluster: RayCluster, calm: list[tuple[object, MatchResult]]
) -> None:
    """Ctrl-C ends it within 5 s, keeps what is complete, and leaves nothing in the cluster."""
    path = league(tmp_path)
    command = started(path, cluster)
    command.until("block")
    began = time.monotonic()
    command.process.send_signal(signal.SIGINT)
    ended = command.end()
    assert ended.code == 130, ended.err
    assert time.monotonic() - began < 5
    assert 0 < len(games(path)) < GAMES
    assert nothing_left(cluster)
    assert finish(path, cluster) == calm


def nothing_left(cluster: RayCluster) -> bool:
    """Whether all bots and workers on the nodes end, within 20 s."""
    waiting = threading.Event()
    for _ in range(200):
        if not cluster.processes("arena.league.worker") + cluster.processes("_bot.py"):
            return True
        waiting.wait(0.1)
    return False


def test_a_connection_is_cut(
    tmp_path: Path, cluster: RayCluster, calm: list[tuple[object, MatchResult]]
) -> None:
    """One line says so; the same command goes on when the cluster is there again."""
    path = league(tmp_path)
    with relayed(cluster.client) as relay:
        command = started(path, cluster, address=f"ray://127.0.0.1:{relay.port}")
        command.until("block")
        relay.cut()
        ended = command.end(longest=100)
    assert ended.code == 1
    assert "run the same command again" in ended.err
    assert "Traceback" not in ended.err
    assert 0 < len(games(path)) < GAMES
    assert finish(path, cluster) == calm


def test_a_bot_lands_where_its_gpu_is(tmp_path: Path, cluster: RayCluster) -> None:
    """It is told that no node has one; when one comes, it is played there."""
    extra = 'sandbox = "none"\nresources = {gpus = 0.5}\n'
    path = league(tmp_path, extra=extra)
    command = started(path, cluster)
    assert command.process.stderr is not None
    for line in command.process.stderr:
        if "no node of the cluster has" in line:
            break
    cluster.add(num_gpus=1)
    ended = command.end(longest=200)
    cluster.kill()
    assert (ended.code, len(games(path))) == (0, GAMES), ended.err


class Relay:
    """Passes on what comes to `port`, until it is cut."""

    def __init__(self, server: socket.socket, target: int) -> None:
        self.port: int = server.getsockname()[1]
        self._server = server
        self._target = target
        self._open: list[socket.socket] = [server]
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        """Ends all connections; there are no more."""
        for one in self._open:
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
            one.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._server.accept()
                far = socket.create_connection(("127.0.0.1", self._target))
                self._open += [near, far]
                for ends in ((near, far), (far, near)):
                    threading.Thread(target=_pass, args=ends, daemon=True).start()


def _pass(source: socket.socket, target: socket.socket) -> None:
    with suppress(OSError):
        while data := source.recv(1 << 16):
            target.sendall(data)


@contextmanager
def relayed(target: int) -> Iterator[Relay]:
    """A relay to a port of this machine."""
    relay = Relay(socket.create_server(("127.0.0.1", 0)), target)
    try:
        yield relay
    finally:
        relay.cut()
