"""What may not change while a league is played."""

import json
import sys
from pathlib import Path

from arena.league.config import build
from arena.league.identity import differences, identity
from arena.match.bot import BotSpec

A = BotSpec("a", (sys.executable, "a.py"), Path("/bots"))
B = BotSpec("b", ("sh", "-c", "b"), Path("/bots"))


def of(**values: object) -> dict[str, object]:
    """The identity of a small league, some of its values changed."""
    return identity(build({"name": "demo", "bots": (A, B), **values}))


def test_it_survives_json() -> None:
    """The identity that is stored equals the one computed anew."""
    assert json.loads(json.dumps(of())) == of()


def test_it_holds_all_rules() -> None:
    """A profile that changes its meaning in a later version is noticed."""
    rules = of()["rules"]
    assert isinstance(rules, dict)
    assert rules["kings"] == 8
    assert rules["games_to_win"] == 1


def test_what_does_not_decide_results_is_left_out() -> None:
    """Name, tables and a larger block than there are groups may change."""
    assert of(name="other", tables=3, block=999) == of()


def test_a_seed_counts_only_if_given() -> None:
    """The seed that a league chose for itself is in its database."""
    assert "seed" not in of()
    assert of(seed="0a" * 32)["seed"] == "0a" * 32


def test_the_arenas_python_may_move() -> None:
    """Its path is not part of the identity."""
    assert sys.executable not in json.dumps(of())


def test_differences_are_shown_by_key() -> None:
    """Old and new value of each key that differs, bots counted from 1."""
    new = of(
        groups=300,
        block=250,
        rules={"target": 30, "stake_limit": 40},
        time={"turn": 2.0},
        bots=(A, BotSpec("b", ("sh",), Path("/bots")), BotSpec("c", ("sh",), Path("/"))),
    )
    assert differences(of(), new) == [
        "groups: 250 -> 300",
        "rules.target: 40 -> 30",
        "time.turn: 1.0 -> 2.0",
        "bots.2.command.2: -c -> (not given)",
        "bots.2.command.3: b -> (not given)",
        "bots.3.name: (not given) -> c",
        "bots.3.command.1: (not given) -> sh",
        "bots.3.directory: (not given) -> /",
    ]


def test_nothing_differs_from_itself() -> None:
    """The same configuration may go on."""
    assert differences(of(), of()) == []
