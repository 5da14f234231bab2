"""A long league with bots that crash: the arena's memory does not grow."""

import sys
from collections.abc import Iterator
from pathlib import Path
from statistics import median

import pytest

from tests.cli.command import BAD_BOTS, SEED, Command

GOOD = ("random", "cautious", "aggressive", "odds")
CRASHING = 20
HOW = ("raise", "segfault", "killed", "quietly", "exit")
GROUPS = 363
"""Of each of the 276 pairings: 200,376 games."""
MOST_GROWTH = 5 << 20


def league_of_crashing_bots(path: Path, *, groups: int, crashing: int) -> Path:
    """Writes a league file with the good bots and so many that crash, in all ways."""
    lines = ['name = "soak"', f'seed = "{SEED}"', f"groups = {groups}", f"block = {groups}"]
    lines += ["[time]", "turn = 30.0", "start = 120.0"]
    lines += [f'[[bots]]\nbot = "{bot}"' for bot in GOOD]
    program = BAD_BOTS / "crashes_at_some_turns.py"
    for number in range(crashing):
        command = f"{sys.executable} {program} {HOW[number % len(HOW)]}"
        lines.append(f'[[bots]]\nname = "crashing-{number + 1}"\nbot = "{command}"')
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def held(pids: Iterator[int]) -> int:
    """Bytes of memory of these processes."""
    total = 0
    for pid in pids:
        status = Path(f"/proc/{pid}/status").read_text()
        total += int(status.partition("VmRSS:")[2].split()[0]) << 10
    return total


@pytest.mark.soak
@pytest.mark.timeout(5 * 60 * 60)
def test_memory_is_flat_over_two_hundred_thousand_games(tmp_path: Path) -> None:
    """The league and its worker hold as much at a tenth of the run as at its end, within 5 MiB."""
    bots = len(GOOD) + CRASHING
    league_of_crashing_bots(tmp_path / "league.toml", groups=GROUPS, crashing=CRASHING)
    command = Command("league", "run", tmp_path, "--json", "--concurrency", "1", cwd=tmp_path)
    samples: list[int] = []
    while (line := command.line())["type"] != "summary":
        if line["type"] == "block":
            pids = iter((command.process.pid, *command.children()))
            samples.append(held(pids))
    finished = command.end()
    assert finished.left == ()
    assert len(samples) == bots * (bots - 1) // 2
    tenth = len(samples) // 10
    early, late = median(samples[tenth - 5 : tenth + 5]), median(samples[-10:])
    assert late - early < MOST_GROWTH, f"{early} bytes, then {late}"
