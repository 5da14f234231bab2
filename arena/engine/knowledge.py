"""What one seat knows in the middle of a deal: its own cards, and all that is public."""

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Self

from arena.engine.cards import DECK, Card
from arena.engine.deal import ORDERS
from arena.engine.events import (
    DealOver,
    DealStarted,
    Dealt,
    Declared,
    Drew,
    Event,
    Exposed,
    Reshuffled,
    Signed,
)
from arena.engine.hands import Lance, Worth
from arena.engine.rules import Rules
from arena.engine.service import Stock
from arena.engine.signs import Sign, true_signs


@dataclass(frozen=True, slots=True)
class Held:
    """What is public of the hand that a seat holds now; None where nothing is."""

    pares: bool | None = None
    juego: bool | None = None
    signs: tuple[Sign, ...] = ()

    def fits(self, worth: Worth) -> bool:
        """Whether a hand of this worth can be the one."""
        return (
            self.pares in {None, worth.pares > 0}
            and self.juego in {None, worth.juego > 0}
            and all(sign in true_signs(worth) for sign in self.signs)
        )


NOTHING = Held()


@dataclass(slots=True)
class StockUse:
    """A stock of the deal, or what of it is public: `drawn` are the seats that drew from it.

    `mine` are the cards that the seat whose knowledge this is drew, in order.
    """

    size: int
    drawn: list[int] = field(default_factory=list)
    mine: list[Card] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Knowledge:
    """All that a seat saw in a deal, up to a decision of its own.

    `events` begin with the deal's DealStarted; `stocks` is the first stock and
    one more for each time it ran out.
    """

    rules: Rules
    seat: int
    events: tuple[Event, ...]
    start: DealStarted
    stocks: tuple[StockUse, ...]

    @classmethod
    def from_events(cls, rules: Rules, seat: int, events: Iterable[Event]) -> Self:
        """What a seat knows that saw these events; those of earlier deals may come before.

        The events must be those that the seat sees (`event.seen_by(seat)`), all
        of them since the deal started. Raises ValueError if none started, or it is over.
        """
        seen = tuple(events)
        starts = [i for i, event in enumerate(seen) if isinstance(event, DealStarted)]
        if not starts:
            raise ValueError("these events are of no deal: there is no DealStarted among them")
        seen = seen[starts[-1] :]
        if any(isinstance(event, DealOver) for event in seen):
            raise ValueError("the deal is over: nothing is hidden any more")
        start = seen[0]
        assert isinstance(start, DealStarted)
        return cls(rules, seat, seen, start, _stocks(rules, seat, seen))

    @property
    def others(self) -> tuple[int, ...]:
        """The other seats."""
        return tuple(s for s in ORDERS[self.rules.seats][self.start.mano] if s != self.seat)

    def dealt(self) -> tuple[Card, ...]:
        """The seat's first four cards."""
        return next(event.cards for event in self.events if isinstance(event, Dealt))

    def exposed(self) -> Exposed | None:
        """The card that was turned up in dealing, if any (R5.10)."""
        return next((event for event in self.events if isinstance(event, Exposed)), None)

    def held(self) -> dict[int, Held]:
        """What is public of the hand that each other seat holds now."""
        found = dict.fromkeys(self.others, NOTHING)
        for event in self.events:
            if isinstance(event, Declared | Signed | Drew) and event.seat != self.seat:
                found[event.seat] = _after(event, found[event.seat])
        return found


def places(rules: Rules, use: StockUse, *, start: int) -> dict[int, deque[int]]:
    """Where in a stock each seat's draws from it lie, in the order it drew them (R6.1, R6.2).

    It depends on who drew how often, which is public, and not on the cards.
    """
    stock = Stock(rules, DECK[: use.size], start=start)
    found: dict[int, deque[int]] = {seat: deque() for seat in range(rules.seats)}
    for seat in use.drawn:
        found[seat].append(DECK.index(stock.draw(seat)))
    return found


def _after(event: Declared | Signed | Drew, held: Held) -> Held:
    if isinstance(event, Drew):
        return NOTHING
    if isinstance(event, Signed):
        return Held(held.pares, held.juego, event.signs)
    if event.lance is Lance.PARES:
        return Held(event.holds, held.juego, held.signs)
    return Held(held.pares, event.holds, held.signs)


def _stocks(rules: Rules, seat: int, events: Sequence[Event]) -> tuple[StockUse, ...]:
    """R6.3: when a stock runs out, the seat served next has got all that was left of it."""
    uses = [StockUse(40 - 4 * rules.seats)]
    early = 0  # Cards that the seat served next drew from a stock before it ran out.
    for i, event in enumerate(events):
        if isinstance(event, Reshuffled):
            served = next(e for e in events[i:] if isinstance(e, Drew))
            early = uses[-1].size - len(uses[-1].drawn)
            uses[-1].drawn += [served.seat] * early
            if served.seat == seat:
                uses[-1].mine += served.cards[:early]
            uses.append(StockUse(event.count))
        elif isinstance(event, Drew):
            uses[-1].drawn += [event.seat] * (event.count - early)
            if event.seat == seat:
                uses[-1].mine += event.cards[early:]
            early = 0
    return tuple(uses)
