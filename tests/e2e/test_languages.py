"""A league of the starters: in every language they play the same games against the same opponent."""

from functools import cache
from pathlib import Path

import pytest
import trio

from arena.engine.rules import profile
from arena.errors import ConfigError
from arena.league.bots import resolve
from arena.match.block import BlockSpec, play_block
from arena.match.result import BlockResult
from arena.protocol.clock import TimeControl

GROUPS = 100
OPPONENT = "cautious"

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]


@cache
def played(language: str) -> BlockResult:
    """A starter's block against the common opponent; the text of the pairing gives all the same deals."""
    spec = BlockSpec(
        rules=profile("traditional", games_to_win=1),
        seed=b"languages" * 3 + b"12345",
        pairing="starter|opponent",
        bots=(resolve(f"starter-{language}", base=Path()), resolve(OPPONENT, base=Path())),
        first_group=0,
        groups=GROUPS,
        tables=64,
        time=TimeControl(turn=5.0, start=120.0),
    )
    return trio.run(play_block, spec)


def test_the_first_plays_as_it_should() -> None:
    """The starter in Python plays every group in both rooms without a fault, and wins some and loses some."""
    matches = played("python").matches
    assert len(matches) == 2 * GROUPS
    assert all(match.fault is None for match in matches)
    assert {match.winner for match in matches} == {0, 1}


@pytest.mark.parametrize("language", ["typescript", "go", "rust", "java", "cpp"])
def test_every_language_plays_the_same_games(language: str) -> None:
    """Game by game the same moves, the same score and the same winner as the starter in Python."""
    try:
        result = played(language)
    except ConfigError as error:
        pytest.skip(str(error))
    for mine, first in zip(result.matches, played("python").matches, strict=True):
        assert mine.fault is None, mine.fault
        assert mine == first
    assert result.measured.forced == 0
    assert result.output == {}
