"""What a league plays, and in which order: a pure function of a few numbers, never kept in memory.

Pairings and matches have numbers that stay what they are when bots are added:
sets of bots are numbered in colexicographic order (the combinatorial number
system), in which those with a later bot come after all without it. Which of
them are played is for the format of the league to say.
"""

from bisect import bisect_right
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import comb
from typing import NamedTuple


class LeagueFormat(StrEnum):
    """Who meets whom: see `pairings`."""

    ROUND_ROBIN = "round_robin"
    GAUNTLET = "gauntlet"
    SWISS = "swiss"
    CROSS = "cross"


@dataclass(frozen=True, slots=True)
class Pairing:
    """Bots that meet, by index in the league, those of a side together. Numbered from 0.

    A side is a bot, or in cross-play two that are `partners`; indices ascend
    within a side.
    """

    index: int
    bots: tuple[int, ...]
    partners: int = 1

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """Who plays against whom."""
        firsts = range(0, len(self.bots), self.partners)
        return tuple(self.bots[at : at + self.partners] for at in firsts)


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

    `bots` were ever in the league, `playing` are those that are now, ascending;
    None for all. `size` sides meet in each pairing, `groups` deal groups are
    dealt to it at most, each played in `rooms` rooms; `block` groups at most are
    played at a time. `newcomers` are those of a gauntlet, `rounds` those of a
    Swiss.
    """

    bots: int
    size: int
    rooms: int
    groups: int
    block: int
    format: LeagueFormat = LeagueFormat.ROUND_ROBIN
    playing: tuple[int, ...] | None = None
    newcomers: frozenset[int] = frozenset()
    rounds: int = 0

    @property
    def field(self) -> Sequence[int]:
        """The bots that are in the league now."""
        return range(self.bots) if self.playing is None else self.playing

    @property
    def partners(self) -> int:
        """Bots of a side."""
        return 2 if self.format is LeagueFormat.CROSS else 1

    @property
    def pairings(self) -> int:
        """How many pairings are played."""
        field = len(self.field)
        match self.format:
            case LeagueFormat.ROUND_ROBIN:
                return comb(field, self.size)
            case LeagueFormat.GAUNTLET:
                return comb(field, self.size) - comb(field - len(self.newcomers), self.size)
            case LeagueFormat.SWISS:
                return self.rounds * (field // 2)
            case LeagueFormat.CROSS:
                return 3 * comb(field, 4) if field > 3 else comb(comb(field, 2), 2)

    @property
    def blocks_per_pairing(self) -> int:
        """How many blocks a pairing is cut into."""
        return -(-self.groups // self.block)

    @property
    def blocks(self) -> int:
        """How many blocks are played; with early stopping, at most."""
        return self.pairings * self.blocks_per_pairing

    @property
    def matches(self) -> int:
        """How many matches are played; with early stopping, at most."""
        return self.pairings * self.groups * self.rooms

    @property
    def last_number(self) -> int:
        """The highest number that a match can have: that of the last of all possible pairings."""
        return _numbered(self) * self.groups * self.rooms


def pairings(schedule: Schedule) -> Iterator[Pairing]:
    """The pairings that are played, in ascending order; of a Swiss, those that may be.

    Round robin: all sets of bots. Gauntlet: those with a newcomer. Cross-play:
    all two teams of two that share no bot; with three bots, where every two do,
    all two teams.
    """
    if schedule.format is LeagueFormat.CROSS:
        teams = [_number(team) for team in _subsets(schedule.field, 2)]
        each = (pairing(schedule, _number(some)) for some in _subsets(teams, 2))
    else:
        sets = _subsets(schedule.field, schedule.size)
        each = (Pairing(_number(some), some) for some in sets)
    return (some for some in each if _is_played(schedule, some.bots))


def holds(schedule: Schedule, index: int) -> bool:
    """Whether a pairing is one of `pairings`."""
    bots = {*pairing(schedule, index).bots}
    if schedule.playing is not None and not bots.issubset(schedule.playing):
        return False
    return _is_played(schedule, bots)


def _is_played(schedule: Schedule, bots: Collection[int]) -> bool:
    """Whether the format lets these bots meet, which are all in the league now."""
    match schedule.format:
        case LeagueFormat.GAUNTLET:
            return not schedule.newcomers.isdisjoint(bots)
        case LeagueFormat.CROSS:
            return len(schedule.field) == 3 or len({*bots}) == 4
        case LeagueFormat.ROUND_ROBIN | LeagueFormat.SWISS:
            return True


def pairing(schedule: Schedule, index: int) -> Pairing:
    """The pairing with this number, played or not, without going through those before it."""
    if not 0 <= index < _numbered(schedule):
        raise IndexError(f"pairing {index} of {_numbered(schedule)}")
    sides = _members(index, schedule.size)
    if schedule.partners == 1:
        return Pairing(index, sides)
    return Pairing(index, tuple(bot for team in sides for bot in _members(team, 2)), 2)


def pairing_of(bots: tuple[int, int]) -> Pairing:
    """The pairing in which two bots meet, given in ascending order."""
    return Pairing(_number(bots), bots)


def blocks(schedule: Schedule) -> Iterator[Block]:
    """All blocks in the order of play: block k of every pairing before block k + 1 of any."""
    for first in range(0, schedule.groups, schedule.block):
        for each in pairings(schedule):
            yield block(schedule, each, first)


def block(schedule: Schedule, pairing: Pairing, first: int) -> Block:
    """The block of a pairing that begins with this group."""
    return Block(pairing, first, min(schedule.block, schedule.groups - first))


def match_number(schedule: Schedule, key: MatchKey) -> int:
    """The number of a match, counted from 1 in order of pairing, group, room."""
    return (key.pairing * schedule.groups + key.group) * schedule.rooms + key.room + 1


def match_key(schedule: Schedule, number: int) -> MatchKey:
    """The match with this number. Raises IndexError if the league can have no such match."""
    if not 1 <= number <= schedule.last_number:
        raise IndexError(f"match {number} of {schedule.last_number}")
    group_number, room = divmod(number - 1, schedule.rooms)
    return MatchKey(*divmod(group_number, schedule.groups), room)


# Sets of whole numbers, in colexicographic order


def _numbered(schedule: Schedule) -> int:
    """How many pairings have a number: all that all bots could make, whatever the format."""
    sides = schedule.bots if schedule.partners == 1 else comb(schedule.bots, 2)
    return comb(sides, schedule.size)


def _subsets(items: Sequence[int], size: int) -> Iterator[tuple[int, ...]]:
    """All sets of `size` of the items, which ascend."""
    if size == 2:  # By far the most asked for.
        yield from ((one, other) for at, other in enumerate(items) for one in items[:at])
    elif size == 1:
        yield from ((item,) for item in items)
    else:
        for at in range(size - 1, len(items)):
            yield from ((*some, items[at]) for some in _subsets(items[:at], size - 1))


def _number(members: Sequence[int]) -> int:
    """The number of a set, given in ascending order."""
    return sum(comb(member, place) for place, member in enumerate(members, start=1))


def _members(number: int, size: int) -> tuple[int, ...]:
    """The set with this number, in ascending order."""
    found: list[int] = []
    for place in range(size, 0, -1):
        found.append(_largest(number, place))
        number -= comb(found[-1], place)
    return tuple(reversed(found))


def _largest(number: int, place: int) -> int:
    """The largest n with n over `place` at most `number`."""
    return bisect_right(range(number + place + 1), number, key=lambda n: comb(n, place)) - 1
