"""Looking into a league: some matches at a time."""

from pathlib import Path

import pytest

from arena.league import browse
from arena.league.schedule import Block, MatchKey, blocks
from arena.league.store import Store
from arena.match.result import BlockResult
from tests.league.leagues import CRASH, league, match, played, result

PLAN = league("a", "b", "c", groups=6, block=2)


@pytest.fixture
def directory(tmp_path: Path) -> Path:
    """A league of three bots; the last block of the last pairing is missing."""
    with Store.create(tmp_path / "league", PLAN) as store:
        for block in list(blocks(PLAN.schedule))[:-1]:
            store.add_block(block, _result(block))
    return tmp_path / "league"


def _result(block: Block) -> BlockResult:
    if block.key != (1, 2):
        return played(block)
    first = block.first_group
    some = [match(first, 0, 0, fault=CRASH), match(first, 1, 1), match(first + 1, 0, 0)]
    return result((*some, match(first + 1, 1, 0)))


def test_lists_go_on_after_a_match(directory: Path) -> None:
    """In order of number, of a pairing, with faults; never more than asked for."""
    with browse.looking(directory) as connection:
        all_of = browse.lines(connection, PLAN.schedule, limit=100)
        assert [line.key for line in all_of] == sorted(line.key for line in all_of)
        assert len(all_of) == 32
        some = browse.lines(connection, PLAN.schedule, after=all_of[4].key, limit=3)
        assert some == all_of[5:8]
        of = browse.lines(connection, PLAN.schedule, index=1, after=MatchKey(1, 1, 1), limit=2)
        assert [line.key for line in of] == [(1, 2, 0), (1, 2, 1)]
        faulty = browse.lines(connection, PLAN.schedule, faulty=True, limit=100)
        assert MatchKey(1, 2, 0) in [line.key for line in faulty]
        assert browse.last_lines(connection, PLAN.schedule, limit=1) == all_of[-1:]


def test_a_line_tells_teams_and_scores_in_the_order_of_the_table(directory: Path) -> None:
    """In the closed room the bots have exchanged their seats, and so have their piedras."""
    with browse.looking(directory) as connection:
        first, second = browse.lines(connection, PLAN.schedule, index=1, limit=2)
        faulty = browse.line_of(connection, PLAN.schedule, MatchKey(1, 2, 0))
    assert (first.teams, first.winner, first.piedras) == (((0,), (2,)), 0, (40, 20))
    assert (second.teams, second.winner, second.piedras) == (((2,), (0,)), 1, (20, 40))
    assert (faulty.fault, faulty.fault_bot) == (CRASH.reason, 2)


def test_a_sample_has_as_many_of_each_pairing_all_rooms_and_no_match_twice(directory: Path) -> None:
    """Evenly spread; what is not there is not in it."""
    with browse.looking(directory) as connection:
        keys = browse.sampled(connection, PLAN.schedule, most=18)
        every = browse.sampled(connection, PLAN.schedule, most=1000)
        assert browse.blocks_done(connection) == 8
        assert dict(browse.groups_done(connection)) == {0: 6, 1: 6, 2: 4}
        assert browse.is_kept(connection, MatchKey(2, 3, 0))
        assert not browse.is_kept(connection, MatchKey(2, 4, 0))
    assert len(keys) == len(set(keys)) == 18
    assert {key[:2] for key in keys if key.room == 0} == {key[:2] for key in keys if key.room == 1}
    assert [sum(key.pairing == index for key in keys) for index in range(3)] == [6, 6, 6]
    assert len(every) == 32


def test_outcomes_in_parts_add_up(directory: Path) -> None:
    """To those of the whole league."""
    with browse.looking(directory) as connection:
        parts = browse.in_parts(connection, PLAN.schedule, parts=3)
    with Store.open(directory) as store:
        whole = {tally.bots: dict(tally.outcomes) for tally in store.tallies()}
    assert len(parts) == 3
    summed: dict[tuple[int, ...], dict[tuple[int, ...], int]] = {}
    for tally in (tally for part in parts for tally in part):
        counts = summed.setdefault(tally.bots, {})
        for won, groups in tally.outcomes.items():
            counts[won] = counts.get(won, 0) + groups
    assert summed == whole
