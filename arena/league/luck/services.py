"""The cards that chance gave in a match, each time with those that it might have given. Pure."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from arena.engine.cards import DECK, Card
from arena.engine.events import (
    DealStarted,
    Dealt,
    Discarded,
    Drew,
    Event,
    GameOver,
    ManoMoved,
    Reshuffled,
)


@dataclass(frozen=True, slots=True)
class Service:
    """Cards that were served: the first hands of a deal, or what was drawn after a mus.

    `wins` and `score` by team, `mano` and `deal` are as they were before it;
    `exchange` counts from 1 in the deal, 0 for the first hands. `hands[seat]`
    are the cards after it, the `drawn[seat]` new ones last. They came from
    `pool`: whatever was played so far, each way to give out cards of it was
    equally likely.
    """

    wins: tuple[int, ...]
    score: tuple[int, ...]
    mano: int
    deal: int
    exchange: int
    hands: tuple[tuple[Card, ...], ...]
    drawn: tuple[int, ...]
    pool: frozenset[Card]


def services(events: Iterable[Event], *, seats: int, teams: int) -> Iterator[Service]:
    """The services of a match, in order.

    One in which a stock ran out is left out: its cards came from two pools. That
    was certain before they were drawn, so leaving it out favours nobody.
    """
    dealing: _Dealing | None = None
    wins: tuple[int, ...] = (0,) * teams
    for event in events:
        if isinstance(event, DealStarted):
            dealing = _Dealing(event, wins, [() for _ in range(seats)])
        elif isinstance(event, GameOver):
            wins = event.wins
        elif dealing is not None:
            served = dealing.see(event)
            if served is not None:
                yield served


@dataclass(slots=True)
class _Dealing:
    """One deal as far as it was seen.

    `pool` are the cards in the stock, `before` what it was before the exchange
    being made, `pile` the cards thrown away since the stock was made. `thrown`
    are the cards that seats have thrown in this exchange, `drawn` how many they
    have got, `reshuffled` whether the stock has run out in it.
    """

    start: DealStarted
    wins: tuple[int, ...]
    hands: list[tuple[Card, ...]]
    mano: int = field(init=False)
    exchange: int = 0
    pool: frozenset[Card] = frozenset(DECK)
    before: frozenset[Card] = frozenset(DECK)
    pile: frozenset[Card] = frozenset()
    thrown: dict[int, tuple[Card, ...]] = field(default_factory=dict)
    drawn: dict[int, int] = field(default_factory=dict)
    reshuffled: bool = False

    def __post_init__(self) -> None:
        self.mano = self.start.mano

    def see(self, event: Event) -> Service | None:
        """Takes what happened next; the service that it completes, if any."""
        match event:
            case Dealt(seat, cards):
                self._draw(seat, cards)
                return self._service() if all(self.hands) else None
            case ManoMoved(mano):
                self.mano = mano
            case Discarded(seat, _, cards):
                self._throw(seat, cards)
            case Reshuffled(count):
                self._reshuffle(count)
            case Drew(seat, _, cards):
                self._draw(seat, cards)
                return None if self._owed() or self.reshuffled else self._service()
            case _:
                pass
        return None

    def _throw(self, seat: int, cards: tuple[Card, ...]) -> None:
        if len(self.thrown) in {0, len(self.hands)}:
            self.thrown, self.drawn, self.reshuffled = {}, {}, False
            self.before = self.pool
            self.exchange += 1
        self.thrown[seat] = cards
        self.pile |= set(cards)
        self.hands[seat] = tuple(card for card in self.hands[seat] if card not in cards)

    def _draw(self, seat: int, cards: tuple[Card, ...]) -> None:
        self.hands[seat] += cards
        self.drawn[seat] = len(cards)
        self.pool -= set(cards)

    def _owed(self) -> list[int]:
        return [s for s, cards in self.thrown.items() if len(cards) > self.drawn.get(s, 0)]

    def _reshuffle(self, count: int) -> None:
        """R6.3: the discards are the new stock, but for those of a seat that alone is owed cards."""
        kept = set(self.thrown[self._owed()[-1]]) if count < len(self.pile) else set()
        self.pool, self.pile = self.pile - kept, frozenset(kept)
        self.reshuffled = True

    def _service(self) -> Service:
        return Service(
            wins=self.wins,
            score=self.start.score,
            mano=self.mano,
            deal=self.start.deal,
            exchange=self.exchange,
            hands=tuple(self.hands),
            drawn=tuple(self.drawn.get(seat, 0) for seat in range(len(self.hands))),
            pool=self.before,
        )
