"""A pairing's win rate without its luck, with an interval. Pure.

From the matches won in each deal group its luck is taken, times a coefficient:
least squares over the groups of the other folds, so that no group decides how
its own luck counts. A luck that explains nothing gets a coefficient near 0.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from math import ceil

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtri

from arena.league.intervals import CONFIDENCE, Sample, sample

FOLDS = 5
"""Deal group g is in fold g mod 5."""


@dataclass(frozen=True, slots=True)
class GroupLuck:
    """A deal group: matches won by the first bot of its pairing, those that count, its luck in them."""

    group: int
    won: int
    played: int
    luck: float


@dataclass(frozen=True, slots=True)
class Adjusted:
    """The first bot's sample of a pairing: as it was played, and with the luck taken off."""

    plain: Sample
    adjusted: Sample


def adjusted(groups: Iterable[GroupLuck]) -> Adjusted | None:
    """Both samples of a pairing; None if no match counts.

    A group of which no match counts still has its luck: see `arena.league.luck.pairings`. A bot that won all its matches, or none, has no other luck than having met
    this opponent: its sample stays as it was played.
    """
    some = list(groups)
    plain = sample(Counter((each.won, each.played) for each in some))
    if plain is None:
        return None
    if plain.won in {0, plain.matches} or len(some) < 2 * FOLDS:
        return Adjusted(plain, plain)
    won, played, luck = (
        np.array([getattr(each, name) for each in some], float)
        for name in ("won", "played", "luck")
    )
    excess = won - plain.value * played
    left = excess - _coefficients(excess, luck, [each.group for each in some]) * luck
    shift = left.sum() / plain.matches
    value = min(1.0, max(0.0, float(plain.value + shift)))
    ratio = float(((left - shift * played) ** 2).sum() / (excess**2).sum()) if excess.any() else 1.0
    changed = replace(
        plain,
        value=value,
        smooth=(value * plain.matches + 0.5) / (plain.matches + 1),
        effect=plain.effect * ratio,
        variance=plain.variance * ratio,
    )
    return Adjusted(plain, changed)


def _coefficients(
    excess: NDArray[np.float64], luck: NDArray[np.float64], group: Sequence[int]
) -> NDArray[np.float64]:
    """By deal group, what its luck counts for, 0 to 1; from the groups of the other folds."""
    fold = np.array(group) % FOLDS
    found = np.zeros(FOLDS)
    for out in range(FOLDS):
        others = luck[fold != out]
        squares = float(others @ others)
        if squares:
            found[out] = min(1.0, max(0.0, float(others @ excess[fold != out]) / squares))
    return np.take(found, fold)


def mirrored(some: Sample) -> Sample:
    """The same matches as the opponent sees them."""
    return replace(some, value=1 - some.value, smooth=1 - some.smooth, won=some.matches - some.won)


@dataclass(frozen=True, slots=True)
class Needed:
    """How many matches it takes to know a win rate to ± 1 %: each with its own cards, as played, adjusted."""

    plain: int
    paired: int
    adjusted: int


def needed(some: Adjusted, *, to: float = 0.01) -> Needed:
    """The matches after which half a 95 % interval is `to` wide, were they as these."""
    scale = float(ndtri((1 + CONFIDENCE) / 2) / to) ** 2
    plain = some.plain
    alone = plain.smooth * (1 - plain.smooth)
    variances = alone, plain.variance * plain.matches, some.adjusted.variance * plain.matches
    return Needed(*(ceil(scale * variance) for variance in variances))
