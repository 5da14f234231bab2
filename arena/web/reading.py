"""What pages are made from, read from a league's directory; kept as long as no block is added."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import Generic, TypeVar

from arena.engine.rules import Rules
from arena.league.browse import (
    Line,
    blocks_done,
    groups_done,
    in_parts,
    is_kept,
    lines,
    looking,
)
from arena.league.database import told
from arena.league.faults import FOLDER
from arena.league.progress_file import Going, going
from arena.league.recorded import rules_of
from arena.league.results import ranking_of
from arena.league.schedule import MatchKey, match_key, pairing
from arena.league.standings import Standings, compute
from arena.league.store import Store
from arena.league.tally import Tally
from arena.web.game import Game, game_of
from arena.web.sample import Sample, begin

PAGE = 50
"""Games in a list."""
_PARTS = (8, 40)
"""Points of the rating over time, the fewest and the most: each takes the longer the more pairings."""
_RATED = 8_000
"""Pairings that are rated for all points together, if that leaves the fewest."""
_REGROWN = 1.25
"""Habits are counted anew when so many times the blocks are there."""

_V = TypeVar("_V")


@dataclass(frozen=True, slots=True)
class Costs:
    """What a bot took: seconds a turn, None without one, and the most bytes of one process."""

    seconds: float | None
    memory: int


@dataclass(frozen=True, slots=True)
class Overview:
    """A league as it is now. `groups` are the deal groups kept, by pairing begun."""

    standings: Standings
    groups: Mapping[int, int]
    tallies: tuple[Tally, ...]
    costs: tuple[Costs, ...]
    blocks: int

    @property
    def partial(self) -> bool:
        """Whether matches are missing."""
        return self.standings.partial


@dataclass(frozen=True, slots=True)
class History:
    """Ratings after more and more matches: of each bot a value, and its interval, at each point."""

    matches: tuple[int, ...]
    ratings: tuple[tuple[tuple[float, float, float], ...], ...]


class _Kept(Generic[_V]):
    """A value and the number of blocks it was made from; made once, whoever asks."""

    def __init__(self) -> None:
        self.lock = Lock()
        self.blocks = -1
        self.value: _V | None = None


class Reader:
    """Reads a league; every method may be called from any thread. Raises StoreError."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        with Store.open(directory) as store:
            self.league = store.league
        self.rules: Rules = rules_of(self.league)
        self._overview = _Kept[Overview]()
        self._history = _Kept[History]()
        self._sample = _Kept[Sample]()

    @property
    def names(self) -> tuple[str, ...]:
        """All bots that ever were in the league, by index."""
        return tuple(bot.name for bot in self.league.bots)

    def blocks(self) -> int:
        """How many blocks are kept now."""
        with looking(self.directory) as connection:
            return blocks_done(connection)

    def going(self) -> Going | None:
        """How far a run is that plays the league now."""
        return going(self.directory)

    def is_complete(self) -> bool:
        """Whether nothing is left to play."""
        return not self.overview().partial

    def bots_of(self, index: int) -> tuple[int, ...]:
        """The bots of a pairing. Raises IndexError if there is none with this index."""
        return pairing(self.league.schedule, index).bots

    def overview(self) -> Overview:
        """The league as it is now."""
        kept, blocks = self._overview, self.blocks()
        with kept.lock:
            if kept.value is None or kept.blocks != blocks:
                kept.value, kept.blocks = self._read_overview(blocks), blocks
            return kept.value

    def history(self) -> History:
        """Ratings over time."""
        kept, blocks = self._history, self.blocks()
        with kept.lock:
            if kept.value is None or kept.blocks != blocks:
                kept.value, kept.blocks = self._read_history(), blocks
            return kept.value

    def sample(self) -> Sample:
        """Counts of how bots play, from some of the games; a new one when there are many more."""
        kept, blocks = self._sample, self.blocks()
        with kept.lock:
            last = blocks != kept.blocks and self.is_complete()
            if kept.value is None or last or blocks > _REGROWN * kept.blocks:
                kept.value, kept.blocks = begin(self.directory, self.league), blocks
            return kept.value

    def lines(
        self,
        *,
        of: int | None = None,
        after: MatchKey | None = None,
        faulty: bool = False,
        limit: int = PAGE,
    ) -> tuple[Line, ...]:
        """Some matches in order of number: `of` a pairing, `after` a match."""
        with looking(self.directory) as connection:
            return lines(
                connection,
                self.league.schedule,
                index=of,
                after=after,
                faulty=faulty,
                limit=limit,
            )

    def is_played(self, number: int) -> bool:
        """Whether a game of the league was played; its block is kept then, so it has ended."""
        key = match_key(self.league.schedule, number)
        with looking(self.directory) as connection:
            return is_kept(connection, key)

    def game(self, number: int, *, view: int | None = None) -> Game:
        """A game as a seat saw it. Raises IndexError if the league has none with this number."""
        key = match_key(self.league.schedule, number)
        with Store.open(self.directory) as store:
            match = store.match(key)
        return game_of(self.league, key, match, view=view)

    def bundle(self, number: int) -> dict[str, object] | None:
        """All that is known of a game's fault; None if there is no such file."""
        path = self.directory / FOLDER / f"{number}.json"
        with told(path):
            if not path.is_file():
                return None
            values = json.loads(path.read_text(encoding="utf-8"))
        assert isinstance(values, dict)
        return values

    def bundles(self, bot: int) -> Iterator[dict[str, object]]:
        """What is known of the first faults of a bot."""
        folder = self.directory / FOLDER
        numbers = sorted(int(path.stem) for path in folder.glob("*.json") if path.stem.isdigit())
        for number in numbers:
            values = self.bundle(number)
            if values is not None and values.get("bot") == self.names[bot]:
                yield values

    def _read_overview(self, blocks: int) -> Overview:
        with Store.open(self.directory) as store:
            self.league = store.league  # Bots may have come since, or left.
            tallies = store.tallies()
            costs = _costs(store)
            partial = not store.agenda().complete
        with looking(self.directory) as connection:
            groups = groups_done(connection)
        standings = compute(
            self.names, tallies, partial=partial, ranking=ranking_of(self.league.schedule.format)
        )
        return Overview(standings, groups, tallies, costs, blocks)

    def _read_history(self) -> History:
        fewest, most = _PARTS
        points = max(fewest, min(most, _RATED // self.league.schedule.pairings))
        with looking(self.directory) as connection:
            parts = in_parts(connection, self.league.schedule, parts=points)
        so_far: list[Tally] = []
        matches, ratings = list[int](), list[tuple[tuple[float, float, float], ...]]()
        for part in parts:
            if not part:
                continue
            so_far += part
            then = compute(self.names, so_far, partial=True)
            by_name = {row.name: row.rating for row in then.standings}
            rated = (by_name[name] for name in self.names)
            matches.append(then.matches)
            ratings.append(tuple((r.value, r.low, r.high) for r in rated))
        return History(tuple(matches), tuple(ratings))


def _costs(store: Store) -> tuple[Costs, ...]:
    count = len(store.league.bots)
    decisions, seconds, memory = [0] * count, [0.0] * count, [0] * count
    for each, measured in store.measured():
        for at, bot in enumerate(each.bots):
            decisions[bot] += measured.bot_decisions[at]
            seconds[bot] += measured.bot_seconds[at]
            memory[bot] = max(memory[bot], measured.bot_memory[at])
    return tuple(
        Costs(s / d if d else None, m) for s, d, m in zip(seconds, decisions, memory, strict=True)
    )
