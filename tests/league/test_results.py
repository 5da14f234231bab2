"""What a league says of its bots, whatever its format and its history."""

import json
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest

from arena.league.results import results_json, results_of
from arena.league.rows import League
from arena.league.schedule import Block, LeagueFormat, blocks
from arena.league.stop import Decision, Sprt, Verdict
from arena.league.store import Store
from tests.league.leagues import groups, league, result


def kept(directory: Path, made: League, some: Iterable[Block], *, ended: bool = False) -> Store:
    """A league in which the first side has won these blocks."""
    store = Store.create(directory, made)
    for block in some:
        won = groups(block.first_group, [(0, 0)] * block.groups)
        decision = Decision(Verdict.H1, 2, 3.25) if ended else None
        store.add_block(block, result(won), decision)
    return store


def how(made: League, **values: object) -> League:
    """The same league with another schedule."""
    return replace(made, schedule=replace(made.schedule, **values))  # type: ignore[arg-type]


def test_who_has_left_stands_apart(tmp_path: Path) -> None:
    """Ranked are those in the league by their matches with each other; nothing is forgotten."""
    made = league("a", "b", "c", groups=2)
    with kept(tmp_path, made, blocks(made.schedule)) as store:
        gone = (replace(made.entrants[0], withdrawn=True), *made.entrants[1:])
        store.change(replace(how(made, playing=(1, 2)), entrants=gone))
        results = results_of(store)
    assert [row.name for row in results.standings.standings] == ["b", "c"]
    assert (results.standings.matches, results.standings.partial) == (4, False)
    assert [(row.name, row.win_rate.matches) for row in results.withdrawn] == [("a", 8)]
    values = results_json(results)
    assert json.loads(json.dumps(values, allow_nan=False)) == values
    withdrawn = values["withdrawn"]
    assert isinstance(withdrawn, list)
    (row,) = withdrawn
    assert (row["bot"], row["won"], "rank" in row) == ("a", 8, False)


@pytest.mark.parametrize("format", [LeagueFormat.SWISS, LeagueFormat.GAUNTLET])
def test_where_opponents_differ_ratings_rank(tmp_path: Path, format: LeagueFormat) -> None:  # noqa: A002
    """B won only its match with the loser of all: less than a, which won once and lost to c."""
    made = how(league("a", "b", "c", "d", groups=2), format=format, rounds=2)
    plan = replace(made.schedule, format=LeagueFormat.ROUND_ROBIN)
    wanted = {(0, 1), (0, 2), (1, 3)}
    some = [block for block in blocks(plan) if block.pairing.bots in wanted]
    with kept(tmp_path, made, some) as store:
        results = results_of(store)
    rows = results.standings.standings
    assert [row.rating.value for row in rows] == sorted(
        (r.rating.value for r in rows), reverse=True
    )
    assert rows[0].name == "a"
    assert {row.ahead for row in rows} == {None}
    assert results_json(results)["ranked_by"] == "rating"


def test_a_pairing_that_stopped_says_how(tmp_path: Path) -> None:
    """Who was tested, the verdict, and after how many groups it fell; then nothing is missing."""
    made = replace(league("a", "b", groups=10), stop=Sprt(0.5, 0.6))
    with kept(tmp_path, made, [next(blocks(made.schedule))], ended=True) as store:
        results = results_of(store)
    assert not results.standings.partial
    assert results_json(results)["endings"] == [
        {"tested": "b", "against": "a", "verdict": "h1", "groups": 2, "ratio": 3.25}
    ]


def test_cross_play_tells_of_teams_and_partners(tmp_path: Path) -> None:
    """The bot that is on the first side is the better partner; every team has its row."""
    made = how(league("a", "b", "c", "d", groups=2), format=LeagueFormat.CROSS)
    with kept(tmp_path, made, blocks(made.schedule)) as store:
        values = results_json(results_of(store))
    rows, teams = values["standings"], values["teams"]
    assert isinstance(rows, list)
    assert isinstance(teams, list)
    # b and c, a and c, a and b won; d was never among them.
    assert [row["bot"] for row in rows] == ["a", "b", "c", "d"]
    assert [row["won"] for row in rows] == [8, 8, 8, 0]
    assert rows[0]["rating"] > 1500 > rows[3]["rating"]
    assert [team["bots"] for team in teams if team["win_rate"] == 1] == [
        ["a", "b"],
        ["a", "c"],
        ["b", "c"],
    ]


def test_partners_that_were_never_apart_are_level(tmp_path: Path) -> None:
    """After the first pairing nothing tells the two of a side apart."""
    made = how(league("a", "b", "c", "d", groups=2), format=LeagueFormat.CROSS)
    with kept(tmp_path, made, [next(blocks(made.schedule))]) as store:
        results = results_of(store)
    assert results.standings.partial
    rows = results.standings.standings
    assert [(row.rank, row.name) for row in rows] == [(1, "b"), (1, "c"), (3, "a"), (3, "d")]
    assert [row.ahead for row in rows[::2]] == [0.5, 0.5]
