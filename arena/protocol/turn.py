"""What a Python bot is given to decide: a turn, read from the wire as far as the bot looks at it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from arena.engine.actions import Ask, Envido, Legal, Word
from arena.engine.cards import Card
from arena.engine.events import Declared, Drew, Event, LanceOpened, Said, Signed
from arena.engine.hands import HandTable, Lance, Worth, face_of, table_for
from arena.engine.rules import Rules
from arena.engine.signs import Sign
from arena.protocol import lazy, reading
from arena.protocol.pb import arena_pb2 as pb


@dataclass(frozen=True, slots=True)
class Place:
    """Where a bot sits: what is the same at all its tables. Times are in seconds.

    `seat` is None in individual play, where it differs from table to table.
    `teams[seat]` is the team of a seat, `mates[seat]` are the other seats of
    that team. `turn_time` is for each turn, `bank` for each table beyond that.
    """

    rules: Rules
    seat: int | None
    teams: tuple[int, ...]
    mates: tuple[tuple[int, ...], ...]
    turn_time: float
    bank: float
    hands: HandTable


def place_of(welcome: pb.Welcome) -> Place:
    """The place that a welcome gives. Raises KeyError or ConfigError as `reading.rules` does."""
    rules, clock = reading.rules(welcome.rules), welcome.time_control
    return Place(
        rules=rules,
        seat=welcome.seat if welcome.HasField("seat") else None,
        teams=rules.team,
        mates=tuple(map(rules.mates, range(rules.players))),
        turn_time=clock.turn_time.seconds + clock.turn_time.nanos / 1e9,
        bank=clock.bank.seconds + clock.bank.nanos / 1e9,
        hands=table_for(rules),
    )


class Turn:
    """One decision to make, and all that the seat may know. Read only.

    Seats are numbers from 0, the next to speak is `seat + 1`; teams are numbers
    from 0; piedras are whole numbers; times are seconds.
    """

    # What most bots look at is read at once, the rest when it is first looked at, and kept.
    __slots__ = (
        "_declared",
        "_events",
        "_faces",
        "_hand",
        "_message",
        "_said",
        "_score",
        "_seen",
        "_signs_seen",
        "_wins",
        "_worth",
        "ask",
        "id",
        "lance",
        "legal",
        "place",
        "seat",
    )

    def __init__(self, message: lazy.Turn, place: Place) -> None:
        seen = message.observation
        self._message = message
        self._seen = seen
        self.place = place
        """What is the same at all tables of this bot: the rules, its time."""
        self.id = message.turn_id
        """Names the turn among all turns of this bot process."""
        self.ask: Ask = reading.ASKS[message.ask]
        """What is asked for: signs, mus, a discard, a bet or the answer to a bet."""
        self.seat = seen.seat
        """The bot's own seat."""
        self.lance: Lance | None = reading.LANCES.get(seen.lance)
        """The lance being played, None before grande."""
        self.legal: Legal = reading.legal_of(message.legal_actions)
        """All that the seat may do: `action in turn.legal`."""
        self._hand: tuple[Card, ...] | None = None
        self._faces: tuple[int, ...] | None = None
        self._worth: Worth | None = None
        self._score: tuple[int, ...] | None = None
        self._wins: tuple[int, ...] | None = None
        self._events: tuple[Event, ...] | None = None
        self._declared: Mapping[Lance, Mapping[int, bool]] | None = None
        self._signs_seen: Mapping[int, tuple[Sign, ...]] | None = None
        self._said: tuple[Said, ...] | None = None

    @property
    def mano(self) -> int:
        """The seat that speaks first in this deal; ties are its."""
        return self._seen.mano

    @property
    def stake(self) -> int:
        """Piedras at stake in this lance, the bet to be answered included; an órdago adds none."""
        return self._seen.stake

    @property
    def hand(self) -> tuple[Card, ...]:
        """The four cards, the oldest first; a `Discard` names positions in it."""
        if self._hand is None:
            self._hand = reading.hand_of(tuple(self._seen.hand[:]))
        return self._hand

    @property
    def faces(self) -> tuple[int, ...]:
        """What each card of `hand` plays as: with eight kings a 3 is 12 and a 2 is 1."""
        if self._faces is None:
            kings = self.place.rules.kings
            self._faces = tuple([face_of(card.number, kings) for card in self.hand])
        return self._faces

    @property
    def worth(self) -> Worth:
        """What the hand is worth in each lance."""
        if self._worth is None:
            self._worth = self.place.hands[self.hand]
        return self._worth

    @property
    def score(self) -> tuple[int, ...]:
        """Piedras of each team."""
        if self._score is None:
            self._score = tuple(self._seen.score[:])
        return self._score

    @property
    def wins(self) -> tuple[int, ...]:
        """Games of this match that each team has won."""
        if self._wins is None:
            self._wins = tuple(self._seen.wins[:])
        return self._wins

    @property
    def table(self) -> int:
        """Names the table among those of this bot process; the same for all of a match."""
        return self._message.table_id

    @property
    def game(self) -> int:
        """The game within the match, from 1."""
        return self._seen.game

    @property
    def deal(self) -> int:
        """The deal within the game, from 1."""
        return self._seen.deal

    @property
    def random(self) -> int:
        """64 bits of chance for this turn alone, the same whenever this game is played again."""
        return self._message.random

    @property
    def time_left(self) -> float:
        """Seconds from sending this turn to its deadline, those sent before it included."""
        return self._message.time_left_ms / 1000

    @property
    def bank_left(self) -> float:
        """Seconds beyond the deadlines that are left at this table."""
        return self._message.bank_left_ms / 1000

    @property
    def rules(self) -> Rules:
        """The rules of every game of this bot process."""
        return self.place.rules

    @property
    def team(self) -> int:
        """The bot's own team."""
        return self.place.teams[self.seat]

    @property
    def mates(self) -> tuple[int, ...]:
        """The other seats of the bot's team."""
        return self.place.mates[self.seat]

    @property
    def teams(self) -> tuple[int, ...]:
        """The team of each seat."""
        return self.place.teams

    @property
    def position(self) -> int:
        """Where the seat speaks: 0 is the mano, players - 1 the postre."""
        return (self.seat - self.mano) % self.place.rules.players

    @property
    def my_score(self) -> int:
        """Piedras of the bot's own team."""
        return self.score[self.team]

    @property
    def their_score(self) -> int:
        """Piedras of the best other team."""
        mine = self.team
        others = [score for team, score in enumerate(self.score) if team != mine]
        return max(others)

    @property
    def events(self) -> tuple[Event, ...]:
        """All that this seat saw in this deal, oldest first."""
        if self._events is None:
            seen = map(reading.event_of, self._seen.events[:])
            self._events = tuple([event for event in seen if event is not None])
        return self._events

    @property
    def declared(self) -> Mapping[Lance, Mapping[int, bool]]:
        """What has been told of pares and juego so far: `declared[Lance.PARES][seat]`."""
        if self._declared is None:
            told: dict[Lance, dict[int, bool]] = {Lance.PARES: {}, Lance.JUEGO: {}}
            for event in self.events:
                if isinstance(event, Declared):
                    told[event.lance][event.seat] = event.holds
            self._declared = told
        return self._declared

    @property
    def signs_seen(self) -> Mapping[int, tuple[Sign, ...]]:
        """The signs this seat saw of the hands held now, by seat; its own too."""
        if self._signs_seen is None:
            seen: dict[int, tuple[Sign, ...]] = {}
            for event in self.events:
                if isinstance(event, Signed):
                    seen[event.seat] = event.signs
                elif isinstance(event, Drew):
                    seen.pop(event.seat, None)
            self._signs_seen = seen
        return self._signs_seen

    @property
    def said(self) -> tuple[Said, ...]:
        """What was said in this lance, or before grande in the talk, oldest first."""
        if self._said is None:
            self._said = tuple(reversed(list(_last_said(self._seen.events))))
        return self._said

    @property
    def bet(self) -> Said | None:
        """The bet to be answered, or the last one of this lance; None if nobody has bet."""
        for event in _last_said(self._seen.events):
            if isinstance(event.action, Envido) or event.action is Word.ORDAGO:
                return event
        return None

    @property
    def deje(self) -> int:
        """Piedras that the bettor takes if the bet to be answered is refused; 0 without a bet."""
        bet = self.bet
        if bet is None:
            return 0
        last = bet.action
        return max(1, self.stake - (last.piedras if isinstance(last, Envido) else 0))


def _last_said(events: Sequence[bytes]) -> Iterator[Said]:
    """What was said in the lance or talk being played, the newest first; no event before is read."""
    for data in reversed(events):
        event = reading.event_of(data)
        if isinstance(event, Said):
            yield event
        elif isinstance(event, (LanceOpened, Drew)):
            return
