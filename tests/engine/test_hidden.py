"""Nobody sees what it may not see, nor anything that follows from it."""

from collections.abc import Iterator, Sequence
from dataclasses import fields, is_dataclass
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from arena.engine.actions import Deck, Reshuffle, Signs
from arena.engine.cards import DECK, Card
from arena.engine.events import (
    Declared,
    Event,
    Exposed,
    LanceClosed,
    Outcome,
    Shown,
    Signed,
)
from arena.engine.game import Game
from arena.engine.hands import face_of
from arena.engine.rules import Rules
from arena.engine.signs import Sign
from tests.engine.playing import Move, move_for
from tests.strategies import rules, seeds


def named_cards(value: object) -> Iterator[Card]:
    """Every card that an event names."""
    if isinstance(value, Card):
        yield value
    elif isinstance(value, tuple):
        for item in value:
            yield from named_cards(item)
    elif is_dataclass(value) and not isinstance(value, type):
        for field in fields(value):
            yield from named_cards(getattr(value, field.name))


def one_deal(found: Rules, seed: int, *, number: int = 1) -> Iterator[tuple[Move, list[Event]]]:
    """Plays one deal: each move, and what happened."""
    rng = Random(seed)
    game = Game(found, mano=rng.randrange(found.seats), deals=number)
    deal = game.deal
    while not deal.over:
        move = move_for(game, rng)
        yield move, game.apply(move)


def seen(events: Sequence[Event], seat: int) -> list[Event]:
    """What a seat sees of events."""
    return [event for event in (event.seen_by(seat) for event in events) if event is not None]


@given(rules(), seeds, st.integers(0, 5))
def test_no_event_names_a_card_that_is_hidden(found: Rules, seed: int, seat: int) -> None:
    """R5.2, R11.7: only its own cards and exposed ones, until all hands are shown."""
    seat %= found.seats
    known: set[Card] = set()
    for _, events in one_deal(found, seed):
        for event in events:
            if isinstance(event, Shown):
                return
            view = event.seen_by(seat)
            if isinstance(event, Exposed) or getattr(event, "seat", None) == seat:
                assert view is not None
                known |= set(named_cards(view))
            assert set(named_cards(view)) <= known


@given(rules(), seeds, st.integers(0, 5))
def test_no_event_tells_a_sign_that_is_hidden(found: Rules, seed: int, seat: int) -> None:
    """R12.3: an opponent sees those it caught, and nobody sees who caught what."""
    seat %= found.seats
    for _, events in one_deal(found, seed, number=2):
        for event in events:
            view = event.seen_by(seat)
            if not isinstance(event, Signed):
                continue
            if view is None:
                assert seat != event.seat
                assert not event.signs or found.team[seat] != found.team[event.seat]
                assert all(seat not in by for by in event.caught)
                continue
            assert isinstance(view, Signed)
            assert not any(view.caught)
            if found.team[seat] != found.team[event.seat]:
                signs = zip(event.signs, event.caught, strict=True)
                caught: list[Sign] = [sign for sign, by in signs if seat in by]
                assert list(view.signs) == caught != []


def with_cards(move: Move, new: dict[Card, Card]) -> Move:
    """A chance move with other cards in the same places."""
    if isinstance(move, Deck):
        exposed = move.exposed and (move.exposed[0], new[move.exposed[1]])
        return Deck(tuple(new[card] for card in move.cards), exposed)
    if isinstance(move, Reshuffle):
        return Reshuffle(tuple(new[card] for card in move.cards))
    return move


def permuted(known: set[Card], rng: Random, classes: dict[Card, int]) -> dict[Card, Card]:
    """Other cards for those not known, each within its class."""
    new = {card: card for card in DECK}
    for kind in sorted(set(classes.values())):
        hidden = [card for card in DECK if card not in known and classes[card] == kind]
        new |= dict(zip(hidden, rng.sample(hidden, len(hidden)), strict=True))
    return new


def known_to(seat: int, told: list[tuple[Move, list[Event]]]) -> set[Card]:
    """The cards that a seat sees before all hands are shown."""
    events = [event for _, happened in told for event in happened if not isinstance(event, Shown)]
    return {card for event in seen(events, seat) for card in named_cards(event)}


def reveals(event: Event) -> bool:
    """Whether an event may differ if only hidden cards do: it tells of them, by the rules."""
    closed = isinstance(event, LanceClosed) and event.outcome is Outcome.ORDAGO
    return closed or isinstance(event, Declared | Shown)


@given(rules(), seeds, st.integers(0, 5), seeds)
def test_hidden_cards_change_nothing_that_is_seen(
    found: Rules, seed: int, seat: int, other: int
) -> None:
    """With other cards where a seat sees none, it sees the same, until they are told of."""
    seat %= found.seats
    told = list(one_deal(found, seed, number=2))
    rng = Random(other)
    new = permuted(known_to(seat, told), rng, dict.fromkeys(DECK, 0))
    game = Game(found, mano=Random(seed).randrange(found.seats), deals=2)
    for move, events in told:
        if isinstance(move, Signs) and move not in game.legal():
            return
        again = game.apply(with_cards(move, new))
        for before, after in zip(seen(events, seat), seen(again, seat), strict=False):
            if before != after:
                assert reveals(before), (before, after)
                assert type(before) is type(after)
                return
        assert len(seen(events, seat)) == len(seen(again, seat))


@given(rules(), seeds, st.integers(0, 5), seeds)
def test_hidden_suits_change_nothing_but_what_is_shown(
    found: Rules, seed: int, seat: int, other: int
) -> None:
    """R2.1: equal cards of other suits: everything is the same, up to the hands turned up."""
    seat %= found.seats
    told = list(one_deal(found, seed))
    faces = {card: face_of(card.number, found.kings) for card in DECK}
    new = permuted(known_to(seat, told), Random(other), faces)
    game = Game(found, mano=Random(seed).randrange(found.seats))
    for move, events in told:
        again = game.apply(with_cards(move, new))
        for before, after in zip(seen(events, seat), seen(again, seat), strict=True):
            if isinstance(before, Shown):
                assert after == Shown(before.seat, tuple(new[card] for card in before.cards))
            else:
                assert before == after
