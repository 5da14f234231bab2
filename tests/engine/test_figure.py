"""A figure known exactly, found again by playing."""

from collections.abc import Iterator
from itertools import islice
from math import sqrt
from random import Random

import pytest

from arena.engine.actions import Deck, Word
from arena.engine.cards import DECK
from arena.engine.game import Game
from arena.engine.rules import profile

MANO_PAIR, OTHER_PAIR = 3.141486, 3.027045
"""Piedras a deal of the mano's pair and of the other, eight kings, everybody cuts and passes."""

RULES = profile("app", target=1_000_000)


def piedras(seed: int) -> Iterator[tuple[int, int]]:
    """What the mano's pair and the other get in one deal after another."""
    rng, game, cards = Random(seed), Game(RULES, mano=0), list(DECK)
    while True:
        rng.shuffle(cards)
        team, before = game.deal.mano % 2, tuple(game.score)
        game.apply(Deck(tuple(cards)))
        game.apply(Word.NO_MUS)
        while game.awaits is None:
            game.apply(Word.PASO)
        gains = [after - then for after, then in zip(game.score, before, strict=True)]
        yield gains[team], gains[1 - team]


@pytest.mark.parametrize(
    ("seed", "deals"), [(1, 3_000), pytest.param(2, 40_000, marks=pytest.mark.slow)]
)
def test_what_a_deal_is_worth_if_all_pass(seed: int, deals: int) -> None:
    """R7, R8, R11: within three standard errors of the exact mean, for both pairs."""
    for gains, mean in zip(
        zip(*islice(piedras(seed), deals), strict=True), (MANO_PAIR, OTHER_PAIR), strict=True
    ):
        found = sum(gains) / deals
        variance = sum((gain - found) ** 2 for gain in gains) / (deals - 1)
        assert abs(found - mean) < 3 * sqrt(variance / deals)
        assert sqrt(variance / deals) < 3 / sqrt(deals)
