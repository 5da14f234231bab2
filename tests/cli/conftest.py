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
STOP = 'stop = {test = "sprt", h0 = 0.4, h1 = 0.6, alpha = 0.05, beta = 0.05}\n'


@pytest.fixture(scope="session")
def league(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The directory of a league of two bots and four games."""
    directory = tmp_path_factory.mktemp("league")
    league_file(directory / "league.toml", "cautious", "odds")
    finished = run("league", "run", directory, cwd=directory)
    assert finished.code == 0, finished.err
    return directory


@pytest.fixture(scope="session")
def grown(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A league with early stopping, faults, and a bot that came in a second season."""
    directory = tmp_path_factory.mktemp("grown")
    (directory / "slips.py").write_text(SLIPS)
    path, bots = directory / "league.toml", ["odds", "slips.py"]
    for some in (bots, [*bots, "cautious"]):
        league_file(path, *some, groups=4, block=2)
        path.write_text(STOP + path.read_text(encoding="utf-8"), encoding="utf-8")
        finished = run("league", "run", directory, "--json", cwd=directory)
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
