"""A league that was played once, for all tests that only look at it."""

from pathlib import Path

import pytest

from tests.cli.command import league_file, run


@pytest.fixture(scope="session")
def league(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The directory of a league of two bots and four games."""
    directory = tmp_path_factory.mktemp("league")
    league_file(directory / "league.toml", "cautious", "odds")
    finished = run("league", "run", directory, cwd=directory)
    assert finished.code == 0, finished.err
    return directory
