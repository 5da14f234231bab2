"""What a seat can do, what it may do, and what chance does.

`Action` is closed: a `Word`, an `Envido`, a `Discard` or `Signs`. `Legal` is
the set of actions open to a seat as a value: `action in legal`. Every action
has a `code`, a small whole number that stands for it in records and tables.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from functools import cache
from itertools import combinations, permutations
from typing import Final

from arena.engine.cards import Card
from arena.engine.signs import Sign


class Ask(Enum):
    """What a seat is asked for. A BET comes before any bet of the lance, an ANSWER after."""

    SIGNS = "signs"
    MUS = "mus"
    DISCARD = "discard"
    BET = "bet"
    ANSWER = "answer"

    __hash__ = object.__hash__


# Members under names of their own: before Python 3.12 a look-up on the class takes 0.1 µs.
ASK_SIGNS: Final = Ask.SIGNS
ASK_MUS: Final = Ask.MUS
ASK_DISCARD: Final = Ask.DISCARD


class Word(Enum):
    """What a seat says that stands alone. The value is the code."""

    MUS = 1
    NO_MUS = 2
    PASO = 3
    QUIERO = 4
    NO_QUIERO = 5
    ORDAGO = 6

    __hash__ = object.__hash__
    code: int

    def __str__(self) -> str:
        return self.name.lower()


for _word in Word:
    _word.code = _word.value


@dataclass(frozen=True, slots=True)
class Envido:
    """A bet or a raise. `piedras` is always what is added (R9.2)."""

    piedras: int

    def __post_init__(self) -> None:
        if self.piedras < 1:
            raise ValueError(f"envido {self.piedras}: a bet adds 1 piedra or more")

    @property
    def code(self) -> int:
        """128 and the piedras."""
        return 128 + self.piedras

    def __str__(self) -> str:
        return f"envido {self.piedras}"


_POSITIONS: Final = {tuple(i for i in range(4) if mask >> i & 1): mask for mask in range(16)}


@dataclass(frozen=True, slots=True)
class Discard:
    """Cards thrown away: ascending positions in the hand, 0 to 3, possibly none."""

    positions: tuple[int, ...]

    def __post_init__(self) -> None:
        if self.positions not in _POSITIONS:
            raise ValueError(
                f"positions {self.positions}: allowed are 0 to 3, ascending, once each"
            )

    @property
    def code(self) -> int:
        """16 and a bit for each position."""
        return 16 + _POSITIONS[self.positions]

    def __str__(self) -> str:
        return " ".join(["discard", *map(str, self.positions)])


@dataclass(frozen=True, slots=True)
class Signs:
    """Signs passed to the team mates, in the order named, possibly none (R12)."""

    signs: tuple[Sign, ...] = ()

    @property
    def code(self) -> int:
        """2^24 and the signs as digits of base 16, the first the lowest; none is 2^24."""
        return (1 << 24) + sum(sign.value << (4 * i) for i, sign in enumerate(self.signs))

    def __str__(self) -> str:
        return " ".join(["signs", *(sign.name for sign in self.signs)])


Action = Word | Envido | Discard | Signs

DISCARDS: Final[tuple[Discard, ...]] = tuple(map(Discard, _POSITIONS))
"""Every discard; the index has bit i set if position i is thrown."""
WORDS: Final[dict[int, Word]] = {word.code: word for word in Word}


@dataclass(frozen=True, slots=True)
class Legal:
    """The actions open to a seat: its words, and ranges with both ends included.

    `envido` are the piedras a bet or raise may add, `discard` how many cards
    may be thrown, `signs` what is true of the hand; None where there is no such
    action. Test with `action in legal`.
    """

    words: frozenset[Word] = frozenset()
    envido: tuple[int, int] | None = None
    discard: tuple[int, int] | None = None
    signs: tuple[Sign, ...] | None = None

    def __contains__(self, action: object) -> bool:
        if type(action) is Word:
            return action in self.words
        if type(action) is Envido:
            return self.envido is not None and self.envido[0] <= action.piedras <= self.envido[1]
        if type(action) is Discard:
            thrown = len(action.positions)
            return self.discard is not None and self.discard[0] <= thrown <= self.discard[1]
        if type(action) is Signs:
            named = action.signs
            return (
                self.signs is not None
                and len(set(named)) == len(named)
                and all(sign in self.signs for sign in named)
            )
        return False

    def __str__(self) -> str:
        parts = [str(word) for word in Word if word in self.words]
        if self.envido is not None:
            parts.append(f"envido {self.envido[0]}-{self.envido[1]}")
        if self.discard is not None:
            parts.append(f"discard {self.discard[0]}-{self.discard[1]}")
        if self.signs is not None:
            parts.append(" ".join(["signs", *(sign.name for sign in self.signs)]))
        return ", ".join(parts)


def every(legal: Legal) -> Iterable[Action]:
    """All the actions of a Legal: mildest first (no mus, paso, no quiero), órdago last."""
    mild = (Word.NO_MUS, Word.PASO, Word.NO_QUIERO, Word.QUIERO, Word.MUS)
    yield from (word for word in mild if word in legal.words)
    if legal.envido is not None:
        yield from map(Envido, range(legal.envido[0], legal.envido[1] + 1))
    if legal.discard is not None:
        few, many = legal.discard
        for count in range(few, many + 1):
            yield from (Discard(positions) for positions in combinations(range(4), count))
    if legal.signs is not None:
        for count in range(len(legal.signs) + 1):
            yield from (Signs(named) for named in permutations(legal.signs, count))
    if Word.ORDAGO in legal.words:
        yield Word.ORDAGO


def mildest(legal: Legal) -> Action:
    """What commits a seat to least: no mus, paso, no quiero, no signs, few cards from the first on."""
    for word in (Word.NO_MUS, Word.PASO, Word.NO_QUIERO):
        if word in legal.words:
            return word
    if legal.discard is None:
        return Signs()
    few, many = legal.discard
    return Discard(tuple(range(min(max(1, few), many))))


@cache
def of_code(code: int) -> Action:
    """The action that a code stands for. Raises ValueError for a code of none."""
    if code in WORDS:
        return WORDS[code]
    if 16 <= code < 32:
        return DISCARDS[code - 16]
    if 128 < code < 1 << 24:
        return Envido(code - 128)
    if code >= 1 << 24:
        digits = [(code - (1 << 24)) >> (4 * i) & 15 for i in range(12)]
        signs = tuple(Sign(digit) for digit in digits if digit)
        if Signs(signs).code == code:
            return Signs(signs)
    raise ValueError(f"{code} is not the code of an action")


@dataclass(frozen=True, slots=True)
class Deck:
    """Chance: the deck of a deal, top first, and the exposed card of its seat, if any (R5.10)."""

    cards: tuple[Card, ...]
    exposed: tuple[int, Card] | None = None


@dataclass(frozen=True, slots=True)
class Reshuffle:
    """Chance: a new stock made of discards, top first (R6.3)."""

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Interception:
    """Chance: the opponents that saw one sign, ascending seats (R12.3)."""

    seats: tuple[int, ...]


Chance = Deck | Reshuffle | Interception
