"""A deal played again from what one seat saw of it, with hidden cards filled in."""

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count

from arena.engine.actions import (
    Action,
    Ask,
    Chance,
    Deck,
    Discard,
    Interception,
    Reshuffle,
    Signs,
)
from arena.engine.cards import Card
from arena.engine.events import Discarded, Event, Said, Signed
from arena.engine.game import Game
from arena.engine.knowledge import Knowledge


@dataclass(frozen=True, slots=True)
class Course:
    """How the hidden part of a deal may have gone.

    `throws` are the discards of the other seats in order. `new_stock(number,
    discards)` is the stock made when one ran out, from number 1, None if the
    discards can't be those that the seat's own cards came from.
    """

    deck: Deck
    throws: tuple[Discard, ...]
    new_stock: Callable[[int, list[Card]], tuple[Card, ...] | None]


def retrace(knowledge: Knowledge, course: Course) -> Game | None:
    """The game after it went so; None if the seat would not have seen what it saw."""
    start, seat = knowledge.start, knowledge.seat
    game = Game(knowledge.rules, mano=start.mano, score=start.score, deals=start.deal)
    seen = deque(knowledge.events)
    throws, numbers = iter(course.throws), count(1)
    move: Action | Chance | None = course.deck
    while move is not None:
        if not isinstance(move, Chance) and move not in game.legal():
            return None
        for event in game.apply(move):
            view = event.seen_by(seat)
            if view is not None and (not seen or seen.popleft() != view):
                return None
        if game.awaits is Reshuffle:
            new = course.new_stock(next(numbers), game.to_shuffle())
            if new is None:
                return None
            move = Reshuffle(new)
        elif game.awaits is Interception:
            move = _caught(game, seat)
        else:
            move = _action(game, seat, seen, throws=throws)
    return None if seen else game


def _caught(game: Game, seat: int) -> Interception:
    """Signs of opponents that are retraced are those that the seat caught."""
    by, team = game.deal.to_act, game.rules.team
    assert by is not None
    return Interception((seat,) if team[by] != team[seat] else ())


def _action(
    game: Game, seat: int, seen: deque[Event], *, throws: Iterator[Discard]
) -> Action | None:
    """What the seat to act did; None if that is all that was seen, or it was something else."""
    after = seen[0] if seen else None
    if game.ask is Ask.SIGNS:
        if isinstance(after, Signed) and after.seat == game.to_act:
            return Signs(after.signs)
        return None if game.to_act == seat else Signs()
    if isinstance(after, Said):
        return after.action
    if isinstance(after, Discarded) and game.ask is Ask.DISCARD:
        if after.seat != seat:
            return next(throws)
        hand = game.deal.hands[seat]
        return Discard(tuple(sorted(hand.index(card) for card in after.cards)))
    return None
