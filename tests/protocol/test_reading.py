"""What `arena.protocol.reading` makes of what `arena.protocol.writing` and generated code write."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.engine import events as ev
from arena.engine.actions import Discard, Envido, Legal, Signs, Word, every
from arena.engine.cards import DECK, Card, cards
from arena.engine.hands import Lance
from arena.engine.rules import PROFILES, Draws, Format, PuntoBonus, Rules, profile
from arena.engine.signs import Sign
from arena.protocol import reading
from arena.protocol.pb import arena_pb2 as pb
from arena.protocol.writing import event_bytes, legal_bytes, rules_message

HAPPENED: list[ev.Event] = [
    ev.DealStarted(3, 2, (12, 0)),
    ev.Dealt(0, cards("Ro 3b 7e 1c")),
    ev.Exposed(1, Card.parse("So")),
    ev.Signed(2, (Sign.DUPLES, Sign.CIEGO), (), ((), ())),
    ev.Signed(2, (), (), ()),
    *(ev.Said(0, word) for word in Word),
    ev.Said(3, Envido(300)),
    ev.ManoMoved(1),
    ev.Discarded(0, 2, cards("4o 5o")),
    ev.Discarded(1, 0, ()),
    ev.Drew(0, 1, cards("Cb")),
    ev.Drew(2, 4, ()),
    ev.Reshuffled(17),
    *(ev.LanceOpened(lance) for lance in Lance),
    ev.Declared(0, Lance.PARES, holds=True),
    ev.Declared(1, Lance.JUEGO, holds=False),
    *(ev.LanceClosed(Lance.GRANDE, outcome, 5, 0, 2) for outcome in ev.Outcome),
    ev.LanceClosed(Lance.PUNTO, ev.Outcome.QUERIDO, 0, None, 0),
    ev.Shown(5, cards("Re Rb Rc Ro")),
    ev.Counted(Lance.JUEGO, 1, 7),
    ev.DealOver((38, 3), (0,)),
    ev.GameOver(1, (3, 41), (0, 1)),
    ev.MatchOver(1, (2, 3)),
]


@pytest.mark.parametrize("event", HAPPENED, ids=lambda event: type(event).__name__)
def test_event_survives_the_wire(event: ev.Event) -> None:
    """An event that was written reads as the same event."""
    assert reading.event_of(event_bytes(event)) == event


def test_event_of_a_later_version_is_none() -> None:
    """Kinds, and values of enums, that this version does not know are skipped."""
    assert reading.event_of(b"\xa2\x06\x02\x08\x01") is None
    later = pb.Event(said=pb.Said(seat=1, call=pb.Call.ValueType(99)))
    assert reading.event_of(later.SerializeToString()) is None


def test_card_survives_the_wire() -> None:
    """Each of the forty cards reads as itself, and is the one of the deck."""
    written = ev.Dealt(0, DECK)
    message = pb.Event.FromString(event_bytes(written))
    read = [reading.card_of(card.SerializeToString()) for card in message.dealt.cards]
    assert all(one is other for one, other in zip(read, DECK, strict=True))


@pytest.mark.parametrize(
    "legal",
    [
        Legal(words=frozenset({Word.MUS, Word.NO_MUS})),
        Legal(words=frozenset({Word.PASO, Word.ORDAGO}), envido=(2, 80)),
        Legal(discard=(0, 4)),
        Legal(signs=()),
        Legal(signs=(Sign.DUPLES, Sign.JUEGO)),
    ],
    ids=str,
)
def test_legal_survives_the_wire(legal: Legal) -> None:
    """What a seat may do reads as it was written; the same bytes give the same value."""
    read = reading.legal_of(legal_bytes(legal))
    assert read == legal
    assert reading.legal_of(legal_bytes(legal)) is read


def test_words_of_a_later_version_are_left_out() -> None:
    """A call that this version does not know is not offered."""
    calls = [pb.CALL_PASO, pb.Call.ValueType(77)]
    assert reading.legal(pb.LegalActions(calls=calls)) == Legal(words=frozenset({Word.PASO}))


@pytest.mark.parametrize("name", PROFILES)
def test_profile_survives_the_wire(name: str) -> None:
    """The rules of each profile read as they were written."""
    rules = profile(name, mus_visto=0.25)
    assert reading.rules(rules_message(rules)) == rules


def test_unusual_rules_survive_the_wire() -> None:
    """Rules in which every field differs from its default read as they were written."""
    rules = Rules(
        format=Format.INDIVIDUAL,
        players=5,
        kings=4,
        target=30,
        games_to_win=7,
        bet_min=1,
        bet_max=3,
        raise_min=4,
        raise_max=5,
        ordago=False,
        refuser_out=False,
        punto_bonus=PuntoBonus.EN_PASO,
        real=True,
        mus_corrido=False,
        mus_visto=0.5,
        signs=False,
        sign_interception=0.125,
        min_discard=0,
        max_mus_rounds=3,
        stake_limit=11,
        draws=Draws.STOCK,
    )
    assert reading.rules(rules_message(rules)) == rules


def test_action_with_positions_in_any_order() -> None:
    """A discard names its positions in any order."""
    message = pb.Action(discard=pb.Discard(positions=[3, 0]))
    assert reading.action_of(message.SerializeToString()) == Discard((0, 3))


@pytest.mark.parametrize(
    ("message", "why"),
    [
        (pb.Action(), "nothing set"),
        (pb.Action(envido=0), "envido 0"),
        (pb.Action(call=pb.CALL_UNSPECIFIED), "call 0"),
        (pb.Action(call=pb.Call.ValueType(9)), "call 9"),
        (pb.Action(discard=pb.Discard(positions=[1, 1])), r"\[1, 1\]"),
        (pb.Action(discard=pb.Discard(positions=[4])), r"\[4\]"),
        (pb.Action(signs=pb.SignSet(signs=[pb.SIGN_UNSPECIFIED])), "sign 0"),
    ],
)
def test_what_is_no_action_is_refused_by_name(message: pb.Action, why: str) -> None:
    """A message that stands for no action raises ValueError that tells what was wrong."""
    with pytest.raises(ValueError, match=why):
        reading.action_of(message.SerializeToString())


@given(st.binary(max_size=80))
def test_any_bytes_are_an_action_or_a_value_error(data: bytes) -> None:
    """Whatever a bot sends, reading it gives an action or raises ValueError."""
    try:
        action = reading.action_of(data)
    except ValueError:
        return
    assert isinstance(action, Word | Envido | Discard | Signs)


def test_every_legal_action_can_be_read() -> None:
    """Each action that a Legal holds can be sent and reads as itself."""
    legal = Legal(
        words=frozenset(Word), envido=(2, 80), discard=(0, 4), signs=(Sign.JUEGO, Sign.CIEGO)
    )
    for action in every(legal):
        assert reading.action(action_message(action)) == action


def action_message(action: Word | Envido | Discard | Signs) -> pb.Action:
    """The generated message of an action, set field by field."""
    match action:
        case Word():
            return pb.Action(call=pb.Call.ValueType(action.value))
        case Envido():
            return pb.Action(envido=action.piedras)
        case Discard():
            return pb.Action(discard=pb.Discard(positions=action.positions))
        case Signs():
            signs = [pb.Sign.ValueType(sign.value) for sign in action.signs]
            return pb.Action(signs=pb.SignSet(signs=signs))
