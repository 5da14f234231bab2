"""What is left to play of a league, block by block: from its schedule and its results so far.

Which blocks are played depends on results alone, never on when they came. Where
results decide what is next, in a Swiss and with early stopping, there may be
nothing to play now and more when a block that is being played has ended.
"""

from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import count

from arena.league.schedule import (
    Block,
    LeagueFormat,
    Pairing,
    Schedule,
    block,
    holds,
    pairing_of,
    pairings,
)
from arena.league.swiss import Round, draw


@dataclass(frozen=True, slots=True)
class Past:
    """What was played of a league before.

    `done` are the keys of blocks. `ended` are the pairings that early stopping
    has ended, None without early stopping. `won` is for each pairing of a Swiss
    how many matches its two bots won.
    """

    done: frozenset[tuple[int, int]] = frozenset()
    ended: frozenset[int] | None = None
    won: Mapping[tuple[int, int], tuple[int, int]] = field(default_factory=dict)


class Agenda:
    """Gives the blocks that are missing, one after another, and hears of each that was played."""

    def __init__(self, schedule: Schedule, past: Past) -> None:
        self._schedule = schedule
        self._stops = past.ended is not None
        self._done = past.done
        self._ended = {*(past.ended or ())}
        self._won = dict(past.won)
        self._rounds: list[Round] = []
        self._under_way: set[tuple[int, int]] = set()
        self._later: deque[Block] = deque()
        self._groups = _groups_left(schedule, past)
        self._swiss = schedule.format is LeagueFormat.SWISS
        self._missing = iter(()) if self._swiss else self._blocks(lambda: pairings(schedule))

    @property
    def matches(self) -> int:
        """How many matches are left; with early stopping, at most."""
        return self._groups * self._schedule.rooms

    @property
    def complete(self) -> bool:
        """Whether everything was played."""
        return not self._groups

    @property
    def waits(self) -> bool:
        """Whether there may be more to play when a block that was given has ended."""
        return bool(self._under_way) and (self._stops or self._swiss)

    def next(self) -> Block | None:
        """The next block to play, None if there is none now."""
        found = self._next_of_round()
        while found is None and self._draw():
            found = self._next_of_round()
        if found is not None:
            self._under_way.add(found.key)
        return found

    def add(self, played: Block, won: tuple[int, ...], *, ended: bool) -> None:
        """Hears of a block that was given and played.

        `won` are the matches of each side in it; `ended` tells whether early
        stopping ended its pairing with it.
        """
        pairing, after = played.pairing, played.first_group + played.groups
        left = self._schedule.groups - after
        self._under_way.discard(played.key)
        self._groups -= played.groups
        if self._swiss:
            one, other = pairing.bots
            before = self._won.get((one, other), (0, 0))
            self._won[one, other] = before[0] + won[0], before[1] + won[1]
        if ended:
            self._ended.add(pairing.index)
            self._groups -= left
        elif self._stops and left:
            self._later.append(block(self._schedule, pairing, after))

    def _next_of_round(self) -> Block | None:
        found = next(self._missing, None)
        return self._later.popleft() if found is None and self._later else found

    def _draw(self) -> bool:
        """Begins the next round of a Swiss, if there is one and the one before is over."""
        if not self._swiss or self._under_way or len(self._rounds) == self._schedule.rounds:
            return False
        drawn = draw(self._schedule.field, self._rounds, self._won)
        self._rounds.append(drawn)
        self._missing = self._blocks(lambda: map(pairing_of, drawn))
        return True

    def _blocks(self, stage: Callable[[], Iterable[Pairing]]) -> Iterator[Block]:
        """The missing blocks of some pairings: block k of all before block k + 1 of any.

        With early stopping only the first of each: it decides whether there is another.
        """
        plan = self._schedule
        if self._stops:
            for each in stage():
                first = next(g for g in count(0, plan.block) if (each.index, g) not in self._done)
                if each.index not in self._ended and first < plan.groups:
                    yield block(plan, each, first)
            return
        for first in range(0, plan.groups, plan.block):
            for each in stage():
                if (each.index, first) not in self._done:
                    yield block(plan, each, first)


def _groups_left(schedule: Schedule, past: Past) -> int:
    """The deal groups that are still to be played, at most."""
    played = Counter[int]()
    for index, first in past.done:
        played[index] += min(schedule.block, schedule.groups - first)
    spared = {index: schedule.groups - played[index] for index in past.ended or ()}
    gone = (played[index] + spared.get(index, 0) for index in played if holds(schedule, index))
    return schedule.pairings * schedule.groups - sum(gone)
