"""Cross-play: how well bots play with each other, and what each is worth as a partner. Pure.

A team is worth what its two bots are worth together, in logarithms of odds: the
model of Bradley and Terry with a team's strength as the sum of its partners', as
in Huang, Lin and Weng, "Ranking Individuals by Group Comparisons", Journal of
Machine Learning Research 9 (2008), who rank bridge players so. What a team wins
beyond that, its bots win by playing well together.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations
from math import log, sqrt

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit, ndtri

from arena.league.intervals import CONFIDENCE, Rate, Sample, rate, sample
from arena.league.rating import MEAN, PRIOR, Rating
from arena.league.tally import Tally

_POINTS = 400 / log(10)
_STEPS = 100
_LEAST = 5
"""With fewer bots the sums explain whatever happens: every team of four meets one other."""

Team = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Together:
    """A team: how often it wins, and how much more often than its bots' ratings say.

    `surplus` is that in shares of matches, with a 95 % interval; None where it
    can't be known.
    """

    bots: Team
    win_rate: Rate
    surplus: tuple[float, float, float] | None


@dataclass(frozen=True, slots=True)
class Crossed:
    """What cross-play tells: a rating of each bot as a partner, and all teams."""

    ratings: tuple[Rating, ...]
    teams: tuple[Together, ...]


def cross(bots: int, tallies: Iterable[Tally]) -> Crossed:
    """What cross-play says of so many bots, from the counts of whole pairings."""
    duels: dict[tuple[Team, Team], Sample] = {}
    samples: defaultdict[Team, list[Sample]] = defaultdict(list)
    for tally in tallies:
        one, other = ((side[0], side[1]) for side in tally.sides)
        for side, team in enumerate((one, other)):
            counts = Counter[tuple[int, int]]()
            for won, groups in tally.outcomes.items():
                counts[won[side], sum(won)] += groups
            if (some := sample(counts)) is not None:
                samples[team].append(some)
                duels.setdefault((one, other), some)
    fit = _fit(bots, duels)
    surplus = _surplus(fit, duels) if bots >= _LEAST else {}
    teams = tuple(
        Together(team, rate(samples[team]), surplus.get(team))
        for team in combinations(range(bots), 2)
    )
    return Crossed(_ratings(fit), teams)


@dataclass(frozen=True, slots=True)
class _Fit:
    """Strengths, and what they were fitted to: a row for each pairing, who is on which side of it."""

    theta: NDArray[np.float64]
    sides: NDArray[np.float64]
    matches: NDArray[np.float64]
    effects: NDArray[np.float64]

    @property
    def chances(self) -> NDArray[np.float64]:
        """How likely the first team wins a match of each pairing."""
        return np.asarray(expit(self.sides @ self.theta))

    def information(self, matches: NDArray[np.float64]) -> NDArray[np.float64]:
        """The Fisher information about the strengths, that of the prior included."""
        weights = matches * self.chances * (1 - self.chances)
        prior = np.eye(len(self.theta)) * (_POINTS / PRIOR) ** 2
        return np.asarray(prior + self.sides.T @ (weights[:, None] * self.sides))


def _fit(bots: int, duels: Mapping[tuple[Team, Team], Sample]) -> _Fit:
    """The most likely strengths under mild normal priors, by Newton's method: see `rating`."""
    sides = np.zeros((len(duels), bots))
    for row, teams in enumerate(duels):
        for team, sign in zip(teams, (1, -1), strict=True):
            sides[row, list(team)] += sign
    won, matches, effects = (
        np.array([getattr(some, name) for some in duels.values()], dtype=np.float64)
        for name in ("won", "matches", "effect")
    )
    fit = _Fit(np.zeros(bots), sides, matches, effects)
    for _ in range(_STEPS):
        surplus = won - matches * fit.chances
        gradient = sides.T @ surplus - fit.theta * (_POINTS / PRIOR) ** 2
        step = np.linalg.solve(fit.information(matches), gradient)
        step /= max(1.0, float(np.abs(step).max(initial=0)))
        fit = _Fit(fit.theta + step, sides, matches, effects)
        if np.abs(step).max(initial=0) < 1e-10:
            break
    return fit


def _ratings(fit: _Fit) -> tuple[Rating, ...]:
    """Points of each bot, with intervals of the difference from the mean: see `rating.ratings`."""
    bots = len(fit.theta)
    spread = (np.eye(bots) - 1 / max(bots, 1)) @ np.linalg.inv(fit.information(fit.matches))
    variances = np.diag(spread @ fit.information(fit.matches * fit.effects) @ spread.T)
    points = MEAN + _POINTS * (fit.theta - fit.theta.mean())
    reach = _quantile() * _POINTS * np.sqrt(np.maximum(variances, 0))
    return tuple(
        Rating(float(p), float(p - r), float(p + r)) for p, r in zip(points, reach, strict=True)
    )


def _surplus(
    fit: _Fit, duels: Mapping[tuple[Team, Team], Sample]
) -> dict[Team, tuple[float, float, float]]:
    """What each team won beyond what was expected of it, by share of its matches, with interval."""
    sums: defaultdict[Team, list[float]] = defaultdict(lambda: [0.0, 0.0, 0.0])
    for (teams, some), chance in zip(duels.items(), fit.chances, strict=True):
        more = some.won - some.matches * float(chance)
        variance = some.effect * some.matches * float(chance * (1 - chance))
        for team, sign in zip(teams, (1, -1), strict=True):
            sums[team] = [
                a + b
                for a, b in zip(sums[team], (sign * more, some.matches, variance), strict=True)
            ]
    found: dict[Team, tuple[float, float, float]] = {}
    for team, (more, matches, variance) in sums.items():
        value, reach = more / matches, _quantile() * sqrt(variance) / matches
        found[team] = value, value - reach, value + reach
    return found


def _quantile() -> float:
    return float(ndtri((1 + CONFIDENCE) / 2))
