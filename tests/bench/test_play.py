"""What `mus-arena bench play` measures adds up."""

from pathlib import Path

import pytest

from arena.bench.play import play_itself, start_up
from arena.errors import StartError
from arena.league.bots import resolve
from tests.cli.command import BAD_BOTS


@pytest.mark.slow
def test_both_ends_are_measured() -> None:
    """Decisions are made, in some time, in batches, and cost the arena and the bot something."""
    bot = resolve("cautious", base=Path())
    one, many = play_itself(bot, 1, groups=8), play_itself(bot, 16, groups=24)
    assert (one.games, many.games) == (2 * 8 - 2, 2 * 24 - 2)
    for figures in (one, many):
        assert (figures.decisions_per_second or 0) > 0
        assert 0 < (figures.arena_cpu_us or 0) < 1e5
        assert (figures.bot_memory or 0) > 1 << 20
    assert one.batch == 1
    assert (many.batch or 0) > 1


@pytest.mark.slow
def test_start_up_is_told_apart() -> None:
    """It is two games, and most of its time goes to starting."""
    figures = start_up(resolve("cautious", base=Path()))
    assert figures.games == 2
    assert (figures.bot_cpu_seconds or 0) > 0


@pytest.mark.slow
def test_a_bot_at_fault_is_not_measured() -> None:
    """Its figures would be those of something else."""
    with pytest.raises(StartError, match="crash"):
        play_itself(resolve(str(BAD_BOTS / "dies_at_turn_1.py"), base=Path()), 1, groups=2)
