"""What stands beside the standings, of every format."""

from dataclasses import replace
from pathlib import Path

from arena.cli.format_tables import format_tables, note
from arena.cli.render import plain
from arena.cli.summary import verdict
from arena.league.results import Results, results_of
from arena.league.rows import League
from arena.league.schedule import LeagueFormat, blocks
from arena.league.stop import Decision, Sprt, Verdict
from arena.league.store import Store
from tests.league.leagues import groups, league, result


def results(directory: Path, made: League, *decisions: Decision) -> Results:
    """What a league says in which the first side has won all, and everything was played."""
    with Store.create(directory, made) as store:
        for at, block in enumerate(blocks(made.schedule)):
            won = groups(block.first_group, [(0, 0)] * block.groups)
            store.add_block(block, result(won), decisions[at] if decisions else None)
        return results_of(store)


def told(some: Results) -> dict[str, list[str]]:
    """The tables by heading, as lines."""
    return {heading: [*plain(table)] for heading, table in format_tables(some)}


def test_a_round_robin_needs_no_more(tmp_path: Path) -> None:
    """Its standings say all."""
    some = results(tmp_path, league("a", "b", groups=2))
    assert (told(some), note(some)) == ({}, "")


def test_cross_play_has_a_matrix_and_a_list_of_teams(tmp_path: Path) -> None:
    """In the order of the standings; a bot is nobody's partner of its own."""
    made = league("a", "b", "c", "d", groups=2)
    made = replace(made, schedule=replace(made.schedule, format=LeagueFormat.CROSS))
    tables = told(results(tmp_path, made))
    matrix, teams = tables.values()
    assert matrix == [
        "       a      b      c    d",
        "a      –  100.0  100.0  0.0",
        "b  100.0      –  100.0  0.0",
        "c  100.0  100.0      –  0.0",
        "d    0.0    0.0    0.0    –",
    ]
    assert [line.split("  ")[0] for line in teams[2:5]] == ["a + b", "a + c", "b + c"]


def test_pairings_say_how_they_ended(tmp_path: Path) -> None:
    """The verdict, after how many groups; undecided is a verdict when all was played."""
    made = replace(league("a", "b", "c", groups=2), stop=Sprt(0.5, 0.6))
    decisions = [
        Decision(Verdict.H1, 2, 3.25),
        Decision(Verdict.UNDECIDED, 2, 0.5),
        Decision(Verdict.H0, 1, -3.0),
    ]
    (lines,) = told(results(tmp_path, made, *decisions)).values()
    assert [line.split() for line in lines[2:]] == [
        ["b", "against", "a", "h1", "2", "+3.25"],
        ["c", "against", "a", "undecided", "2", "+0.50"],
        ["c", "against", "b", "h0", "1", "-3.00"],
    ]


def test_a_gauntlet_says_what_it_is_ranked_by(tmp_path: Path) -> None:
    """By rating, in the note and in the verdict."""
    made = league("a", "b", "c", groups=2)
    plan = replace(made.schedule, format=LeagueFormat.GAUNTLET, newcomers=frozenset({0}))
    some = results(tmp_path, replace(made, schedule=plan))
    assert note(some).startswith("Ranked by rating")
    assert verdict(some.standings, some.ranking).startswith("Best by rating: a with ")
