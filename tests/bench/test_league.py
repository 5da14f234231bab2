"""A league is measured from its command to its end, and so is looking at it again."""

from pathlib import Path

import pytest

from arena.bench.league import Plan, play_league, verify_league
from arena.errors import InternalError


@pytest.mark.slow
def test_a_league_is_played_and_verified(tmp_path: Path) -> None:
    """The same games in both; bots cost something in one of them only."""
    played = play_league(tmp_path / "league", Plan("cautious", bots=3, groups=2))
    assert played.games == 3 * 2 * 2
    assert (played.bot_cpu_seconds or 0) > 0
    assert (played.arena_cpu_seconds or 0) > 0
    looked = verify_league(tmp_path / "league")
    assert (looked.games, looked.deals, looked.decisions) == (
        played.games,
        played.deals,
        played.decisions,
    )


@pytest.mark.slow
def test_a_league_that_fails_is_no_figure(tmp_path: Path) -> None:
    """What it said is told."""
    with pytest.raises(InternalError, match="no sample bot"):
        play_league(tmp_path / "league", Plan("nobody", bots=2, groups=1))
