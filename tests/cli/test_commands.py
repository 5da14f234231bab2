"""The command line: what it accepts, what it says, and its exit codes. Real processes."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.command import SEED, Command, league_file, run


def _is_one_error(text: str) -> bool:
    return text.startswith("error: ") and "Traceback" not in text


@pytest.mark.parametrize(
    "words",
    [
        (),
        ("demo",),
        ("play",),
        ("league",),
        ("league", "run"),
        ("league", "standings"),
        ("replay",),
    ],
)
def test_every_command_has_help_with_an_example(words: tuple[str, ...], tmp_path: Path) -> None:
    """--help ends well and shows a command that can be typed."""
    finished = run(*words, "--help", cwd=tmp_path)
    assert finished.code == 0
    assert "Examples:\n    mus-arena " in finished.out


def test_the_version_is_told(tmp_path: Path) -> None:
    """--version names the program and its version."""
    finished = run("--version", cwd=tmp_path)
    assert (finished.code, finished.err) == (0, "")
    assert finished.out.startswith("mus-arena, version ")


def test_a_wrong_bot_path_is_one_line_and_2(tmp_path: Path) -> None:
    """The line names the bot and what there is instead; nothing was started."""
    finished = run("play", "no_such_bot.py", "random", cwd=tmp_path)
    assert (finished.code, finished.out, finished.left) == (2, "", ())
    assert _is_one_error(finished.err)
    assert finished.err.count("\n") == 1
    assert "'no_such_bot.py'" in finished.err
    assert "sample bots are random, cautious, aggressive, odds" in finished.err


def test_a_typo_in_a_league_file_is_named_and_2(tmp_path: Path) -> None:
    """One line for each thing wrong, with the key, the value and what is allowed."""
    path = league_file(tmp_path / "league.toml", "random", "oods", gruops=3, tables="many")
    finished = run("league", "run", path, cwd=tmp_path)
    assert (finished.code, finished.out) == (2, "")
    lines = finished.err.splitlines()
    assert len(lines) == 3
    assert all(line.startswith(f"error: {path}: ") for line in lines)
    assert "did you mean groups?" in finished.err
    assert "tables = 'many': allowed is a whole number" in finished.err
    assert "did you mean odds?" in finished.err
    assert not (tmp_path / "league.db").exists()


@pytest.mark.parametrize(
    "words",
    [
        ("play", "random"),
        ("play", "random", "odds", "-n", "0"),
        ("play", "random", "odds", "--rules", "poker"),
        ("play", "random", "odds", "--seed", "abc"),
        ("league", "run", "no-such-file"),
        ("nonsense",),
    ],
)
def test_a_wrong_command_line_is_2(words: tuple[str, ...], tmp_path: Path) -> None:
    """Whatever is wrong with it, nothing is played."""
    finished = run(*words, cwd=tmp_path)
    assert (finished.code, finished.out) == (2, "")
    assert "rror: " in finished.err
    assert "Traceback" not in finished.err


def test_a_directory_without_a_league_is_told(tmp_path: Path) -> None:
    """Standings need a database, a run needs a file."""
    standings = run("league", "standings", tmp_path, cwd=tmp_path)
    assert standings.code == 1
    assert _is_one_error(standings.err)
    started = run("league", "run", tmp_path, cwd=tmp_path)
    assert started.code == 2
    assert _is_one_error(started.err)


def test_standings_in_a_pipe_are_plain_and_whole(league: Path) -> None:
    """No colours, no lines of boxes, nothing cut, faults in columns of their own."""
    finished = run("league", "standings", league, cwd=league)
    assert (finished.code, finished.err) == (0, "")
    assert "\x1b" not in finished.out
    assert "…" not in finished.out
    assert finished.out.splitlines()[1].split()[-4:] == ["illegal", "timeout", "crash", "void"]
    assert " % of its games (95 %: " in finished.out


def test_standings_on_a_terminal_fit_80_columns(league: Path) -> None:
    """A terminal gets colours and lines; no column is cut or lost."""
    master, slave = os.openpty()
    subprocess.run(
        [sys.executable, "-m", "arena", "league", "standings", str(league)],
        stdout=slave,
        env=os.environ | {"TERM": "xterm", "COLUMNS": "80"},
        check=True,
    )
    os.close(slave)
    shown = os.read(master, 1 << 16).decode()
    os.close(master)
    assert "\x1b[" in shown
    lines = [line.rstrip("\r") for line in re.sub(r"\x1b\[[0-9;]*m", "", shown).split("\n")]
    assert lines[1].split()[-4:] == ["gal", "out", "crash", "void"]
    assert set(lines[2]) == {"─"}
    assert re.match(r"1 (odds|cautious) ", lines[3])
    assert max(map(len, lines[:5])) <= 80


def test_who_stops_reading_ends_us_quietly(league: Path) -> None:
    """A closed pipe is no error to talk about."""
    command = Command("replay", league, "1", cwd=league)
    assert command.process.stdout is not None
    command.process.stdout.close()
    assert command.process.stderr is not None
    assert command.process.stderr.read() == ""
    command.process.stderr.close()
    assert command.process.wait(60) == 141


def test_a_finished_league_has_nothing_left_to_play(league: Path) -> None:
    """Running it again shows the same standings, and starts no bot."""
    finished = run("league", "run", league, "--json", cwd=league)
    assert finished.code == 0
    assert [line["type"] for line in finished.lines] == ["league", "summary"]
    assert finished.summary["games"] == 0
    assert finished.summary["complete"] is True
    standings = run("league", "standings", league, "--json", cwd=league)
    assert finished.summary["standings"] == standings.summary


def test_a_begun_league_keeps_its_configuration(league: Path, tmp_path: Path) -> None:
    """A change is refused with the differences; the league is as it was."""
    copy = tmp_path / "copy"
    copy.mkdir()
    (copy / "league.db").write_bytes((league / "league.db").read_bytes())
    league_file(copy / "league.toml", "cautious", "odds", groups=3)
    finished = run("league", "run", copy, cwd=tmp_path)
    assert finished.code == 1
    assert _is_one_error(finished.err)
    assert "groups: 2 -> 3" in finished.err
    assert run("league", "standings", copy, cwd=copy).code == 0


def test_the_seed_is_promised_at_the_start_and_told_at_the_end(league: Path) -> None:
    """People see the commitment on stderr, the seed among the results."""
    finished = run("league", "run", league, cwd=league)
    assert "seed commitment (SHA-256): " in finished.err
    assert SEED not in finished.err
    assert f"Seed: {SEED}" in finished.out
    assert re.search(r"Digest of all games: [0-9a-f]{64}\n", finished.out)
