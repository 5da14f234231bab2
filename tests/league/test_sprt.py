"""The sequential test of a pairing: what it decides, when, and how often wrongly.

`pytest --log-cli-level=INFO -m slow` tells the figures.
"""

import logging
from math import isfinite, log

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.league.sprt import decide
from arena.league.stop import Decision, Sprt, Verdict

logger = logging.getLogger(__name__)

WIDE = Sprt(0.5, 0.6)
USUAL = Sprt(0.5, 0.53)

kinds = st.tuples(st.integers(0, 2), st.integers(0, 2)).filter(lambda kind: kind[0] <= kind[1])


def test_nothing_is_decided_before_the_first_match() -> None:
    """No groups, or groups of void matches alone."""
    assert decide(USUAL, []) == Decision(Verdict.UNDECIDED, 0, 0.0)
    assert decide(USUAL, [(0, 0)] * 3) == Decision(Verdict.UNDECIDED, 3, 0.0)


@pytest.mark.parametrize(("won", "verdict"), [(2, Verdict.H1), (0, Verdict.H0), (1, Verdict.H0)])
def test_groups_all_alike_decide(won: int, verdict: Verdict) -> None:
    """Won, lost, or halved for ever; not before the first dozens."""
    found = decide(USUAL, [(won, 2)] * 1000)
    assert found.verdict is verdict
    assert 40 < found.groups < 60


def test_single_matches_have_walds_ratio() -> None:
    """Where no two matches share their cards, each counts log(h1 / h0), or that of the losses."""
    groups = [(int(index % 5 < 3), 1) for index in range(60)]
    found = decide(USUAL, groups)
    assert found.verdict is Verdict.UNDECIDED
    assert found.ratio == pytest.approx(36 * log(0.53 / 0.5) + 24 * log(0.47 / 0.5), abs=1e-3)


def test_the_ratio_of_groups_is_that_of_their_likeliest_distributions() -> None:
    """Half the groups won and a quarter lost: the best shares of mean 0.5 are 3/8, 2/8 and 3/8."""
    counts = {2: 40, 1: 20, 0: 20}
    best = {2: 3 / 8, 1: 2 / 8, 0: 3 / 8}
    test = Sprt(0.5, 0.625, alpha=1e-9, beta=1e-9)
    seen = sum(count * log(count / 80) for count in counts.values())
    even = sum(count * log(best[won]) for won, count in counts.items())
    groups = [(won, 2) for won, count in counts.items() for _ in range(count)]
    assert decide(test, groups).ratio == pytest.approx(seen - even, abs=0.01)


@given(st.lists(kinds, max_size=40))
def test_the_ratio_is_always_a_number(groups: list[tuple[int, int]]) -> None:
    """Whatever was played, rates near 0 and 1 included."""
    for test in (USUAL, Sprt(0.001, 0.002), Sprt(0.998, 0.999)):
        found = decide(test, groups)
        assert isfinite(found.ratio)
        assert found.groups <= len(groups)


@given(st.lists(kinds, max_size=40))
def test_the_other_bot_sees_the_mirrored_test(groups: list[tuple[int, int]]) -> None:
    """What is H1 for the first is H0 for the other, after as many groups."""
    found = decide(Sprt(0.4, 0.7), groups)
    other = decide(Sprt(0.3, 0.6), [(counted - won, counted) for won, counted in groups])
    assert other.groups == found.groups
    assert other.ratio == pytest.approx(-found.ratio, abs=1e-6)


@given(st.lists(kinds, min_size=1, max_size=60), st.integers(0, 60))
def test_a_verdict_stands_whatever_comes_after(groups: list[tuple[int, int]], some: int) -> None:
    """Fewer groups give the same verdict after as many, or none yet."""
    whole, part = decide(Sprt(0.4, 0.7), groups), decide(Sprt(0.4, 0.7), groups[:some])
    if part.verdict is not Verdict.UNDECIDED:
        assert (part.verdict, part.groups) == (whole.verdict, whole.groups)
        assert part.ratio == pytest.approx(whole.ratio)
    else:
        assert whole.groups >= part.groups


def test_void_groups_only_take_their_place() -> None:
    """They count as groups read, and say nothing."""
    groups = [(2, 2), (1, 1), (1, 2), (0, 1)] * 30 + [(2, 2)] * 100
    plain = decide(USUAL, groups)
    voided = decide(USUAL, [kind for some in groups for kind in ((0, 0), some)])
    assert plain.verdict is Verdict.H1
    assert voided == Decision(plain.verdict, 2 * plain.groups, plain.ratio)


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ((0.5, 0.5, 0.05, 0.05), "h0 = 0.5, h1 = 0.5: allowed are win rates with 0 < h0 < h1 < 1"),
        ((0.0, 0.5, 0.05, 0.05), "h0 = 0.0, h1 = 0.5"),
        ((0.5, 1.0, 0.05, 0.05), "h0 = 0.5, h1 = 1.0"),
        ((0.5, float("nan"), 0.05, 0.05), "h0 = 0.5, h1 = nan"),
        ((0.5, 0.6, 0.0, 0.05), "alpha = 0.0: allowed is more than 0 and less than 0.5"),
        ((0.5, 0.6, 0.05, 0.5), "beta = 0.5: allowed is more than 0 and less than 0.5"),
    ],
)
def test_a_test_that_can_not_be_is_refused(
    values: tuple[float, float, float, float], message: str
) -> None:
    """With what was given and what is allowed."""
    with pytest.raises(ValueError, match="^" + message):
        Sprt(*values)


def simulated(
    test: Sprt, win_rate: float, *, correlation: float, groups: int, runs: int
) -> tuple[dict[Verdict, float], float]:
    """Shares of the verdicts over many pairings, and the mean number of groups they took.

    `correlation` is that of a bot's results in the two rooms of a group.
    """
    chance = np.random.default_rng([runs, int(1000 * win_rate), int(100 * correlation) + 100])
    shared = correlation * win_rate * (1 - win_rate)
    both, none = win_rate**2 + shared, (1 - win_rate) ** 2 + shared
    won = chance.choice(3, size=(runs, groups), p=[none, 1 - both - none, both])
    found = [_decided(test, [(int(some), 2) for some in row]) for row in won]
    verdicts = [each.verdict for each in found]
    shares = {verdict: verdicts.count(verdict) / runs for verdict in Verdict}
    return shares, sum(each.groups for each in found) / runs


def test_errors_are_as_rare_as_asked() -> None:
    """A quick look at both hypotheses, three standard errors of 5 % allowed; most groups are saved."""
    for rate, wrong in ((0.5, Verdict.H1), (0.6, Verdict.H0)):
        shares, groups = simulated(WIDE, rate, correlation=-0.3, groups=400, runs=100)
        assert shares[wrong] <= 0.05 + 0.065
        assert shares[Verdict.UNDECIDED] == 0
        assert groups < 0.7 * _fixed(WIDE, correlation=-0.3)


def _decided(test: Sprt, groups: list[tuple[int, int]]) -> Decision:
    """The decision, looked for in an eighth of the groups first: that is faster, and enough for most."""
    early = decide(test, groups[: len(groups) // 8])
    return decide(test, groups) if early.verdict is Verdict.UNDECIDED else early


def _fixed(test: Sprt, *, correlation: float) -> float:
    """How many groups of two a test of a size fixed in advance takes for errors of 5 %."""
    variance = test.h0 * (1 - test.h0) * (1 + correlation) / 2
    return (2 * 1.645) ** 2 * variance / (test.h1 - test.h0) ** 2


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("correlation", [-0.3, 0.0, 0.5])
@pytest.mark.parametrize(
    ("test", "groups"),
    [(Sprt(0.5, 0.55), 4000), (Sprt(0.5, 0.7), 400), (Sprt(0.9, 0.95), 1500)],
    ids=["narrow", "wide", "high"],
)
def test_errors_are_as_rare_as_asked_wherever(
    test: Sprt, groups: int, *, correlation: float
) -> None:
    """At both hypotheses 5 % at most, three standard errors of 500 runs allowed."""
    if correlation < 0 and test.h0 > 0.7:
        correlation = -0.05
    for rate, wrong in ((test.h0, Verdict.H1), (test.h1, Verdict.H0)):
        shares, mean = simulated(test, rate, correlation=correlation, groups=groups, runs=500)
        fixed = _fixed(test, correlation=correlation)
        line = f"rate {rate}, correlation {correlation}: {shares[wrong]:.1%} wrong"
        logger.info("%s, %.0f groups on average, %.0f if fixed", line, mean, fixed)
        assert shares[wrong] <= 0.05 + 0.03, line
        assert shares[Verdict.UNDECIDED] < 0.005
