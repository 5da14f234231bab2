"""A league with a bad bot, played once, and a web site over it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.command import BAD_BOTS, league_file, run
from tests.web.site import Site, serving


@pytest.fixture(scope="session")
def league(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The directory of a league of three bots and twelve games; one bot plays illegally."""
    directory = tmp_path_factory.mktemp("web")
    bots = ("cautious", "odds", BAD_BOTS / "says_quiero.py")
    league_file(directory / "league.toml", *bots, name="<i>small", groups=2)
    finished = run("league", "run", directory, cwd=directory)
    assert finished.code == 0, finished.err
    return directory


@pytest.fixture(scope="module")
def site(league: Path) -> Iterator[Site]:
    """Its web site, as long as the tests of a file need it: others look at what processes are left."""
    with serving(league) as found:
        yield found
