"""What is counted of a pairing's matches: all that standings need to know. Pure."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import groupby

from arena.match.result import MatchResult, Reason


@dataclass(frozen=True, slots=True)
class Tally:
    """Counts of one pairing. Void matches are in `void` and nowhere else.

    `bots` are indices in the league; every `partners` of them in a row are a
    side, and everything else is in the order of sides.
    `outcomes[(2, 0)]` deal groups gave the first side two matches and the second
    none; in a group with void matches they add up to less than the rooms.
    `faults[bot, reason]` counts by index in the league. `piedras` are points
    scored in all the pairing's `games`, `decisions` those of all its bots.
    """

    bots: tuple[int, ...]
    outcomes: Mapping[tuple[int, ...], int]
    faults: Mapping[tuple[int, Reason], int]
    void: int
    games: int
    decisions: int
    piedras: tuple[int, ...]
    partners: int = 1

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """Who played against whom."""
        firsts = range(0, len(self.bots), self.partners)
        return tuple(self.bots[at : at + self.partners] for at in firsts)

    def side_of(self, bot: int) -> int | None:
        """The side of a bot, None if it is on none or on both."""
        if bot not in self.bots:
            return None
        places = [at // self.partners for at, one in enumerate(self.bots) if one == bot]
        return places[0] if len(places) == 1 else None

    def won(self, side: int) -> int:
        """How many matches a side won."""
        return sum(key[side] * groups for key, groups in self.outcomes.items())


def tally(bots: tuple[int, ...], matches: Iterable[MatchResult], *, partners: int = 1) -> Tally:
    """The counts of some of a pairing's matches, given in order of group."""
    some, sides = tuple(matches), range(len(bots) // partners)
    played = [match for match in some if match.winner is not None]
    blamed = [f for f in (m.fault for m in some) if f is not None and f.bot is not None]
    outcomes = Counter[tuple[int, ...]]()
    for _, group in groupby(some, key=lambda match: match.group):
        winners = Counter(match.winner for match in group)
        outcomes[tuple(winners[side] for side in sides)] += 1
    return Tally(
        bots=bots,
        outcomes=outcomes,
        faults=Counter((bots[f.bot], f.reason) for f in blamed if f.bot is not None),
        void=len(some) - len(played),
        games=sum(match.games for match in played),
        decisions=sum(match.decisions for match in played),
        piedras=tuple(sum(match.piedras[side] for match in played) for side in sides),
        partners=partners,
    )


def merged(tallies: Iterable[Tally]) -> tuple[Tally, ...]:
    """One tally for each pairing, from tallies of parts that share no deal group."""
    whole: dict[tuple[int, ...], Tally] = {}
    for part in tallies:
        before = whole.get(part.bots)
        whole[part.bots] = part if before is None else _sum(before, part)
    return tuple(whole[bots] for bots in sorted(whole))


def _sum(one: Tally, other: Tally) -> Tally:
    return Tally(
        bots=one.bots,
        outcomes=Counter(one.outcomes) + Counter(other.outcomes),
        faults=Counter(one.faults) + Counter(other.faults),
        void=one.void + other.void,
        games=one.games + other.games,
        decisions=one.decisions + other.decisions,
        piedras=tuple(a + b for a, b in zip(one.piedras, other.piedras, strict=True)),
        partners=one.partners,
    )
