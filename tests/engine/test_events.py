"""What happens, and who sees what of it."""

from collections.abc import Callable
from typing import get_args

import pytest

from arena.engine.actions import Envido
from arena.engine.cards import cards
from arena.engine.events import (
    PUBLIC,
    Counted,
    DealOver,
    DealStarted,
    Dealt,
    Declared,
    Discarded,
    Drew,
    Event,
    Exposed,
    GameOver,
    LanceClosed,
    LanceOpened,
    ManoMoved,
    MatchOver,
    Outcome,
    Reshuffled,
    Said,
    Shown,
    Signed,
)
from arena.engine.hands import Lance
from arena.engine.signs import Sign

TWO = cards("Ro 3b")
DUPLES, JUEGO = Sign.DUPLES, Sign.JUEGO


def test_every_event_says_who_sees_it() -> None:
    """Hiding is by allow-list: there is no default, a new event has to say."""
    for kind in get_args(Event):
        assert "seen_by" in vars(kind), kind
    hidden = {Dealt, Signed, Discarded, Drew}
    assert set(get_args(Event)) - hidden == PUBLIC


SEEN_BY_ALL = (
    DealStarted(2, 1, (7, 12)),
    Exposed(1, TWO[0]),
    Said(1, Envido(2)),
    ManoMoved(3),
    Reshuffled(12),
    LanceOpened(Lance.PARES),
    Declared(1, Lance.PARES, holds=True),
    LanceClosed(Lance.PARES, Outcome.DEJE, 2, 1, 2),
    Shown(1, TWO),
    Counted(Lance.PARES, 1, 3),
    DealOver((7, 12), ()),
    GameOver(1, (7, 40), (0, 1)),
    MatchOver(1, (0, 1)),
)


def test_public_events() -> None:
    """Everybody sees the same of every kind that is public."""
    assert {type(event) for event in SEEN_BY_ALL} == PUBLIC
    for event in SEEN_BY_ALL:
        assert all(event.seen_by(seat) is event for seat in range(4))


def test_cards_dealt_are_ones_own() -> None:
    """Nobody else sees anything: that four cards were dealt is known."""
    event = Dealt(2, TWO)
    assert [event.seen_by(seat) for seat in range(4)] == [None, None, event, None]


@pytest.mark.parametrize("kind", [Discarded, Drew])
def test_how_many_cards_is_public(kind: Callable[..., Discarded | Drew]) -> None:
    """R5.2: the number thrown is public, the cards are not; the same for cards served."""
    event, hidden = kind(2, 2, TWO), kind(2, 2, ())
    assert [event.seen_by(seat) for seat in range(4)] == [hidden, hidden, event, hidden]


def test_signs_are_for_the_mates() -> None:
    """R12.3: they see all signs; an opponent those it caught; nobody sees who caught what."""
    event = Signed(0, (DUPLES, JUEGO), (2,), ((1, 3), (3,)))
    both = Signed(0, (DUPLES, JUEGO), (2,), ((), ()))
    one = Signed(0, (DUPLES,), (2,), ((),))
    assert [event.seen_by(seat) for seat in range(4)] == [both, one, both, both]
    unseen = Signed(0, (DUPLES,), (2,), ((),))
    assert [unseen.seen_by(seat) for seat in (1, 3)] == [None, None]


def test_no_sign_is_seen_by_nobody_else() -> None:
    """R12.3: nobody else learns that a sign was passed, or that none was."""
    event = Signed(0, (), (2,), ())
    assert [event.seen_by(seat) for seat in range(4)] == [event, None, None, None]


def test_signs_in_trios() -> None:
    """R12.3: both mates see them; opponents are the three of the other side."""
    event = Signed(1, (JUEGO,), (3, 5), ((4,),))
    seen = Signed(1, (JUEGO,), (3, 5), ((),))
    assert [event.seen_by(seat) for seat in range(6)] == [None, seen, None, seen, seen, seen]
