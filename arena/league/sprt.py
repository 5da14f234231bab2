"""When a pairing may stop: a sequential test of how often its first bot wins. Pure.

The unit is the deal group, whose matches share their cards, so what is tested
is the distribution of (won, counted) over groups, of which nothing is assumed
but its mean: this is the generalised sequential probability ratio test (Li,
Liu and Ying, "Generalized Sequential Probability Ratio Test for Separate
Families of Hypotheses", Sequential Analysis 33, 2014) with the likelihoods of
Van den Bergh, "The generalized maximum likelihood ratio for the expectation
value of a distribution" (2019). Chess engines are tested so (fishtest).
"""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray
from scipy.optimize.elementwise import find_root

from arena.league.stop import Decision, Sprt, Verdict

_PRIOR = 1e-3
"""Groups of all won and of all lost that are thought to have been seen before the first: too
few to weigh anything, but either hypothesis stays possible when all groups are alike."""


def decide(test: Sprt, groups: Iterable[tuple[int, int]]) -> Decision:
    """What the test says of a pairing's groups, in schedule order: (won by the first bot, counted).

    The test is looked at after each group; what comes after the verdict is of
    no matter. Groups of void matches alone change nothing.
    """
    some = np.array(list(groups), dtype=np.int64).reshape(-1, 2)
    counted = np.flatnonzero(some[:, 1])
    if not counted.size:
        return Decision(Verdict.UNDECIDED, len(some), 0.0)
    ratios = _ratios(test, some[counted])
    low, high = test.bounds
    ended = np.flatnonzero((ratios <= low) | (ratios >= high))
    if not ended.size:
        return Decision(Verdict.UNDECIDED, len(some), float(ratios[-1]))
    first = ended[0]
    verdict = Verdict.H1 if ratios[first] >= high else Verdict.H0
    return Decision(verdict, int(counted[first]) + 1, float(ratios[first]))


def _ratios(test: Sprt, groups: NDArray[np.int64]) -> NDArray[np.float64]:
    """The logarithm of the likelihood ratio after each of the groups, all with a match."""
    sizes = np.unique(groups[:, 1])
    ends = [(won, size) for size in sizes for won in (0, size)]
    kinds, index = np.unique(np.concatenate([groups, ends]), axis=0, return_inverse=True)
    counts = np.cumsum(np.eye(len(kinds))[index[: len(groups)]], axis=0)
    largest = np.maximum.accumulate(groups[:, 1])[:, None]
    won, counted = kinds.T
    counts += _PRIOR * ((counted == largest) & ((won == 0) | (won == counted)))
    under_h0, under_h1 = _likelihoods(np.array([test.h0, test.h1]), kinds, counts=counts)
    ratios: NDArray[np.float64] = under_h1 - under_h0
    return ratios


def _likelihoods(
    rates: NDArray[np.float64], kinds: NDArray[np.int64], *, counts: NDArray[np.float64]
) -> NDArray[np.float64]:
    """For each rate, how likely each row of counts is at best if the bot wins so often.

    As a logarithm, up to a summand that does not depend on the rate. A kind of
    group (won, counted) is `rate` · counted from its mean. Of all distributions
    of mean distance 0 the best gives a kind that was seen so often the share of
    that count / (1 + θ · distance), with that θ which makes the mean 0.
    """
    centred = kinds[:, 0] - rates[:, None, None] * kinds[:, 1]
    distance = np.where(counts > 0, centred, 0.0)
    shares = counts / counts.sum(axis=1, keepdims=True)
    # No kind's share is above 1, so θ is in here; the mean falls from one end to the other.
    ends = (shares - 1) / np.where(distance, distance, 1)
    low = np.max(ends, axis=-1, initial=-np.inf, where=distance > 0)
    high = np.min(ends, axis=-1, initial=np.inf, where=distance < 0)
    columns = [*shares.T, *np.moveaxis(distance, -1, 0)]
    theta: NDArray[np.float64] = find_root(_mean, (low, high), args=tuple(columns)).x
    chances: NDArray[np.float64] = -(counts * np.log1p(theta[..., None] * distance)).sum(axis=-1)
    return chances


def _mean(theta: NDArray[np.float64], *columns: NDArray[np.float64]) -> NDArray[np.float64]:
    """The mean distance, given the shares of all kinds and then their distances."""
    half = len(columns) // 2
    mean = np.zeros_like(theta)
    for share, distance in zip(columns[:half], columns[half:], strict=True):
        mean += share * distance / (1 + theta * distance)
    return mean
