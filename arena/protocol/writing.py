"""From the engine to the wire: engine values become serialized messages.

This writes bytes, not messages: building a turn field by field costs ten times
as much as joining bytes that are ready. What is written is equal, byte for
byte, to what the generated classes would write; the tests hold it so.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from arena.engine import events as ev
from arena.engine.actions import Ask, Legal, Word
from arena.engine.cards import DECK, Card, Suit
from arena.engine.events import Event, Outcome
from arena.engine.hands import Lance
from arena.engine.rules import Draws, Format, PuntoBonus, Rules
from arena.engine.signs import Sign
from arena.protocol.pb import arena_pb2 as pb

_SUITS = {suit: i for i, suit in enumerate(Suit, start=1)}
_LANCES: Final = {lance: i for i, lance in enumerate(Lance, start=1)}
_OUTCOMES: Final = {outcome: i for i, outcome in enumerate(Outcome, start=1)}
_ASKS: Final = {ask: i for i, ask in enumerate(Ask, start=1)}
_FORMATS = {value: i for i, value in enumerate(Format, start=1)}
_BONUSES = {value: i for i, value in enumerate(PuntoBonus, start=1)}
_DRAWS = {value: i for i, value in enumerate(Draws, start=1)}


_FEW: Final = 1 << 14


def varint(number: int) -> bytes:
    """A whole number, 0 or more, in base 128, the lowest digit first."""
    if number < _FEW:
        return VARINTS[number]
    return _varint(number)


def _varint(number: int) -> bytes:
    if _FEW <= number < 1 << 21:
        return bytes((number & 127 | 128, number >> 7 & 127 | 128, number >> 14))
    digits = bytearray()
    while number >= 128:
        digits.append(number & 127 | 128)
        number >>= 7
    digits.append(number)
    return bytes(digits)


VARINTS: Final[list[bytes]] = [_varint(number) for number in range(_FEW)]
"""The varints of one and two bytes."""


def number_field(field: int, number: int) -> bytes:
    """A number, left out if it is 0, as proto3 does."""
    return varint(field << 3) + varint(number) if number else b""


def bytes_field(field: int, data: bytes) -> bytes:
    """A message, a text or a packed list; written also if it is empty."""
    return varint(field << 3 | 2) + varint(len(data)) + data


def numbers_field(field: int, numbers: Iterable[int]) -> bytes:
    """A packed list of numbers, left out if it is empty."""
    data = b"".join(map(varint, numbers))
    return bytes_field(field, data) if data else b""


_CARDS: Final[Mapping[int, Mapping[Card, bytes]]] = {
    field: {
        card: bytes_field(field, number_field(1, card.number) + number_field(2, _SUITS[card.suit]))
        for card in DECK
    }
    for field in (2, 3)
}
"""By field number, which is 2 or 3 in every message that has cards."""


def cards_field(field: int, cards: Iterable[Card]) -> bytes:
    """A list of cards."""
    ready = _CARDS[field]
    return b"".join([ready[card] for card in cards])


def event_bytes(event: Event) -> bytes:
    """A serialized `Event`."""
    number, write = _WRITERS[type(event)]
    return bytes_field(number, write(event))


def legal_bytes(legal: Legal) -> bytes:
    """A serialized `LegalActions`."""
    parts = [numbers_field(1, [word.code for word in Word if word in legal.words])]
    for field, ends in ((2, legal.envido), (3, legal.discard)):
        if ends is not None:
            parts.append(bytes_field(field, number_field(1, ends[0]) + number_field(2, ends[1])))
    if legal.signs is not None:
        parts.append(bytes_field(4, _signs(1, legal.signs)))
    return b"".join(parts)


def ask_number(ask: Ask) -> int:
    """The enum number of what a seat is asked for."""
    return _ASKS[ask]


def lance_number(lance: Lance | None) -> int:
    """The enum number of a lance, 0 for none."""
    return 0 if lance is None else _LANCES[lance]


def rules_message(rules: Rules) -> pb.Rules:
    """The rules of a stream."""
    values = rules.as_dict()
    enums = {
        "format": _FORMATS[rules.format],
        "punto_bonus": _BONUSES[rules.punto_bonus],
        "draws": _DRAWS[rules.draws],
    }
    message = pb.Rules()
    for name, value in (values | enums).items():
        setattr(message, name, value)
    return message


def _signs(field: int, signs: Sequence[Sign]) -> bytes:
    return numbers_field(field, (sign.value for sign in signs))


def _seat_count_cards(event: ev.Discarded | ev.Drew) -> bytes:
    head = number_field(1, event.seat) + number_field(2, event.count)
    return head + cards_field(3, event.cards)


def _said(event: ev.Said) -> bytes:
    said = event.action
    number = (2 << 3, said.code) if isinstance(said, Word) else (3 << 3, said.piedras)
    return number_field(1, event.seat) + b"".join(map(varint, number))


def _lance_closed(event: ev.LanceClosed) -> bytes:
    head = number_field(1, _LANCES[event.lance]) + number_field(2, _OUTCOMES[event.outcome])
    team = b"" if event.team is None else varint(4 << 3) + varint(event.team)
    return head + number_field(3, event.stake) + team + number_field(5, event.deje)


def _declared(event: ev.Declared) -> bytes:
    head = number_field(1, event.seat) + number_field(2, _LANCES[event.lance])
    return head + number_field(3, event.holds)


def _counted(event: ev.Counted) -> bytes:
    head = number_field(1, _LANCES[event.lance]) + number_field(2, event.team)
    return head + number_field(3, event.piedras)


def _deal_started(event: ev.DealStarted) -> bytes:
    head = number_field(1, event.deal) + number_field(2, event.mano)
    return head + numbers_field(3, event.score)


def _seat_cards(event: ev.Dealt | ev.Shown) -> bytes:
    return number_field(1, event.seat) + cards_field(2, event.cards)


def _game_over(event: ev.GameOver) -> bytes:
    head = number_field(1, event.winner) + numbers_field(2, event.score)
    return head + numbers_field(3, event.wins)


_WRITERS: Final[Mapping[type[Event], tuple[int, Callable[..., bytes]]]] = {
    ev.DealStarted: (1, _deal_started),
    ev.Dealt: (2, _seat_cards),
    ev.Exposed: (3, lambda e: number_field(1, e.seat) + cards_field(2, (e.card,))),
    ev.Signed: (4, lambda e: number_field(1, e.seat) + _signs(2, e.signs)),
    ev.Said: (5, _said),
    ev.ManoMoved: (6, lambda e: number_field(1, e.mano)),
    ev.Discarded: (7, _seat_count_cards),
    ev.Drew: (8, _seat_count_cards),
    ev.Reshuffled: (9, lambda e: number_field(1, e.count)),
    ev.LanceOpened: (10, lambda e: number_field(1, _LANCES[e.lance])),
    ev.Declared: (11, _declared),
    ev.LanceClosed: (12, _lance_closed),
    ev.Shown: (13, _seat_cards),
    ev.Counted: (14, _counted),
    ev.DealOver: (15, lambda e: numbers_field(1, e.score) + numbers_field(2, e.adentro)),
    ev.GameOver: (16, _game_over),
    ev.MatchOver: (17, lambda e: number_field(1, e.winner) + numbers_field(2, e.wins)),
}
"""By kind of event: its field in `Event`, and what writes it."""
