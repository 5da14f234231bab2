"""How often what a league says is true, in simulated leagues of bots whose strengths are known.

`pytest --log-cli-level=INFO -m slow` tells the figures.
"""

import logging
from collections import defaultdict
from collections.abc import Iterator
from itertools import pairwise
from math import log

import numpy as np
import pytest

from arena.league.intervals import Rate
from arena.league.rating import MEAN
from arena.league.standings import Standings
from tests.league.simulated import World, play, strengths

logger = logging.getLogger(__name__)

WORLDS = {
    "level": strengths(0.5, 0.48, 0.52, 0.51),
    "one at 90 %": strengths(0.5, 0.45, 0.55, 0.9),
    "one at 97 %": strengths(0.5, 0.45, 0.55, 0.97),
    "spread": strengths(0.3, 0.5, 0.7, 0.9, 0.97),
}
CARDS = {
    "no luck": (0.0, True),
    "cards favour a side": (3.0, True),
    "cards favour a bot": (3.0, False),
}
"""What cards do: their luck, and whether it is mirrored in the other room."""

Hits = dict[str, dict[tuple[str, ...], list[bool]]]
"""By kind of interval and by whose it is: for each league, whether it held the truth."""


def test_intervals_hold_as_often_as_they_say() -> None:
    """A quick look: 95 % of the intervals of each kind, three standard errors allowed."""
    world = World(WORLDS["one at 90 %"], luck=3.0, groups=100)
    for kind, hits in coverage(world, leagues=300).items():
        assert overall(hits) == pytest.approx(0.95, abs=0.03), kind


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("cards", CARDS)
@pytest.mark.parametrize("name", WORLDS)
def test_intervals_hold_whatever_is_true(name: str, *, cards: str) -> None:
    """94 to 96 % of each kind in 2,000 leagues; of each bot and pairing within four standard errors."""
    for kind, some, each in shares_of(name, cards=cards, groups=250):
        assert 0.94 <= some <= 0.96, kind
        assert 0.93 <= min(each) <= max(each) <= 0.97, kind


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("cards", CARDS)
@pytest.mark.parametrize("name", WORLDS)
def test_intervals_of_short_leagues_err_on_the_wide_side(name: str, *, cards: str) -> None:
    """Who loses 3 of 120 matches has few intervals to get, and Wilson's are rather too wide."""
    for kind, some, each in shares_of(name, cards=cards, groups=60):
        assert 0.94 <= some <= 0.965, kind
        assert 0.93 <= min(each) <= max(each) <= 0.985, kind


def test_who_is_ahead_is_so_as_often_as_said() -> None:
    """A quick look at all neighbours: as many are in the right order as their mean says."""
    said, true = neighbours(leagues=150, luck=2.0, mirrored=True)
    assert true.mean() == pytest.approx(said.mean(), abs=0.06)


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("cards", CARDS)
def test_who_is_ahead_is_so_at_every_level(cards: str) -> None:
    """Of those said to be ahead with 50 to 60 % so many are, and so on; 2,000 leagues."""
    luck, mirrored = CARDS[cards]
    said, true = neighbours(leagues=2000, luck=luck, mirrored=mirrored)
    for low in (0.5, 0.6, 0.7, 0.8, 0.9):
        among = (said >= low) & (said <= low + 0.1)
        figures = f"said {said[among].mean():.1%}, true {true[among].mean():.1%} of {among.sum()}"
        logger.info("%s: %s", cards, figures)
        error = np.sqrt(said[among].mean() * (1 - said[among].mean()) / among.sum())
        assert abs(true[among].mean() - said[among].mean()) < 0.02 + 3 * error, figures


def shares_of(name: str, *, cards: str, groups: int) -> Iterator[tuple[str, float, list[float]]]:
    """The shares that held the truth, by kind: of all intervals, and of each bot's or pairing's."""
    luck, mirrored = CARDS[cards]
    world = World(WORLDS[name], luck, mirrored=mirrored, groups=groups)
    for kind, hits in coverage(world, leagues=2000).items():
        each = [sum(some) / len(some) for some in hits.values()]
        figures = f"{kind} {overall(hits):.1%} ({min(each):.1%} to {max(each):.1%})"
        logger.info("%s, %s, %d groups: %s", name, cards, groups, figures)
        yield figures, overall(hits), each


def coverage(world: World, *, leagues: int) -> Hits:
    """What the intervals of so many leagues held."""
    found: Hits = defaultdict(lambda: defaultdict(list))
    for standings in play(world, leagues=leagues, seed=5):
        for kind, whose, hit in hits_of(standings, world):
            found[kind][whose].append(hit)
    return found


def hits_of(standings: Standings, world: World) -> Iterator[tuple[str, tuple[str, ...], bool]]:
    """For each interval of a league its kind, whose it is, and whether it holds the truth."""
    middle = sum(world.strengths) / len(world.strengths)
    bots = [world.names.index(row.name) for row in standings.standings]
    for bot, row, cells in zip(bots, standings.standings, standings.head_to_head, strict=True):
        yield "win rate", (row.name,), holds(row.win_rate, world.win_rate(bot))
        points = MEAN + 400 / log(10) * (world.strengths[bot] - middle)
        yield "rating", (row.name,), row.rating.low <= points <= row.rating.high
        for other, cell in zip(bots, cells, strict=True):
            if cell is not None and bot < other:
                pair = world.names[bot], world.names[other]
                yield "head to head", pair, holds(cell, world.chance(bot, other))


def holds(rate: Rate, truth: float) -> bool:
    """Whether the interval has the truth in it."""
    return rate.low <= truth <= rate.high


def overall(hits: dict[tuple[str, ...], list[bool]]) -> float:
    """The share of all intervals of a kind that held the truth."""
    return float(np.mean([hit for some in hits.values() for hit in some]))


def neighbours(
    *, leagues: int, luck: float, mirrored: bool
) -> tuple[np.ndarray[tuple[int], np.dtype[np.float64]], np.ndarray[tuple[int], np.dtype[np.bool]]]:
    """For all neighbours in leagues of bots of any strength: how likely the order, and is it true."""
    chance = np.random.default_rng(leagues)
    said, true = list[float](), list[bool]()
    for seed in range(leagues):
        skills = tuple(float(some) for some in chance.normal(0, 0.4, 4))
        world = World(skills, luck, mirrored=mirrored, groups=60)
        (standings,) = play(world, leagues=1, seed=seed)
        rates = [world.win_rate(world.names.index(row.name)) for row in standings.standings]
        said += [row.ahead for row in standings.standings if row.ahead is not None]
        true += [one > other for one, other in pairwise(rates)]
    return np.array(said), np.array(true)
