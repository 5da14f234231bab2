"""The chance moves of a match, from its key."""

import pytest

from arena.engine.actions import Deck, Interception, Reshuffle
from arena.engine.chance import KeyedChance, new_match
from arena.engine.game import Match
from arena.engine.notation import parse_action
from arena.engine.rules import Rules, profile
from arena.engine.shuffle import MatchKey, caught, deck, first_mano, shuffled
from arena.errors import InternalError

KEY = MatchKey(b"0123", "a|b", 3)
ALL_MUS = profile("app", format="trios", max_mus_rounds=3)


def say(match: Match, text: str) -> None:
    """The seat to act says something, with its own hand."""
    game = match.game
    assert game.to_act is not None
    match.apply(parse_action(text.replace("ALL", _all(match)), game.deal.hands[game.to_act]))


def _all(match: Match) -> str:
    seat = match.game.to_act
    return " ".join(map(str, match.game.deal.hands[seat])) if seat is not None else ""


def started(rules: Rules) -> tuple[Match, KeyedChance]:
    """A match of KEY with its first deck."""
    match, chance = new_match(rules, KEY)
    match.apply(chance.move(match))
    return match, chance


def test_a_match_begins_with_its_mano_and_deck() -> None:
    """R4.1, R15: both rooms of a group get the same."""
    match, chance = new_match(profile("app"), KEY)
    assert match.game.deal.mano == first_mano(KEY, 4)
    assert chance.move(match) == Deck(deck(KEY, game=1, deal=1))


def test_reshuffles_are_counted_in_their_deal() -> None:
    """R6.3, R6.5: the k-th new stock of a deal has a key of its own; the next deal begins anew."""
    match, chance = started(ALL_MUS)
    for number in (1, 2, 3):
        for _ in range(6):
            say(match, "mus")
        for _ in range(6):
            say(match, "discard ALL")
        pile = match.game.to_shuffle()
        move = chance.move(match)
        assert move == Reshuffle(shuffled(pile, KEY, game=1, deal=1, reshuffle=number))
        match.apply(move)
    while match.game.awaits is None:
        say(match, "paso")
    assert chance.move(match) == Deck(deck(KEY, game=1, deal=2))
    match.apply(chance.move(match))
    for text in ["mus"] * 6 + ["discard ALL"] * 6:
        say(match, text)
    pile = match.game.to_shuffle()
    assert chance.move(match) == Reshuffle(shuffled(pile, KEY, game=1, deal=2, reshuffle=1))


def test_signs_are_counted_in_their_deal() -> None:
    """R12.3: the k-th sign passed in a deal has a key of its own."""
    match, chance = started(profile("online", sign_interception=0.5))
    number = 0
    while match.game.ask is not None and match.game.ask.value == "signs":
        seat = match.game.to_act
        assert seat is not None
        say(match, str(match.game.legal()))
        while match.game.awaits is Interception:
            number += 1
            rivals = (1, 3) if seat % 2 == 0 else (0, 2)
            seen = caught(rivals, KEY, game=1, deal=1, sign=number, chance=0.5)
            move = chance.move(match)
            assert move == Interception(seen)
            match.apply(move)
    assert number > 0


def test_an_exposed_card_is_where_the_key_says() -> None:
    """R5.10: it lies at its place in the deck, before the seat that is dealt it."""
    match, chance = new_match(profile("app", mus_visto=1), KEY)
    move = chance.move(match)
    assert isinstance(move, Deck)
    assert move.exposed is not None
    seat, card = move.exposed
    place = move.cards.index(card)
    assert (match.game.deal.mano + place) % 4 == seat
    match.apply(move)
    assert card in match.game.deal.hands[seat]


def test_no_move_is_due_while_a_seat_is_asked() -> None:
    """Asking for one is a mistake of the arena."""
    match, chance = started(profile("app"))
    with pytest.raises(InternalError, match="no chance move is due"):
        chance.move(match)
