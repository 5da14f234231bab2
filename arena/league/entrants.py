"""The bots of a league as they come and go: who is new, who is another version, who has left. Pure.

A league keeps everybody who was ever in it. Each version of a bot is an entrant
with an index, which it keeps, and a label: the bot's name for the first version,
`name@2` for the next, and so on. Labels are what bots are called wherever games
are told, and what stands in the keys of their cards.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import count


@dataclass(frozen=True, slots=True)
class Entrant:
    """A version of a bot: its name in the league file, its label, its hash, whether it has left."""

    name: str
    label: str
    hash: str
    withdrawn: bool = False


class Change(StrEnum):
    """What became of a bot of a league that has begun."""

    ADDED = "added"
    REPLACED = "replaced"
    REINSTATED = "reinstated"
    WITHDRAWN = "withdrawn"


@dataclass(frozen=True, slots=True)
class News:
    """One change: whom it is about, by label, and whom that one replaces."""

    change: Change
    label: str
    instead_of: str | None = None

    def __str__(self) -> str:
        if self.instead_of is None:
            return f"{self.change}: {self.label}"
        return f"{self.change}: {self.instead_of}, by {self.label}"


def enter(
    before: Sequence[Entrant], given: Iterable[tuple[str, str]]
) -> tuple[tuple[Entrant, ...], tuple[News, ...]]:
    """The entrants of a league and what is new, given name and hash of each bot in its file.

    A bot with another hash than before is a new version, unless that version
    was here before: it comes back then. The version that was here is withdrawn,
    as is a bot that is not given any more. Names are distinct.
    """
    entrants, news = [*before], list[News]()
    staying = set[int]()
    for name, digest in given:
        mine = [at for at, one in enumerate(entrants) if one.name == name]
        old = next((at for at in mine if not entrants[at].withdrawn), None)
        at = next((at for at in mine if entrants[at].hash == digest), len(entrants))
        if at == len(entrants):
            label = _label(name, {one.label for one in entrants})
            entrants.append(Entrant(name, label, digest))
        staying.add(at)
        if at != old:
            news.append(_news(entrants[at], None if old is None else entrants[old].label))
            entrants[at] = replace(entrants[at], withdrawn=False)
    replaced = {one.instead_of for one in news}
    for at, one in enumerate(entrants):
        if not one.withdrawn and at not in staying:
            entrants[at] = replace(one, withdrawn=True)
            if one.label not in replaced:
                news.append(News(Change.WITHDRAWN, one.label))
    return tuple(entrants), tuple(news)


def playing(entrants: Iterable[Entrant]) -> tuple[int, ...] | None:
    """The indices of those that have not left, None if nobody has."""
    here = [not entrant.withdrawn for entrant in entrants]
    return None if all(here) else tuple(bot for bot, is_here in enumerate(here) if is_here)


def _news(one: Entrant, instead_of: str | None) -> News:
    if instead_of is not None:
        return News(Change.REPLACED, one.label, instead_of)
    return News(Change.REINSTATED if one.withdrawn else Change.ADDED, one.label)


def _label(name: str, taken: set[str]) -> str:
    """The name, or the first of name@2, name@3, … that nobody has."""
    if name not in taken:
        return name
    return next(label for n in count(2) if (label := f"{name}@{n}") not in taken)
