"""The cards and their texts."""

import pytest

from arena.engine.cards import DECK, NUMBERS, Card, Suit, cards


def test_the_deck_has_forty_cards() -> None:
    """R2.1: four suits of 1 to 7, sota, caballo and rey, each card once."""
    assert len(DECK) == len(set(DECK)) == 40
    assert set(DECK) == {Card(number, suit) for suit in Suit for number in NUMBERS}
    assert NUMBERS == (1, 2, 3, 4, 5, 6, 7, 10, 11, 12)


@pytest.mark.parametrize(
    ("text", "card"),
    [
        ("Ro", Card(12, Suit.OROS)),
        ("3b", Card(3, Suit.BASTOS)),
        ("So", Card(10, Suit.OROS)),
        ("Cc", Card(11, Suit.COPAS)),
        ("1e", Card(1, Suit.ESPADAS)),
    ],
)
def test_a_card_is_written_number_then_suit(text: str, card: Card) -> None:
    """R2: 1 to 7, S, C, R, then o, c, e, b."""
    assert str(card) == text
    assert repr(card) == f"<{text}>"
    assert Card.parse(text) == card


def test_every_text_reads_back() -> None:
    """Each card has a text of its own that gives it again."""
    assert [Card.parse(str(card)) for card in DECK] == list(DECK)
    assert len({str(card) for card in DECK}) == 40


@pytest.mark.parametrize("text", ["", "R", "oR", "8o", "Rx", "ro", "Ro ", "10o", "Ao"])
def test_what_is_no_card_is_refused(text: str) -> None:
    """The message repeats the text and says what a card looks like."""
    with pytest.raises(ValueError, match=r"is not a card: one of 1234567SCR, then one of oceb"):
        Card.parse(text)


def test_cards_of_a_text_keep_their_order() -> None:
    """`cards` reads any number of cards, none too."""
    assert cards("Ro 3b 1e") == (
        Card(12, Suit.OROS),
        Card(3, Suit.BASTOS),
        Card(1, Suit.ESPADAS),
    )
    assert cards("") == ()
