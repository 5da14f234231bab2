"""Win rates and how well they are known, when matches share their cards.

The unit is the deal group: its matches, one per room, are played with the same
cards and are not independent. Good cards in one room are the opponent's in the
other, so a bot's results within a group vary less than those of so many single
matches; the ratio of the two variances is the *design effect*.

Intervals are Wilson's (1927) for an effective number of matches: the number
that, were they independent, would vary as much as these did. With it goes
Student's t instead of the normal quantile. This is the modified Wilson interval
of Franco, Little, Louis and Slud, "Comparative Study of Confidence Intervals
for Proportions in Complex Sample Surveys", Journal of Survey Statistics and
Methodology 7 (2019), after Korn and Graubard (1998). Unlike the mean of the
groups plus and minus two standard errors it holds at 0 % and 100 % too.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from math import sqrt

from scipy.special import ndtr, ndtri, stdtrit

CONFIDENCE = 0.95

_PRIOR = 0.5
"""Variance of one deal group of two independent matches at 50 %: the weight of the
assumption that the design effect is 1, which is all there is when nobody ever lost."""


@dataclass(frozen=True, slots=True)
class Rate:
    """Matches won of matches played, with a 95 % interval. 50 % in 0 to 100 % if none were."""

    value: float
    low: float
    high: float
    won: int
    matches: int
    groups: int


@dataclass(frozen=True, slots=True)
class Sample:
    """One bot's matches of one pairing.

    `value` is the share won, `smooth` the same drawn a little to 50 % (half a
    match won and half a match lost more, after Jeffreys), never 0 or 1;
    `effect` the design effect and `variance` that of `value`, both above 0.
    """

    value: float
    smooth: float
    effect: float
    variance: float
    won: int
    matches: int
    groups: int


def sample(counts: Mapping[tuple[int, int], int]) -> Sample | None:
    """The sample that deal groups make, given how many had each (won, played); None if no match.

    Groups without a match count for nothing.
    """
    seen = {key: count for key, count in counts.items() if key[1] and count}
    groups = sum(seen.values())
    matches = sum(played * count for (_, played), count in seen.items())
    won = sum(some * count for (some, _), count in seen.items())
    if not groups:
        return None
    value, smooth = won / matches, (won + 0.5) / (matches + 1)
    alone = matches * value * (1 - value)
    together = alone
    if groups > 1:
        squares = sum(n * (w - value * played) ** 2 for (w, played), n in seen.items())
        together = squares * groups / (groups - 1)
    effect = 1.0 if matches == groups else (together + _PRIOR) / (alone + _PRIOR)
    variance = effect * smooth * (1 - smooth) / matches
    return Sample(value, smooth, effect, variance, won, matches, groups)


def rate(samples: Collection[Sample]) -> Rate:
    """The mean of the samples' rates, each of the same weight, with its interval."""
    groups, matches = sum(s.groups for s in samples), sum(s.matches for s in samples)
    if not samples:
        return Rate(0.5, 0.0, 1.0, won=0, matches=0, groups=0)
    value = sum(s.value for s in samples) / len(samples)
    smooth = sum(s.smooth for s in samples) / len(samples)
    variance = sum(s.variance for s in samples) / len(samples) ** 2
    low, high = _wilson(
        value,
        smooth * (1 - smooth) / variance,
        quantile=_quantile(groups, alone=groups == matches),
    )
    won = sum(s.won for s in samples)
    return Rate(value, low, high, won=won, matches=matches, groups=groups)


def design_effect(samples: Collection[Sample]) -> float | None:
    """The variance of the samples' mean rate over what it were without shared cards.

    Less than 1 means that sharing them saves matches: as many independent ones
    would tell less. None without samples.
    """
    if not samples:
        return None
    return sum(s.variance for s in samples) / sum(s.variance / s.effect for s in samples)


def matches_to_know(reach: float, *, rate: float, effect: float) -> float:
    """How many matches it takes until a rate is known to plus or minus `reach`, with 95 %."""
    quantile = float(ndtri((1 + CONFIDENCE) / 2))
    return effect * rate * (1 - rate) * (quantile / reach) ** 2


def likelihood(difference: float, *, variance: float) -> float:
    """How likely a true difference is above 0, seen as this one with this variance, above 0."""
    return float(ndtr(difference / sqrt(variance)))


def _quantile(groups: int, *, alone: bool) -> float:
    """What the interval reaches in standard errors; `alone`: every match has its own cards."""
    tail = (1 + CONFIDENCE) / 2
    return float(ndtri(tail) if alone else stdtrit(max(groups, 2), tail))


def _wilson(value: float, matches: float, *, quantile: float) -> tuple[float, float]:
    """Wilson's interval for a share seen in so many independent matches."""
    weight = quantile**2 / matches
    centre = (value + weight / 2) / (1 + weight)
    inner = weight * value * (1 - value) + weight**2 / 4
    reach = sqrt(inner) / (1 + weight)
    # At 0 % and 100 % one bound is the share itself, which rounding might miss.
    return max(0.0, min(value, centre - reach)), min(1.0, max(value, centre + reach))
