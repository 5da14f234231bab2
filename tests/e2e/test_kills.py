"""Nothing is lost or doubled, whatever ends the arena and whenever."""

import random
import signal
import sqlite3
import subprocess
from pathlib import Path

import pytest

from arena.league.schedule import MatchKey
from arena.league.store import Store
from arena.match.result import MatchResult
from tests.cli.command import Command, league_file, run

KILLS = 50


def played(directory: Path) -> list[tuple[MatchKey, MatchResult]]:
    """Every match of a league, with its record."""
    with Store.open(directory) as store:
        return list(store.matches())


@pytest.mark.soak
@pytest.mark.timeout(900)
def test_a_league_killed_fifty_times_equals_an_undisturbed_one(tmp_path: Path) -> None:
    """SIGKILL at random moments, then the same command again: game by game the same."""
    calm, killed = tmp_path / "calm", tmp_path / "killed"
    for directory, block in ((calm, KILLS), (killed, 1)):  # Where it is cut changes nothing.
        bots = ("random", "cautious")
        league_file(directory / "league.toml", *bots, groups=2 * KILLS, block=block)
    assert run("league", "run", calm, cwd=tmp_path).code == 0
    rng = random.Random(7)
    for _ in range(KILLS):
        command = Command("league", "run", killed, "--json", cwd=tmp_path)
        command.until("league")
        with pytest.raises(subprocess.TimeoutExpired):
            command.process.wait(timeout=rng.uniform(0.1, 3.0))
        finished = command.end_with_family(signal.SIGKILL)
        assert finished.left == ()
    assert Command("league", "run", killed, cwd=tmp_path).end(longest=600).code == 0
    assert played(killed) == played(calm)


def test_two_arenas_on_one_league_are_one_too_many(tmp_path: Path) -> None:
    """The second is refused, and told who is there."""
    league_file(tmp_path / "league.toml", "random", "cautious", groups=400, block=400)
    first = Command("league", "run", tmp_path, "--json", cwd=tmp_path)
    first.until("league")
    second = run("league", "run", tmp_path, cwd=tmp_path)
    assert second.code == 1
    assert str(first.process.pid) in second.err
    first.process.send_signal(signal.SIGINT)
    assert first.end().code == 130


def test_a_database_that_is_damaged_is_told_in_one_line(tmp_path: Path) -> None:
    """No traceback, no guess: the file is named."""
    league_file(tmp_path / "league.toml", "random", "cautious", groups=1)
    assert run("league", "run", tmp_path, cwd=tmp_path).code == 0
    database = tmp_path / "league.db"
    database.write_bytes(b"\x00" * 4096 + database.read_bytes()[4096:])
    finished = run("league", "standings", tmp_path, cwd=tmp_path)
    assert finished.code == 1
    assert "league.db" in finished.err
    assert "Traceback" not in finished.err


@pytest.mark.slow
def test_a_full_disk_stops_a_league_and_loses_nothing(tmp_path: Path) -> None:
    """What was kept stays readable; with room again the league goes on to the same end."""
    disk, calm = tmp_path / "disk", tmp_path / "calm"
    disk.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=400k", "tmpfs", disk], check=False, capture_output=True
    )
    if mounted.returncode:
        pytest.skip("no tmpfs can be mounted here")
    try:
        for directory in (disk, calm):
            league_file(directory / "league.toml", "random", "cautious", groups=600, block=100)
        stopped = run("league", "run", disk, cwd=tmp_path)
        assert stopped.code == 1
        assert "Traceback" not in stopped.err
        subprocess.run(["mount", "-o", "remount,size=64m", disk], check=True)
        assert run("league", "run", disk, cwd=tmp_path).code == 0
        assert run("league", "run", calm, cwd=tmp_path).code == 0
        assert played(disk) == played(calm)
    finally:
        subprocess.run(["umount", disk], check=True)


@pytest.mark.slow
def test_a_database_that_can_only_be_read_is_told_and_read(tmp_path: Path) -> None:
    """On a disk that is mounted so, whoever asks: its standings can be seen, it can't be played."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=16m", "tmpfs", disk], check=False, capture_output=True
    )
    if mounted.returncode:
        pytest.skip("no tmpfs can be mounted here")
    try:
        league_file(disk / "league.toml", "random", "cautious", groups=2, block=1)
        assert run("league", "run", disk, cwd=tmp_path).code == 0
        subprocess.run(["mount", "-o", "remount,ro", disk], check=True)
        refused = run("league", "run", disk, cwd=tmp_path)
        assert refused.code == 1
        assert "league" in refused.err
        assert "rights" in refused.err
        assert "Traceback" not in refused.err
        standings = run("league", "standings", disk, cwd=tmp_path)
        assert standings.code == 0, standings.err
    finally:
        subprocess.run(["umount", disk], check=True)


def test_a_database_from_another_version_is_refused(tmp_path: Path) -> None:
    """Its tables may mean something else."""
    league_file(tmp_path / "league.toml", "random", "cautious", groups=1)
    assert run("league", "run", tmp_path, cwd=tmp_path).code == 0
    with sqlite3.connect(tmp_path / "league.db") as connection:
        connection.execute("UPDATE league SET schema = 999")
    finished = run("league", "run", tmp_path, cwd=tmp_path)
    assert finished.code == 1
    assert "999" in finished.err
