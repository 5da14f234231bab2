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


def test_bots_may_come_and_go() -> None:
    """Neither they nor who is a newcomer are part of it; what holds for all of them is."""
    c = BotSpec("c", ("sh",), Path("/elsewhere"))
    assert of(bots=(A, c)) == of()
    assert of(bots=(A, B, c), format="gauntlet", newcomers=["c"]) == of()
    assert of(limits={"memory": 64}) != of()
    assert of(sandbox="none") != of()


def test_a_swiss_and_cross_play_are_leagues_of_their_own() -> None:
    """So are other rounds, and another test."""
    test = {"test": "sprt", "h0": 0.5, "h1": 0.53}
    three = (A, B, BotSpec("c", ("sh",), Path("/")))
    some = [of(bots=three, format=how) for how in ("round_robin", "swiss", "cross")]
    some += [of(bots=three, format="swiss", rounds=1), of(stop=test)]
    some += [of(stop={**test, "alpha": 0.01})]
    assert len({json.dumps(one) for one in some}) == len(some)


def test_differences_are_shown_by_key() -> None:
    """Old and new value of each key that differs."""
    new = of(
        groups=300,
        block=250,
        rules={"target": 30, "stake_limit": 40},
        time={"turn": 2.0},
        limits={"memory": 64},
        bots=(A, B, BotSpec("c", ("sh",), Path("/"))),
        format="cross",
        stop={"test": "sprt", "h0": 0.5, "h1": 0.53},
    )
    assert differences(of(), new) == [
        "groups: 250 -> 300",
        "rules.target: 40 -> 30",
        "time.turn: 1.0 -> 2.0",
        "format: (not given) -> cross",
        "stop.test: (not given) -> sprt",
        "stop.h0: (not given) -> 0.5",
        "stop.h1: (not given) -> 0.53",
        "stop.alpha: (not given) -> 0.05",
        "stop.beta: (not given) -> 0.05",
        "limits.memory: (not given) -> 64",
    ]


def test_nothing_differs_from_itself() -> None:
    """The same configuration may go on."""
    assert differences(of(), of()) == []
