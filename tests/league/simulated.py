"""Leagues of bots whose true strengths are known, played by drawing lots.

A bot wins a match with the odds of Bradley and Terry, taken over all cards. What
the cards of a deal group add to its log-odds is normal with deviation `luck`:
in the other room they add it with the opposite sign if `mirrored` (the cards are
the opponent's there), else with the same (they suit the bot's way to play).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import brentq
from scipy.special import expit, logit

from arena.league.standings import Standings, compute
from arena.league.tally import Tally

_NODES, _WEIGHTS = np.polynomial.hermite_e.hermegauss(80)
_WEIGHTS /= _WEIGHTS.sum()


@dataclass(frozen=True, slots=True)
class World:
    """What is true of a league: log-odds of its bots, and its cards."""

    strengths: tuple[float, ...]
    luck: float = 0.0
    mirrored: bool = True
    groups: int = 250

    @property
    def names(self) -> tuple[str, ...]:
        """The bots, in league order."""
        return tuple(f"bot{index}" for index in range(len(self.strengths)))

    def chance(self, bot: int, other: int) -> float:
        """How often the first wins against the other."""
        return float(expit(self.strengths[bot] - self.strengths[other]))

    def win_rate(self, bot: int) -> float:
        """A bot's mean over opponents."""
        others = [other for other in range(len(self.strengths)) if other != bot]
        return sum(self.chance(bot, other) for other in others) / len(others)


def play(world: World, *, leagues: int, seed: int) -> Iterator[Standings]:
    """The final standings of so many leagues."""
    chance = np.random.default_rng(seed)
    pairs = list(combinations(range(len(world.strengths)), 2))
    shares = [_shares(world.chance(*pair), world=world) for pair in pairs]
    drawn = np.stack([chance.multinomial(world.groups, some, leagues) for some in shares], axis=1)
    for league in drawn.tolist():
        tallies = [_tally(pair, counts) for pair, counts in zip(pairs, league, strict=True)]
        yield compute(world.names, tallies, partial=False)


def _shares(win_rate: float, *, world: World) -> NDArray[np.float64]:
    """How often the first bot of a pairing wins 0, 1 and 2 of a group's matches."""
    luck = world.luck * _NODES
    skill = brentq(lambda x: float(expit(x + luck) @ _WEIGHTS) - win_rate, -40, 40)
    one, other = expit(skill + luck), expit(skill + (-luck if world.mirrored else luck))
    both, none = float((one * other) @ _WEIGHTS), float(((1 - one) * (1 - other)) @ _WEIGHTS)
    return np.array([none, 1 - both - none, both])


def _tally(pair: tuple[int, int], counts: list[int]) -> Tally:
    outcomes: dict[tuple[int, ...], int] = {
        (won, 2 - won): count for won, count in enumerate(counts)
    }
    return Tally(pair, outcomes, {}, 0, 2 * sum(counts), 0, (0, 0))


def strengths(*win_rates: float) -> tuple[float, ...]:
    """Log-odds of bots that win so often against one of strength 0."""
    return tuple(float(logit(rate)) for rate in win_rates)
