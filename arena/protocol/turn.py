"""What a Python bot is given to decide: a turn, read from the wire as far as the bot looks at it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar, overload

from arena.engine.actions import Ask, Envido, Legal, Word
from arena.engine.cards import Card
from arena.engine.events import Declared, Drew, Event, LanceOpened, Said, Signed
from arena.engine.hands import HandTable, Lance, Worth, face_of, table_for
from arena.engine.rules import Rules
from arena.engine.signs import Sign
from arena.protocol import lazy, reading
from arena.protocol.pb import arena_pb2 as pb

T = TypeVar("T")


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


class _Field(Generic[T]):
    """A field that is worked out when first read; the instance keeps it and hides this one."""

    def __init__(self, work_out: Callable[["Turn"], T]) -> None:
        self._work_out = work_out
        self._name = work_out.__name__
        self.__doc__ = work_out.__doc__

    @overload
    def __get__(self, turn: None, owner: type["Turn"], /) -> "_Field[T]": ...

    @overload
    def __get__(self, turn: "Turn", owner: type["Turn"], /) -> T: ...

    def __get__(self, turn: "Turn | None", owner: type["Turn"], /) -> "_Field[T] | T":
        if turn is None:
            return self
        value = turn.__dict__[self._name] = self._work_out(turn)
        return value


class Turn:
    """One decision to make, and all that the seat may know. Read only.

    Seats are numbers from 0, the next to speak is `seat + 1`; teams are numbers
    from 0; piedras are whole numbers; times are seconds.
    """

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
        self.mano = seen.mano
        """The seat that speaks first in this deal; ties are its."""
        self.lance: Lance | None = reading.LANCES.get(seen.lance)
        """The lance being played, None before grande."""
        self.stake = seen.stake
        """Piedras at stake in this lance, the bet to be answered included; an órdago adds none."""

    @_Field
    def hand(self) -> tuple[Card, ...]:
        """The four cards, the oldest first; a `Discard` names positions in it."""
        return tuple(map(reading.card_of, self._seen.hand))

    @_Field
    def faces(self) -> tuple[int, ...]:
        """What each card of `hand` plays as: with eight kings a 3 is 12 and a 2 is 1."""
        kings = self.place.rules.kings
        return tuple(face_of(card.number, kings) for card in self.hand)

    @_Field
    def worth(self) -> Worth:
        """What the hand is worth in each lance."""
        return self.place.hands[self.hand]

    @_Field
    def legal(self) -> Legal:
        """All that the seat may do: `action in turn.legal`."""
        return reading.legal_of(self._message.legal_actions)

    @_Field
    def score(self) -> tuple[int, ...]:
        """Piedras of each team."""
        return tuple(self._seen.score)

    @_Field
    def wins(self) -> tuple[int, ...]:
        """Games of this match that each team has won."""
        return tuple(self._seen.wins)

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

    @_Field
    def their_score(self) -> int:
        """Piedras of the best other team."""
        return max(score for team, score in enumerate(self.score) if team != self.team)

    @_Field
    def events(self) -> tuple[Event, ...]:
        """All that this seat saw in this deal, oldest first."""
        return tuple(filter(None, map(reading.event_of, self._seen.events)))

    @_Field
    def declared(self) -> Mapping[Lance, Mapping[int, bool]]:
        """What has been told of pares and juego so far: `declared[Lance.PARES][seat]`."""
        told: dict[Lance, dict[int, bool]] = {Lance.PARES: {}, Lance.JUEGO: {}}
        for event in self.events:
            if type(event) is Declared:
                told[event.lance][event.seat] = event.holds
        return told

    @_Field
    def signs_seen(self) -> Mapping[int, tuple[Sign, ...]]:
        """The signs this seat saw of the hands held now, by seat; its own too."""
        seen: dict[int, tuple[Sign, ...]] = {}
        for event in self.events:
            if type(event) is Signed:
                seen[event.seat] = event.signs
            elif type(event) is Drew:
                seen.pop(event.seat, None)
        return seen

    @_Field
    def said(self) -> tuple[Said, ...]:
        """What was said in this lance, or before grande in the talk, oldest first."""
        found: list[Said] = []
        for event in reversed(self.events):
            if type(event) is Said:
                found.append(event)
            elif type(event) is LanceOpened or type(event) is Drew:
                break
        return tuple(reversed(found))

    @_Field
    def bet(self) -> Said | None:
        """The bet to be answered, or the last one of this lance; None if nobody has bet."""
        for event in reversed(self.said):
            if type(event.action) is Envido or event.action is Word.ORDAGO:
                return event
        return None

    @_Field
    def deje(self) -> int:
        """Piedras that the bettor takes if the bet to be answered is refused; 0 without a bet."""
        if self.bet is None:
            return 0
        last = self.bet.action
        return max(1, self.stake - (last.piedras if type(last) is Envido else 0))
