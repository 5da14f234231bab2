"""What a table looks like, step by step, to somebody who sees these events. Pure.

A step is what one seat says or does, or chance, or the count of one lance, with
what follows from it at once.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import assert_never

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
from arena.engine.hands import Lance
from arena.engine.rules import Rules

Hand = tuple[Card | None, ...]


@dataclass(frozen=True, slots=True)
class LanceNow:
    """How a lance stands. `outcome` is None while it is played, `counted` until it is.

    `stake` are the envidos said so far; `team` won it, as far as that is known.
    """

    lance: Lance
    stake: int = 0
    ordago: bool = False
    outcome: Outcome | None = None
    team: int | None = None
    deje: int = 0
    counted: int | None = None


@dataclass(frozen=True, slots=True)
class Scene:
    """The table after a step. Cards that are not seen are None.

    `words[seat]` is what it said last that still counts: the text of a word,
    `envido 2`, `raise 2`, `discard 3`, `yes` or `no` to pares and juego; empty
    if nothing. `thrown` cards lie on the pile. `events` are those of the step.
    """

    game: int
    deal: int
    mano: int
    score: tuple[int, ...]
    wins: tuple[int, ...]
    hands: tuple[Hand, ...]
    thrown: int
    lances: tuple[LanceNow, ...]
    words: tuple[str, ...]
    actor: int | None
    events: tuple[Event, ...]


def seen(events: Iterable[Event], seat: int | None) -> Iterator[Event]:
    """The events as a seat saw them; all of them if no seat is named."""
    for event in events:
        view = event if seat is None else event.seen_by(seat)
        if view is not None:
            yield view


def scenes(events: Iterable[Event], rules: Rules) -> Iterator[Scene]:
    """The steps of a match, from all its events or those that one seat saw."""
    stage = _Stage(rules)
    step: list[Event] = []
    for event in events:
        if step and _begins(event, step[-1]):
            yield stage.scene(step)
            step = []
        if not step:
            stage.begin()
        stage.hear(event)
        step.append(event)
    if step:
        yield stage.scene(step)


def _begins(event: Event, before: Event) -> bool:
    """Whether a step begins with an event."""
    match event:
        case DealStarted() | Said() | Discarded() | Exposed() | GameOver():
            return True
        case Signed():
            return bool(event.signs)
        case Counted():
            return event.piedras > 0
        case Declared() | Shown():
            return type(event) is not type(before)
        case Drew() | Reshuffled():
            return not isinstance(before, Drew | Reshuffled)
        case _:
            return False


class _Stage:
    """Follows what is on the table."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._deal = self._mano = self._thrown = 0
        self._score, self._wins = [0] * rules.teams, (0,) * rules.teams
        self._hands: list[Hand] = [()] * rules.seats
        self._lances: list[LanceNow] = []
        self._words = [""] * rules.seats
        self._talk_is_past = False
        self._actor: int | None = None
        self._game = 1

    def begin(self) -> None:
        """A new step: bubbles of what is over vanish."""
        self._actor = None
        if self._talk_is_past:
            self._words = [""] * self._rules.seats
            self._talk_is_past = False

    def scene(self, events: Iterable[Event]) -> Scene:
        """The table as it is now."""
        return Scene(
            game=self._game,
            deal=self._deal,
            mano=self._mano,
            score=tuple(self._score),
            wins=self._wins,
            hands=tuple(self._hands),
            thrown=self._thrown,
            lances=tuple(self._lances),
            words=tuple(self._words),
            actor=self._actor,
            events=tuple(events),
        )

    def hear(self, event: Event) -> None:
        """Takes an event."""
        match event:
            case Dealt() | Exposed() | Discarded() | Drew() | Reshuffled() | Shown():
                self._cards(event)
            case Said() | Signed() | Declared():
                self._says(event)
            case LanceOpened() | LanceClosed() | Counted():
                self._lance(event)
            case DealStarted():
                self._start(event)
            case ManoMoved(mano):
                self._mano = mano
            case DealOver(score):
                self._score = list(score)
            case GameOver(_, score, wins):
                self._score, self._wins = list(score), wins
            case MatchOver():
                pass
            case _:
                assert_never(event)

    def _start(self, event: DealStarted) -> None:
        self._game = sum(self._wins) + 1
        self._deal, self._mano, self._thrown = event.deal, event.mano, 0
        self._score = list(event.score)
        self._hands = [(None,) * 4] * self._rules.seats
        self._lances = []
        self._words = [""] * self._rules.seats

    def _cards(self, event: Dealt | Exposed | Discarded | Drew | Reshuffled | Shown) -> None:
        match event:
            case Dealt(seat, cards) | Shown(seat, cards):
                self._hands[seat] = cards
                self._talk_is_past = True
            case Exposed(seat, card):
                if card not in self._hands[seat]:
                    self._hands[seat] = (card, *self._hands[seat][1:])
            case Discarded(seat, count, cards):
                self._hands[seat] = _without(self._hands[seat], cards, count=count)
                self._thrown += count
                self._words[seat], self._actor = f"discard {count}", seat
            case Drew(seat, count, cards):
                self._hands[seat] += cards or (None,) * count
                self._talk_is_past = True
            case Reshuffled(count):
                self._thrown -= count
            case _:
                assert_never(event)

    def _says(self, event: Said | Signed | Declared) -> None:
        match event:
            case Said(seat, action):
                self._words[seat], self._actor = self._word(action), seat
                self._bet(action)
                if action is Word.MUS and all(word == "mus" for word in self._words):
                    self._talk_is_past = True
            case Signed(seat, signs):
                if signs:
                    self._words[seat], self._actor = "signs", seat
                    self._talk_is_past = True
            case Declared(seat, _, holds):
                self._words[seat] = "yes" if holds else "no"
                self._talk_is_past = True
            case _:
                assert_never(event)

    def _word(self, action: Word | Envido) -> str:
        if isinstance(action, Word):
            return str(action)
        raised = bool(self._lances) and (self._lances[-1].stake > 0 or self._lances[-1].ordago)
        return f"{'raise' if raised else 'envido'} {action.piedras}"

    def _bet(self, action: Word | Envido) -> None:
        if isinstance(action, Envido):
            now = self._lances[-1]
            self._lances[-1] = replace(now, stake=now.stake + action.piedras)
        elif action is Word.ORDAGO:
            self._lances[-1] = replace(self._lances[-1], ordago=True)

    def _lance(self, event: LanceOpened | LanceClosed | Counted) -> None:
        match event:
            case LanceOpened(lance):
                self._lances.append(LanceNow(lance))
                self._talk_is_past = True
            case LanceClosed(_, outcome, stake, team, deje):
                now = self._lances[-1]
                self._lances[-1] = replace(now, outcome=outcome, stake=stake, team=team, deje=deje)
                self._talk_is_past = True
                if team is not None:
                    self._score[team] += deje
            case Counted(lance, team, piedras):
                at = next(i for i, now in enumerate(self._lances) if now.lance is lance)
                self._lances[at] = replace(self._lances[at], team=team, counted=piedras)
                self._score[team] += piedras
            case _:
                assert_never(event)


def _without(hand: Hand, cards: tuple[Card, ...], *, count: int) -> Hand:
    """A hand after cards were thrown; nothing is known of it if they are not seen."""
    if not cards and count:
        return (None,) * (len(hand) - count)
    return tuple(card for card in hand if card not in cards)
