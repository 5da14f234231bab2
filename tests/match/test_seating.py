"""Who sits where is the same everywhere, and fair."""

from collections import Counter
from itertools import permutations
from math import factorial

import pytest

from arena.engine.rules import Rules, profile
from arena.match.seating import fixed_seats, rooms, seating


def individual(players: int) -> Rules:
    """Rules in which everybody plays alone."""
    return profile(format="individual", players=players)


def test_pairs_sit_across_and_change_seats() -> None:
    """In the open room bot 0 holds seats 0 and 2, in the closed room bot 1 does."""
    assert rooms(profile()) == 2
    assert seating(profile(), group=7, room=0) == (0, 1, 0, 1)
    assert seating(profile(), group=8, room=1) == (1, 0, 1, 0)


def test_partners_sit_across_and_meet_both_rivals() -> None:
    """Within a deal group either order around the table comes once; each side has all hands."""
    one, two = (seating(profile(), group=3, room=room, partners=2) for room in (0, 1))
    assert (one, two) == ((0, 2, 1, 3), (2, 0, 3, 1))
    before = [seats[seats.index(2) - 1] for seats in (one, two)]
    assert sorted(before) == [0, 1]


def test_trios_alternate() -> None:
    """Three seats each, in turn."""
    rules = profile(format="trios")
    assert seating(rules, group=0, room=0) == (0, 1, 0, 1, 0, 1)
    assert seating(rules, group=0, room=1) == (1, 0, 1, 0, 1, 0)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_seat_order_comes_equally_often(players: int) -> None:
    """In (n-1)! groups each order of n bots around the table comes once, from any group on."""
    rules = individual(players)
    cycle = factorial(players - 1)
    for first in (0, 5):
        orders = Counter(
            seating(rules, group=group, room=room)
            for group in range(first, first + cycle)
            for room in range(rooms(rules))
        )
        assert orders == Counter(permutations(range(players)))


@pytest.mark.parametrize("players", [2, 3, 6])
def test_each_bot_plays_each_seat_of_a_group(players: int) -> None:
    """From room to room everybody moves on, so that all hold the same hands in turn."""
    rules = individual(players)
    for seat in range(players):
        there = {seating(rules, group=11, room=room)[seat] for room in range(players)}
        assert there == set(range(players))


def test_partners_are_never_one_process() -> None:
    """A process keeps its seat where teams have more than one."""
    assert fixed_seats(profile())
    assert fixed_seats(profile(format="trios"))
    assert not fixed_seats(individual(4))
