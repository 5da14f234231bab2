"""Leagues of every format with real bots: the same bytes whatever happens, and ladders that live."""

import json
import shutil
import signal
from pathlib import Path

import pytest

from arena.league.store import Store
from arena.match.result import MatchResult
from tests.cli.command import BAD_BOTS, SEED, Command, Finished, run

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]

TIMID = """
from arena.engine.actions import mildest
from arena.sdk import Action, Bot, Turn, run

class Timid(Bot):
    def decide(self, turn: Turn) -> Action:
        return mildest(turn.legal)

run(Timid())
"""


def league(directory: Path, text: str, **bots: str | Path) -> Path:
    """Writes a small league of bots by their names."""
    directory.mkdir(parents=True, exist_ok=True)
    tables = [f'[[bots]]\nname = "{name}"\nbot = "{bot}"\n' for name, bot in bots.items()]
    head = f'name = "small"\nseed = "{SEED}"\n{text}\n'
    (directory / "league.toml").write_text(head + "".join(tables))
    return directory


def standings(directory: Path) -> dict[str, object]:
    """What `league standings --json` prints."""
    finished = run("league", "standings", directory, "--json", cwd=directory)
    assert finished.code == 0, finished.err
    found = json.loads(finished.out)
    assert isinstance(found, dict)
    return found


def matches(directory: Path) -> list[tuple[object, MatchResult]]:
    """All matches of a league by their keys, with their records."""
    with Store.open(directory) as store:
        return [*store.matches()]


def play(directory: Path, *words: str) -> Finished:
    """Plays a league to its end."""
    finished = run("league", "run", directory, "--json", *words, cwd=directory)
    assert (finished.code, finished.left) == (0, ()), finished.err
    assert finished.summary["complete"] is True
    return finished


def play_disturbed(directory: Path) -> None:
    """The same, two blocks at a time, and stopped after the first."""
    command = Command("league", "run", directory, "--json", "--concurrency", "2", cwd=directory)
    command.until("block")
    command.process.send_signal(signal.SIGINT)
    ended = command.end()
    assert ended.code in {0, 130}
    play(directory, "--concurrency", "2", "--force")


FOUR = {"a": "random", "b": "cautious", "c": "random", "d": "cautious"}


@pytest.mark.parametrize(
    ("text", "games"),
    [
        ('format = "gauntlet"\nnewcomers = ["b"]\ngroups = 1', 6),
        ('format = "swiss"\ngroups = 2', 16),
        ('format = "cross"\ngroups = 2', 12),
    ],
)
def test_a_format_gives_the_same_bytes_whatever_happens(
    text: str, games: int, tmp_path: Path
) -> None:
    """At any concurrency, stopped and continued."""
    calm, disturbed = (league(tmp_path / name, text, **FOUR) for name in ("calm", "disturbed"))
    assert play(calm, "--concurrency", "1").summary["games"] == games
    play_disturbed(disturbed)
    assert standings(calm) == standings(disturbed)
    assert matches(calm) == matches(disturbed)
    assert len(matches(calm)) == games
    assert run("league", "standings", calm, cwd=tmp_path).code == 0


def test_early_stopping_gives_the_same_bytes_whatever_happens(tmp_path: Path) -> None:
    """A pairing ends with the block in which the decision fell, and it is told how."""
    text = (
        'stop = {test = "sprt", h0 = 0.4, h1 = 0.6, alpha = 0.3, beta = 0.3}\n'
        "groups = 12\nblock = 2"
    )
    bots = {"weak": "random", "good": "cautious", "same": "cautious"}
    calm, disturbed = (league(tmp_path / name, text, **bots) for name in ("calm", "disturbed"))
    played = play(calm, "--concurrency", "1").summary["games"]
    assert isinstance(played, int)
    assert played < 3 * 12 * 2
    play_disturbed(disturbed)
    assert standings(calm) == standings(disturbed)
    assert matches(calm) == matches(disturbed)
    endings = standings(calm)["endings"]
    assert isinstance(endings, list)
    assert {(row["tested"], row["against"]): row["verdict"] for row in endings}[
        "good", "weak"
    ] == "h1"
    blocks = {(key[0], match.group // 2) for key, match in matches(calm)}  # type: ignore[index]
    for index, row in enumerate(endings):
        assert len([b for b in blocks if b[0] == index]) == -(-row["groups"] // 2)
    shown = run("league", "standings", calm, cwd=tmp_path)
    assert "good against weak" in shown.out


def test_partners_are_told_apart(tmp_path: Path) -> None:
    """Who cheats is blamed, not the partner; both lose; the matrix has every team."""
    bots = {**FOUR, "d": str(BAD_BOTS / "cheats.py")}
    directory = league(tmp_path / "x", 'format = "cross"\ngroups = 4', **bots)
    finished = play(directory)
    found = standings(directory)
    rows = found["standings"]
    assert isinstance(rows, list)
    faults = {row["bot"]: sum(row["faults"].values()) for row in rows}
    told = [line for line in finished.lines if line["type"] == "fault"]
    assert {line["bot"] for line in told} == {"d"}
    assert faults == {"a": 0, "b": 0, "c": 0, "d": len(told)}
    teams = found["teams"]
    assert isinstance(teams, list)
    assert len(teams) == 6
    shown = run("league", "standings", directory, cwd=tmp_path)
    assert "Games won by two as partners" in shown.out
    replayed = run("replay", directory, str(told[0]["game"]), cwd=tmp_path)
    assert "ended by a fault of d (" in replayed.out


def test_a_ladder_lives(tmp_path: Path) -> None:
    """Bots are added and replaced by new versions; only missing games are played."""
    directory = league(tmp_path / "x", "groups = 1", a="random", mine="mine.py")
    (directory / "mine.py").write_text(TIMID)
    before = play(directory)
    first = matches(directory)

    league(directory, "groups = 1", mine="mine.py", new="cautious", a="random")
    added = play(directory)
    assert "added: new\n" in added.err
    assert added.summary["games"] == 4
    assert matches(directory)[:2] == first

    assert len({line["commitment"] for line in (before.lines[0], added.lines[0])}) == 2
    assert added.summary["earlier_seeds"] == [before.summary["seed"]]
    for number in ("1", "6"):
        assert run("replay", directory, number, cwd=tmp_path).code == 0

    (directory / "mine.py").write_text(TIMID + "# Better.\n")
    replaced = play(directory)
    assert "replaced: mine, by mine@2\n" in replaced.err
    assert replaced.summary["games"] == 4
    found = standings(directory)
    assert names(found["standings"]) == {"a", "new", "mine@2"}
    assert names(found["withdrawn"]) == {"mine"}


def test_a_ladder_forgets_nobody(tmp_path: Path) -> None:
    """Bots are withdrawn and come back, the league moves with its bots; what else changes is refused."""
    directory = league(tmp_path / "x", "groups = 1", a="random", mine="mine.py", new="cautious")
    (directory / "mine.py").write_text(TIMID)
    play(directory)
    league(directory, "groups = 1", mine="mine.py", new="cautious")
    (directory / "mine.py").write_text(TIMID + "# Better.\n")
    changed = play(directory)
    assert {"replaced: mine, by mine@2", "withdrawn: a"} <= {*changed.err.splitlines()}
    assert changed.summary["games"] == 2

    moved = tmp_path / "elsewhere"
    shutil.move(directory, moved)
    (moved / "mine.py").write_text(TIMID)
    league(moved, "groups = 1", mine="mine.py", new="cautious")
    back = play(moved)
    assert "replaced: mine@2, by mine\n" in back.err
    assert back.summary["games"] == 0
    assert len(matches(moved)) == 8
    shown = run("league", "standings", moved, cwd=tmp_path)
    assert "Withdrawn, with all their games" in shown.out

    league(moved, "groups = 2", mine="mine.py", new="cautious")
    refused = run("league", "run", moved, cwd=tmp_path)
    assert refused.code == 1
    assert "groups: 1 -> 2" in refused.err


def names(rows: object) -> set[str]:
    """The bots of rows of standings."""
    assert isinstance(rows, list)
    return {row["bot"] for row in rows}


def test_a_swiss_that_has_begun_keeps_its_bots(tmp_path: Path) -> None:
    """Its rounds follow from all that were there; the change is shown."""
    directory = league(tmp_path / "x", 'format = "swiss"\ngroups = 1', a="random", b="random")
    play(directory)
    league(directory, 'format = "swiss"\ngroups = 1', a="random", b="cautious")
    refused = run("league", "run", directory, cwd=tmp_path)
    assert refused.code == 1
    assert "bots of a Swiss: replaced: b, by b@2" in refused.err
