"""How numbers, names and other people's texts are written for people."""

import shlex
import shutil
import sys
from pathlib import Path

from arena.league.schedule import LeagueFormat, Schedule

_LONGEST = 160


def number(value: int) -> str:
    """1234567 is `1,234,567`."""
    return f"{value:,}"


def count(value: int, thing: str) -> str:
    """`1 game`, `3,000 games`, `2 processes`."""
    plural = "" if value == 1 else "es" if thing.endswith("s") else "s"
    return f"{number(value)} {thing}{plural}"


def percent(value: float) -> str:
    """0.6712 is `67.1`; the sign stands in the heading."""
    return f"{100 * value:.1f}"


def clock(seconds: float) -> str:
    """A length of time: `0:07`, `12:30`, `3:05:00`."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def duration(seconds: float) -> str:
    """A short time with three digits: `42 µs`, `1.25 ms`, `3.1 s`."""
    for unit, size in (("s", 1.0), ("ms", 1e-3)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}" if seconds < 100 else f"{seconds:.0f} s"
    return f"{seconds * 1e6:.3g} µs"


def format_words(schedule: Schedule) -> str:
    """`round robin`, `gauntlet of 1 newcomer`, `Swiss of 5 rounds`, `cross-play`."""
    match schedule.format:
        case LeagueFormat.ROUND_ROBIN:
            return "round robin"
        case LeagueFormat.GAUNTLET:
            return f"gauntlet of {count(len(schedule.newcomers), 'newcomer')}"
        case LeagueFormat.SWISS:
            return f"Swiss of {count(schedule.rounds, 'round')}"
        case LeagueFormat.CROSS:
            return "cross-play"


def told_safely(text: str) -> str:
    """A line that nobody's output can use to drive the terminal: strange characters are escaped."""
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text.expandtabs(4))


def in_one_line(text: str) -> str:
    """The first and the last line of a text, cut to what a person reads at a glance."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    joined = " … ".join(lines[:1] + lines[1:][-1:])
    return told_safely(joined if len(joined) <= _LONGEST else joined[: _LONGEST - 1] + "…")


def command(*words: str | Path) -> str:
    """A command of this program as it can be typed again here."""
    return shlex.join([*_program(), *map(str, words)])


def _program() -> tuple[str, ...]:
    typed = Path(sys.argv[0])
    if typed.name == "__main__.py":
        return Path(sys.executable).name, "-m", "arena"
    found = shutil.which(typed.name)
    return (typed.name if found and Path(found).samefile(typed) else str(typed),)
