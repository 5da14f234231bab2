"""Whole leagues of real bots in real processes: they end, say why, and leave nothing behind."""

import json
import os
import select
import signal
import time
from pathlib import Path

import pytest

from arena.league.store import Store
from arena.match.result import MatchResult
from tests.cli.command import BAD_BOTS, SEED, Command, Finished, league_file, run


def standings(directory: Path) -> str:
    """What `league standings --json` prints, as it is."""
    finished = run("league", "standings", directory, "--json", cwd=directory)
    assert finished.code == 0, finished.err
    return finished.out


def matches(directory: Path) -> list[MatchResult]:
    """All matches of a league, with their records."""
    with Store.open(directory) as store:
        return [match for _, match in store.matches()]


def faults(finished: Finished) -> dict[str, dict[str, int]]:
    """The faults of each bot by reason, those that happened, from the summary."""
    found = finished.summary["standings"]
    assert isinstance(found, dict)
    return {
        row["bot"]: {reason: n for reason, n in row["faults"].items() if n}
        for row in found["standings"]
    }


def play_bad(name: str, tmp_path: Path, **values: object) -> Finished:
    """A league of a bad bot and a good one, told as NDJSON."""
    league_file(tmp_path / "league.toml", BAD_BOTS / f"{name}.py", "random", **values)
    return run("league", "run", tmp_path, "--json", cwd=tmp_path)


# Stopping and going on


@pytest.mark.slow
def test_an_interrupted_league_ends_as_an_undisturbed_one(tmp_path: Path) -> None:
    """Stopped by Ctrl-C and by SIGTERM, and continued: the same bytes, at any concurrency."""
    calm, stopped = tmp_path / "calm", tmp_path / "stopped"
    for directory in (calm, stopped):
        league_file(directory / "league.toml", "random", "cautious", groups=3, block=1)
    finished = run("league", "run", calm, "--concurrency", "2", cwd=tmp_path)
    assert (finished.code, finished.left) == (0, ())
    words = ("league", "run", "stopped", "--concurrency", "1", "--json")
    for number in (signal.SIGINT, signal.SIGTERM):
        command = Command(*words, cwd=tmp_path)
        command.until("block")
        command.process.send_signal(number)
        ended = command.end()
        assert (ended.code, ended.left) == (128 + number, ())
        assert ended.err.rstrip().endswith(f"arena {' '.join(words)}")
        assert (ended.summary["type"], ended.summary["complete"]) == ("summary", False)
        assert ended.summary["seed"] is None
        assert json.loads(standings(stopped))["partial"] is True
    finished = run(*words, cwd=tmp_path)
    assert (finished.code, finished.left) == (0, ())
    assert standings(stopped) == standings(calm)
    assert matches(stopped) == matches(calm)


def test_the_second_signal_ends_it_at_once(tmp_path: Path) -> None:
    """It does not wait for a worker that does not end; that one ends itself as soon as it can."""
    league_file(tmp_path / "league.toml", BAD_BOTS / "never_connects.py", "random")
    command = Command("league", "run", tmp_path, cwd=tmp_path)
    assert command.process.stderr is not None
    while "seed commitment" not in command.process.stderr.readline():
        pass
    _wait_for_bots(command, 1)
    (worker,) = command.children()
    os.kill(worker, signal.SIGSTOP)
    command.process.send_signal(signal.SIGINT)
    while "Stopping" not in command.process.stderr.readline():
        pass
    command.process.send_signal(signal.SIGINT)
    assert command.process.wait(60) == 130
    os.kill(worker, signal.SIGCONT)
    assert command.end_with_family(signal.SIGINT).left == ()


def test_a_killed_league_leaves_no_process(tmp_path: Path) -> None:
    """Workers and bots end with it, even if it can do nothing about that."""
    league_file(tmp_path / "league.toml", BAD_BOTS / "hangs.py", "random")
    command = Command("league", "run", tmp_path, "--json", cwd=tmp_path)
    assert command.line()["type"] == "league"
    _wait_for_bots(command, 8)
    finished = command.end_with_family(signal.SIGKILL)
    assert (finished.code, finished.left) == (-signal.SIGKILL, ())


def _wait_for_bots(command: Command, count: int) -> None:
    """Waits until so many processes run beside the command and its worker."""
    until = time.monotonic() + 60
    while len(command.family()) < count + 1:
        assert time.monotonic() < until
        select.select([], [], [], 0.05)


# Bad bots


def test_a_bot_that_prints_garbage_breaks_nothing(tmp_path: Path) -> None:
    """Standard output stays NDJSON; what the bot printed is in its logs."""
    finished = play_bad("garbage", tmp_path)
    assert (finished.code, finished.left) == (0, ())
    assert [line["type"] for line in finished.lines] == ["league", "block", "summary"]
    assert faults(finished) == {"garbage": {}, "random": {}}
    logs = list((tmp_path / "logs").rglob("*garbage*.log"))
    assert len(logs) == 4
    assert all(log.read_bytes().startswith(b"hello, arena\n") for log in logs)


@pytest.mark.parametrize(
    ("name", "reasons", "detail"),
    [
        ("crashes", {"crash"}, "lost my cards"),
        ("cheats", {"illegal_action"}, "envido 999"),
        ("babbles", {"start_failed", "protocol"}, "decision for turn 1000000000"),
        ("leaves_early", {"crash", "start_failed"}, "seat 2 is not for me"),
    ],
)
def test_a_bad_bot_loses_its_games_and_the_league_says_why(
    name: str, reasons: set[str], detail: str, tmp_path: Path
) -> None:
    """Only the bad bot is blamed, its first fault is told with its game, and nothing is left."""
    finished = play_bad(name, tmp_path, groups=1)
    assert (finished.code, finished.left) == (0, ())
    found = faults(finished)
    assert found["random"] == {}
    assert found[name]
    assert set(found[name]) <= reasons
    told = [line for line in finished.lines if line["type"] == "fault"]
    assert sum(found[name].values()) == len(told)
    assert {line["bot"] for line in told} == {name}
    assert detail in str(told[0]["detail"])
    kept = json.loads((tmp_path / "faults" / f"{told[0]['game']}.json").read_text())
    assert (kept["bot"], kept["detail"]) == (name, told[0]["detail"])
    again = run("league", "run", tmp_path, "--strict", cwd=tmp_path)
    assert again.code == 3
    assert f"  {name}: " in again.out
    assert f"first in game {told[0]['game']}" in again.out
    assert "\x1b" not in again.out
    replayed = run("replay", tmp_path, str(told[0]["game"]), cwd=tmp_path)
    assert replayed.code == 0
    assert f"ended by a fault of {name}" in replayed.out


def test_a_bot_that_hangs_loses_on_time(tmp_path: Path) -> None:
    """The end of the league does not depend on an answer."""
    finished = play_bad("hangs", tmp_path, groups=1, time={"turn": 1.5, "bank": 0.0})
    assert (finished.code, finished.left) == (0, ())
    found = faults(finished)
    assert (set(found["hangs"]), found["random"]) == ({"timeout"}, {})


@pytest.mark.parametrize(
    ("name", "said"),
    [("never_connects", "no hello within 3 s"), ("ends_at_once", "no model at /models/best")],
)
def test_a_bot_that_never_starts_is_an_error_before_the_first_game(
    name: str, said: str, tmp_path: Path
) -> None:
    """Exit code 4, with the command, the directory and the last words of the bot."""
    finished = play_bad(name, tmp_path, time={"start": 3.0})
    assert (finished.code, finished.left) == (4, ())
    assert [line["type"] for line in finished.lines] == ["league"]
    assert finished.err.count(f"bot {name} did not start: ") == 1
    assert said in finished.err
    assert "  command: " in finished.err
    assert "  directory: " in finished.err
    assert "Traceback" not in finished.err


@pytest.mark.slow
def test_a_bot_that_will_not_leave_is_killed_with_its_children(tmp_path: Path) -> None:
    """The summary says how many needed force."""
    finished = play_bad("stubborn", tmp_path, groups=1)
    assert (finished.code, finished.left) == (0, ())
    assert finished.summary["forced_ends"] == 4


# Play and demo


def test_play_tells_a_program_all_it_needs(tmp_path: Path) -> None:
    """Every line has schema and type; the summary is last and has its numbers."""
    words = ("play", "random", "random", "-n", "2", "--seed", SEED, "--rules", "app", "--json")
    finished = run(*words, cwd=tmp_path)
    assert (finished.code, finished.left) == (0, ())
    assert {line["schema"] for line in finished.lines} == {"mus-arena/run/1"}
    assert [line["type"] for line in finished.lines] == ["league", "block", "summary"]
    assert finished.lines[0]["bots"] == ["random", "random 2"]
    summary = finished.summary
    assert (summary["games"], summary["complete"], summary["seed"]) == (4, True, SEED)
    for key in ("decisions", "deals", "seconds", "decisions_per_second"):
        assert isinstance(summary[key], int | float), key
    assert isinstance(summary["arena_cpu_us_per_decision"], float)
    assert isinstance(summary["standings"], dict)
    assert summary["standings"]["schema"] == "mus-arena/standings/1"
    assert isinstance(summary["measured"], list)
    assert [row["bot"] for row in summary["measured"]] == ["random", "random 2"]
    assert list(tmp_path.iterdir()) == []


def test_what_play_keeps_is_a_league(tmp_path: Path) -> None:
    """Its games can be replayed, and running it as a league finds nothing to do."""
    finished = run("play", "random", "cautious", "-n", "1", "--keep", "kept", cwd=tmp_path)
    assert finished.code == 0
    assert run("replay", "kept", "2", cwd=tmp_path).code == 0
    again = run("league", "run", "kept", "--json", cwd=tmp_path)
    assert (again.code, again.summary["games"]) == (0, 0)


@pytest.mark.slow
def test_a_demo_can_follow_a_demo(tmp_path: Path) -> None:
    """A finished one makes place: new seed, four bots, six pairings, replay works."""
    seeds = []
    for _ in range(2):
        finished = run("demo", "-n", "1", "--json", cwd=tmp_path)
        assert (finished.code, finished.left) == (0, ())
        assert finished.summary["games"] == 12
        seeds.append(finished.summary["seed"])
    assert seeds[0] != seeds[1]
    assert run("replay", "mus-demo", "12", cwd=tmp_path).code == 0
