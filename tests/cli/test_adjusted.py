"""`league standings --adjusted`: both estimates of a real league, or why there is none."""

import json
from pathlib import Path

import pytest

from tests.cli.command import league_file, run


@pytest.mark.slow
def test_adjusted_standings_of_a_league(tmp_path: Path) -> None:
    """Both rates with intervals, the games each needs, the same bytes every time."""
    path = league_file(tmp_path / "league.toml", "random", "cautious", groups=120)
    assert run("league", "run", path, cwd=tmp_path).code == 0
    once = run("league", "standings", tmp_path, "--adjusted", "--json", cwd=tmp_path)
    again = run("league", "standings", tmp_path, "--adjusted", "--json", cwd=tmp_path)
    assert once.out == again.out
    found = json.loads(once.out)
    for row in found["standings"]:
        adjusted = row["adjusted"]
        assert 0 <= adjusted["low"] < adjusted["win_rate"] < adjusted["high"] <= 1
        assert row["low"] < adjusted["win_rate"] < row["high"]
    assert sum(row["adjusted"]["win_rate"] for row in found["standings"]) == pytest.approx(1)
    (needed,) = found["needed"]
    assert (needed["bot"], needed["opponent"]) == ("random", "cautious")
    assert needed["adjusted"] > 0
    plain = json.loads(run("league", "standings", tmp_path, "--json", cwd=tmp_path).out)
    assert plain["needed"] == []
    assert all(row["adjusted"] is None for row in plain["standings"])
    table = run("league", "standings", tmp_path, "--adjusted", cwd=tmp_path).out
    assert "Win rates without the luck of the cards:" in table
    assert "Games to know a win rate to ±1 %:" in table


@pytest.mark.slow
def test_trios_have_no_adjusted_rate(tmp_path: Path) -> None:
    """One line that says so, and what to do."""
    path = league_file(tmp_path / "league.toml", "random", "cautious", groups=1)
    path.write_text(
        path.read_text(encoding="utf-8") + '[rules]\nformat = "trios"\n', encoding="utf-8"
    )
    assert run("league", "run", path, cwd=tmp_path).code == 0
    finished = run("league", "standings", tmp_path, "--adjusted", cwd=tmp_path)
    assert (finished.code, finished.out) == (2, "")
    assert "no luck adjustment for trios" in finished.err
    assert finished.err.count("\n") == 1
