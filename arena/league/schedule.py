"""What a league plays, and in which order: a pure function of a few numbers, never kept in memory."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from math import comb
from typing import NamedTuple


@dataclass(frozen=True, slots=True)
class Pairing:
    """Bots that meet: their indices in the league file, ascending. Numbered from 0."""

    index: int
    bots: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Block:
    """A pairing's deal groups `first_group` and on, `groups` of them; each is played in every room."""

    pairing: Pairing
    first_group: int
    groups: int

    @property
    def key(self) -> tuple[int, int]:
        """What tells the block from all others of its league."""
        return self.pairing.index, self.first_group


class MatchKey(NamedTuple):
    """Where a match stands in its league; pairing, group and room count from 0."""

    pairing: int
    group: int
    room: int


@dataclass(frozen=True, slots=True)
class Schedule:
    """The numbers that decide a schedule.

    `size` bots meet in each pairing, `groups` deal groups are dealt to it, each
    played in `rooms` rooms; `block` groups at most are played at a time.
    """

    bots: int
    size: int
    rooms: int
    groups: int
    block: int

    @property
    def pairings(self) -> int:
        """How many pairings there are."""
        return comb(self.bots, self.size)

    @property
    def blocks_per_pairing(self) -> int:
        """How many blocks a pairing is cut into."""
        return -(-self.groups // self.block)

    @property
    def blocks(self) -> int:
        """How many blocks there are."""
        return self.pairings * self.blocks_per_pairing

    @property
    def matches(self) -> int:
        """How many matches there are."""
        return self.pairings * self.groups * self.rooms


def pairings(bots: int, *, size: int = 2) -> Iterator[Pairing]:
    """All sets of `size` bots out of `bots`, in lexicographic order."""
    return (Pairing(i, some) for i, some in enumerate(combinations(range(bots), size)))


def pairing(schedule: Schedule, index: int) -> Pairing:
    """The pairing with this index, without going through those before it."""
    if not 0 <= index < schedule.pairings:
        raise IndexError(f"pairing {index} of {schedule.pairings}")
    chosen: list[int] = []
    left, bot = index, 0
    while len(chosen) < schedule.size:
        with_bot = comb(schedule.bots - bot - 1, schedule.size - len(chosen) - 1)
        if left < with_bot:
            chosen.append(bot)
        else:
            left -= with_bot
        bot += 1
    return Pairing(index, tuple(chosen))


def blocks(schedule: Schedule) -> Iterator[Block]:
    """All blocks in the order of play: block k of every pairing before block k + 1 of any."""
    for first in range(0, schedule.groups, schedule.block):
        groups = min(schedule.block, schedule.groups - first)
        for each in pairings(schedule.bots, size=schedule.size):
            yield Block(each, first, groups)


def match_number(schedule: Schedule, key: MatchKey) -> int:
    """The number of a match, counted from 1 in order of pairing, group, room."""
    return (key.pairing * schedule.groups + key.group) * schedule.rooms + key.room + 1


def match_key(schedule: Schedule, number: int) -> MatchKey:
    """The match with this number. Raises IndexError if the league has no such match."""
    if not 1 <= number <= schedule.matches:
        raise IndexError(f"match {number} of {schedule.matches}")
    group_number, room = divmod(number - 1, schedule.rooms)
    return MatchKey(*divmod(group_number, schedule.groups), room)
