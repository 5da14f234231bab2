"""Matches played again at speed end like those that were played, wherever one stops."""

import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.engine.actions import Word, of_code
from arena.engine.chance import new_match
from arena.engine.game import Match
from arena.engine.quick import Course, Quick
from arena.engine.rules import PROFILES, Rules
from arena.engine.shuffle import MatchKey
from arena.errors import IllegalAction
from tests.engine.playing import choose
from tests.strategies import rules as some_rules


def played(rules: Rules, key: MatchKey, *, most: int | None = None) -> tuple[Match, list[int]]:
    """A random match of at most so many actions, and their codes."""
    match, chance = new_match(rules, key)
    rng, codes = random.Random(key.group), list[int]()
    while not match.over and len(codes) != most:
        if match.game.awaits is not None:
            match.apply(chance.move(match))
            continue
        action = choose(match.game.legal(), rng)
        codes.append(action.code)
        match.apply(action)
    return match, codes


def course_of(match: Match) -> Course:
    """How far a match is, as the engine says it."""
    return Course(match.wins, list(match.piedras), match.games, match.deals, match.winner)


@pytest.mark.parametrize("rules", PROFILES.values(), ids=list(PROFILES))
def test_whole_matches_end_as_they_did(rules: Rules) -> None:
    """One that remembers what it met says of each match what was played."""
    again = Quick(rules)
    for group in range(40):
        key = MatchKey(b"quick", "a|b", group)
        match, codes = played(rules, key)
        assert again.play(key, codes) == course_of(match)


@given(rules=some_rules(), group=st.integers(0, 1000), most=st.integers(0, 80))
def test_a_match_may_stop_anywhere(rules: Rules, group: int, most: int) -> None:
    """After any number of actions games, deals, wins and piedras are those of the engine."""
    key = MatchKey(b"quick", "a|b", group)
    match, codes = played(rules, key, most=most)
    assert Quick(rules).play(key, codes) == course_of(match)


@given(
    rules=some_rules(),
    group=st.integers(0, 1000),
    at=st.floats(0, 1, exclude_max=True),
    code=st.sampled_from([*range(35), 129, 130, 169, 1 << 24, (1 << 24) + 1]),
)
def test_what_the_engine_refuses_is_refused(rules: Rules, group: int, at: float, code: int) -> None:
    """With any action changed it goes as in the engine, or is refused at the same action."""
    key = MatchKey(b"quick", "a|b", group)
    _, codes = played(rules, key)
    codes[int(at * len(codes))] = code
    match, chance = new_match(rules, key)
    number = 0
    try:
        for one in codes:
            number += 1
            while match.game.awaits is not None:
                match.apply(chance.move(match))
            match.apply(of_code(one))
    except (IllegalAction, ValueError):
        with pytest.raises(IllegalAction, match=f"^action {number}: "):
            Quick(rules).play(key, codes)
    else:
        assert Quick(rules).play(key, codes) == course_of(match)


def test_actions_after_the_end_are_refused() -> None:
    """What comes after a match is over can't have been played."""
    rules = replace(PROFILES["app"], target=5)
    key = MatchKey(b"quick", "a|b", 0)
    _, codes = played(rules, key)
    with pytest.raises(IllegalAction, match=f"^action {len(codes) + 1}: the match is over"):
        Quick(rules).play(key, [*codes, Word.PASO.code])
