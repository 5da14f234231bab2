"""What people read below the standings."""

import pytest

from arena.cli.report import Times
from arena.cli.summary import restless_lines, shared_cards
from arena.engine.rules import profile
from arena.league.standings import compute
from arena.league.tally import Tally

PAIRS = profile(games_to_win=1)
INDIVIDUAL = profile(format="individual", players=4)


def test_what_shared_cards_save_is_told_in_games() -> None:
    """A third of the groups are not 1-1, where chance alone makes it half: two thirds of the games."""
    league = compute(["a", "b"], [pairing(250, 1000, 250)], partial=False)
    assert league.design_effect == pytest.approx(2 / 3, abs=0.01)
    assert shared_cards(league, rules=PAIRS) == (
        "Each deal in 2 rooms: variance 0.67 of that of independent deals;"
        " ±1 % takes about 6,400 games a pairing instead of 9,600."
    )


def test_what_they_cost_is_told_too() -> None:
    """Where cards suit one bot or the other, the rooms agree, and more games are needed."""
    league = compute(["a", "b"], [pairing(50, 50, 50)], partial=False)
    assert "variance 1.3" in shared_cards(league, rules=PAIRS)


def test_nothing_is_told_from_few_groups() -> None:
    """From fewer than a hundred it is chance; from none it is nothing."""
    assert not shared_cards(compute(["a", "b"], [pairing(33, 33, 33)], partial=False), rules=PAIRS)
    assert not shared_cards(compute(["a", "b"], [], partial=True), rules=PAIRS)


def test_individual_play_has_as_many_rooms_as_bots() -> None:
    """And counts matches of several games as such, with equal bots at 25 %."""
    some = Tally((0, 1, 2, 3), {(1, 1, 1, 1): 200}, {}, 0, 0, 0, (0, 0, 0, 0))
    league = compute(["a", "b", "c", "d"], [some], partial=False)
    told = shared_cards(league, rules=INDIVIDUAL)
    assert told.startswith("Each deal in 4 rooms: variance 0.00")
    assert told.endswith("matches a pairing instead of 7,200.")


def pairing(lost: int, even: int, won: int) -> Tally:
    """So many deal groups of 0-2, 1-1 and 2-0."""
    return Tally((0, 1), {(0, 2): lost, (1, 1): even, (2, 0): won}, {}, 0, 0, 0, (0, 0))


def times(*, idle: float, cpu: float) -> Times:
    """What was measured of a bot that had nothing to answer for so many seconds."""
    return Times(
        "burner",
        decisions=10,
        seconds=1.0,
        cpu_seconds=cpu + 1.0,
        idle_seconds=idle,
        idle_cpu_seconds=cpu,
        memory=1 << 20,
    )


def test_a_bot_that_works_while_it_is_not_to_move_is_named() -> None:
    """With what it used, in how much time."""
    (line,) = restless_lines([times(idle=40.0, cpu=38.6), times(idle=40.0, cpu=0.5)])
    assert line == "burner used 39 s of CPU in 40 s in which it had nothing to answer."


def test_a_moment_is_too_short_to_name_anybody() -> None:
    """A runtime may still be warming up."""
    assert [*restless_lines([times(idle=1.0, cpu=1.0)])] == []
