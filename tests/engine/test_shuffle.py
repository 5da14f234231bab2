"""Chance from keys: recomputed here from its description, and looked at from afar."""

import hashlib
from collections import Counter
from collections.abc import Sequence
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import chisquare

from arena.engine.cards import DECK, NUMBERS, Card, Suit
from arena.engine.shuffle import (
    MatchKey,
    _stream,
    caught,
    deck,
    exposed_card,
    first_mano,
    shuffled,
    turn_bits,
)

KEY = MatchKey(bytes(range(32)), "alpha|beta", 7)
DECK_OF_KEY = (
    "2e Rb So Ro Cc 3o 6b 4o 4e Co Sb 2b 6c 1c 3e 2c Re 7c 3b 6e"
    " Rc 7o 5e 1o Cb Ce 7b 5c 2o 1e 1b Se 5b 4c 4b 7e 3c Sc 6o 5o"
)
MANO_OF_KEY = 2
BITS_OF_KEY = "92431a387ffed00b"
TOO_RARE = 1e-6
"""Seeds are fixed: a test of chance fails always or never."""


class Bytes:
    """What a key gives, read from the front (written from the description alone)."""

    def __init__(self, domain: str, key: MatchKey, *numbers: int) -> None:
        encoded = b""
        for text in (domain.encode(), key.seed, key.pairing.encode()):
            encoded += len(text).to_bytes(4, "big") + text
        for number in (key.group, *numbers):
            encoded += number.to_bytes(8, "big")
        self._bytes = hashlib.shake_256(encoded).digest(100_000)
        self._at = 0

    def take(self, count: int) -> bytes:
        """The next bytes."""
        self._at += count
        return self._bytes[self._at - count : self._at]

    def below(self, n: int) -> int:
        """Step 2 of the description."""
        while True:
            b = self.take(1)[0]
            if b < 256 - 256 % n:
                return b % n

    def shuffle(self, cards: Sequence[Card]) -> tuple[Card, ...]:
        """Step 3 of the description."""
        items = list(cards)
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]
        return tuple(items)


NEW_DECK = [Card(number, suit) for suit in Suit for number in NUMBERS]

keys = st.builds(
    MatchKey, st.binary(min_size=0, max_size=40), st.text(max_size=20), st.integers(0, 2**40)
)
small = st.integers(0, 1000)


@given(keys, small, small, small)
def test_a_deck_is_computed_as_described(key: MatchKey, game: int, deal: int, k: int) -> None:
    """The order of decks and reshuffles follows from the key alone, in any language."""
    assert deck(key, game=game, deal=deal) == Bytes("deck", key, game, deal, 0).shuffle(NEW_DECK)
    part = [card for i, card in enumerate(NEW_DECK) if i * k % 5 < 3]
    got = shuffled(part[::-1], key, game=game, deal=deal, reshuffle=k)
    assert got == Bytes("deck", key, game, deal, k).shuffle(part)


@given(keys, st.integers(2, 6), small, small)
def test_the_rest_is_computed_as_described(key: MatchKey, seats: int, game: int, k: int) -> None:
    """The first mano, exposed cards, signs seen and the bits of turns."""
    assert first_mano(key, seats) == Bytes("mano", key).below(seats)
    read = Bytes("exposed", key, game, k)
    happens = int.from_bytes(read.take(8), "big") < 2**63
    expected = read.below(4 * seats) if happens else None
    assert exposed_card(key, game=game, deal=k, seats=seats, chance=0.5) == expected
    read = Bytes("caught", key, game, 3, k)
    by = tuple(seat for seat in (1, 3, 5) if int.from_bytes(read.take(8), "big") < 0.25 * 2**64)
    assert caught((5, 1, 3), key, game=game, deal=3, sign=k, chance=0.25) == by
    bits = turn_bits(key, room=1, game=game, deal=3, seat=2, block=k)
    assert bits == Bytes("turn", key, 1, game, 3, 2, k).take(128)


def test_a_key_gives_bytes_without_end() -> None:
    """However many are thrown away: SHAKE-256 is read on and on from the front."""
    expected = hashlib.shake_256(b"key").digest(1000)
    assert bytes(islice(_stream(b"key"), 1000)) == expected


def test_known_answers() -> None:
    """These never change: old leagues are verified with them."""
    text = " ".join(map(str, deck(KEY, game=1, deal=1)))
    assert text == DECK_OF_KEY
    assert first_mano(KEY, 4) == MANO_OF_KEY
    assert turn_bits(KEY, room=0, game=1, deal=1, seat=0, block=0)[:8].hex() == BITS_OF_KEY


def test_certain_and_impossible() -> None:
    """Chance 0 never happens, chance 1 always."""
    for group in range(200):
        key = MatchKey(b"seed", "a|b", group)
        assert exposed_card(key, game=1, deal=1, seats=4, chance=0) is None
        assert exposed_card(key, game=1, deal=1, seats=4, chance=1) is not None
        assert caught((1, 3), key, game=1, deal=1, sign=1, chance=0) == ()
        assert caught((1, 3), key, game=1, deal=1, sign=1, chance=1) == (1, 3)


def test_a_different_key_is_a_different_deck() -> None:
    """Seed, pairing, group, game, deal and reshuffle all count, and don't run into each other."""
    places = [(1, 1, 0), (1, 2, 0), (2, 1, 0), (1, 1, 1), (1, 11, 0), (11, 1, 0)]
    keys = [
        MatchKey(seed, pairing, group)
        for seed in (b"", b"a", b"ab")
        for pairing in ("", "a", "b", "b|a", "a|b")
        for group in (0, 1, 256)
    ]
    decks = {
        shuffled(DECK, key, game=game, deal=deal, reshuffle=k)
        for key in keys
        for game, deal, k in places
    }
    assert len(decks) == len(keys) * len(places)


def test_decks_are_uniform() -> None:
    """Every card is everywhere equally often (chi-square of places and of neighbours)."""
    decks = [deck(MatchKey(b"uniform", "a|b", g), game=1, deal=1) for g in range(8000)]
    places = Counter((card, i) for cards in decks for i, card in enumerate(cards))
    assert len(places) == 1600
    # Rows and columns of the table have fixed sums: 39 x 39 degrees of freedom.
    assert chisquare(list(places.values()), ddof=78).pvalue > TOO_RARE
    tops = Counter((cards[0], cards[1]) for cards in decks)
    counts = [tops[a, b] for a in DECK for b in DECK if a != b]
    assert chisquare(counts).pvalue > TOO_RARE


@pytest.mark.parametrize("size", [2, 3, 4])
def test_small_stocks_are_uniform(size: int) -> None:
    """Every order of a few cards is equally likely."""
    orders = Counter(
        shuffled(DECK[:size], MatchKey(b"small", "a|b", g), game=1, deal=1, reshuffle=1)
        for g in range(6000)
    )
    assert len(orders) == [2, 6, 24][size - 2]
    assert chisquare(list(orders.values())).pvalue > TOO_RARE


def test_first_manos_are_uniform() -> None:
    """R4.1: every seat is mano equally often, with six seats too."""
    for seats in range(2, 7):
        manos = Counter(first_mano(MatchKey(b"m", "a|b", g), seats) for g in range(3000))
        assert chisquare([manos[seat] for seat in range(seats)]).pvalue > TOO_RARE


def test_probabilities_are_kept() -> None:
    """R5.10, R12.3: an exposed card, and each opponent of each sign, as often as asked."""
    keys = [MatchKey(b"p", "a|b", g) for g in range(4000)]
    shown = [exposed_card(key, game=1, deal=1, seats=4, chance=0.3) for key in keys]
    places = Counter(place for place in shown if place is not None)
    assert chisquare([4000 - places.total(), places.total()], [2800, 1200]).pvalue > TOO_RARE
    assert chisquare([places[i] for i in range(16)]).pvalue > TOO_RARE
    seen = Counter(caught((1, 3), key, game=1, deal=1, sign=2, chance=0.3) for key in keys)
    counts = [seen[by] for by in ((), (1,), (3,), (1, 3))]
    assert chisquare(counts, [1960, 840, 840, 360]).pvalue > TOO_RARE


def test_bits_of_turns_are_their_own() -> None:
    """Rooms, games, deals, seats and blocks have bits of their own; no deck gives them away."""
    turns = [
        (room, game, deal, seat, block)
        for room in (0, 1)
        for game in (1, 2)
        for deal in (1, 2)
        for seat in range(4)
        for block in (0, 1)
    ]
    bits = {
        turn_bits(KEY, room=room, game=game, deal=deal, seat=seat, block=block)
        for room, game, deal, seat, block in turns
    }
    assert len(bits) == len(turns)
    assert {len(found) for found in bits} == {128}
