"""What each seat of one table has seen of the deal, kept as the bytes that are sent.

An event is written once, when it happens, and the bytes are appended to the
views of the seats that see it, as `seen_by` says. A turn is those bytes behind
a small head.
"""

from functools import lru_cache
from typing import Final

from arena.engine.actions import Ask, Envido, Legal, Word, of_code
from arena.engine.cards import Card
from arena.engine.events import (
    PUBLIC,
    DealStarted,
    Dealt,
    Declared,
    Discarded,
    Drew,
    Event,
    LanceClosed,
    LanceOpened,
    Said,
    Shown,
)
from arena.engine.game import Match
from arena.engine.hands import Lance
from arena.protocol.writing import (
    ask_number,
    bytes_field,
    cards_field,
    event_bytes,
    lance_number,
    legal_bytes,
    number_field,
    numbers_field,
    varint,
)


class Views:
    """The views of all seats of one table.

    `add` takes what happened, `turn` gives what one seat is asked. Everything a
    seat knows of cards comes from events that it sees. Without `notices` the
    count of a deal is not kept: no turn follows in which it would be told.
    """

    __slots__ = (
        "_cards",
        "_hands",
        "_head",
        "_match",
        "_notices",
        "_seats",
        "_seen",
        "_shared",
        "_told",
    )

    def __init__(self, match: Match, *, notices: bool = True) -> None:
        self._match = match
        self._notices = notices
        self._seats = range(match.rules.seats)
        self._head = b""
        self._cards: list[list[Card]] = [[] for _ in self._seats]
        self._hands: list[bytes] = [b"" for _ in self._seats]
        self._seen: list[bytes] = [b"" for _ in self._seats]
        self._shared = b""  # Seen by all since anything was last added to `_seen`.
        self._told = [0 for _ in self._seats]  # Bytes of events in the seat's last turn.

    def add(self, events: list[Event]) -> None:
        """Takes what happened, in order."""
        parts: list[list[bytes]] = []
        for event in events:
            if isinstance(event, Said):
                self._shared += _said_field(event.seat, event.action.code)
            elif isinstance(event, (LanceOpened, Declared)):
                self._shared += _shared_field(event)
            elif isinstance(event, Shown) and not self._notices:
                break
            elif isinstance(event, DealStarted):
                self._new_deal(event)
            elif type(event) in PUBLIC:
                self._shared += _event_field(event)
                if isinstance(event, LanceClosed) and event.deje:
                    game = self._match.game
                    self._head = self._public(tuple(game.score), game.deals)
            else:
                parts = parts or [[seen] for seen in self._seen]
                self._show(event, parts)
        for seat, pieces in enumerate(parts):
            self._seen[seat] = b"".join(pieces)

    def turn(self, seat: int, ask: Ask, *, turn_id: int, table_id: int, random: bytes) -> bytes:
        """A serialized `Turn` up to and including field 6; the clock goes behind it.

        Turns and tables count from 1. `random` are the 8 bytes of the turn's chance.
        """
        game = self._match.game
        deal = game.deal
        envite = deal.envite
        if envite is None:
            stake, legal = _lance_stake(None, 0), deal.legal()
        else:
            stake, legal = _lance_stake(deal.lance, envite.stake), envite.legal
        seen, shared = self._seen[seat], self._shared
        self._told[seat] = len(seen) + len(shared)
        place, hand, head = _PLACES[seat][deal.mano], self._hands[seat], self._head
        size = len(place) + len(hand) + len(head) + len(stake) + len(seen) + len(shared)
        return b"".join(
            (
                b"\x08",
                varint(turn_id),
                b"\x10",
                varint(table_id),
                _ASK_FIELD[ask],
                varint(size),
                place,
                hand,
                head,
                stake,
                seen,
                shared,
                _legal_field(legal),
                b"\x31" + random if random != _ZERO else b"",
            )
        )

    def notice(self, seat: int, table_id: int) -> bytes:
        """A serialized `Notice` of what a seat saw since its last turn in this deal.

        `Notice.events` has the field number of `Observation.events`, so that
        the bytes are the same.
        """
        events = (self._seen[seat] + self._shared)[self._told[seat] :]
        return b"\x08" + varint(table_id) + events

    def _new_deal(self, event: DealStarted) -> None:
        self._seen = [b"" for _ in self._seats]
        self._shared = _event_field(event)
        self._told = [0 for _ in self._seats]
        self._head = self._public(event.score, event.deal)

    def _public(self, score: tuple[int, ...], deal: int) -> bytes:
        """Fields 4 to 7 of an `Observation`: score, games won, game and deal."""
        match = self._match
        return _score_head(score, tuple(match.wins), game=match.games, deal=deal)

    def _show(self, event: Event, parts: list[list[bytes]]) -> None:
        """Adds an event that not all see alike to the parts of what each seat has seen."""
        shared = self._shared
        self._shared = b""
        for seat, pieces in enumerate(parts):
            if shared:
                pieces.append(shared)
            view = event.seen_by(seat)
            if view is not None:
                pieces.append(_event_field(view))
                if view is event:  # All of it: these are the seat's own cards.
                    self._hold(seat, view)

    def _hold(self, seat: int, own: Event) -> None:
        """Follows the seat's own cards: kept ones keep their order, drawn ones follow."""
        cards = self._cards[seat]
        if isinstance(own, Dealt):
            cards[:] = own.cards
        elif isinstance(own, Discarded):
            cards[:] = [card for card in cards if card not in own.cards]
        elif isinstance(own, Drew):
            cards.extend(own.cards)
        else:
            return
        self._hands[seat] = cards_field(3, cards)


_ZERO: Final = bytes(8)
_ASK_FIELD: Final = {ask: number_field(3, ask_number(ask)) + b"\x22" for ask in Ask}
"""The field `ask`, then the tag of the field `observation`."""


def _event_field(event: Event) -> bytes:
    """The field `events` of an `Observation` with one event."""
    # Whose cards are seen there is one event for each time; without cards the engine shares them.
    if isinstance(event, LanceClosed) or (isinstance(event, (Discarded, Drew)) and not event.cards):
        return _shared_field(event)
    return bytes_field(10, event_bytes(event))


_MOST_FIELDS: Final = 8192
_event_fields: Final[dict[int, tuple[Event, bytes]]] = {}


def _shared_field(event: Event) -> bytes:
    """The same of a kind of event that the engine shares: identity is enough, and quick to hash."""
    found = _event_fields.get(id(event))
    if found is None:
        if len(_event_fields) >= _MOST_FIELDS:
            _event_fields.clear()
        found = _event_fields[id(event)] = (event, bytes_field(10, event_bytes(event)))
    return found[1]


@lru_cache(maxsize=4096)
def _said_field(seat: int, code: int) -> bytes:
    said = of_code(code)
    assert isinstance(said, Word | Envido)
    return bytes_field(10, event_bytes(Said(seat, said)))


_MOST_LEGALS: Final = 4096
_legal_fields: Final[dict[int, tuple[Legal, bytes]]] = {}


def _legal_field(legal: Legal) -> bytes:
    """The field `legal_actions` of a `Turn`; the engine shares its Legals, so identity is enough."""
    found = _legal_fields.get(id(legal))
    if found is None:
        if len(_legal_fields) >= _MOST_LEGALS:
            _legal_fields.clear()
        found = _legal_fields[id(legal)] = (legal, bytes_field(5, legal_bytes(legal)))
    return found[1]


_SEATS: Final = range(6)
_PLACES: Final = [
    [number_field(1, seat) + number_field(2, mano) for mano in _SEATS] for seat in _SEATS
]


@lru_cache(maxsize=4096)
def _lance_stake(lance: Lance | None, stake: int) -> bytes:
    return number_field(8, lance_number(lance)) + number_field(9, stake)


@lru_cache(maxsize=4096)
def _score_head(score: tuple[int, ...], wins: tuple[int, ...], *, game: int, deal: int) -> bytes:
    numbers = number_field(6, game) + number_field(7, deal)
    return numbers_field(4, score) + numbers_field(5, wins) + numbers
