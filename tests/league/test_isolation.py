"""What a league file says of sandboxes, and which files are kept from whom."""

import json
import sys
from pathlib import Path

import pytest

from arena.cli.directories import CONFIG
from arena.errors import ConfigError
from arena.league.config import LeagueConfig, build
from arena.league.faults import FOLDER
from arena.league.identity import differences, identity
from arena.league.isolation import isolated, sandbox_of, sentence, settings_of
from arena.league.runner import LOGS
from arena.match.bot import BotSpec
from arena.match.limits import Limits
from arena.match.sandbox import USUAL, Kind, Sandbox, why_not

KEYS = "memory, processes, files, cpu"
FULL = Sandbox(Kind.NONE, Limits(memory=64, files=99), ("A", "B=1"), (Path("/models"),), "image")


def league(first: dict[str, object] | None = None, **values: object) -> LeagueConfig:
    """A league of two sample bots, the first with more keys."""
    bots = [{"bot": "odds", **(first or {})}, {"bot": "random"}]
    return build({"name": "x", "bots": bots, **values})


def test_bots_have_the_usual_sandbox_unless_said_otherwise() -> None:
    """Bubblewrap where it works, with the usual limits."""
    assert [bot.sandbox for bot in league().bots] == [USUAL, USUAL]
    assert USUAL.kind is Kind.AUTO


def test_a_league_says_it_for_all_and_a_bot_for_itself() -> None:
    """What a bot does not say is as for all."""
    config = league(
        {"sandbox": "none", "limits": {"files": 64}, "env": ["A=1"], "read": ["../models"]},
        sandbox="bwrap",
        limits={"memory": 512},
    )
    first, second = (bot.sandbox for bot in config.bots)
    assert first.kind is Kind.NONE
    assert first.limits == Limits(memory=512, files=64)
    assert first.environment == ("A=1",)
    assert [path.name for path in first.read] == ["models"]
    assert second == Sandbox(Kind.BWRAP, Limits(memory=512))


def test_ready_made_bots_get_what_is_said_for_all() -> None:
    """Unless they have a sandbox of their own."""
    own = BotSpec("b", ("sh",), Path("/"), Sandbox(Kind.NONE))
    bots = BotSpec("a", ("sh",), Path("/")), own
    config = build({"name": "x", "bots": bots, "sandbox": "bwrap"})
    assert [bot.sandbox.kind for bot in config.bots] == [Kind.BWRAP, Kind.NONE]


@pytest.mark.parametrize(
    ("first", "line"),
    [
        (
            {"sandbox": "jail"},
            "bots.1.sandbox = 'jail': allowed is 'auto', 'bwrap', 'docker' or 'none'",
        ),
        (
            {"limits": {"memry": 1}},
            f"bots.1.limits.memry: unknown; did you mean memory? allowed are {KEYS}",
        ),
        ({"limits": {"memory": 1}}, "bots.1.limits.memory = 1: allowed is 32 or more"),
        (
            {"sandbox": "docker"},
            'bots.1.bot: sandbox = "docker" needs the name of an image: set image = "…"',
        ),
    ],
)
def test_mistakes_are_told_in_one_line(first: dict[str, object], line: str) -> None:
    """Key, value given, what is allowed."""
    with pytest.raises(ConfigError) as caught:
        league(first)
    assert str(caught.value) == f"league: {line}"


def test_a_mistake_for_all_is_told_once() -> None:
    """Not again for each bot."""
    with pytest.raises(ConfigError, match=r"^league: limits\.files = 1: allowed is 16 or more$"):
        league(limits={"files": 1})


@pytest.mark.parametrize("sandbox", [USUAL, FULL])
def test_settings_say_it_all(sandbox: Sandbox) -> None:
    """They come back through JSON; the usual sandbox says nothing."""
    text = json.dumps(settings_of(sandbox))
    assert sandbox_of(json.loads(text)) == sandbox
    assert (text == "{}") is (sandbox == USUAL)


def test_it_is_part_of_the_identity() -> None:
    """A league that has begun keeps its sandboxes and limits."""
    assert differences(identity(league()), identity(league(limits={"memory": 99}))) == [
        "limits.memory: (not given) -> 99",
    ]


def test_a_league_hides_its_files_and_those_of_other_bots(tmp_path: Path) -> None:
    """Above all the seed: it stands in the database, and may in the league's file."""
    bots = [BotSpec(n, (sys.executable, f"{n}/bot.py"), tmp_path) for n in ("a", "b")]
    for bot in bots:
        (tmp_path / bot.name).mkdir()
        (tmp_path / bot.name / "bot.py").touch()
    first, _ = (bot.sandbox.hidden for bot in isolated(bots, tmp_path / "spring"))
    for name in ("spring.toml", "b", *(f"spring/{n}" for n in ("league.db", CONFIG, LOGS, FOLDER))):
        assert tmp_path / name in first
    assert tmp_path / "a" not in first
    assert tmp_path not in first


def test_the_way_bots_are_kept_is_told() -> None:
    """In one line; what was not meant to be is a warning."""
    free = BotSpec("a", ("sh",), Path("/"), Sandbox(Kind.NONE))
    shut = BotSpec("b", ("sh",), Path("/"), Sandbox(Kind.BWRAP))
    either = BotSpec("c", ("sh",), Path("/"))
    assert sentence([free]) == "sandbox: none"
    assert sentence([free, shut]) == "sandbox: none for a; bwrap for b"
    assert sentence([either]).startswith("warning: " if why_not() else "sandbox: bwrap")
