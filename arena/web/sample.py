"""How bots play, counted from some of a league's games, a little at a time."""

import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from threading import Lock

from arena.league.browse import blocks_done, looking, sampled
from arena.league.recorded import events_of, rules_of
from arena.league.rows import League
from arena.league.schedule import MatchKey, pairing
from arena.league.store import Store
from arena.web.habits import Habits, habits_of

PER_BOT = 2_000
MOST = 8_000
"""Games that are replayed: so many for each bot, and so many for a whole league, at most."""


@dataclass(frozen=True, slots=True)
class Counts:
    """What was counted so far: `habits[bot]`, from `games[bot]` games."""

    habits: tuple[Habits, ...]
    games: tuple[int, ...]
    complete: bool


class Sample:
    """Counts the games with these keys; `go_on` as long as you like, and ask again."""

    def __init__(self, directory: Path, league: League, keys: tuple[MatchKey, ...]) -> None:
        self._directory, self._league, self._keys = directory, league, keys
        self._rules = rules_of(league)
        self._next = 0
        self._habits: tuple[Habits, ...] = tuple(Counter() for _ in league.bots)
        self._games = [0] * len(league.bots)
        self._lock = Lock()

    def go_on(self, seconds: float) -> Counts:
        """Counts for so long at most after other threads have; what was counted so far."""
        end = time.monotonic() + seconds
        with self._lock, Store.open(self._directory) as store:
            while self._next < len(self._keys) and time.monotonic() < end:
                self._count(store, self._keys[self._next])
                self._next += 1
        return Counts(
            tuple(map(Counter, self._habits)), tuple(self._games), self._next == len(self._keys)
        )

    def _count(self, store: Store, key: MatchKey) -> None:
        match = store.match(key)
        bots = pairing(self._league.schedule, key.pairing).bots
        seats = [bots[bot] for bot in match.seating]
        events = events_of(self._league, key, match)
        for bot, habits in habits_of(events, self._rules, seats).items():
            self._habits[bot].update(habits)
            self._games[bot] += 1


def begin(directory: Path, league: League) -> Sample:
    """A sample of the games that are there now, nothing of it counted yet."""
    plan = league.schedule
    most = min(MOST, PER_BOT * plan.bots // plan.size)
    with looking(directory) as connection:
        keys = sampled(connection, plan, most=most) if blocks_done(connection) else ()
    return Sample(directory, league, keys)
