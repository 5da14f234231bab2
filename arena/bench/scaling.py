"""How cost grows with the work: each size of a sweep in a process of its own, then a chart."""

import csv
import json
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from types import ModuleType

from arena.errors import InternalError, UsageError

Row = Mapping[str, str | float | None]
"""The figures of one part at one size, as `mus-arena bench … --json` prints them."""

_MIB = 2**20
_POWERS = tuple(1 << power for power in range(12))


@dataclass(frozen=True, slots=True)
class Panel:
    """One curve: a figure of the parts of a run with a name, in some unit.

    `grows` says that it is for all the work, not for some of it.
    """

    title: str
    part: str
    key: str
    unit: float = 1.0
    grows: bool = False


@dataclass(frozen=True, slots=True)
class Sweep:
    """Sizes, what is measured at a size with a bot, and what is drawn of it."""

    axis: str
    sizes: tuple[int, ...]
    words: Callable[[int, str], tuple[str, ...]]
    panels: tuple[Panel, ...]


SWEEPS: Mapping[str, Sweep] = {
    "tables": Sweep(
        "tables in each of two rooms",
        _POWERS,
        lambda size, bot: ("play", bot, "--tables", str(size)),
        (
            Panel("decisions/s", "play", "decisions_per_second"),
            Panel("CPU of the arena, µs a decision", "play", "arena_cpu_us_per_decision"),
            Panel("memory of the arena, MiB", "play", "arena_memory", _MIB),
        ),
    ),
    "bots": Sweep(
        "bots in a league",
        (4, 8, 16, 32, 64),
        lambda size, bot: ("league", "--bot", bot, "--bots", str(size), "--groups", "10"),
        (
            Panel("decisions/s, start-ups included", "league", "decisions_per_second"),
            Panel("seconds", "league", "seconds", grows=True),
            Panel("largest process of the arena, MiB", "league", "arena_memory", _MIB),
            Panel("database, MiB", "league", "file_bytes", _MIB, grows=True),
        ),
    ),
    "games": Sweep(
        "games in a league",
        (1_000, 10_000, 100_000, 1_000_000),
        lambda size, _: ("store", "--games", str(size)),
        (
            Panel("games written/s", "write", "games_per_second"),
            Panel("memory, MiB", "write", "arena_memory", _MIB),
            Panel("database, MiB", "write", "file_bytes", _MIB, grows=True),
            Panel("standings, seconds", "standings", "seconds", grows=True),
        ),
    ),
    "entrants": Sweep(
        "bots in a league of 100,000 games",
        (4, 8, 16, 32, 64),
        lambda size, _: ("store", "--games", "100000", "--bots", str(size)),
        (
            Panel("memory, MiB", "write", "arena_memory", _MIB),
            Panel("database, MiB", "write", "file_bytes", _MIB, grows=True),
            Panel("standings, seconds", "standings", "seconds", grows=True),
        ),
    ),
}


def run(name: str, directory: Path, *, bot: str, most: int | None) -> Iterator[Path]:
    """Makes a sweep, up to a size if one is given; gives the files with its numbers and its chart."""
    _charts()  # So that what is missing is told before minutes of work.
    sweep = SWEEPS[name]
    directory.mkdir(parents=True, exist_ok=True)
    sizes = [size for size in sweep.sizes if most is None or size <= most]
    if not sizes:
        raise UsageError(f"sizes up to {most}: {name} begins with {sweep.sizes[0]}")
    points = [(size, row) for size in sizes for row in _measured(sweep, size, bot)]
    table, chart = directory / f"{name}.csv", directory / f"{name}.svg"
    _write(table, points)
    yield table
    _draw(chart, sweep, points)
    yield chart


def _draw(path: Path, sweep: Sweep, points: list[tuple[int, Row]]) -> None:
    charts = _charts()
    curves = [
        charts.Curve(
            panel.title,
            tuple((size, _value(row, panel)) for size, row in points if _is(row, panel)),
            panel.grows,
        )
        for panel in sweep.panels
    ]
    charts.draw(path, sweep.axis, curves)


def _charts() -> ModuleType:
    """What draws: imported when it is needed, because matplotlib may not be there."""
    try:
        return import_module("arena.bench.charts")
    except ImportError as error:
        raise UsageError(f"{error}: pip install 'mus-arena[bench]'") from None


def _measured(sweep: Sweep, size: int, bot: str) -> list[Row]:
    command = [sys.executable, "-m", "arena", "bench", *sweep.words(size, bot), "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        how = f"{' '.join(command)} ended with {done.returncode}"
        raise InternalError(f"{how}: {done.stderr.strip()}")
    return [json.loads(line) for line in done.stdout.splitlines()]


def _write(path: Path, points: list[tuple[int, Row]]) -> None:
    with path.open("w", newline="") as file:
        writer = csv.DictWriter(file, ["size", *points[0][1]], lineterminator="\n")
        writer.writeheader()
        writer.writerows({"size": size, **row} for size, row in points)


def _is(row: Row, panel: Panel) -> bool:
    return row["part"] == panel.part


def _value(row: Row, panel: Panel) -> float:
    return float(row[panel.key] or 0) / panel.unit
