"""`mus-arena check` lets good bots pass, and finds out what is wrong with each bad one."""

import sys
from pathlib import Path

import pytest

from arena.errors import ConfigError
from arena.league.bots import resolve
from tests.cli.command import BAD_BOTS, Finished, run

SAMPLES = ("random", "cautious", "aggressive", "odds")
STARTERS = tuple(
    f"starter-{name}" for name in ("python", "typescript", "go", "rust", "java", "cpp")
)
STEPS = ["start", "hello", "play", "batches", "time"]
STEPS += ["cancelled", "news", "leave", "output", "repeat"]
WRONG = f"{sys.executable} {BAD_BOTS / 'wrong.py'}"

pytestmark = pytest.mark.timeout(300)


def check(bot: str | Path, *options: str, cwd: Path) -> Finished:
    """The command with `--json`, with few turns unless they are given."""
    few = () if "-n" in options else ("-n", "24")
    return run("check", bot, *few, *options, "--json", cwd=cwd)


def statuses(found: Finished) -> dict[str, object]:
    """How each step came out."""
    *steps, summary = found.lines
    assert [step["step"] for step in steps] == STEPS
    assert [step["number"] for step in steps] == list(range(1, 11))
    assert {line["schema"] for line in found.lines} == {"mus-arena/check/1"}
    failed = [step["number"] for step in steps if step["status"] == "failed"]
    assert (summary["type"], summary["failed"]) == ("summary", failed)
    assert summary["passed"] is (not failed)
    assert found.code == (4 if failed else 0)
    assert found.left == ()
    return {str(step["step"]): step["status"] for step in steps}


@pytest.mark.slow
def test_a_good_bot_passes(tmp_path: Path) -> None:
    """All steps are ok, in words and in JSON."""
    found = check("cautious", cwd=tmp_path)
    assert statuses(found) == dict.fromkeys(STEPS, "ok"), found.out
    told = run("check", "cautious", "-n", "12", cwd=tmp_path)
    assert told.code == 0
    assert [line.split()[:2] for line in told.out.splitlines()[:-1]] == [
        [str(number), "ok"] for number in range(1, 11)
    ]
    assert told.out.splitlines()[-1] == "cautious is ready to play."


@pytest.mark.slow
@pytest.mark.parametrize("bot", SAMPLES + STARTERS)
def test_sample_bots_and_starters_pass(bot: str, tmp_path: Path) -> None:
    """In a thousand turns nothing is wrong; on a busy machine one may have been slow."""
    try:
        resolve(bot, base=tmp_path)
    except ConfigError as error:
        pytest.skip(str(error))
    found = statuses(check(bot, "-n", "1000", cwd=tmp_path))
    assert found.pop("time") in {"ok", "warning"}
    assert set(found.values()) == {"ok"}


BROKEN: tuple[tuple[str, str, str], ...] = (
    ("version", "hello", "protocol_version 7"),
    ("token", "hello", "MUS_ARENA_TOKEN"),
    ("hello_twice", "hello", "hello twice"),
    ("empty", "batches", "decisions without a decision"),
    ("twice", "batches", "answered twice"),
    ("half", "batches", "63 of 64 turns"),
    ("slow", "time", "no answer"),
    ("sulks", "cancelled", "no answer"),
    ("strict", "news", "exit code 1"),
    ("bad_exit", "leave", "exit code 3"),
)


@pytest.mark.slow
@pytest.mark.parametrize(("wrong", "step", "detail"), BROKEN)
def test_each_promise_that_is_broken_is_found(
    wrong: str, step: str, detail: str, tmp_path: Path
) -> None:
    """The one step fails that it is about; what came before it is ok."""
    time = ("--turn-time", "0.05", "--bank", "0.2") if wrong in {"half", "slow", "sulks"} else ()
    assert_fails(check(f"{WRONG} {wrong}", *time, cwd=tmp_path), step, detail)


OTHERS: tuple[tuple[str, str, str], ...] = (
    ("ends_at_once", "start", "exit code 5"),
    ("hello_twice", "hello", "hello twice"),
    ("takes_its_chair_twice", "hello", "second stream"),
    ("cheats", "play", "envido 999"),
    ("crashes", "play", "exit code 1"),
    ("leaves_early", "play", "seat 2"),
    ("babbles", "batches", "never asked"),
    ("hangs", "time", "no answer"),
    ("stubborn", "leave", "still running 10 s"),
)


@pytest.mark.slow
@pytest.mark.parametrize(("bot", "step", "detail"), OTHERS)
def test_bad_bots_fail_for_the_right_reason(
    bot: str, step: str, detail: str, tmp_path: Path
) -> None:
    """Those that spoil leagues are found before one."""
    time = ("--turn-time", "0.5", "--bank", "0.5") if bot == "hangs" else ()
    found = check(BAD_BOTS / f"{bot}.py", "-n", "600", *time, cwd=tmp_path)
    assert_fails(found, step, detail)


def assert_fails(found: Finished, step: str, detail: str) -> None:
    """One step failed, with such words and a way to mend it."""
    assert [name for name, status in statuses(found).items() if status == "failed"] == [step]
    (line,) = (line for line in found.lines if line.get("step") == step)
    assert detail in str(line["detail"])
    assert line["mend"]


@pytest.mark.slow
def test_noise_is_a_warning_and_chance_a_note(tmp_path: Path) -> None:
    """Neither is a fault, and what a bot prints can't drive a terminal."""
    noisy = check(BAD_BOTS / "garbage.py", cwd=tmp_path)
    assert statuses(noisy)["output"] == "warning"
    told = run("check", BAD_BOTS / "garbage.py", "-n", "12", cwd=tmp_path)
    assert "\x1b" not in told.out
    assert statuses(check(f"{WRONG} moody", "-n", "240", cwd=tmp_path))["repeat"] == "note"


def test_what_can_not_be_started_is_told_at_once(tmp_path: Path) -> None:
    """A bot that is nowhere is a mistake of the command line."""
    assert run("check", "./nowhere", cwd=tmp_path).code == 2
