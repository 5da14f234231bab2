"""A whole league as a person runs it, start-up and database included; then `league verify` of it."""

import json
import os
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryFile

from pydantic import BaseModel

from arena.bench.figures import Figures, peak_memory
from arena.errors import InternalError
from arena.league.database import FILE

_LOOK_SECONDS = 0.05
_BOT = """
[[bots]]
name = "{name} {number}"
bot = {bot}
"""


@dataclass(frozen=True, slots=True)
class Plan:
    """What is played: so many bots that are all the same, and deal groups for each pairing."""

    bot: str
    bots: int
    groups: int


class _Measured(BaseModel):
    cpu_seconds: float
    memory_bytes: int


class _Summary(BaseModel):
    """The last line that `league run` and `league verify` print, as far as it is used here."""

    decisions: int
    deals: int
    games: int
    measured: tuple[_Measured, ...] = ()


@dataclass(frozen=True, slots=True)
class _Ran:
    """A command that has ended: `cpu` in seconds, of all its processes; `memory` of its largest.

    Bots don't count there: `memory` is that of the command and of its workers.
    """

    summary: _Summary
    seconds: float
    cpu: float
    memory: int


def play_league(directory: Path, plan: Plan) -> Figures:
    """Plays a league in a new directory. Raises InternalError if it does not come to its end."""
    directory.mkdir()
    name = json.dumps(plan.bot)  # Strings of TOML are written like those of JSON.
    bots = (
        _BOT.format(name=Path(plan.bot).stem, number=number, bot=name)
        for number in range(1, plan.bots + 1)
    )
    head = f'name = "bench"\ngroups = {plan.groups}\n'
    (directory / "league.toml").write_text(head + "".join(bots))
    ran = _mus_arena("league", "run", str(directory), "--json")
    told = ran.summary
    bot_cpu = sum(bot.cpu_seconds for bot in told.measured)
    return Figures(
        part="league",
        of=f"{plan.bots} bots",
        seconds=ran.seconds,
        decisions=told.decisions,
        deals=told.deals,
        games=told.games,
        arena_cpu_seconds=ran.cpu - bot_cpu,
        bot_cpu_seconds=bot_cpu,
        arena_memory=ran.memory,
        bot_memory=max(bot.memory_bytes for bot in told.measured),
        file_bytes=(directory / FILE).stat().st_size,
    )


def verify_league(directory: Path) -> Figures:
    """Looks at every game of a league: decks, records, results, digests, standings."""
    ran = _mus_arena("league", "verify", str(directory), "--json")
    return Figures(
        part="verify",
        seconds=ran.seconds,
        decisions=ran.summary.decisions,
        deals=ran.summary.deals,
        games=ran.summary.games,
        arena_cpu_seconds=ran.cpu,
        arena_memory=ran.memory,
        file_bytes=(directory / FILE).stat().st_size,
    )


def _mus_arena(*words: str) -> _Ran:
    began = time.perf_counter()
    command = [sys.executable, "-m", "arena", *words]
    with TemporaryFile("w+") as output, TemporaryFile("w+") as errors:
        process = subprocess.Popen(command, stdout=output, stderr=errors)
        cpu, memory = _watch(process)
        output.seek(0)
        errors.seek(0)
        if process.returncode:
            how = f"{' '.join(words)} ended with {process.returncode}"
            raise InternalError(f"{how}: {errors.read().strip()}")
        last = output.read().splitlines()[-1]
    return _Ran(
        _Summary.model_validate_json(last),
        time.perf_counter() - began,
        cpu,
        memory,
    )


def _watch(process: subprocess.Popen[bytes]) -> tuple[float, int]:
    """Waits for its end; the CPU time and the memory of `_Ran`."""
    memory = 0
    while True:
        time.sleep(_LOOK_SECONDS)
        memory = max(memory, *map(peak_memory, _with_workers(process.pid)))
        ended, status, usage = os.wait4(process.pid, os.WNOHANG)
        if ended:
            process.returncode = os.waitstatus_to_exitcode(status)
            return usage.ru_utime + usage.ru_stime, memory


def _with_workers(pid: int) -> list[int]:
    with suppress(OSError):
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text()
        return [pid, *map(int, children.split())]
    return [pid]
