"""Dealing, drawing, and running out of cards."""

from collections.abc import Sequence

import pytest

from arena.engine.actions import Deck
from arena.engine.cards import DECK, Card
from arena.engine.rules import profile
from arena.engine.service import Stock, check_deck, dealt
from arena.errors import IllegalChance

TOP = profile("app", draws="stock")
PER_SEAT = profile("app")
VISTO = profile("app", mus_visto=0.5)


@pytest.mark.parametrize(("seats", "mano"), [(4, 0), (4, 3), (6, 1), (2, 1), (5, 4)])
def test_cards_go_one_at_a_time(seats: int, mano: int) -> None:
    """R4.2: four rounds, mano first: seat mano + i gets cards i, n + i, 2n + i, 3n + i."""
    hands = dealt(DECK, seats, mano=mano)
    for i in range(seats):
        expected = [DECK[i], DECK[seats + i], DECK[2 * seats + i], DECK[3 * seats + i]]
        assert hands[(mano + i) % seats] == expected


@pytest.mark.parametrize("cards", [DECK[:39], (*DECK[:39], DECK[0]), (*DECK, DECK[0]), ()])
def test_a_deck_is_the_forty_cards(cards: tuple[Card, ...]) -> None:
    """R2.1: none missing, none twice."""
    with pytest.raises(IllegalChance, match="a deck is the forty cards of Mus, once each"):
        check_deck(Deck(cards), TOP, mano=0)


def test_an_exposed_card_is_one_of_its_seats() -> None:
    """R5.10: the seat was dealt the card, in a deal that can be exposed."""
    check_deck(Deck(DECK, (1, DECK[4])), VISTO, mano=1)
    with pytest.raises(IllegalChance, match="but mus_visto is 0"):
        check_deck(Deck(DECK, (1, DECK[4])), TOP, mano=1)
    for seat in (0, 4, -1):
        with pytest.raises(IllegalChance, match=f"but seat {seat} was not dealt it"):
            check_deck(Deck(DECK, (seat, DECK[4])), VISTO, mano=1)


def draws(stock: Stock, seats: Sequence[int]) -> list[int]:
    """Where in the stock the cards lay that these seats draw one after another."""
    return [DECK.index(stock.draw(seat)) for seat in seats]


def test_cards_are_served_from_the_top() -> None:
    """R6.1: whoever draws."""
    assert draws(Stock(TOP, DECK[:24], start=2), (0, 0, 3, 1)) == [0, 1, 2, 3]


def test_a_seat_draws_its_own_cards() -> None:
    """R6.2: the seat of position p takes the cards at p, p + n, … of the stock as it was formed."""
    stock = Stock(PER_SEAT, DECK[:24], start=2)
    assert draws(stock, (2, 2, 3, 1, 2)) == [0, 4, 1, 3, 8]
    assert len(stock) == 19


def test_a_seat_without_cards_of_its_own_draws_the_first() -> None:
    """R6.2: if none of its cards is left, the first card of the stock."""
    stock = Stock(PER_SEAT, DECK[:6], start=0)
    assert draws(stock, (3, 3, 3, 0)) == [3, 0, 1, 4]


def test_discards_make_a_new_stock() -> None:
    """R6.3: all of them, in an order that comes from outside; counting starts anew."""
    stock = Stock(PER_SEAT, (), start=0)
    stock.pile = list(DECK[:5])
    assert stock.to_shuffle(kept=()) == list(DECK[:5])
    stock.reshuffle(DECK[4::-1], kept=())
    assert (len(stock), stock.pile) == (5, [])
    assert draws(stock, (1, 1, 0)) == [3, 4, 0]


def test_kept_discards_rejoin_the_pile() -> None:
    """R6.3: those of the only seat still owed cards are not shuffled."""
    stock = Stock(TOP, (), start=0)
    stock.pile = list(DECK[:5])
    assert stock.to_shuffle(kept=DECK[3:5]) == list(DECK[:3])
    stock.reshuffle(DECK[:3], kept=DECK[3:5])
    assert (len(stock), stock.pile) == (3, list(DECK[3:5]))


@pytest.mark.parametrize("cards", [DECK[:2], (*DECK[:2], DECK[0]), (*DECK[:2], DECK[9]), DECK[:4]])
def test_a_new_stock_is_the_discards(cards: tuple[Card, ...]) -> None:
    """R6.3: none missing, none twice, no other card; and nothing changes."""
    stock = Stock(TOP, (), start=0)
    stock.pile = list(DECK[:3])
    with pytest.raises(IllegalChance, match="the new stock must be the 3 discards"):
        stock.reshuffle(cards, kept=())
    assert (len(stock), stock.pile) == (0, list(DECK[:3]))


def test_a_fork_draws_for_itself() -> None:
    """Nothing drawn from a copy is missing in the original."""
    stock = Stock(PER_SEAT, DECK[:24], start=0)
    copy = stock.fork()
    copy.pile.append(DECK[30])
    assert draws(copy, (1, 1)) == draws(stock, (1, 1)) == [1, 5]
    assert stock.pile == []
