"""Adjusted win rates: at the extremes, mirrored, and how often their intervals hold."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import brentq
from scipy.special import expit

from arena.league.adjusted import Adjusted, GroupLuck, adjusted, mirrored, needed
from arena.league.intervals import rate

groups = st.lists(
    st.builds(
        lambda won, more, luck: (won, won + more, luck),
        st.integers(0, 1),
        st.integers(0, 1),
        st.floats(-3, 3),
    ),
    max_size=60,
)


def known(found: list[tuple[int, int, float]]) -> Adjusted:
    """The samples of deal groups of which some count."""
    some = adjusted(GroupLuck(i, *each) for i, each in enumerate(found))
    assert some is not None
    return some


@given(groups)
def test_adjusted_rates_are_always_sensible(found: list[tuple[int, int, float]]) -> None:
    """The rate lies in its interval, the interval in 0 to 1, whatever was played."""
    some = adjusted(GroupLuck(i, *each) for i, each in enumerate(found))
    if not any(played for _, played, _ in found):
        assert some is None
        return
    assert some is not None
    both = rate([some.adjusted])
    assert 0 <= both.low <= both.value <= both.high <= 1
    assert some.adjusted.variance >= 0


@given(groups)
def test_the_two_bots_of_a_pairing_mirror_each_other(found: list[tuple[int, int, float]]) -> None:
    """What one wins the other loses, and the luck of one is the bad luck of the other."""
    mine = adjusted(GroupLuck(i, *each) for i, each in enumerate(found))
    theirs = adjusted(GroupLuck(i, n - won, n, -luck) for i, (won, n, luck) in enumerate(found))
    if mine is None or theirs is None:
        assert mine is theirs
        return
    one, other = rate([mirrored(mine.adjusted)]), rate([theirs.adjusted])
    assert one.value == pytest.approx(other.value)
    assert (one.low, one.high) == pytest.approx((other.low, other.high), abs=1e-9)
    assert (one.won, one.matches) == (other.won, other.matches)


@pytest.mark.parametrize("won", [0, 2])
def test_who_never_lost_is_not_adjusted(won: int) -> None:
    """All won or none: there is no luck to tell from strength."""
    some = known([(won, 2, float(i % 3 - 1)) for i in range(200)])
    assert some.adjusted == some.plain


def test_a_single_game_is_not_adjusted() -> None:
    """Nothing says what its luck counts for."""
    some = known([(1, 1, 0.7)])
    assert some.adjusted == some.plain


def test_luck_that_explains_much_makes_intervals_narrower() -> None:
    """If luck decides most groups, little is left; if it explains nothing, all is."""
    chance = np.random.default_rng(3)
    won = chance.integers(0, 3, 500)
    telling = known([(int(w), 2, 0.9 * (w - 1)) for w in won])
    noise = known([(int(w), 2, float(chance.normal())) for w in won])
    assert telling.adjusted.variance < 0.05 * telling.plain.variance
    assert noise.adjusted.variance == pytest.approx(noise.plain.variance, rel=0.05)


def test_rate_is_shifted_by_the_luck() -> None:
    """Who was lucky in two matches of a hundred, though no match hangs on it more, would win two less."""
    fair = [(w, 2, float(w - 1)) for w in (0, 1, 1, 2) * 25]
    lucky = [*fair, *[(2, 2, 1.0)] * 5]
    assert known(fair).adjusted.value == pytest.approx(0.5)
    assert known(lucky).plain.value > 0.52
    assert known(lucky).adjusted.value == pytest.approx(0.5, abs=0.002)


def test_needed_matches_are_those_of_the_variances() -> None:
    """At 50 % a single match has the variance 1/4: 9,604 of them, fewer if they vary less."""
    plain = known([(1, 1, 0.0), (0, 1, 0.0)] * 500)
    half = replace(plain.plain, variance=plain.plain.variance / 2)
    found = needed(Adjusted(plain.plain, half))
    assert found.plain == 9604
    assert found.adjusted == pytest.approx(found.paired / 2, abs=1)


def coverage(win_rate: float, *, luck: float, groups: int, opponents: int, leagues: int) -> float:
    """How often the interval holds the true win rate, in simulated leagues.

    The log-odds of a match are the bot's and what its cards gave it, of deviation
    `luck`; half of that is the same with the other sign in the other room. The
    luck that is known is the mean of the match's chance over the cards.
    """
    chance = np.random.default_rng(groups + opponents + int(1000 * win_rate))
    cards = chance.normal(0, luck, 20_000)
    strength = brentq(lambda at: float(expit(at + cards).mean()) - win_rate, -30, 30)
    hits = 0
    for _ in range(leagues):
        samples = []
        for _ in range(opponents):
            shared, own = (
                chance.normal(0, luck / 2**0.5, (2, groups)),
                chance.normal(0, 1, (2, groups)),
            )
            odds = expit(strength + np.array([[1], [-1]]) * shared[0] + own * luck / 2**0.5)
            won = (chance.random(odds.shape) < odds).sum(0)
            known_luck = (odds - win_rate).sum(0)
            samples.append(
                known([(int(w), 2, float(c)) for w, c in zip(won, known_luck, strict=True)])
            )
        found = rate([each.adjusted for each in samples])
        hits += found.low <= win_rate <= found.high
    return hits / leagues


def test_intervals_hold_as_often_as_they_say() -> None:
    """A quick look: 95 % of the intervals hold the truth, three standard errors allowed."""
    hits = coverage(0.7, luck=2, groups=60, opponents=2, leagues=150)
    assert hits == pytest.approx(0.95, abs=0.054)


@pytest.mark.slow
@pytest.mark.parametrize("win_rate", [0.5, 0.75, 0.9])
@pytest.mark.parametrize("luck", [0.5, 3])
@pytest.mark.parametrize(("groups", "opponents"), [(250, 1), (100, 3)])
def test_intervals_hold_at_every_rate(
    win_rate: float, *, luck: float, groups: int, opponents: int
) -> None:
    """94 to 96 % of 2,000 leagues, give or take the chance of the simulation itself."""
    hits = coverage(win_rate, luck=luck, groups=groups, opponents=opponents, leagues=2000)
    assert hits == pytest.approx(0.95, abs=0.015)
