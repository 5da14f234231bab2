"""What can happen in a game, and what each seat sees of it.

Events are the only source of the log, the record, the view and the wire.
`seen_by(seat)` gives what a seat sees of an event: the event itself, one that
shows less, or None. There is no default: a new event has to say.
"""

from dataclasses import dataclass, replace
from enum import Enum
from functools import lru_cache
from typing import Final, Self, get_args

from arena.engine.actions import Envido, Word
from arena.engine.cards import Card
from arena.engine.hands import Lance
from arena.engine.signs import Sign


class Outcome(Enum):
    """How a lance ended."""

    EN_PASO = "en_paso"
    DEJE = "deje"
    QUERIDO = "querido"
    ORDAGO = "ordago"
    UNCONTESTED = "uncontested"
    VOID = "void"

    __hash__ = object.__hash__


# As the names of the lances in `hands`.
EN_PASO: Final = Outcome.EN_PASO
DEJE: Final = Outcome.DEJE
QUERIDO: Final = Outcome.QUERIDO
ORDAGO: Final = Outcome.ORDAGO
UNCONTESTED: Final = Outcome.UNCONTESTED
VOID: Final = Outcome.VOID


@dataclass(frozen=True, slots=True)
class DealStarted:
    """A deal begins. `deal` counts from 1 in its game; `score` is by team."""

    deal: int
    mano: int
    score: tuple[int, ...]

    def seen_by(self, seat: int) -> Self:
        """All of it."""
        return self


@dataclass(frozen=True, slots=True, init=False)
class Dealt:
    """A seat got its four cards."""

    seat: int
    cards: tuple[Card, ...]

    # Written out, because each seat gets one in every deal: compiled it takes a quarter of the time
    # of the one that would be generated, and in pure Python the same.
    def __init__(self, seat: int, cards: tuple[Card, ...]) -> None:
        object.__setattr__(self, "seat", seat)
        object.__setattr__(self, "cards", cards)

    def seen_by(self, seat: int) -> Self | None:
        """Only the seat's own."""
        return self if seat == self.seat else None


@dataclass(frozen=True, slots=True)
class Exposed:
    """A card of a seat was turned up in dealing (R5.10)."""

    seat: int
    card: Card

    def seen_by(self, seat: int) -> Self:
        """All of it."""
        return self


@dataclass(frozen=True, slots=True)
class Signed:
    """A seat passed signs. `caught[i]` are the opponents that saw `signs[i]` (R12.3)."""

    seat: int
    signs: tuple[Sign, ...]
    mates: tuple[int, ...]
    caught: tuple[tuple[int, ...], ...]

    def seen_by(self, seat: int) -> Self | None:
        """All to itself and its team mates, to an opponent what it caught, nobody who caught what."""
        if seat == self.seat:
            seen = self.signs
        elif seat in self.mates:
            seen = self.signs
            if not seen:
                return None
        else:
            seen = tuple(s for s, by in zip(self.signs, self.caught, strict=True) if seat in by)
            if not seen:
                return None
        return replace(self, signs=seen, caught=((),) * len(seen))


@dataclass(frozen=True, slots=True)
class Said:
    """A seat said a word or a bet."""

    seat: int
    action: Word | Envido

    def seen_by(self, seat: int) -> Self:
        """All of it."""
        return self


@dataclass(frozen=True, slots=True)
class ManoMoved:
    """The mano of this deal is another seat now (R5.6, R5.7)."""

    mano: int

    def seen_by(self, seat: int) -> Self:
        """All of it."""
        return self


@dataclass(frozen=True, slots=True)
class Discarded:
    """A seat threw cards away. `cards` is empty for who may not see them."""

    seat: int
    count: int
    cards: tuple[Card, ...]

    def seen_by(self, seat: int) -> "Discarded":
        """The number to all, the cards to the seat."""
        return self if seat == self.seat else discarded(self.seat, self.count, ())


@dataclass(frozen=True, slots=True)
class Drew:
    """A seat was served. `cards` is empty for who may not see them."""

    seat: int
    count: int
    cards: tuple[Card, ...]

    def seen_by(self, seat: int) -> "Drew":
        """The number to all, the cards to the seat."""
        return self if seat == self.seat else drew(self.seat, self.count, ())


@dataclass(frozen=True, slots=True)
class Reshuffled:
    """The stock ran out; `count` discards were shuffled into a new one (R6.3)."""

    count: int

    def seen_by(self, seat: int) -> Self:
        """All of it."""
        return self


@dataclass(frozen=True, slots=True)
class LanceOpened:
    """A lance began."""

    lance: Lance

    def seen_by(self, seat: int) -> Self:
        """All of it."""
        return self


@dataclass(frozen=True, slots=True)
class Declared:
    """A seat told whether it holds pares or juego (R8.2)."""

    seat: int
    lance: Lance
    holds: bool

    def seen_by(self, seat: int) -> Self:
        """All of it."""
        return self


@dataclass(frozen=True, slots=True)
class LanceClosed:
    """The bets of a lance ended.

    `stake` is the sum of the envidos said in it. `team` is who won it as far as
    that is public now: the bettor's after a deje, the only one with pares or
    juego, the winner of an órdago; None when the cards decide later. `deje` are
    the piedras it took at once.
    """

    lance: Lance
    outcome: Outcome
    stake: int
    team: int | None
    deje: int

    def seen_by(self, seat: int) -> Self:
        """All of it."""
        return self


@dataclass(frozen=True, slots=True, init=False)
class Shown:
    """A seat's hand was turned up after the deal (R11.7)."""

    seat: int
    cards: tuple[Card, ...]

    # As that of Dealt.
    def __init__(self, seat: int, cards: tuple[Card, ...]) -> None:
        object.__setattr__(self, "seat", seat)
        object.__setattr__(self, "cards", cards)

    def seen_by(self, seat: int) -> Self:
        """All of it."""
        return self


@dataclass(frozen=True, slots=True)
class Counted:
    """A lance was counted: `piedras` are stake, values and bonus together (R11)."""

    lance: Lance
    team: int
    piedras: int

    def seen_by(self, seat: int) -> Self:
        """All of it."""
        return self


@dataclass(frozen=True, slots=True)
class DealOver:
    """A deal ended. `score` is by team, `adentro` the teams close to the target (R11.9)."""

    score: tuple[int, ...]
    adentro: tuple[int, ...]

    def seen_by(self, seat: int) -> Self:
        """All of it."""
        return self


@dataclass(frozen=True, slots=True)
class GameOver:
    """A game ended. `wins` are the games of the match won so far, by team."""

    winner: int
    score: tuple[int, ...]
    wins: tuple[int, ...]

    def seen_by(self, seat: int) -> Self:
        """All of it."""
        return self


@dataclass(frozen=True, slots=True)
class MatchOver:
    """A match ended. `wins` are the games won, by team."""

    winner: int
    wins: tuple[int, ...]

    def seen_by(self, seat: int) -> Self:
        """All of it."""
        return self


Public = (
    DealStarted
    | Exposed
    | Said
    | ManoMoved
    | Reshuffled
    | LanceOpened
    | Declared
    | LanceClosed
    | Shown
    | Counted
    | DealOver
    | GameOver
    | MatchOver
)
"""The kinds of event of which every seat sees everything."""
Event = Public | Dealt | Signed | Discarded | Drew
PUBLIC: Final[frozenset[type[Event]]] = frozenset(get_args(Public))

# Frozen values can be shared: these few are most of what happens in a game.
said: Final = lru_cache(maxsize=4096)(Said)
lance_opened: Final = lru_cache(maxsize=None)(LanceOpened)
declared: Final = lru_cache(maxsize=None)(Declared)
lance_closed: Final = lru_cache(maxsize=4096)(LanceClosed)
discarded: Final = lru_cache(maxsize=4096)(Discarded)
drew: Final = lru_cache(maxsize=4096)(Drew)
counted: Final = lru_cache(maxsize=4096)(Counted)
