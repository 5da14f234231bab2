"""Intervals of win rates: at the extremes, with few matches, with shared cards."""

from math import isfinite

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest

from arena.league.intervals import (
    Rate,
    Sample,
    design_effect,
    likelihood,
    matches_to_know,
    rate,
    sample,
)

counts = st.dictionaries(
    st.tuples(st.integers(0, 2), st.integers(0, 2)).filter(lambda key: key[0] <= key[1]),
    st.integers(0, 500),
)


def known(groups: dict[tuple[int, int], int]) -> Sample:
    """The sample of deal groups that have a match."""
    found = sample(groups)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("won", "matches"), [(0, 1), (1, 1), (0, 20), (20, 20), (7, 20), (97, 100)]
)
def test_single_matches_have_wilsons_interval(won: int, matches: int) -> None:
    """Where no two matches share their cards, it is scipy's."""
    found = rate([known({(1, 1): won, (0, 1): matches - won})])
    expected = binomtest(won, matches).proportion_ci(method="wilson")
    assert (found.low, found.high) == pytest.approx((expected.low, expected.high))


@given(st.lists(counts, max_size=5))
def test_intervals_are_always_sensible(pairings: list[dict[tuple[int, int], int]]) -> None:
    """The rate lies in its interval, the interval in 0 to 1: whatever was played."""
    samples = [found for found in map(sample, pairings) if found is not None]
    found = rate(samples)
    assert 0 <= found.low <= found.value <= found.high <= 1
    assert found.low < found.high
    assert all(each.variance > 0 and isfinite(each.effect) for each in samples)


@given(counts)
def test_the_two_bots_of_a_pairing_mirror_each_other(groups: dict[tuple[int, int], int]) -> None:
    """What one wins the other loses, intervals included."""
    mine = sample(groups)
    theirs = sample({(played - won, played): count for (won, played), count in groups.items()})
    if mine is None or theirs is None:
        assert mine is theirs
    else:
        one, other = rate([mine]), rate([theirs])
        assert one.value == pytest.approx(1 - other.value)
        assert one.low == pytest.approx(1 - other.high, abs=1e-9)


def test_without_matches_everything_is_possible() -> None:
    """No matches: 50 % in 0 to 100 %."""
    assert sample({}) is None
    assert sample({(0, 0): 3}) is None
    assert rate([]) == Rate(0.5, 0.0, 1.0, won=0, matches=0, groups=0)


def test_one_deal_group_says_little() -> None:
    """Two matches won on the same cards leave almost everything open."""
    found = rate([known({(2, 2): 1})])
    assert found.value == 1
    assert found.low < 0.25


def test_shared_cards_make_intervals_narrower() -> None:
    """Where the cards decide, both rooms cancel them out: 1-1 says the bots are equal."""
    cards = rate([known({(1, 2): 90, (2, 2): 5, (0, 2): 5})])
    chance = rate([known({(1, 2): 50, (2, 2): 25, (0, 2): 25})])
    same = rate([known({(2, 2): 50, (0, 2): 50})])
    widths = [found.high - found.low for found in (cards, chance, same)]
    assert widths == sorted(widths)
    assert widths[0] < 0.6 * widths[1]
    assert widths[2] > 1.3 * widths[1]


def test_every_opponent_weighs_the_same() -> None:
    """The rate is the mean over pairings, however many matches each had."""
    found = rate([known({(2, 2): 100}), known({(0, 2): 1})])
    assert found.value == 0.5
    assert (found.won, found.matches, found.groups) == (200, 202, 101)


def test_a_difference_is_as_likely_as_its_size() -> None:
    """None: 50 %; two standard errors: 97.7 %."""
    assert likelihood(0.0, variance=1e-4) == 0.5
    assert likelihood(0.02, variance=1e-4) == pytest.approx(0.97725, abs=1e-5)


def test_the_design_effect_is_that_of_the_mean() -> None:
    """A pairing whose cards cancel out and one of chance alone save half as much together."""
    cards, chance = known({(1, 2): 1000}), known({(1, 2): 500, (2, 2): 250, (0, 2): 250})
    assert design_effect([cards]) == pytest.approx(0, abs=2e-3)
    assert design_effect([chance]) == pytest.approx(1, abs=2e-3)
    assert design_effect([cards, chance]) == pytest.approx(0.5, abs=2e-3)
    assert design_effect([known({(1, 1): 7, (0, 1): 3})]) == 1
    assert design_effect([]) is None


def test_as_many_matches_are_needed_as_the_interval_says() -> None:
    """9,604 for 50 % give or take 1 %; half as many where shared cards halve the variance."""
    assert matches_to_know(0.01, rate=0.5, effect=1) == pytest.approx(9604, abs=1)
    assert matches_to_know(0.01, rate=0.5, effect=0.5) == pytest.approx(4802, abs=1)
    found = rate([known({(1, 1): 4802, (0, 1): 4802})])
    assert found.high - found.low == pytest.approx(0.02, rel=1e-3)
