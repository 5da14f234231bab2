"""How a bot plays: what it says, bets and wins by lance and by position, counted from events. Pure.

Everything is one count by key, so that games add up:

| key | counts |
|---|---|
| `deals` | deals |
| `mus`, `no_mus` + position | what it said when asked for mus |
| `paso`, `bet` + position | what it said when it could open the bets |
| `raise`, `accept`, `refuse` + position | what it answered to a bet |
| `ordago` + position | those of its bets and raises that were órdagos |
| `bluff` + position | those of its bets and raises that were made without the cards |
| `won`, `lost` + lance | piedras counted for its side, and for others |
| `won_deje`, `lost_deje` + lance | piedras of dejes |
| `won_ordago`, `lost_ordago` + lance | accepted órdagos |

*Without the cards* means: with a hand that is weaker than half of the hands
that can play the lance, each weighed by how many ways there are to hold it.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from math import comb, prod

from arena.engine.actions import Envido, Word
from arena.engine.cards import DECK
from arena.engine.deal import ORDERS
from arena.engine.events import (
    Counted,
    DealStarted,
    Event,
    LanceClosed,
    LanceOpened,
    ManoMoved,
    Outcome,
    Said,
    Shown,
)
from arena.engine.hands import Lance, Worth, face_of, table_for
from arena.engine.rules import Rules

Key = tuple[str, int | str]
Habits = Counter[Key]

_ANSWERS: Mapping[Word, str] = {Word.QUIERO: "accept", Word.NO_QUIERO: "refuse"}


def habits_of(events: Iterable[Event], rules: Rules, seats: Sequence[int]) -> Mapping[int, Habits]:
    """The habits of each bot in one match; `seats` are the bots by seat, events all of them."""
    notes = _Notes(rules, seats)
    for event in events:
        notes.hear(event)
    return notes.habits


class _Notes:
    """Counts a match; bets wait until hands are shown."""

    def __init__(self, rules: Rules, seats: Sequence[int]) -> None:
        self.habits: dict[int, Habits] = {bot: Counter() for bot in seats}
        self._rules = rules
        self._table = table_for(rules)
        self._seats = seats
        self._teams = [
            {bot for bot, at in zip(seats, rules.team, strict=True) if at == team}
            for team in range(rules.teams)
        ]
        self._mano = 0
        self._lance: Lance | None = None
        self._is_bet = False
        self._bets: list[tuple[int, int, Lance]] = []

    def hear(self, event: Event) -> None:
        """Takes an event."""
        match event:
            case DealStarted(_, mano):
                self._mano, self._lance, self._bets = mano, None, []
                for mine in self.habits.values():
                    mine["deals", ""] += 1
            case ManoMoved(mano):
                self._mano = mano
            case Said(seat, action):
                self._said(seat, action)
            case LanceOpened(lance):
                self._lance, self._is_bet = lance, False
            case LanceClosed(lance, outcome, _, int(team), deje):
                if outcome is Outcome.DEJE:
                    self._score("deje", lance, team, piedras=deje)
                elif outcome is Outcome.ORDAGO:
                    self._score("ordago", lance, team, piedras=1)
            case Counted(lance, team, piedras):
                self._score("", lance, team, piedras=piedras)
            case Shown(seat, cards):
                self._shown(seat, self._table[cards])
            case _:
                pass

    def _said(self, seat: int, action: Word | Envido) -> None:
        order = ORDERS[self._rules.seats][self._mano]
        place = order.index(seat)
        mine = self.habits[self._seats[seat]]
        if isinstance(action, Envido) or action is Word.ORDAGO:
            assert self._lance is not None
            mine["raise" if self._is_bet else "bet", place] += 1
            mine["ordago", place] += action is Word.ORDAGO
            self._is_bet = True
            self._bets.append((seat, place, self._lance))
        else:
            mine[_ANSWERS.get(action, str(action)), place] += 1

    def _score(self, kind: str, lance: Lance, team: int, *, piedras: int) -> None:
        tail = f"_{kind}" if kind else ""
        for at, bots in enumerate(self._teams):
            key = ("won" if at == team else "lost") + tail, lance.value
            for bot in bots:
                self.habits[bot][key] += piedras

    def _shown(self, seat: int, worth: Worth) -> None:
        for bettor, place, lance in self._bets:
            if bettor == seat and worth.strength(lance) < _median(self._rules, lance):
                self.habits[self._seats[seat]]["bluff", place] += 1


@cache
def _median(rules: Rules, lance: Lance) -> int:
    """The strength that half of the hands reach that can play a lance."""
    printed = Counter(face_of(card.number, rules.kings) for card in DECK)
    ways = Counter[int]()
    for worth in table_for(rules).worths:
        if lance is Lance.PUNTO and worth.juego:
            continue
        strength = worth.strength(lance)
        if strength or lance not in {Lance.PARES, Lance.JUEGO}:
            held = Counter(worth.faces)
            ways[strength] += prod(comb(printed[face], n) for face, n in held.items())
    half, passed = sum(ways.values()) / 2, 0
    for strength in sorted(ways):
        passed += ways[strength]
        if passed >= half:
            return strength
    return 0


def share(
    habits: Habits, parts: Sequence[str], whole: Sequence[str], *, place: int | None = None
) -> float | None:
    """How much of some counts others are, at a position or at all of them; None of nothing."""
    of = _total(habits, whole, place)
    return _total(habits, parts, place) / of if of else None


def _total(habits: Habits, kinds: Sequence[str], place: int | None) -> int:
    return sum(
        count
        for (kind, at), count in habits.items()
        if kind in kinds and (place is None or at == place)
    )
