"""Standings: ranking, what stands beside it, and its JSON."""

import json
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.league.adjusted import GroupLuck, adjusted
from arena.league.intervals import Rate
from arena.league.standings import BLAMED, compute, to_json
from arena.league.tally import Tally, tally
from arena.match.result import Reason
from tests.league.leagues import CRASH, groups, match


def pairing(first: int, second: int, *outcomes: tuple[int, int]) -> Tally:
    """A pairing with deal groups in which the two won that many matches."""
    won: dict[tuple[int, int], list[tuple[int | None, int | None]]] = {
        (2, 0): [(0, 0)],
        (1, 1): [(0, 1)],
        (0, 2): [(1, 1)],
        (1, 0): [(0, None)],
        (0, 0): [(None, None)],
    }
    return tally((first, second), groups(0, [both for some in outcomes for both in won[some]]))


def test_bots_are_ranked_by_their_mean_over_opponents() -> None:
    """Every opponent weighs the same, however many matches were played."""
    some = [
        pairing(0, 1, *[(2, 0)] * 9, (0, 2)),
        pairing(0, 2, (0, 2)),
        pairing(1, 2, (1, 1)),
    ]
    standings = compute(["a", "b", "c"], some, partial=True).standings
    assert [(row.rank, row.name) for row in standings] == [(1, "c"), (2, "a"), (3, "b")]
    assert [row.win_rate.value for row in standings] == pytest.approx([0.75, 0.45, 0.3])


def test_equal_bots_share_a_rank() -> None:
    """In league order; the next rank is left out."""
    some = [pairing(a, b, (1, 1)) for a, b in combinations(range(3), 2)]
    standings = compute(["x", "m", "a"], some, partial=False).standings
    assert [(row.rank, row.name) for row in standings] == [(1, "x"), (1, "m"), (1, "a")]
    assert [row.ahead for row in standings] == [0.5, 0.5, None]


def test_a_bot_without_matches_is_last() -> None:
    """It has no rate to be ranked by, and nothing is said of who is ahead."""
    standings = compute(["new", "a", "b"], [pairing(1, 2, (2, 0))], partial=True).standings
    assert [row.name for row in standings] == ["a", "b", "new"]
    assert [row.ahead is None for row in standings] == [False, True, True]
    assert (standings[2].win_rate.low, standings[2].win_rate.high) == (0, 1)


def test_void_matches_count_for_nobody() -> None:
    """They stand in a column of their own."""
    (one, two) = compute(["a", "b"], [pairing(0, 1, (2, 0), (1, 0))], partial=True).standings
    assert (one.win_rate.won, one.win_rate.matches, one.void) == (3, 3, 1)
    assert (two.win_rate.won, two.win_rate.matches, two.void) == (0, 3, 1)


def test_faults_stand_with_the_bot_at_fault() -> None:
    """Each by its reason, all reasons named."""
    counts = tally((0, 1), [match(0, 0, 0, fault=CRASH), match(0, 1, 0)])
    one, two = compute(["a", "b"], [counts], partial=True).standings
    assert set(one.faults) == set(two.faults) == set(BLAMED)
    assert sum(one.faults.values()) == 0
    assert two.faults[Reason.CRASH] == 1


def test_piedras_are_those_scored_in_a_game() -> None:
    """The mean over all games a bot played."""
    one, two = compute(["a", "b"], [pairing(0, 1, (2, 0), (1, 1))], partial=True).standings
    assert (one.games, one.piedras_per_game) == (4, 35)
    assert (two.games, two.piedras_per_game) == (4, 25)


def test_head_to_head_is_in_the_order_of_the_ranking() -> None:
    """Row i, column j: how bot i did against bot j."""
    some = [pairing(0, 1, (0, 2)), pairing(0, 2, (0, 2)), pairing(1, 2, (0, 2))]
    result = compute(["a", "b", "c"], some, partial=True)
    assert [row.name for row in result.standings] == ["c", "b", "a"]
    values = [[cell and cell.value for cell in row] for row in result.head_to_head]
    assert values == [[None, 1, 1], [0, None, 1], [0, 0, None]]


def test_more_matches_make_the_order_surer() -> None:
    """The same rates from more deal groups are more likely in the right order."""
    few = compute(["a", "b"], [pairing(0, 1, (2, 0), (1, 1))], partial=True)
    many = compute(["a", "b"], [pairing(0, 1, *[(2, 0), (1, 1)] * 50)], partial=True)
    likely = [found.standings[0].ahead for found in (few, many)]
    assert likely[0] is not None
    assert likely[1] is not None
    assert 0.5 < likely[0] < likely[1] <= 1


def test_parts_of_a_pairing_are_put_together() -> None:
    """Counts block by block say the same as counts of all at once."""
    whole = compute(["a", "b"], [pairing(0, 1, (2, 0), (1, 1), (0, 2))], partial=False)
    parts = [pairing(0, 1, (0, 2)), pairing(0, 1, (2, 0), (1, 1))]
    assert compute(["a", "b"], parts, partial=False) == whole


def test_three_at_a_table_are_ranked_too() -> None:
    """In individual play a group's matches go to one of three; duels leave out the third's."""
    counts = Tally((0, 1, 2), {(2, 1, 0): 20, (1, 1, 1): 10}, {}, 0, 90, 900, (50, 40, 30))
    result = compute(["a", "b", "c"], [counts], partial=False)
    assert [row.name for row in result.standings] == ["a", "b", "c"]
    assert result.standings[0].win_rate.value == pytest.approx(50 / 90)
    cell = result.head_to_head[0][1]
    assert cell is not None
    assert (cell.won, cell.matches) == (50, 80)


def test_shared_cards_have_a_design_effect() -> None:
    """Below 1 where both rooms cancel the cards out, for each bot and for all; None without matches."""
    some = [pairing(0, 1, *[(1, 1)] * 20), pairing(0, 2, *[(2, 0), (0, 2)] * 10)]
    result = compute(["a", "b", "c", "d"], some, partial=True)
    found = {row.name: row.design_effect for row in result.standings}
    assert found["d"] is None
    assert found["a"] == pytest.approx(result.design_effect, abs=1e-9)
    assert found["b"] is not None
    assert found["c"] is not None
    assert found["b"] < 0.1 < 1.9 < found["c"]
    assert to_json(result)["design_effect"] == round(found["a"] or 0, 6)


def test_json_is_the_same_for_the_same_results() -> None:
    """Whatever the order in which they came; numbers have six digits and are never NaN."""
    some = [pairing(0, 1, (2, 0)), pairing(0, 2, (1, 1), (0, 2)), pairing(1, 2, (0, 0))]
    one = to_json(compute(["a", "b", "c"], some, partial=True))
    two = to_json(compute(["a", "b", "c"], some[::-1], partial=True))
    assert json.dumps(one, allow_nan=False) == json.dumps(two, allow_nan=False)
    assert one["schema"] == "mus-arena/standings/1"
    assert one["type"] == "standings"
    assert one["partial"] is True
    assert one["matches"] == 6
    assert one["void"] == 2


def test_json_names_every_value() -> None:
    """A bot's row and a cell of the matrix, as a program reads them."""
    found = to_json(compute(["a", "b"], [pairing(0, 1, (2, 0))], partial=False))
    rows, cells = found["standings"], found["head_to_head"]
    assert isinstance(rows, list)
    assert isinstance(cells, list)
    assert rows[0]["rank"] == 1
    assert rows[0]["bot"] == "a"
    assert rows[0]["win_rate"] == 1
    assert rows[0]["faults"]["timeout"] == 0
    assert "void" not in rows[0]["faults"]
    low = rows[0]["low"]
    assert cells[0] == {
        "bot": "a",
        "opponent": "b",
        "win_rate": 1,
        "low": low,
        "high": 1,
        "won": 2,
        "matches": 2,
        "groups": 1,
    }


def test_a_league_before_its_first_match_has_standings() -> None:
    """Nothing played: all share the first rank, and every number is one."""
    empty = compute(["a", "b"], [], partial=True)
    assert [row.rank for row in empty.standings] == [1, 1]
    json.dumps(to_json(empty), allow_nan=False)


@given(
    st.dictionaries(
        st.sampled_from([(0, 1), (0, 2), (1, 2)]),
        st.dictionaries(
            st.sampled_from([(2, 0), (1, 1), (0, 2), (1, 0), (0, 1), (0, 0)]),
            st.integers(0, 1000),
        ),
    )
)
def test_every_number_is_one(counts: dict[tuple[int, ...], dict[tuple[int, ...], int]]) -> None:
    """One game, all lost, all won, all void, pairings not begun: never NaN or infinite."""
    tallies = [Tally(bots, some, {}, 0, 0, 0, (0, 0)) for bots, some in counts.items()]
    found = to_json(compute(["a", "b", "c"], tallies, partial=True))
    json.dumps(found, allow_nan=False)


def test_a_bot_at_fault_too_often_is_ranked_last() -> None:
    """More than 10 % of its matches lost by faults: disqualified, whatever it won."""
    outcomes = [(2, 0)] * 10
    tidy = pairing(0, 1, *outcomes)
    for faults, last in ((2, "b"), (3, "a")):
        counts = replace(tidy, faults={(0, Reason.CRASH): faults})
        standings = compute(["a", "b"], [counts], partial=False).standings
        assert [row.name for row in standings if row.disqualified] == ["a"] * (last == "a")
        assert standings[-1].name == last


def test_adjusted_rates_stand_beside_the_others() -> None:
    """Each bot's own view of its pairings' samples; the order of the bots is as played."""
    luck = [GroupLuck(g, won, 2, 0.8 * (won - 1)) for g, won in enumerate([2, 1, 1, 0] * 25)]
    some = adjusted([*luck, *(GroupLuck(100 + g, 2, 2, 0.8) for g in range(5))])
    assert some is not None
    tallies = [pairing(0, 1, *[(2, 0), (1, 1), (1, 1), (0, 2)] * 25, *[(2, 0)] * 5)]
    both = compute(["a", "b"], tallies, partial=False, adjusted={(0, 1): some})
    assert [row.name for row in both.standings] == ["a", "b"]
    rates = [row.adjusted for row in both.standings]
    assert rates[0] is not None
    assert rates[1] is not None
    assert 0.5 < rates[0].value < both.standings[0].win_rate.value
    assert rates[1].value == pytest.approx(1 - rates[0].value)
    assert rates[0].high - rates[0].low < 0.5 * _width(both.standings[0].win_rate)
    found = to_json(both)
    rows, needed = found["standings"], found["needed"]
    assert isinstance(rows, list)
    assert isinstance(needed, list)
    assert set(rows[0]["adjusted"]) == {"win_rate", "low", "high"}
    assert (needed[0]["bot"], needed[0]["opponent"]) == ("a", "b")
    assert needed[0]["adjusted"] < needed[0]["paired"]


def _width(rate: Rate) -> float:
    return rate.high - rate.low


def test_without_luck_nothing_is_adjusted() -> None:
    """The key is there all the same, and holds nothing."""
    found = to_json(compute(["a", "b"], [pairing(0, 1, (2, 0))], partial=False))
    rows = found["standings"]
    assert isinstance(rows, list)
    assert [row["adjusted"] for row in rows] == [None, None]
    assert found["needed"] == []
