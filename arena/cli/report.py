"""What there is to tell of a league: standings, what was measured, and how the run went."""

from dataclasses import dataclass
from pathlib import Path

from arena.cli.words import command
from arena.league.results import Results, results_of
from arena.league.rows import League
from arena.league.runner import Played
from arena.league.standings import Standings
from arena.league.store import Store

_LEAST_IDLE_SECONDS = 5.0
_MOST_IDLE_CPU = 0.2
"""The share of a processor that may be used in that time, for what a runtime does by itself."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a league is kept; `directory` is None if it is not, `resume` is how it goes on."""

    directory: Path | None
    resume: str

    @property
    def to_continue(self) -> str:
        """What a person is told of a league that was stopped."""
        if self.directory is None:
            return "Nothing is kept; --keep DIR would have kept it."
        return f"To continue: {self.resume}"

    def replay(self, game: int) -> str:
        """How a game is looked at; nothing if it is gone."""
        return "" if self.directory is None else command("replay", self.directory, str(game))


@dataclass(frozen=True, slots=True)
class Times:
    """What was measured of a bot in a whole league. Not part of any result.

    `seconds` is the time from turns to answers over all `decisions`, `memory`
    the most that one of its processes had, in bytes. In `idle_seconds` its
    processes had nothing to answer, and used `idle_cpu_seconds`.
    """

    name: str
    decisions: int
    seconds: float
    cpu_seconds: float
    idle_seconds: float
    idle_cpu_seconds: float
    memory: int

    @property
    def per_decision(self) -> float | None:
        """Seconds per decision, None without decisions."""
        return self.seconds / self.decisions if self.decisions else None

    @property
    def restless(self) -> bool:
        """Whether it uses the processor while it is not to move, and so takes it from others."""
        long_enough = self.idle_seconds > _LEAST_IDLE_SECONDS
        return long_enough and self.idle_cpu_seconds > _MOST_IDLE_CPU * self.idle_seconds


@dataclass(frozen=True, slots=True)
class Report:
    """A league after a run of it. `played` is of this run, all else of the whole league.

    `digest` is that of the league, in hex. `stopped` is the number of the signal
    that stopped it, if one did.
    """

    league: League
    place: Place
    played: Played
    results: Results
    times: tuple[Times, ...]
    digest: str
    stopped: int | None

    @property
    def standings(self) -> Standings:
        """The standings among its results."""
        return self.results.standings


def report_of(store: Store, *, played: Played, place: Place, stopped: int | None) -> Report:
    """All there is to tell after a run."""
    return Report(
        league=store.league,
        place=place,
        played=played,
        results=results_of(store),
        times=times_of(store),
        digest=store.digest().hex(),
        stopped=stopped,
    )


def times_of(store: Store) -> tuple[Times, ...]:
    """What was measured of each bot so far, in league order."""
    bots = store.league.bots
    decisions, memory = [0] * len(bots), [0] * len(bots)
    seconds, cpu = [0.0] * len(bots), [0.0] * len(bots)
    idle, idle_cpu = [0.0] * len(bots), [0.0] * len(bots)
    for pairing, measured in store.measured():
        for at, bot in enumerate(pairing.bots):
            decisions[bot] += measured.bot_decisions[at]
            seconds[bot] += measured.bot_seconds[at]
            cpu[bot] += measured.bot_cpu_seconds[at]
            idle[bot] += measured.bot_idle_seconds[at]
            idle_cpu[bot] += measured.bot_idle_cpu_seconds[at]
            memory[bot] = max(memory[bot], measured.bot_memory[at])
    names = (bot.name for bot in bots)
    return tuple(map(Times, names, decisions, seconds, cpu, idle, idle_cpu, memory))
