"""The forty cards (R2.1) and how they are written.

A card's text is its number, `1 2 3 4 5 6 7 S C R`, then its suit, `o c e b`:
`Ro` is the rey de oros, `3b` the tres de bastos.
"""

from enum import Enum
from typing import Final, NamedTuple, Self

NUMBERS = (1, 2, 3, 4, 5, 6, 7, 10, 11, 12)
_NUMBER_TEXT = {number: "1234567SCR"[i] for i, number in enumerate(NUMBERS)}


class Suit(Enum):
    """The palo of a card. It never decides anything."""

    OROS = "o"
    COPAS = "c"
    ESPADAS = "e"
    BASTOS = "b"

    __hash__ = object.__hash__


class Card(NamedTuple):
    """One card. `number` is the one printed on it: 1 to 7, 10, 11 or 12."""

    number: int
    suit: Suit

    def __str__(self) -> str:
        return _NUMBER_TEXT[self.number] + self.suit.value

    def __repr__(self) -> str:
        return f"<{self}>"

    @classmethod
    def parse(cls, text: str) -> Self:
        """`Card.parse("Ro")`. Raises ValueError for a text that names no card."""
        found = _BY_TEXT.get(text)
        if found is None:
            raise ValueError(f"{text!r} is not a card: one of 1234567SCR, then one of oceb")
        return cls(found.number, found.suit)


DECK: Final[tuple[Card, ...]] = tuple(Card(number, suit) for suit in Suit for number in NUMBERS)
_BY_TEXT = {str(card): card for card in DECK}


def cards(text: str) -> tuple[Card, ...]:
    """`cards("Ro 3b")`: the cards named in a text, in its order."""
    return tuple(Card.parse(word) for word in text.split())
