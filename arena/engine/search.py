"""Games as they may be, for bots that search: the cards a seat can't see, drawn at random.

A searching bot asks what would happen if the hidden cards lay so or so. It makes
a `Knowledge` of what its seat saw, and takes as many games from `samples` as it
has time for. Each is a `Game` at the same decision, which it can play on.

How often does an envido of 2 in grande end with the better hand on our side?

    >>> from itertools import islice
    >>> from random import Random
    >>> from arena.engine.actions import Deck, Word
    >>> from arena.engine.cards import DECK
    >>> from arena.engine.game import Game
    >>> from arena.engine.hands import Lance, table_for
    >>> from arena.engine.lances import best_seat
    >>> from arena.engine.rules import profile
    >>> rules = profile("app")
    >>> game = Game(rules, mano=0)
    >>> cards = list(DECK)
    >>> Random(1).shuffle(cards)
    >>> events = game.apply(Deck(tuple(cards))) + game.apply(Word.NO_MUS)
    >>> seen = [event for event in (event.seen_by(0) for event in events) if event]
    >>> knowledge = Knowledge.from_events(rules, 0, seen)
    >>> table, won = table_for(rules), 0
    >>> for world in islice(samples(knowledge, Random(7).getrandbits), 1000):
    ...     worths = [table[hand] for hand in world.deal.hands]
    ...     won += best_seat(Lance.GRANDE, worths, (0, 1, 2, 3)) in (0, 2)
    >>> 0 < won < 1000
    True

In a bot written with `arena.sdk`, `Knowledge.from_events(turn.rules, turn.seat,
turn.events)` is what it knows, and `Random(turn.random).getrandbits` makes its
search the same whenever the game is played again.

*Uniform* means this. Take every order of the deck and of each new stock, and
every way in which the other seats can have picked the cards they threw, all
equally likely; keep those in which the seat sees just what it saw: its own
cards, those exposed, how many each threw, who declared pares and juego, the
signs it saw. `samples` draws from these, all equally likely, and each by itself.
Why the others threw, cut or bet is not modelled: a bot that thinks it tells
something can weigh what it gets.

While no stock ran out, and no card of another was exposed, it takes a fixed time
to find a game, however unlikely the declarations; otherwise candidates are tried
until one fits.
"""

from collections import deque
from collections.abc import Iterator

from arena.engine.actions import DISCARDS, Deck, Discard
from arena.engine.cards import DECK, Card
from arena.engine.events import Discarded, Drew
from arena.engine.game import Game
from arena.engine.guess import Bits, HandsThatFit, below, shuffled
from arena.engine.knowledge import NOTHING, Knowledge, places
from arena.engine.retrace import Course, retrace

__all__ = ["Bits", "Knowledge", "samples"]

_OF_SIZE = [[d for d in DISCARDS if len(d.positions) == size] for size in range(5)]


def samples(knowledge: Knowledge, bits: Bits, *, tries: int = 1_000_000) -> Iterator[Game]:
    """Games at the decision of a seat, without end; the same bits give the same games.

    Raises ValueError if what the seat is said to have seen can't be, or is so
    unlikely that so many tries for one game found none.
    """
    proposals = _Proposals(knowledge, bits)
    while True:
        games = (proposals.game() for _ in range(tries))
        found = next((game for game in games if game is not None), None)
        if found is None:
            raise ValueError(f"no deal found in which seat {knowledge.seat} sees these events")
        yield found


class _Proposals:
    """Proposes how the hidden part of a deal went: each way that can be equally often.

    `_fixed` are the cards of the deck that are known, by index. If no stock ran
    out and no other's card was exposed, the others' hands are any of the cards
    that are not known. Then each is drawn from those that fit what is public of
    it, and all are drawn again if two have a card in common.
    """

    def __init__(self, knowledge: Knowledge, bits: Bits) -> None:
        rules, seat, mano = knowledge.rules, knowledge.seat, knowledge.start.mano
        n = rules.seats
        self._knowledge, self._bits, self._stock_at = knowledge, bits, 4 * n
        self._dealt = [range((s - mano) % n, 4 * n, n) for s in range(n)]
        self._places = [places(rules, use, start=mano) for use in knowledge.stocks]
        self._fixed = dict(zip(self._dealt[seat], knowledge.dealt(), strict=True))
        mine = zip(self._places[0][seat], knowledge.stocks[0].mine, strict=True)
        self._fixed |= {self._stock_at + place: card for place, card in mine}
        exposed = knowledge.exposed()
        self._exposed = None if exposed is None else (exposed.seat, exposed.card)
        self._turned_up = exposed is not None and exposed.seat != seat
        simple = len(knowledge.stocks) == 1 and not self._turned_up
        hidden = [card for card in DECK if card not in self._fixed.values()]
        self._hands = {
            s: HandsThatFit(rules, held.fits, hidden)
            for s, held in knowledge.held().items()
            if simple and held != NOTHING
        }
        if not all(map(len, self._hands.values())):
            raise ValueError("no cards are left for the hands that others are said to hold")

    def game(self) -> Game | None:
        """A game that went as proposed; None if the seat would not have seen what it saw."""
        hands = {seat: fitting.draw(self._bits) for seat, fitting in self._hands.items()}
        drawn = [card for hand in hands.values() for card in hand]
        if len(set(drawn)) < len(drawn):
            return None
        events = self._knowledge.events
        others = [e for e in events if isinstance(e, Discarded) and e.seat != self._knowledge.seat]
        throws = tuple(self._throw(event.count) for event in others)
        deck = Deck(self._deck(hands, throws), self._exposed)
        return retrace(self._knowledge, Course(deck, throws, self._new_stock))

    def _throw(self, count: int) -> Discard:
        choices = _OF_SIZE[count]
        return choices[below(len(choices), self._bits)]

    def _deck(self, hands: dict[int, list[Card]], throws: tuple[Discard, ...]) -> tuple[Card, ...]:
        """Known cards where they lay, hands where their seats got them, the rest anywhere."""
        at = dict(self._fixed)
        if self._turned_up and self._exposed is not None:
            seat, card = self._exposed
            at[self._dealt[seat][below(4, self._bits)]] = card
        held = self._held_at_the_end(throws) if hands else {}
        for seat, hand in hands.items():
            at |= zip(held[seat], shuffled(hand, self._bits), strict=True)
        placed = set(at.values())
        rest = iter(shuffled((card for card in DECK if card not in placed), self._bits))
        return tuple(at[i] if i in at else next(rest) for i in range(40))

    def _held_at_the_end(self, throws: tuple[Discard, ...]) -> dict[int, list[int]]:
        """Where in the deck the cards lay that the other seats hold now."""
        held = {seat: list(self._dealt[seat]) for seat in self._knowledge.others}
        draws = {seat: deque(self._places[0][seat]) for seat in held}
        thrown = iter(throws)
        for event in self._knowledge.events:
            if isinstance(event, Discarded) and event.seat in held:
                gone, hand = next(thrown).positions, held[event.seat]
                held[event.seat] = [place for i, place in enumerate(hand) if i not in gone]
            elif isinstance(event, Drew) and event.seat in held:
                drawn = (draws[event.seat].popleft() for _ in range(event.count))
                held[event.seat] += [self._stock_at + place for place in drawn]
        return held

    def _new_stock(self, number: int, discards: list[Card]) -> tuple[Card, ...] | None:
        """The seat's own cards where it drew them, the rest anywhere (R6.3)."""
        mine = self._knowledge.stocks[number].mine
        if not set(mine) <= set(discards):
            return None
        at = dict(zip(self._places[number][self._knowledge.seat], mine, strict=True))
        rest = iter(shuffled((card for card in discards if card not in mine), self._bits))
        return tuple(at[i] if i in at else next(rest) for i in range(len(discards)))
