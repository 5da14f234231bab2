"""The draw of a Swiss: winners meet winners, nobody twice, and no dead ends."""

from collections import Counter
from random import Random
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.league.swiss import Round, draw, most_rounds, usual_rounds


def played(bots: int, rounds: int, dice: Random) -> list[Round]:
    """So many rounds of a Swiss in which chance decides."""
    before: list[Round] = []
    won: dict[tuple[int, int], tuple[int, int]] = {}
    for _ in range(rounds):
        before.append(draw(range(bots), before, won))
        won |= {pair: (mine := dice.randint(0, 4), 4 - mine) for pair in before[-1]}
    return before


def test_the_first_round_folds_the_league() -> None:
    """The upper half of the file meets the lower; the odd one out is the last."""
    assert draw(range(6), [], {}) == ((0, 3), (1, 4), (2, 5))
    assert draw(range(7), [], {}) == ((0, 3), (1, 4), (2, 5))


def test_winners_meet_winners() -> None:
    """Who has more points is higher; with equal points, who won a greater share of its matches."""
    first = draw(range(8), [], {})
    won = {(0, 4): (3, 1), (1, 5): (1, 3), (2, 6): (4, 0), (3, 7): (2, 2)}
    # 2 and 0 and 5 won, 3 and 7 drew, 1, 4 and 6 lost; 5 is the last of its group and 3 next.
    assert draw(range(8), [first], won) == ((0, 2), (1, 6), (3, 5), (4, 7))


@given(bots=st.integers(2, 40), dice=st.randoms(use_true_random=False))
def test_nobody_meets_anybody_twice(bots: int, dice: Random) -> None:
    """Up to half as many rounds as bots, everybody plays in each; or sits still, once at most."""
    rounds = played(bots, most_rounds(bots), dice)
    pairs = Counter(pair for some in rounds for pair in some)
    assert max(pairs.values()) == 1
    assert all(one < other for one, other in pairs)
    plays = Counter(bot for pair in pairs for bot in pair)
    assert {*plays} <= set(range(bots))
    for some in rounds:
        assert len({bot for pair in some for bot in pair}) == 2 * len(some) == bots - bots % 2
    assert all(plays[bot] >= len(rounds) - bots % 2 for bot in range(bots))


def test_the_draw_is_the_same_every_time() -> None:
    """It depends on nothing but the results."""
    assert played(21, 6, Random(7)) == played(21, 6, Random(7))


@pytest.mark.parametrize(("bots", "rounds"), [(2, 1), (3, 2), (4, 2), (8, 4), (16, 6), (300, 11)])
def test_rounds_grow_slowly(bots: int, rounds: int) -> None:
    """The logarithm of the bots, and two more."""
    assert usual_rounds(bots) == rounds <= most_rounds(bots)


def test_hundreds_of_bots_are_drawn_at_once() -> None:
    """A draw of 400 takes less than a second of a processor."""
    start = process_time()
    rounds = played(400, 11, Random(1))
    assert len(rounds) == 11
    assert process_time() - start < 11
