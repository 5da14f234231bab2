"""Every sample bot plays by the rules, whatever the rules are, and the same game the same way."""

import pytest

from arena.engine.rules import PROFILES, Rules, profile
from tests.sample_bots.table import play, sample_bot

BOTS = ("random_bot", "cautious", "aggressive", "odds", "odds_signs")
TABLES = [("pairs", 4), ("trios", 6), *(("individual", n) for n in range(2, 7))]


def variants(name: str) -> list[Rules]:
    """A profile in all formats, as it is and with everything unusual switched on."""
    unusual = {"mus_visto": 0.4, "sign_interception": 0.5, "min_discard": 0, "max_mus_rounds": 2}
    narrow = {"bet_max": 2, "raise_min": 3, "raise_max": 3, "target": 5, "min_discard": 3}
    return [
        profile(name, format=kind, players=players, games_to_win=1, **more)
        for kind, players in TABLES
        for more in ({}, unusual, narrow)
    ]


@pytest.mark.parametrize("bot", BOTS)
@pytest.mark.parametrize("name", PROFILES)
def test_plays_legally_in_every_format(name: str, bot: str) -> None:
    """A sample bot ends a match against itself under every rule, without an illegal action."""
    for seed, rules in enumerate(variants(name)):
        assert play(rules, [sample_bot(bot)] * rules.seats, seed=seed).over


@pytest.mark.parametrize("bot", BOTS)
def test_plays_legally_against_random(bot: str) -> None:
    """Nothing that a random bot does leads a sample bot into an illegal action."""
    for name in PROFILES:
        rules = profile(name, games_to_win=1)
        for seed in range(5):
            others = [sample_bot(bot), sample_bot("random_bot")] * 2
            assert play(rules, others, seed=seed).over


@pytest.mark.parametrize("bot", BOTS)
def test_same_cards_same_game(bot: str) -> None:
    """A sample bot is a pure function of its turns: a game played again is the same game."""
    rules = profile("traditional", games_to_win=1)
    first, again = (play(rules, [sample_bot(bot)] * 4, seed=3) for _ in range(2))
    assert first.game.score == again.game.score
    assert first.game.deals == again.game.deals


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_signs_are_worth_passing() -> None:
    """With señas `odds_signs` beats `odds`, each having played both sides of the same cards."""
    rules = profile("traditional", games_to_win=1)
    signing, counting = sample_bot("odds_signs"), sample_bot("odds")
    won = 0
    for seed in range(150):
        won += play(rules, [signing, counting] * 2, seed=seed).winner == 0
        won += play(rules, [counting, signing] * 2, seed=seed).winner == 1
    assert won > 160
