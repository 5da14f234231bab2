"""The schedule of a large league, played on paper."""

import pytest

from arena.bench.cluster import keeping, simulate
from arena.league.schedule import Schedule


def test_every_game_is_played_once_and_slots_share_the_work() -> None:
    """Twice the slots take about half the time, and stay busy."""
    schedule = Schedule(bots=20, size=2, rooms=2, groups=30, block=7)
    one, two = (simulate(schedule, slots=slots) for slots in (10, 20))
    assert one.games == two.games == schedule.matches
    assert one.blocks == 190 * 5
    assert one.hours / two.hours == pytest.approx(2, rel=0.05)
    assert 0.95 < two.busy <= 1


def test_keeping_a_block_is_measured() -> None:
    """In seconds, and in bytes a game: more than the record alone."""
    seconds, size = keeping(Schedule(bots=4, size=2, rooms=2, groups=100, block=50))
    assert seconds > 0
    assert 77 < size < 1000
