"""Bradley–Terry ratings on the Elo scale, from all matches at once."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import log, sqrt

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit, ndtri

from arena.league.intervals import CONFIDENCE, Sample

MEAN = 1500.0
"""The mean rating of a league's bots."""

PRIOR = 400.0
"""Standard deviation, in points, of the ratings that bots are thought to have before
any match: mild (it weighs about as much as one match), but keeps all ratings finite."""

_POINTS = 400 / log(10)
"""Points of a rating per unit of the logarithm of the odds."""

_STEPS = 100


@dataclass(frozen=True, slots=True)
class Rating:
    """Points, with a 95 % interval of the difference from the mean of the league."""

    value: float
    low: float
    high: float


def ratings(bots: int, samples: Mapping[tuple[int, int], Sample]) -> tuple[Rating, ...]:
    """The ratings of all bots, given for pairs of them the matches that the first won.

    Bot i beats bot j with odds exp(θi - θj) (Bradley and Terry, Biometrika 39,
    1952). θ is the mode under independent normal priors, found by Newton's
    method on the concave log-likelihood; the order of matches is of no matter.
    Intervals are as wide as the mode varies (White, "Maximum Likelihood
    Estimation of Misspecified Models", Econometrica 50, 1982): the results of a
    pairing vary by its design effect, since matches of a deal group share
    their cards.
    """
    if not bots:
        return ()
    pairs = np.array(list(samples), dtype=np.intp).reshape(-1, 2)
    won = np.array([s.won for s in samples.values()], dtype=np.float64)
    matches = np.array([s.matches for s in samples.values()], dtype=np.float64)
    effects = np.array([s.effect for s in samples.values()], dtype=np.float64)
    theta = _mode(bots, pairs, won=won, matches=matches)
    spread = (np.eye(bots) - 1 / bots) @ np.linalg.inv(_information(theta, pairs, matches=matches))
    variances = np.diag(spread @ _information(theta, pairs, matches=matches * effects) @ spread.T)
    reach = float(ndtri((1 + CONFIDENCE) / 2)) * _POINTS
    points = MEAN + _POINTS * (theta - theta.mean())
    return tuple(
        Rating(float(p), float(p) - reach * sqrt(v), float(p) + reach * sqrt(v))
        for p, v in zip(points, variances, strict=True)
    )


def _mode(
    bots: int,
    pairs: NDArray[np.intp],
    *,
    won: NDArray[np.float64],
    matches: NDArray[np.float64],
) -> NDArray[np.float64]:
    """The most likely strengths, as logarithms of odds; their sum is 0."""
    theta = np.zeros(bots)
    for _ in range(_STEPS):
        surplus = won - matches * expit(theta[pairs[:, 0]] - theta[pairs[:, 1]])
        gradient = -theta * (_POINTS / PRIOR) ** 2
        np.add.at(gradient, pairs[:, 0], surplus)
        np.add.at(gradient, pairs[:, 1], -surplus)
        step = np.linalg.solve(_information(theta, pairs, matches=matches), gradient)
        # A full step may overshoot far from the mode, where the information is small.
        step /= max(1.0, float(np.abs(step).max()))
        theta += step
        if np.abs(step).max() < 1e-10:
            break
    return theta


def _information(
    theta: NDArray[np.float64], pairs: NDArray[np.intp], *, matches: NDArray[np.float64]
) -> NDArray[np.float64]:
    """The Fisher information about the strengths, that of the prior included."""
    chance = expit(theta[pairs[:, 0]] - theta[pairs[:, 1]])
    weights = matches * chance * (1 - chance)
    information = np.eye(len(theta)) * (_POINTS / PRIOR) ** 2
    np.add.at(information, (pairs[:, 0], pairs[:, 0]), weights)
    np.add.at(information, (pairs[:, 1], pairs[:, 1]), weights)
    np.add.at(information, (pairs[:, 0], pairs[:, 1]), -weights)
    np.add.at(information, (pairs[:, 1], pairs[:, 0]), -weights)
    return information
