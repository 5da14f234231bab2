"""A match in words: what happened, event by event, as a person at the table would tell it. Pure."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple, assert_never

from arena.engine.actions import Envido, Word
from arena.engine.cards import Card
from arena.engine.events import (
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
from arena.engine.hands import Lance, Pares, table_for
from arena.engine.rules import Rules

_SAID: Mapping[Word, str] = {
    Word.MUS: "says mus",
    Word.NO_MUS: "says no mus",
    Word.PASO: "passes",
    Word.QUIERO: "accepts",
    Word.NO_QUIERO: "refuses",
    Word.ORDAGO: "says órdago",
}


@dataclass(frozen=True, slots=True)
class Names:
    """What the seats and the teams are called; `team[seat]` is a seat's team."""

    seats: tuple[str, ...]
    teams: tuple[str, ...]
    team: tuple[int, ...]

    def seat(self, seat: int) -> str:
        """A seat: `odds (2)`."""
        return f"{self.seats[seat]} ({seat})"


@dataclass(frozen=True, slots=True)
class Paragraph:
    """What is told under one label, in lines; that of one that begins a deal is its heading."""

    label: str
    lines: tuple[str, ...]
    begins_deal: bool = False


class Joint(Enum):
    """How a phrase follows the one before it."""

    LIST = ", "
    SENTENCE = ". "
    LINE = "\n"


class Phrase(NamedTuple):
    """A piece of a paragraph."""

    label: str
    text: str
    joint: Joint = Joint.LIST


def tell(events: Iterable[Event], names: Names, *, rules: Rules) -> Iterator[Paragraph]:
    """A match told from its events, all of them or those that one seat saw."""
    teller = _Teller(names, rules)
    for event in events:
        yield from teller.hear(event)
    yield from teller.end()


class _Teller:
    """Gathers what belongs together into paragraphs."""

    def __init__(self, names: Names, rules: Rules) -> None:
        self._names = names
        self._rules = rules
        self._game = 1
        self._lance: Lance | None = None
        self._has_bet = False
        self._holders: list[str] = []
        self._hands: dict[int, list[Card]] = {}
        self._label = ""
        self._text = ""
        self._joint = Joint.LIST

    def hear(self, event: Event) -> Iterator[Paragraph]:
        """Takes an event; gives what is complete by it."""
        if isinstance(event, DealStarted):
            yield from self.end()
            yield self._heading(event)
        elif (phrase := self._phrase(event)) is not None:
            if phrase.label != self._label:
                yield from self.end()
                self._label, self._text = phrase.label, phrase.text
            else:
                new = Joint.SENTENCE in (self._joint, phrase.joint)
                self._text += (Joint.SENTENCE if new else phrase.joint).value + phrase.text
            self._joint = phrase.joint

    def end(self) -> Iterator[Paragraph]:
        """Gives what was begun."""
        if self._text:
            end = "" if self._joint is Joint.LINE else "."
            yield Paragraph(self._label, tuple(f"{self._text}{end}".split(Joint.LINE.value)))
        self._label = self._text = ""

    def _heading(self, event: DealStarted) -> Paragraph:
        self._lance = None
        self._hands = {}
        game = f"Game {self._game}, deal" if self._rules.games_to_win > 1 else "Deal"
        score, mano = self._score(event.score), self._names.seat(event.mano)
        return Paragraph("", (f"{game} {event.deal}: {score}. {mano} is mano.",), begins_deal=True)

    def _phrase(self, event: Event) -> Phrase | None:
        """How an event is told, None if it is not."""
        match event:
            case DealStarted():
                return None
            case Dealt() | Exposed() | Discarded() | Drew() | Reshuffled() | Shown():
                return self._cards(event)
            case Signed():
                return self._signed(event)
            case ManoMoved(mano):
                return Phrase("Talk", f"{self._names.seat(mano)} is mano now", Joint.SENTENCE)
            case Said(seat, action):
                label = "Talk" if self._lance is None else _title(self._lance)
                return Phrase(label, f"{self._names.seat(seat)} {self._said(action)}")
            case Declared() | LanceOpened():
                return self._opened(event)
            case LanceClosed():
                return self._closed(event)
            case Counted(lance, team, piedras):
                told = f"{lance.value} {piedras} to {self._names.teams[team]}"
                return Phrase("Count", told) if piedras else None
            case DealOver() | GameOver() | MatchOver():
                return self._over(event)
            case _:
                assert_never(event)

    # Cards

    def _cards(
        self, event: Dealt | Exposed | Discarded | Drew | Reshuffled | Shown
    ) -> Phrase | None:
        match event:
            case Dealt(seat, cards):
                self._hands[seat] = list(cards)
                return self._line("Cards", seat, _cards(cards))
            case Exposed(seat, card):
                text = f"the {card} of {self._names.seat(seat)} was seen, so all exchange"
                return Phrase("Mus visto", text)
            case Discarded(seat, count, cards):
                self._hands[seat] = [c for c in self._hands.get(seat, []) if c not in cards]
                return self._line("Discards", seat, _cards(cards) or _count(count))
            case Drew(seat, count, cards):
                self._hands.setdefault(seat, []).extend(cards)
                held = f"{_cards(cards)}, and has {_cards(self._hands[seat])}"
                return self._line("Draws", seat, held if cards else _count(count))
            case Reshuffled(count):
                text = f"the stock is out: {_count(count)} thrown away make a new one"
                return Phrase("Draws", text, Joint.LINE)
            case Shown(seat, cards):
                return self._line("Shown", seat, f"{_cards(cards)}   {self._worth(cards)}")
            case _:
                assert_never(event)

    def _line(self, label: str, seat: int, text: str) -> Phrase:
        """A line of one seat, its text under that of the others."""
        width = max(len(self._names.seat(s)) for s in range(len(self._names.seats)))
        return Phrase(label, f"{self._names.seat(seat):<{width}}  {text}", Joint.LINE)

    def _worth(self, cards: tuple[Card, ...]) -> str:
        """What a hand is: `duples, juego 31`, `no pares, punto 26`."""
        worth = table_for(self._rules)[cards]
        kind = worth.pares_kind
        pares = "no pares" if kind is Pares.NONE else kind.name.lower()
        return f"{pares}, {'juego' if worth.juego else 'punto'} {worth.punto}"

    # Talk and lances

    def _signed(self, event: Signed) -> Phrase | None:
        if not event.signs:
            return None
        parts = []
        for sign, seats in zip(event.signs, event.caught, strict=True):
            caught = _listed([self._names.seat(seat) for seat in seats])
            name = sign.name.lower().replace("_", " ")
            parts.append(f"{name} (seen by {caught})" if caught else name)
        told = f"{self._names.seat(event.seat)} passes {_listed(parts)}"
        return Phrase("Señas", told, Joint.SENTENCE)

    def _said(self, action: Word | Envido) -> str:
        if isinstance(action, Envido):
            raised, self._has_bet = self._has_bet, True
            return f"{'raises by' if raised else 'bets'} {action.piedras}"
        return _SAID[action]

    def _opened(self, event: Declared | LanceOpened) -> Phrase | None:
        """Declarations are told together when their lance opens."""
        if isinstance(event, Declared):
            if event.holds:
                self._holders.append(self._names.seat(event.seat))
            return None
        lance, holders, self._holders = event.lance, self._holders, []
        self._lance, self._has_bet = lance, False
        if lance is Lance.PUNTO:
            return Phrase("Punto", "Nobody has juego", Joint.SENTENCE)
        if holders:
            verb = "has" if len(holders) == 1 else "have"
            told = f"{_listed(holders)} {verb} {lance.value}"
            return Phrase(_title(lance), told, Joint.SENTENCE)
        return None

    def _closed(self, event: LanceClosed) -> Phrase:
        team = "nobody" if event.team is None else self._names.teams[event.team]
        match event.outcome:
            case Outcome.EN_PASO:
                text = "En paso"
            case Outcome.DEJE:
                text = f"{team} takes a deje of {event.deje}"
            case Outcome.QUERIDO:
                text = f"At stake: {event.stake}"
            case Outcome.ORDAGO:
                text = f"{team} wins the órdago"
            case Outcome.UNCONTESTED:
                text = "No bets"
            case Outcome.VOID:
                text = f"Nobody has {event.lance.value}"
            case _:
                assert_never(event.outcome)
        return Phrase(_title(event.lance), text, Joint.SENTENCE)

    # Score

    def _over(self, event: DealOver | GameOver | MatchOver) -> Phrase | None:
        match event:
            case DealOver(score, adentro):
                close = "".join(f". {self._names.teams[team]} is adentro" for team in adentro)
                text = self._score(score) + close
            case GameOver(winner):
                self._game += 1
                text = f"{self._names.teams[winner]} wins the game"
            case MatchOver(winner, wins):
                if self._rules.games_to_win == 1:
                    return None
                games = " to ".join(map(str, sorted(wins, reverse=True)))
                text = f"{self._names.teams[winner]} wins the match, {games}"
            case _:
                assert_never(event)
        return Phrase("Score", text, Joint.SENTENCE)

    def _score(self, score: tuple[int, ...]) -> str:
        return ", ".join(f"{n} {p}" for n, p in zip(self._names.teams, score, strict=True))


def _title(lance: Lance) -> str:
    return lance.value.capitalize()


def _cards(cards: Iterable[Card]) -> str:
    return " ".join(map(str, cards))


def _count(count: int) -> str:
    return f"{count} card" if count == 1 else f"{count} cards"


def _listed(items: Sequence[str]) -> str:
    """`a, b and c`."""
    return " and ".join(part for part in (", ".join(items[:-1]), *items[-1:]) if part)
