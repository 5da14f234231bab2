"""What is counted of matches."""

from arena.league.tally import Tally, merged, tally
from arena.match.result import Reason
from tests.league.leagues import CRASH, groups, match


def test_groups_are_counted_by_what_each_bot_won() -> None:
    """Two rooms share their cards, so they are counted together."""
    matches = groups(0, [(0, 0), (0, 1), (1, 0), (1, 1), (0, 0)])
    assert tally((3, 7), matches).outcomes == {(2, 0): 2, (1, 1): 2, (0, 2): 1}


def test_void_matches_count_for_nobody() -> None:
    """They make their group smaller; their games and piedras are nobody's."""
    counts = tally((3, 7), groups(0, [(0, None), (None, None)]))
    assert counts.outcomes == {(1, 0): 1, (0, 0): 1}
    assert counts.void == 3
    assert (counts.games, counts.decisions, counts.piedras) == (1, 100, (40, 20))
    assert counts.faults == {}


def test_faults_are_counted_by_bot_of_the_league() -> None:
    """A fault is a match lost, and counted by bot and reason."""
    counts = tally((3, 7), [match(0, 0, 0, fault=CRASH), match(0, 1, 0, fault=CRASH)])
    assert counts.outcomes == {(2, 0): 1}
    assert counts.faults == {(7, Reason.CRASH): 2}


def test_parts_make_a_whole() -> None:
    """Counts of the blocks of a pairing add up to the counts of all its matches."""
    matches = (*groups(0, [(0, 0), (0, None)]), match(2, 0, 0, fault=CRASH), *groups(3, [(1, 1)]))
    parts = [tally((0, 1), matches[:4]), tally((0, 1), matches[4:5]), tally((0, 1), matches[5:])]
    assert merged(parts) == (tally((0, 1), matches),)


def test_pairings_stay_apart() -> None:
    """There is one tally for each pairing, in order."""
    one = tally((0, 1), groups(0, [(0, 0)]))
    two = tally((0, 2), groups(0, [(1, 1)]))
    assert merged([two, one]) == (one, two)


def test_no_matches_count_nothing() -> None:
    """A pairing that was not played yet is all zeros."""
    assert tally((0, 1), ()) == Tally((0, 1), {}, {}, 0, 0, 0, (0, 0))
