"""Dealing, the stock, and running out of cards (R4, R6)."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final, Self

from arena.engine.actions import Deck
from arena.engine.cards import DECK, Card
from arena.engine.rules import Draws, Rules
from arena.errors import IllegalChance

_WHOLE_DECK: Final = frozenset(DECK)


def check_deck(move: Deck, rules: Rules, *, mano: int) -> None:
    """Raises IllegalChance unless these are the forty cards and the exposed one can be (R5.10)."""
    if len(move.cards) != 40 or frozenset(move.cards) != _WHOLE_DECK:
        raise IllegalChance("a deck is the forty cards of Mus, once each")
    if move.exposed is None:
        return
    seat, card = move.exposed
    if not rules.mus_visto:
        raise IllegalChance(f"card {card} of seat {seat} exposed, but mus_visto is 0")
    if not 0 <= seat < rules.seats or card not in dealt(move.cards, rules.seats, mano=mano)[seat]:
        raise IllegalChance(f"card {card} exposed, but seat {seat} was not dealt it")


def dealt(deck: Sequence[Card], seats: int, *, mano: int) -> list[list[Card]]:
    """The hands by seat: one card at a time, four rounds, mano first (R4.2)."""
    return [list(deck[(seat - mano) % seats : 4 * seats : seats]) for seat in range(seats)]


class Stock:
    """The cards left to draw and those thrown away in this deal.

    `start` is the mano of the original deal: positions of `draws = per_seat`
    count from it (R6.2).
    """

    __slots__ = ("_left", "_per_seat", "_rules", "_seats", "_start", "pile")

    def __init__(self, rules: Rules, cards: Iterable[Card], *, start: int) -> None:
        self._rules = rules
        self._left = list(enumerate(cards))
        self._per_seat = rules.draws is Draws.PER_SEAT
        self._seats = rules.seats
        self._start = start
        self.pile: list[Card] = []

    def __len__(self) -> int:
        return len(self._left)

    def draw(self, seat: int) -> Card:
        """Takes the next card of a seat: the top, or the first set aside for it (R6.1, R6.2)."""
        left = self._left
        if self._per_seat:
            position = (seat - self._start) % self._seats
            for i, (index, card) in enumerate(left):
                if index % self._seats == position:
                    del left[i]
                    return card
        return left.pop(0)[1]

    def to_shuffle(self, *, kept: Sequence[Card]) -> list[Card]:
        """The discards that become the new stock: all but those kept (R6.3)."""
        held = frozenset(kept)
        return [card for card in self.pile if card not in held]

    def reshuffle(self, cards: Sequence[Card], *, kept: Sequence[Card]) -> None:
        """Makes the new stock. Raises IllegalChance unless it is what `to_shuffle` gave."""
        if Counter(cards) != Counter(self.to_shuffle(kept=kept)):
            raise IllegalChance(f"the new stock must be the {len(self.pile) - len(kept)} discards")
        self._left = list(enumerate(cards))
        self.pile = list(kept)

    def fork(self) -> Self:
        """An independent copy."""
        new = type(self)(self._rules, (), start=self._start)
        new._left = list(self._left)
        new.pile = list(self.pile)
        return new
