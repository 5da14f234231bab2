"""Luck is nobody's on average: whatever the bots do, whatever the cards are held to be worth."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import permutations
from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.stats import chisquare

from arena.engine.cards import DECK, cards
from arena.engine.rules import PROFILES, Rules, profile
from arena.league.adjusted import GroupLuck, adjusted
from arena.league.luck.services import Service
from arena.league.luck.situations import alternatives, features, situations
from arena.league.luck.value import FEWEST, luck_of
from tests.league.luck.tables import (
    Played,
    Policy,
    careless,
    greedy,
    hoarder,
    honest,
    play,
    spoiler,
)

ONE_GAME = profile("traditional", games_to_win=1)
HANDS = (cards("Ro 1o 4o 5o"), cards("Rc 1c 4c 5c"), cards("Re 1e 4e 5e"), cards("Rb 1b 4b 5b"))


def lucks(rules: Rules, matches: Sequence[Played], *, seed: int) -> NDArray[np.float64]:
    """The luck of each match, where hands are worth numbers picked at random."""
    some = situations([(match.team, match.services) for match in matches])
    told, bits = features(rules), np.random.default_rng(seed)
    size = told.of(some.hands, some.context).shape[1]
    inner, outer = bits.normal(size=(size, 8)) / size, bits.normal(size=8)

    def value(hands: NDArray[np.int8]) -> NDArray[np.float64]:
        return np.asarray(np.tanh(told.of(hands, some.context) @ inner) @ outer)

    others = [value(hands) for hands in alternatives(some, bits, pairs=2)]
    luck = value(some.hands) - np.mean(others, axis=0)
    return np.bincount(some.match, luck, len(matches)).astype(float)


def assert_nobodys(luck: NDArray[np.float64]) -> None:
    """The mean is within four standard errors of zero, and luck there is."""
    error = luck.std(ddof=1) / len(luck) ** 0.5
    assert error > 0
    assert abs(luck.mean()) < 4 * error


PAIRS = [
    (careless, careless),
    (hoarder, careless),
    (spoiler, hoarder),
    (greedy, spoiler),
    (honest, careless),
]


@pytest.mark.parametrize("bots", PAIRS)
def test_luck_is_zero_on_average(bots: tuple[Policy, Policy]) -> None:
    """A quick look at each kind of bot: also those that see all cards, and throw the best."""
    matches = [play(ONE_GAME, group, bots=bots, room=group % 2) for group in range(60)]
    for seed in range(3):
        assert_nobodys(lucks(ONE_GAME, matches, seed=seed))


def test_luck_is_zero_for_who_gives_up_on_bad_cards() -> None:
    """A bot that ends the match by a fault, once its cards are poor, does not make its luck good."""
    matches = [
        play(ONE_GAME, group, bots=(hoarder, careless), room=group % 2) for group in range(80)
    ]
    cut = [replace(match, services=until_poor(match)) for match in matches]
    assert sum(len(match.services) for match in cut) < sum(len(m.services) for m in matches)
    for seed in range(3):
        assert_nobodys(lucks(ONE_GAME, cut, seed=seed))


def until_poor(match: Played) -> tuple[Service, ...]:
    """The services up to the first that left a seat of bot 0 without a king."""
    for at, service in enumerate(match.services):
        if not any(card.number in {3, 12} for card in service.hands[match.team]):
            return match.services[: at + 1]
    return match.services


@pytest.mark.slow
@pytest.mark.parametrize("name", PROFILES)
@pytest.mark.parametrize("bots", PAIRS)
def test_luck_is_zero_on_average_by_all_rules(name: str, bots: tuple[Policy, Policy]) -> None:
    """Hundreds of matches of each, and five ways to value hands."""
    rules = profile(name, games_to_win=1)
    matches = [play(rules, group, bots=bots, room=group % 2) for group in range(500)]
    for seed in range(5):
        assert_nobodys(lucks(rules, matches, seed=seed))


@pytest.mark.slow
def test_learned_luck_is_zero_on_average_and_explains_who_wins() -> None:
    """With a value learned from the matches themselves, what is left varies much less."""
    found: dict[int, list[Played]] = {0: [], 1: []}
    for group in range(300):
        for room, matches in found.items():
            matches.append(play(ONE_GAME, group, bots=(honest, careless), room=room))
    both = found[0] + found[1]
    luck = luck_of(
        situations([(match.team, match.services) for match in both]),
        rules=ONE_GAME,
        won=np.array([match.won for match in both], float),
        group=np.arange(len(both)) % 300,
        seed=1,
    )
    assert_nobodys(luck)
    open_room, closed = luck[:300], luck[300:]
    won = [a.won + b.won for a, b in zip(found[0], found[1], strict=True)]
    groups = [GroupLuck(g, won[g], 2, float(open_room[g] + closed[g])) for g in range(300)]
    samples = adjusted(groups)
    assert samples is not None
    assert samples.adjusted.variance < 0.85 * samples.plain.variance


def test_a_few_groups_have_no_luck() -> None:
    """There is nothing to learn from: the adjusted rate is the plain one."""
    matches = [play(ONE_GAME, group, bots=(careless, hoarder), room=0) for group in range(3)]
    luck = luck_of(
        situations([(match.team, match.services) for match in matches]),
        rules=ONE_GAME,
        won=np.array([match.won for match in matches], float),
        group=np.arange(3),
        seed=1,
    )
    assert FEWEST > 3
    assert not luck.any()


def service(drawn: tuple[int, ...], pool: frozenset[object], exchange: int) -> Service:
    """A service with these numbers of new cards, the hands always the same."""
    cards_left = frozenset(card for card in DECK if card in pool)
    return Service((0, 0), (3, 5), 0, 2, exchange, HANDS, drawn, cards_left)


def test_every_card_of_the_pool_comes_equally_often() -> None:
    """Two seats draw one card each of five: all twenty ways, in both of a pair of alternatives."""
    pool = cards("5o 5c 2o 3o 6o")
    some = situations([(0, [service((1, 1, 0, 0), frozenset(pool), 1)])] * 4000)
    for hands in alternatives(some, np.random.default_rng(5), pairs=1):
        seen = Counter((DECK[row[3]], DECK[row[11]]) for row in hands)
        assert set(seen) == set(permutations(pool, 2))
        assert chisquare(list(seen.values())).pvalue > 1e-4
        kept = [at for at in range(16) if at not in {3, 11}]
        assert (hands[:, kept] == some.hands[:, kept]).all()


def test_first_hands_change_sides_in_a_pair() -> None:
    """What one side holds in the first alternative, the other holds in the second."""
    some = situations([(0, [service((4, 4, 4, 4), frozenset(DECK), 0)])] * 10)
    one, other = alternatives(some, np.random.default_rng(5), pairs=1)
    assert (one[:, :8] == other[:, 8:]).all()
    assert (one[:, 8:] == other[:, :8]).all()
    assert all(len(set(row)) == 16 for row in one)


def test_seats_are_told_from_the_mano_on() -> None:
    """The bot's own hands come first, in both of them the nearer to the mano."""
    for mano in range(4):
        for team in (0, 1):
            dealt = Service((0, 0), (3, 5), mano, 1, 0, HANDS, (4,) * 4, frozenset(DECK))
            some = situations([(team, [dealt])])
            seats = [
                HANDS.index(tuple(DECK[i] for i in some.hands[0, at : at + 4]))
                for at in (0, 4, 8, 12)
            ]
            distance = [(seat - mano) % 4 for seat in seats]
            assert {seat % 2 for seat in seats[:2]} == {team}
            assert distance[0] < distance[1]
            assert distance[2] < distance[3]
            assert tuple(some.context[0, :3]) == ((3, 5, -2) if team == 0 else (5, 3, 2))


@pytest.mark.parametrize("name", PROFILES)
def test_hands_are_told_by_where_they_stand(name: str) -> None:
    """Standings lie between 0 and 1 and are one half on average in grande and chica."""
    rules = profile(name)
    rng = Random(1)
    hands = np.array([rng.sample(range(40), 16) for _ in range(2000)], np.int8)
    rows = features(rules).of(hands, np.zeros((2000, 8), np.float32))
    each = rows[:, :28].reshape(-1, 7)
    assert ((each[:, :5] >= 0) & (each[:, :5] <= 1)).all()
    assert each[:, :2].mean(0) == pytest.approx([0.5, 0.5], abs=0.02)
    assert set(np.unique(each[:, 5])) == {0, 1, 2, 3}
    assert set(np.unique(each[:, 6])) == {0, 2, 3}
