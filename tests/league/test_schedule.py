"""The schedule: which blocks, in which order, and the numbers of matches."""

from collections import Counter
from dataclasses import replace
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.league.schedule import (
    Block,
    LeagueFormat,
    MatchKey,
    Schedule,
    blocks,
    holds,
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


def plan(bots: int, how: LeagueFormat = LeagueFormat.ROUND_ROBIN) -> Schedule:
    """A schedule of one deal group in two rooms for each pairing."""
    return replace(Schedule(bots, size=2, rooms=2, groups=1, block=1), format=how)


def bots_of(schedule: Schedule) -> list[tuple[int, ...]]:
    """Who meets whom."""
    return [each.bots for each in pairings(schedule)]


def test_every_two_bots_meet_once() -> None:
    """Four bots make six pairings; those with a later bot come later."""
    assert bots_of(plan(4)) == [(0, 1), (0, 2), (1, 2), (0, 3), (1, 3), (2, 3)]


@given(schedules)
def test_a_pairing_is_found_by_its_index(schedule: Schedule) -> None:
    """The pairing of an index is the one that counting finds."""
    found = [pairing(schedule, index) for index in range(schedule.pairings)]
    assert found == list(pairings(schedule))


@given(schedules, st.sampled_from([LeagueFormat.ROUND_ROBIN, LeagueFormat.CROSS]))
def test_numbers_stay_when_a_bot_is_added(schedule: Schedule, how: LeagueFormat) -> None:
    """Pairings and matches that were there keep their numbers; the new ones come behind."""
    schedule = replace(schedule, format=how, size=2, bots=max(4, schedule.bots))
    more = replace(schedule, bots=schedule.bots + 1)
    before, after = list(pairings(schedule)), list(pairings(more))
    assert after[: len(before)] == before
    for number in (1, schedule.last_number):
        assert match_key(more, number) == match_key(schedule, number)


@pytest.mark.parametrize("how", list(LeagueFormat))
@given(field=st.integers(3, 8), data=st.data())
def test_a_format_counts_and_holds_its_pairings(
    how: LeagueFormat, field: int, data: st.DataObject
) -> None:
    """Without those that were withdrawn; as many as it says, in ascending order."""
    playing = tuple(sorted(data.draw(st.permutations(range(10)))[:field]))
    newcomers = frozenset(playing[: data.draw(st.integers(1, field))])
    schedule = replace(plan(10, how), playing=playing, newcomers=newcomers, rounds=1)
    found = [each.index for each in pairings(schedule)]
    assert found == sorted(set(found))
    if how is not LeagueFormat.SWISS:
        assert len(found) == schedule.pairings
    every = range(schedule.last_number // 2)
    assert found == [index for index in every if holds(schedule, index)]
    assert all(pairing(schedule, each.index) == each for each in pairings(schedule))


def test_a_gauntlet_does_not_repeat_the_field() -> None:
    """Only pairings with a newcomer are played."""
    schedule = replace(plan(4, LeagueFormat.GAUNTLET), newcomers=frozenset({1}))
    assert bots_of(schedule) == [(0, 1), (1, 2), (1, 3)]


def test_cross_play_forms_every_team() -> None:
    """Every bot is the partner of every other, against all pairs of bots that are left."""
    found = [each.sides for each in pairings(plan(4, LeagueFormat.CROSS))]
    assert found == [((1, 2), (0, 3)), ((0, 2), (1, 3)), ((0, 1), (2, 3))]
    assert all(each.partners == 2 for each in pairings(plan(5, LeagueFormat.CROSS)))
    together = Counter(
        side for each in pairings(plan(6, LeagueFormat.CROSS)) for side in each.sides
    )
    assert len(together) == 15
    assert {*together.values()} == {6}


def test_three_bots_cross_with_one_on_either_side() -> None:
    """There is no other way: one bot is everybody's partner."""
    found = [each.sides for each in pairings(plan(3, LeagueFormat.CROSS))]
    assert found == [((0, 1), (0, 2)), ((0, 1), (1, 2)), ((0, 2), (1, 2))]


def test_there_is_no_pairing_past_the_last() -> None:
    """An index that no pairing has is refused."""
    schedule = Schedule(bots=3, size=2, rooms=2, groups=1, block=1)
    with pytest.raises(IndexError):
        pairing(schedule, 3)


def test_all_pairings_progress_together() -> None:
    """Block k of every pairing comes before block k + 1 of any; the last may be smaller."""
    schedule = Schedule(bots=3, size=2, rooms=2, groups=5, block=3)
    one, two, three = pairings(schedule)
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
