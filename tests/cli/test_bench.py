"""What `mus-arena bench bots` measures adds up."""

from pathlib import Path

import pytest

from arena.bench.bots import play_itself
from arena.errors import StartError
from arena.league.bots import resolve
from tests.cli.command import BAD_BOTS


@pytest.mark.slow
def test_both_ends_are_measured() -> None:
    """Decisions are made, in some time, and cost the arena and the bot something."""
    one, many = play_itself(resolve("cautious", base=Path()), {1: 8, 16: 24})
    assert (one.tables, many.tables) == (1, 16)
    assert 0 < one.decisions < many.decisions
    for figures in (one, many):
        assert figures.decisions_per_second > 0
        assert 0 < figures.arena_cpu_us < 1e5
        assert figures.bot == "cautious"


@pytest.mark.slow
def test_a_bot_at_fault_is_not_measured() -> None:
    """Its figures would be those of something else."""
    with pytest.raises(StartError, match="crash"):
        play_itself(resolve(str(BAD_BOTS / "dies_at_turn_1.py"), base=Path()), {1: 2})
