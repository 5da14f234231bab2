"""A league of a million games: pages come at once, and the server stays small."""

import re
import time
from itertools import product
from pathlib import Path

import pytest

from arena.league.entrants import Entrant
from arena.league.rows import League
from arena.league.schedule import Block, Schedule, blocks
from arena.league.store import Store
from arena.match.bot import BotSpec
from arena.match.result import BlockResult
from tests.league.leagues import match, result
from tests.web.site import serving

BOTS, GROUPS = 20, 2_632
OPENS_SECONDS = 2.0
MOST_BYTES = 200 << 20

pytestmark = [pytest.mark.soak, pytest.mark.timeout(600)]


@pytest.fixture(scope="module")
def million(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A league of 20 bots and a million games, made up."""
    schedule = Schedule(bots=BOTS, size=2, rooms=2, groups=GROUPS, block=500)
    bots = tuple(BotSpec(f"bot {n}", ("run", str(n)), Path("/bots")) for n in range(BOTS))
    identity = {"rules": {"games_to_win": 1, "signs": False}}
    entrants = tuple(Entrant(bot.name, bot.name, f"hash of {bot.name}") for bot in bots)
    league = League("million", identity, b"\x07" * 32, schedule, bots, "2030-01-31 12:00", entrants)
    directory = tmp_path_factory.mktemp("large") / "million"
    with Store.create(directory, league) as store:
        for block in blocks(schedule):
            store.add_block(block, _made_up(block))
    return directory


def _made_up(block: Block) -> BlockResult:
    """The better bot wins three games of four."""
    some = product(range(block.first_group, block.first_group + block.groups), (0, 1))
    return result(tuple(match(group, room, int(group % 2 and room)) for group, room in some))


def test_every_page_opens_in_two_seconds_and_memory_stays_small(million: Path) -> None:
    """The first page included, for which all blocks are counted."""
    with serving(million) as site:
        before = time.monotonic()
        page = site.page("/")
        assert time.monotonic() - before < OPENS_SECONDS
        assert "Complete: 1,000,160 games." in page
        for path in ("/", "/bots/20", "/games", "/games?pairing=190", "/games?faults=yes"):
            before = time.monotonic()
            site.page(path)
            assert time.monotonic() - before < OPENS_SECONDS, path
        assert site.get("/history.json").status == 200
        assert _memory(site.process) < MOST_BYTES


def _memory(process: int) -> int:
    """The most bytes that a process ever had in memory (proc(5))."""
    status = Path(f"/proc/{process}/status").read_text(encoding="utf-8")
    found = re.search(r"VmHWM:\s+(\d+) kB", status)
    assert found is not None
    return int(found[1]) << 10
