"""Leagues of every format and of several seasons are verified, and what can't be is found."""

from pathlib import Path

import pytest

from arena.league.columns import What
from arena.league.store import Store
from arena.league.tables import table
from arena.league.verify import Published
from tests.cli.command import SEED, Finished, run
from tests.cli.conftest import SLIPS
from tests.cli.test_verify import change, findings

OTHER_WINNER = """
UPDATE matches SET winner = 1 - winner
WHERE grp = 0 AND pairing = (SELECT min(pairing) FROM blocks)
"""
FOUR = {"a": "random", "b": "slips.py", "c": "odds", "d": "cautious"}


def play(directory: Path, text: str, bots: dict[str, str]) -> Finished:
    """Writes a league and plays it."""
    (directory / "slips.py").write_text(SLIPS)
    tables = [f'[[bots]]\nname = "{name}"\nbot = "{bot}"\n' for name, bot in bots.items()]
    head = f'name = "small"\nseed = "{SEED}"\n{text}\n'
    (directory / "league.toml").write_text(head + "".join(tables))
    finished = run("league", "run", directory, "--json", cwd=directory)
    assert finished.code == 0, finished.err
    return finished


@pytest.mark.slow
@pytest.mark.parametrize(
    "text",
    [
        'format = "gauntlet"\nnewcomers = ["b"]\ngroups = 3',
        'format = "swiss"\ngroups = 3\nblock = 2',
        'format = "cross"\ngroups = 3',
        'format = "cross"\ngroups = 2\non_fault = "substitute"',
    ],
)
def test_a_league_of_every_format_is_verified(text: str, tmp_path: Path) -> None:
    """As it was played, faults and all; not with another winner."""
    summary = play(tmp_path, text, FOUR).summary
    published = Published(str(summary["commitment"]), str(summary["digest"]))
    assert findings(tmp_path, published) == []
    with Store.open(tmp_path) as store:
        winners = {str(row["winner"]) for row in table(store, What.GAMES)}
    change(tmp_path, OTHER_WINNER)
    found = findings(tmp_path)
    assert {some.what for some in found} == {"winner"}
    told = [*winners, *(name for some in found for name in (*some.bots, some.found, some.expected))]
    assert all((" + " in name) == ("cross" in text) for name in told)


@pytest.mark.slow
def test_every_season_can_be_verified(tmp_path: Path) -> None:
    """By what was told at its end, also when more was played; games of one are none of another."""
    bots = {"a": "random", "c": "odds"}
    told = [play(tmp_path, "groups = 2", some).summary for some in (bots, FOUR)]
    assert told[0]["commitment"] != told[1]["commitment"]
    for one in told:
        assert findings(tmp_path, Published(str(one["commitment"]), str(one["digest"]))) == []
        words = ("--commitment", str(one["commitment"]), "--digest", str(one["digest"]))
        finished = run("league", "verify", tmp_path, *words, cwd=tmp_path)
        assert finished.code == 0, finished.out
        assert f"SHA-256 of the seed: {one['commitment']}\n" in finished.out
    change(tmp_path, "UPDATE blocks SET season = 0")
    assert "record" in {some.what for some in findings(tmp_path)}
