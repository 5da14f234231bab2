"""Bradley–Terry ratings: what they should be where it is known, and always finite."""

from math import isfinite, log10

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.league.intervals import Sample, sample
from arena.league.rating import MEAN, ratings


def singles(won: int, lost: int) -> Sample:
    """Matches that share no cards."""
    found = sample({(1, 1): won, (0, 1): lost})
    assert found is not None
    return found


def test_the_odds_of_two_bots_are_their_matches() -> None:
    """Three of four won is 191 points more; the prior takes next to nothing from many matches."""
    better, worse = ratings(2, {(0, 1): singles(75_000, 25_000)})
    assert better.value - worse.value == pytest.approx(400 * log10(3), abs=0.1)
    assert better.value + worse.value == pytest.approx(2 * MEAN)


def test_intervals_are_those_of_the_logarithm_of_the_odds() -> None:
    """Of the difference of two bots: 1.96 / sqrt(n p q), half of it to each bot's side."""
    better, _ = ratings(2, {(0, 1): singles(7_500, 2_500)})
    deviation = 400 * log10(2.718281828) / (10_000 * 0.75 * 0.25) ** 0.5
    assert better.high - better.value == pytest.approx(1.96 * deviation / 2, rel=0.01)


def test_a_chain_of_odds_adds_up() -> None:
    """Bots that never met are compared over a third."""
    pairs = {(0, 1): singles(20_000, 10_000), (1, 2): singles(20_000, 10_000)}
    one, two, three = ratings(3, pairs)
    assert one.value - three.value == pytest.approx(2 * (two.value - three.value), abs=0.1)


def test_the_order_of_pairs_is_of_no_matter() -> None:
    """The same matches told the other way round give the same ratings."""
    one = ratings(3, {(0, 1): singles(8, 2), (1, 2): singles(6, 4)})
    two = ratings(3, {(2, 1): singles(4, 6), (1, 0): singles(2, 8)})
    assert [r.value for r in one] == pytest.approx([r.value for r in two])
    assert [r.low for r in one] == pytest.approx([r.low for r in two])


def test_shared_cards_narrow_the_interval() -> None:
    """A hundred groups of 1-1 say more than two hundred matches half won."""
    cards = sample({(1, 2): 100})
    assert cards is not None
    narrow, _ = ratings(2, {(0, 1): cards})
    wide, _ = ratings(2, {(0, 1): singles(100, 100)})
    assert narrow.high - narrow.low < 0.5 * (wide.high - wide.low)


def test_without_matches_all_are_equal_and_unknown() -> None:
    """The prior alone: the mean, and hundreds of points either way."""
    assert ratings(0, {}) == ()
    for rating in ratings(3, {}):
        assert rating.value == MEAN
        assert rating.high - rating.low > 800


@given(
    st.dictionaries(
        st.sampled_from([(0, 1), (0, 2), (1, 2), (2, 3), (0, 3)]),
        st.tuples(st.integers(0, 10**6), st.integers(0, 10**6)).filter(any),
    )
)
def test_ratings_are_finite(results: dict[tuple[int, int], tuple[int, int]]) -> None:
    """Whoever never lost or never played has a rating too, about the mean of all."""
    found = ratings(4, {pair: singles(*both) for pair, both in results.items()})
    assert all(isfinite(r.low) and r.low < r.value < r.high for r in found)
    assert sum(r.value for r in found) / 4 == pytest.approx(MEAN)


def test_an_unbeaten_bot_is_not_infinitely_good() -> None:
    """A million matches won out of a million is much, and still a number."""
    best, worst = ratings(2, {(0, 1): singles(1_000_000, 0)})
    assert 1000 < best.value - worst.value < 4000
