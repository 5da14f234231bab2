"""The schedule: which blocks, in which order, and the numbers of matches."""

from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.league.schedule import (
    Block,
    MatchKey,
    Pairing,
    Schedule,
    blocks,
    match_key,
    match_number,
    pairing,
    pairings,
)

schedules = st.builds(
    Schedule,
    bots=st.integers(3, 7),
    size=st.integers(2, 3),
    rooms=st.integers(1, 3),
    groups=st.integers(1, 9),
    block=st.integers(1, 9),
)


def test_every_two_bots_meet_once() -> None:
    """Three bots make three pairings, in league order."""
    assert list(pairings(3)) == [Pairing(0, (0, 1)), Pairing(1, (0, 2)), Pairing(2, (1, 2))]


@given(schedules)
def test_a_pairing_is_found_by_its_index(schedule: Schedule) -> None:
    """The pairing of an index is the one that counting finds."""
    found = [pairing(schedule, index) for index in range(schedule.pairings)]
    assert found == list(pairings(schedule.bots, size=schedule.size))


def test_there_is_no_pairing_past_the_last() -> None:
    """An index that no pairing has is refused."""
    schedule = Schedule(bots=3, size=2, rooms=2, groups=1, block=1)
    with pytest.raises(IndexError):
        pairing(schedule, 3)


def test_all_pairings_progress_together() -> None:
    """Block k of every pairing comes before block k + 1 of any; the last may be smaller."""
    schedule = Schedule(bots=3, size=2, rooms=2, groups=5, block=3)
    one, two, three = pairings(3)
    assert list(blocks(schedule)) == [
        Block(one, 0, 3),
        Block(two, 0, 3),
        Block(three, 0, 3),
        Block(one, 3, 2),
        Block(two, 3, 2),
        Block(three, 3, 2),
    ]


@given(schedules)
def test_blocks_hold_every_group_once(schedule: Schedule) -> None:
    """Each deal group of each pairing is in exactly one block."""
    held = [
        (block.pairing.index, group)
        for block in blocks(schedule)
        for group in range(block.first_group, block.first_group + block.groups)
    ]
    every = [(index, g) for index in range(schedule.pairings) for g in range(schedule.groups)]
    assert sorted(held) == every
    assert schedule.blocks == len(list(blocks(schedule)))


def test_the_schedule_is_lazy() -> None:
    """The first blocks of an enormous league are there at once."""
    schedule = Schedule(bots=100_000, size=2, rooms=2, groups=10**9, block=250)
    assert [block.pairing.bots for block in islice(blocks(schedule), 2)] == [(0, 1), (0, 2)]


@given(schedules)
def test_matches_are_numbered_from_one(schedule: Schedule) -> None:
    """Numbers follow pairing, group, room without a gap, and give back their key."""
    keys = [
        MatchKey(index, group, room)
        for index in range(schedule.pairings)
        for group in range(schedule.groups)
        for room in range(schedule.rooms)
    ]
    numbers = [match_number(schedule, key) for key in keys]
    assert numbers == list(range(1, schedule.matches + 1))
    assert [match_key(schedule, number) for number in numbers] == keys


@pytest.mark.parametrize("number", [0, 13])
def test_numbers_outside_the_league_are_refused(number: int) -> None:
    """Three pairings of two groups in two rooms have matches 1 to 12."""
    schedule = Schedule(bots=3, size=2, rooms=2, groups=2, block=1)
    with pytest.raises(IndexError):
        match_key(schedule, number)
