"""From the wire to the engine: generated messages and bytes become engine values.

A function that takes bytes keeps what it made, so that one of the few thousand
different events, cards, choices and actions of a game is read once and shared.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Final

from google.protobuf.message import DecodeError

from arena.engine import events as ev
from arena.engine.actions import DISCARDS, WORDS, Action, Ask, Discard, Envido, Legal, Signs, Word
from arena.engine.cards import DECK, Card, Suit
from arena.engine.events import Event, Outcome
from arena.engine.hands import Lance
from arena.engine.rules import Draws, Format, PuntoBonus, Rules
from arena.engine.signs import Sign
from arena.protocol.pb import arena_pb2 as pb

# By enum number. A number that is not there, 0 included, is no value of this version.
ASKS: Final[Mapping[int, Ask]] = dict(enumerate(Ask, start=1))
LANCES: Final[Mapping[int, Lance]] = dict(enumerate(Lance, start=1))
OUTCOMES: Final[Mapping[int, Outcome]] = dict(enumerate(Outcome, start=1))
SIGNS: Final[Mapping[int, Sign]] = dict(enumerate(Sign, start=1))
FORMATS: Mapping[int, Format] = dict(enumerate(Format, start=1))
PUNTO_BONUSES: Mapping[int, PuntoBonus] = dict(enumerate(PuntoBonus, start=1))
DRAWS: Mapping[int, Draws] = dict(enumerate(Draws, start=1))

_SUITS: Mapping[Suit, int] = {suit: i for i, suit in enumerate(Suit, start=1)}
_CARDS: Final[Mapping[tuple[int, int], Card]] = {(c.number, _SUITS[c.suit]): c for c in DECK}
_DISCARDS: Final[Mapping[tuple[int, ...], Discard]] = {d.positions: d for d in DISCARDS}

MOST_ACTION_BYTES = 64
"""No action of this version is longer; a longer one is not worth keeping, or reading."""


def card(message: pb.Card) -> Card:
    """A card. Raises KeyError for a rank or suit that is not in the deck."""
    return _CARDS[message.rank, message.suit]


def legal(message: pb.LegalActions) -> Legal:
    """What a seat may do. Words and signs of a later version are left out."""
    has = message.HasField
    return Legal(
        words=frozenset(WORDS[call] for call in message.calls if call in WORDS),
        envido=(message.envido.min, message.envido.max) if has("envido") else None,
        discard=(message.discard.min, message.discard.max) if has("discard") else None,
        signs=(
            tuple(SIGNS[sign] for sign in message.signs.signs if sign in SIGNS)
            if has("signs")
            else None
        ),
    )


def action(message: pb.Action) -> Action:
    """An action, legal or not. Raises ValueError if the message stands for none."""
    if message.call:
        word = WORDS.get(message.call)
        if word is None:
            raise ValueError(f"call {message.call} is not a call of this version")
        return word
    if message.envido:
        return Envido(message.envido)
    kind = message.WhichOneof("action")
    if kind == "discard":
        return _discard(tuple(message.discard.positions))
    if kind == "signs":
        return _signs(tuple(message.signs.signs))
    raise ValueError("an action with nothing set" if kind is None else f"an action with {kind} 0")


def event(message: pb.Event) -> Event | None:
    """What happened, or None for a kind or a value of a later version."""
    kind = message.WhichOneof("event")
    if kind is None:
        return None
    try:
        return _READERS[kind](message)
    except KeyError:
        return None


def rules(message: pb.Rules) -> Rules:
    """The rules of a stream. Raises KeyError or ConfigError for rules of a later version."""
    return Rules(
        format=FORMATS[message.format],
        players=message.players,
        kings=message.kings,
        target=message.target,
        games_to_win=message.games_to_win,
        bet_min=message.bet_min,
        bet_max=message.bet_max,
        raise_min=message.raise_min,
        raise_max=message.raise_max,
        ordago=message.ordago,
        refuser_out=message.refuser_out,
        punto_bonus=PUNTO_BONUSES[message.punto_bonus],
        real=message.real,
        mus_corrido=message.mus_corrido,
        mus_visto=message.mus_visto,
        signs=message.signs,
        sign_interception=message.sign_interception,
        min_discard=message.min_discard,
        max_mus_rounds=message.max_mus_rounds,
        stake_limit=message.stake_limit,
        draws=DRAWS[message.draws],
    )


@lru_cache(maxsize=256)
def card_of(data: bytes) -> Card:
    """The card of a serialized `Card`."""
    return card(pb.Card.FromString(data))


@lru_cache(maxsize=4096)
def hand_of(cards: tuple[bytes, ...]) -> tuple[Card, ...]:
    """The cards of serialized `Card`s."""
    return tuple(map(card_of, cards))


@lru_cache(maxsize=4096)
def legal_of(data: bytes) -> Legal:
    """The value of a serialized `LegalActions`."""
    return legal(pb.LegalActions.FromString(data))


@lru_cache(maxsize=16384)
def event_of(data: bytes) -> Event | None:
    """What a serialized `Event` tells, or None as `event` does."""
    return event(pb.Event.FromString(data))


@lru_cache(maxsize=4096)
def action_of(data: bytes) -> Action:
    """The action of a serialized `Action`. Raises ValueError, whatever the bytes are."""
    if len(data) > MOST_ACTION_BYTES:
        raise ValueError(f"an action of {len(data)} bytes: at most {MOST_ACTION_BYTES}")
    try:
        message = pb.Action.FromString(data)
    except DecodeError:
        raise ValueError(f"bytes that are no action: {data!r}") from None
    return action(message)


def _discard(positions: tuple[int, ...]) -> Discard:
    found = _DISCARDS.get(tuple(sorted(positions)))
    if found is None:
        raise ValueError(f"discard of positions {list(positions)}: 0 to 3, each at most once")
    return found


def _signs(numbers: tuple[int, ...]) -> Signs:
    unknown = [number for number in numbers if number not in SIGNS]
    if unknown:
        raise ValueError(f"sign {unknown[0]} is not a sign of this version")
    return Signs(tuple(SIGNS[number] for number in numbers))


def _deal_started(m: pb.Event) -> Event:
    e = m.deal_started
    return ev.DealStarted(e.deal, e.mano, tuple(e.score))


def _dealt(m: pb.Event) -> Event:
    return ev.Dealt(m.dealt.seat, tuple(map(card, m.dealt.cards)))


def _exposed(m: pb.Event) -> Event:
    return ev.Exposed(m.exposed.seat, card(m.exposed.card))


def _signed(m: pb.Event) -> Event:
    # Who the mates are is known from the rules; who caught what is nobody's to know.
    signs = tuple(SIGNS[sign] for sign in m.signed.signs)
    return ev.Signed(m.signed.seat, signs, mates=(), caught=((),) * len(signs))


def _said(m: pb.Event) -> Event:
    said: Word | Envido = WORDS[m.said.call] if m.said.call else Envido(m.said.envido)
    return ev.Said(m.said.seat, said)


def _mano_moved(m: pb.Event) -> Event:
    return ev.ManoMoved(m.mano_moved.mano)


def _discarded(m: pb.Event) -> Event:
    e = m.discarded
    return ev.Discarded(e.seat, e.count, tuple(map(card, e.cards)))


def _drew(m: pb.Event) -> Event:
    e = m.drew
    return ev.Drew(e.seat, e.count, tuple(map(card, e.cards)))


def _reshuffled(m: pb.Event) -> Event:
    return ev.Reshuffled(m.reshuffled.count)


def _lance_opened(m: pb.Event) -> Event:
    return ev.LanceOpened(LANCES[m.lance_opened.lance])


def _declared(m: pb.Event) -> Event:
    e = m.declared
    return ev.Declared(e.seat, LANCES[e.lance], e.holds)


def _lance_closed(m: pb.Event) -> Event:
    e = m.lance_closed
    team = e.team if e.HasField("team") else None
    return ev.LanceClosed(LANCES[e.lance], OUTCOMES[e.outcome], e.stake, team, e.deje)


def _shown(m: pb.Event) -> Event:
    return ev.Shown(m.shown.seat, tuple(map(card, m.shown.cards)))


def _counted(m: pb.Event) -> Event:
    e = m.counted
    return ev.Counted(LANCES[e.lance], e.team, e.piedras)


def _deal_over(m: pb.Event) -> Event:
    return ev.DealOver(tuple(m.deal_over.score), tuple(m.deal_over.adentro))


def _game_over(m: pb.Event) -> Event:
    e = m.game_over
    return ev.GameOver(e.winner, tuple(e.score), tuple(e.wins))


def _match_over(m: pb.Event) -> Event:
    return ev.MatchOver(m.match_over.winner, tuple(m.match_over.wins))


_READERS: Final[Mapping[str, Callable[[pb.Event], Event]]] = {
    "deal_started": _deal_started,
    "dealt": _dealt,
    "exposed": _exposed,
    "signed": _signed,
    "said": _said,
    "mano_moved": _mano_moved,
    "discarded": _discarded,
    "drew": _drew,
    "reshuffled": _reshuffled,
    "lance_opened": _lance_opened,
    "declared": _declared,
    "lance_closed": _lance_closed,
    "shown": _shown,
    "counted": _counted,
    "deal_over": _deal_over,
    "game_over": _game_over,
    "match_over": _match_over,
}
