"""Sweeps: the numbers of each size, and a chart of them."""

import csv
from pathlib import Path

import pytest

from arena.bench.charts import Curve, draw
from arena.bench.scaling import SWEEPS, run
from arena.errors import UsageError

POINTS = ((1, 1.0), (10, 8.0), (100, 90.0))


def test_the_same_points_give_the_same_chart(tmp_path: Path) -> None:
    """So that a chart changes only if a figure does."""
    one, other = tmp_path / "one.svg", tmp_path / "other.svg"
    for path in (one, other):
        draw(
            path, "games", [Curve("seconds", POINTS, grows=True), Curve("MiB", POINTS, grows=False)]
        )
    assert one.read_bytes() == other.read_bytes()
    assert "seconds" in one.read_text()


@pytest.mark.slow
def test_each_size_is_measured(tmp_path: Path) -> None:
    """Sizes above the most are left out; each line of figures is kept with its size."""
    table, chart = run("games", tmp_path, bot="cautious", most=10_000)
    with table.open() as file:
        rows = list(csv.DictReader(file))
    sizes = [row["size"] for row in rows if row["part"] == "standings"]
    assert sizes == ["1000", "10000"]
    assert {row["part"] for row in rows} == {"write", "standings", "plain gRPC", "plain protobuf"}
    assert chart.read_text().count("<svg") == 1


def test_a_sweep_without_a_size_is_refused(tmp_path: Path) -> None:
    """It is told where the sweep begins."""
    with pytest.raises(UsageError, match="bots begins with 4"):
        next(run("bots", tmp_path, bot="cautious", most=3))


def test_sweeps_go_as_far_as_they_should() -> None:
    """Tables to 2,048, bots to 64, games to a million."""
    ends = {name: (sweep.sizes[0], sweep.sizes[-1]) for name, sweep in SWEEPS.items()}
    assert ends["tables"] == (1, 2048)
    assert ends["bots"] == (4, 64)
    assert ends["games"] == (1_000, 1_000_000)
