"""One deal: cards, señas, talk and exchanges, lances, count (in the order of R15)."""

from functools import cache
from typing import Final, Self

from arena.engine.actions import (
    ASK_DISCARD,
    ASK_MUS,
    ASK_SIGNS,
    Action,
    Ask,
    Chance,
    Deck,
    Discard,
    Envido,
    Interception,
    Legal,
    Reshuffle,
    Signs,
    Word,
)
from arena.engine.cards import Card
from arena.engine.count import LanceResult, count
from arena.engine.envite import Envite
from arena.engine.events import (
    DealOver,
    DealStarted,
    Dealt,
    Discarded,
    Drew,
    Event,
    Exposed,
    ManoMoved,
    Reshuffled,
    Shown,
    Signed,
    said,
)
from arena.engine.hands import Lance, Worth, table_for
from arena.engine.lances import Lances
from arena.engine.rules import Rules
from arena.engine.service import Stock, check_deck, dealt
from arena.engine.signs import true_signs
from arena.errors import IllegalChance

NOTHING_LEGAL: Final = Legal()
MUS_LEGAL: Final = Legal(frozenset({Word.MUS, Word.NO_MUS}))
ORDERS: Final = tuple(
    tuple(tuple((m + i) % n for i in range(n)) for m in range(n)) for n in range(7)
)
"""`ORDERS[seats][mano]`: the seats in speaking order."""


_PLAIN = (
    "_corrido",
    "_exchange_forced",
    "_passed",
    "_queue",
    "_talk_over",
    "_turn",
    "ask",
    "awaits",
    "over",
    "rounds",
    "to_act",
    "winner",
)
"""What a copy of a deal may share with it."""


class Deal:
    """One deal of a game.

    It waits for a seat (`to_act`, asked for `ask`) or for chance (`awaits`), or
    it is over. `score` is the game's, by team, and changes in place; the deal is
    the game's `number`th. `lances` begin when the talk is over. `winner` is the
    team that won the game in this deal, None if it goes on.
    """

    __slots__ = (
        "_caught",
        "_corrido",
        "_drawn",
        "_exchange_forced",
        "_passed",
        "_queue",
        "_talk_over",
        "_thrown",
        "_turn",
        "ask",
        "awaits",
        "hands",
        "lances",
        "mano",
        "number",
        "over",
        "rounds",
        "rules",
        "score",
        "stock",
        "to_act",
        "winner",
    )

    def __init__(self, rules: Rules, score: list[int], *, mano: int, number: int) -> None:
        self.rules = rules
        self.score = score
        self.mano = mano
        self.number = number
        self._corrido = rules.mus_corrido and number == 1
        self.awaits: type[Chance] | None = Deck
        self.ask: Ask | None = None
        self.to_act: int | None = None
        self.hands: list[list[Card]] = []
        self.stock = Stock(rules, (), start=mano)
        self.rounds = 0
        self.lances: Lances | None = None
        self.over = False
        self.winner: int | None = None
        self._queue: tuple[int, ...] = ()
        self._turn = 0
        self._talk_over = False
        self._exchange_forced = False
        self._thrown: list[tuple[Card, ...]] = []
        self._drawn: list[Card] = []
        self._passed: Signs = Signs()
        self._caught: list[tuple[int, ...]] = []

    @property
    def envite(self) -> Envite | None:
        """The betting of the lance being played."""
        return None if self.lances is None else self.lances.envite

    @property
    def lance(self) -> Lance | None:
        """The lance being played, None before grande and after the last."""
        lances = self.lances
        return None if lances is None or self.over else lances.lance

    @property
    def stake(self) -> int:
        """Piedras at stake in the lance being played, the bet to be answered included."""
        envite = self.envite
        return 0 if envite is None else envite.stake

    @property
    def results(self) -> list[LanceResult]:
        """How the lances went that have ended."""
        return [] if self.lances is None else self.lances.results

    def legal(self) -> Legal:
        """What the seat to act may do; nothing if none is asked."""
        envite = self.envite
        if envite is not None:
            return envite.legal
        if self.ask is ASK_MUS:
            return MUS_LEGAL
        if self.ask is ASK_DISCARD:
            return _discard_legal(0 if self._exchange_forced else self.rules.min_discard)
        if self.ask is ASK_SIGNS and self.to_act is not None:
            return _signs_legal(table_for(self.rules)[self.hands[self.to_act]])
        return NOTHING_LEGAL

    def act(self, action: Action, events: list[Event]) -> bool:
        """The seat to act does something; what happens is added to `events`.

        False if it is not legal, and then nothing has changed.
        """
        lances = self.lances
        if lances is not None:
            return self._bet(lances, action, events)
        seat = self.to_act
        if seat is None or self.awaits is not None or action not in self.legal():
            return False
        if isinstance(action, (Word, Envido)):
            events.append(said(seat, action))
            self._talk(action, events)
        elif isinstance(action, Discard):
            self._discard(seat, action, events)
        else:
            self._pass_signs(action, events)
        return True

    def _bet(self, lances: Lances, action: Action, events: list[Event]) -> bool:
        """The same in a lance. What was said before in such a lance is known to be legal."""
        envite = lances.envite
        if envite is None:
            return False
        after = envite.then.get(action.code)
        if after is None:
            if action not in envite.legal:
                return False
            after = envite.after(action)
        assert isinstance(action, (Word, Envido))
        events.append(said(envite.to_act, action))
        if after.outcome is None:
            lances.envite = after
            self.ask = after.ask
            self.to_act = after.to_act
        else:
            lances.close(after, after.outcome, events)
            self._follow(lances, events)
        return True

    def chance(self, move: Chance, events: list[Event]) -> None:
        """Chance does what is awaited. Raises IllegalChance for anything else."""
        if self.awaits is None or type(move) is not self.awaits:
            wanted = "nothing" if self.awaits is None else self.awaits.__name__
            raise IllegalChance(f"{type(move).__name__} came, awaited is {wanted}")
        if isinstance(move, Deck):
            self._deal(move, events)
        elif isinstance(move, Reshuffle):
            self._reshuffle(move, events)
        else:
            self._intercept(move, events)

    def to_shuffle(self) -> list[Card]:
        """The discards that a Reshuffle must put in order, when one is awaited (R6.3)."""
        return self.stock.to_shuffle(kept=self._kept())

    def fork(self, score: list[int]) -> Self:
        """An independent copy that counts on another score."""
        new = type(self)(self.rules, score, mano=self.mano, number=self.number)
        for name in _PLAIN:
            setattr(new, name, getattr(self, name))
        new.hands = [list(hand) for hand in self.hands]
        new.stock = self.stock.fork()
        new.lances = None if self.lances is None else self.lances.fork(score)
        new._thrown = list(self._thrown)
        new._drawn = list(self._drawn)
        new._caught = list(self._caught)
        return new

    # Cards (R4, R5.10)

    def _deal(self, move: Deck, events: list[Event]) -> None:
        rules, n = self.rules, self.rules.seats
        check_deck(move, rules, mano=self.mano)
        self.awaits = None
        self.hands = dealt(move.cards, n, mano=self.mano)
        self.stock = Stock(rules, move.cards[4 * n :], start=self.mano)
        events.append(DealStarted(self.number, self.mano, tuple(self.score)))
        events += [Dealt(seat, tuple(self.hands[seat])) for seat in ORDERS[n][self.mano]]
        if move.exposed is not None:
            events.append(Exposed(*move.exposed))
            self._exchange_forced = True
        self._served(events)

    def _served(self, events: list[Event]) -> None:
        """R12.1: signs after each service; in a mus corrido deal only at the end of the talk."""
        if self.rules.signs and not self._corrido and self._has_mates():
            self._ask_round(ASK_SIGNS)
        else:
            self._go_on(events)

    def _go_on(self, events: list[Event]) -> None:
        """After a service and its signs: exchange, talk, or lances (R5.1, R5.4, R5.10)."""
        if self._exchange_forced:
            self._begin_exchange(events)
        elif self._talk_over or self.rounds >= self.rules.max_mus_rounds:
            self._end_talk(events)
        else:
            self._ask_round(ASK_MUS)

    def _ask_round(self, ask: Ask) -> None:
        """Asks every seat, the mano first."""
        self.ask = ask
        self._queue = ORDERS[self.rules.seats][self.mano]
        self._turn = 0
        self.to_act = self.mano

    def _ask_next(self) -> bool:
        """Asks the next seat of the round; False if all have been."""
        self._turn += 1
        if self._turn == len(self._queue):
            self.to_act = None
            return False
        self.to_act = self._queue[self._turn]
        return True

    # Señas (R12)

    def _has_mates(self) -> bool:
        return self.rules.teams < self.rules.seats

    def _pass_signs(self, action: Signs, events: list[Event]) -> None:
        self._passed = action
        self._caught = []
        if action.signs:
            self.awaits = Interception
            self.ask = None
        else:
            self._signs_passed(events)

    def _intercept(self, move: Interception, events: list[Event]) -> None:
        """R12.3: chance says who caught one sign."""
        seat = self.to_act
        assert seat is not None
        team = self.rules.team
        rivals = [s for s in range(self.rules.seats) if team[s] != team[seat]]
        if list(move.seats) != [s for s in rivals if s in move.seats]:
            raise IllegalChance(f"{move.seats} can't have seen a sign: opponents are {rivals}")
        self._caught.append(move.seats)
        if len(self._caught) == len(self._passed.signs):
            self.awaits = None
            self.ask = ASK_SIGNS
            self._signs_passed(events)

    def _signs_passed(self, events: list[Event]) -> None:
        seat = self.to_act
        assert seat is not None
        mates = self.rules.mates(seat)
        events.append(Signed(seat, self._passed.signs, mates, tuple(self._caught)))
        if not self._ask_next():
            if self._corrido:
                self._begin_lances(events)
            else:
                self._go_on(events)

    # Talk (R5)

    def _talk(self, action: Action, events: list[Event]) -> None:
        if action is Word.NO_MUS:
            if self._corrido and self.to_act is not None:
                self._move_mano(self.to_act, events)
            self._end_talk(events)
        elif not self._ask_next():
            self._begin_exchange(events)

    def _move_mano(self, seat: int, events: list[Event]) -> None:
        if seat != self.mano:
            self.mano = seat
            events.append(ManoMoved(seat))

    def _end_talk(self, events: list[Event]) -> None:
        if self._corrido and self.rules.signs and self._has_mates():
            self._ask_round(ASK_SIGNS)
        else:
            self._begin_lances(events)

    # Discards and service (R5.2, R5.3, R6)

    def _begin_exchange(self, events: list[Event]) -> None:
        if self._corrido:
            self._move_mano((self.mano + 1) % self.rules.seats, events)
        self.rounds += 1
        self._thrown = []
        self._ask_round(ASK_DISCARD)

    def _discard(self, seat: int, action: Discard, events: list[Event]) -> None:
        hand = self.hands[seat]
        thrown = tuple(hand[i] for i in action.positions)
        self.hands[seat] = [c for i, c in enumerate(hand) if i not in action.positions]
        self.stock.pile.extend(thrown)
        self._thrown.append(thrown)
        events.append(Discarded(seat, len(thrown), thrown))
        if not self._ask_next():
            self._talk_over = not all(self._thrown) and self._exchange_forced
            self._exchange_forced = False
            self.ask = None
            self._turn = 0
            self._drawn = []
            self._serve(events)

    def _serve(self, events: list[Event]) -> None:
        """Serves from seat `_turn` of the round on, until done or out of cards."""
        while self._turn < len(self._queue):
            seat, owed = self._queue[self._turn], len(self._thrown[self._turn])
            while len(self._drawn) < owed:
                if not self.stock:
                    self.awaits = Reshuffle
                    return
                self._drawn.append(self.stock.draw(seat))
            if owed:
                self.hands[seat].extend(self._drawn)
                events.append(Drew(seat, owed, tuple(self._drawn)))
            self._drawn = []
            self._turn += 1
        self._served(events)

    def _kept(self) -> tuple[Card, ...]:
        """R6.3: who alone is still owed cards does not get its own discards back."""
        others_owed = any(self._thrown[self._turn + 1 :])
        return () if others_owed else self._thrown[self._turn]

    def _reshuffle(self, move: Reshuffle, events: list[Event]) -> None:
        self.stock.reshuffle(move.cards, kept=self._kept())
        self.awaits = None
        owed = sum(map(len, self._thrown[self._turn :])) - len(self._drawn)
        assert len(self.stock) >= owed, "it can't run out twice in one service (R6.4)"
        events.append(Reshuffled(len(move.cards)))
        self._serve(events)

    # Lances and count (R8–R11)

    def _begin_lances(self, events: list[Event]) -> None:
        table = table_for(self.rules)
        worths = [table[hand] for hand in self.hands]
        order = ORDERS[self.rules.seats][self.mano]
        self.lances = Lances(self.rules, worths, order=order, score=self.score)
        self.lances.go_on(events)
        self._follow(self.lances, events)

    def _follow(self, lances: Lances, events: list[Event]) -> None:
        """Asks whom the lances ask; ends the deal after them."""
        envite = lances.envite
        if envite is not None:
            self.ask = envite.ask
            self.to_act = envite.to_act
            return
        self._show(events)
        winner = lances.winner
        if winner is None:
            winner, counted = count(lances.results, lances.worths, self.rules, score=self.score)
            events.extend(counted)
        self._end(winner, events)

    def _show(self, events: list[Event]) -> None:
        order = ORDERS[self.rules.seats][self.mano]
        events += [Shown(seat, tuple(self.hands[seat])) for seat in order]

    def _end(self, winner: int | None, events: list[Event]) -> None:
        target = self.rules.target
        self.over, self.winner = True, winner
        self.ask, self.to_act = None, None
        adentro = tuple(t for t, s in enumerate(self.score) if target - 5 <= s < target)
        events.append(DealOver(tuple(self.score), adentro))


@cache
def _discard_legal(least: int) -> Legal:
    return Legal(discard=(least, 4))


@cache
def _signs_legal(worth: Worth) -> Legal:
    return Legal(signs=true_signs(worth))
