"""Leagues that were played once, for all tests that only look at them."""

from pathlib import Path

import pytest

from tests.cli.command import Finished, league_file, run

SLIPS = """
from arena.sdk import QUIERO, Action, Bot, Discard, Turn, run

class Slips(Bot):
    def decide(self, turn: Turn) -> Action:
        if turn.random % 150 == 0:
            return QUIERO
        words = sorted(turn.legal.words, key=lambda word: word.value)
        return words[turn.random // 150 % len(words)] if words else Discard((0,))

run(Slips())
"""
"""A bot that plays at random, and now and then what it may not."""


@pytest.fixture(scope="session")
def league(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The directory of a league of two bots and four games."""
    directory = tmp_path_factory.mktemp("league")
    league_file(directory / "league.toml", "cautious", "odds")
    finished = run("league", "run", directory, cwd=directory)
    assert finished.code == 0, finished.err
    return directory


@pytest.fixture(scope="session")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Finished]:
    """A league of two bots, two blocks and twelve games, some of them faults; and how it ended."""
    directory = tmp_path_factory.mktemp("verified")
    (directory / "slips.py").write_text(SLIPS)
    league_file(directory / "league.toml", "odds", "slips.py", groups=6, block=3)
    finished = run("league", "run", directory, "--json", cwd=directory)
    assert finished.code == 0, finished.err
    return directory, finished
