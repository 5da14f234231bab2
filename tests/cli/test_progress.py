"""The line that tells how far a league is."""

from arena.cli.progress import line
from arena.league.runner import State


def test_progress_says_how_far_how_fast_how_long_and_who_leads() -> None:
    """The speed is that of this run, the lead is the win rate so far."""
    state = State(600, 3000, fresh=100, seconds=2.0, won=(200, 400), played=(600, 600))
    assert line(state, ["a", "b"]) == (
        "600 of 3,000 games (20 %), 50 games/s, 0:48 left, b leads with 66.7 %"
    )


def test_the_first_games_foretell_nothing() -> None:
    """How long it takes is told when there is something to go by."""
    state = State(2, 3000, fresh=2, seconds=4.0, won=(2, 0), played=(2, 2))
    assert line(state, ["a", "b"]) == "2 of 3,000 games (0 %), 0.5 games/s, a leads with 100.0 %"


def test_progress_without_a_game_is_no_error() -> None:
    """Before the first state the bots start; before the first game nobody leads."""
    assert line(None, []) == "starting the bots"
    state = State(0, 10, fresh=0, seconds=0.0, won=(0, 0), played=(0, 0))
    assert line(state, ["a", "b"]) == "0 of 10 games (0 %)"
