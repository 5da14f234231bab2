"""Tables at which one bot plays its seat and chance plays all others, the same every time."""

from dataclasses import replace
from functools import lru_cache
from random import Random

from arena.engine.actions import Action, Envido, Legal, Word, every
from arena.engine.rules import Rules
from arena.engine.shuffle import MatchKey
from arena.errors import IllegalAction
from arena.match.table import Table
from arena.protocol.reading import action_of

_SEED = b"mus-arena check"
_MOST_ADDED = 7
_ENVIDO, _ORDAGO = 0.4, 0.2
"""How often chance says envido, and órdago where it comes up: games last longer that way."""


class Hall:
    """Open tables; `seat` is None where the bot has another at each table.

    Asked for turns, a table gives one if the last was answered. `notices` are
    serialized and not yet told.
    """

    def __init__(self, rules: Rules, seat: int | None, *, signs: bool, results: bool) -> None:
        self.notices: list[bytes] = []
        self._rules = rules
        self._seat = seat
        self._signs = signs
        self._results = results
        self._dice = Random(f"{rules}")  # noqa: S311 - the same every time
        self._opened = self._asked = 0
        self._open: dict[int, Table] = {}

    def turns(self, tables: int) -> dict[int, tuple[Table, bytes]]:
        """The next turn at each of so many tables, by its number among all turns."""
        turns: dict[int, tuple[Table, bytes]] = {}
        for _ in range(tables):
            table = self._next()
            self._asked += 1
            turns[self._asked] = (table, table.turn(self._asked))
        return turns

    def answer(self, table: Table, action: bytes) -> str | None:
        """Plays an answer; what is wrong with it, and then the table is closed."""
        try:
            table.act(action_of(action))
        except (IllegalAction, ValueError) as error:
            return str(error)
        self._open[table.number] = table
        return None

    def seat_at(self, number: int) -> int:
        """The bot's seat at a table."""
        return number % self._rules.seats if self._seat is None else self._seat

    def _next(self) -> Table:
        """A table where it is the bot's turn: the one that waits longest, or a new one."""
        while self._open:
            table = self._open.pop(next(iter(self._open)))
            if self._comes_to_the_bot(table):
                return table
        while not self._comes_to_the_bot(table := self._new()):
            pass
        return table

    def open_new(self, tables: int) -> None:
        """Opens tables, to be asked at after those that are open."""
        for _ in range(tables):
            table = self._new()
            self._open[table.number] = table

    def _new(self) -> Table:
        self._opened += 1
        rules, here = self._rules, self.seat_at(self._opened)
        return Table(
            rules,
            MatchKey(_SEED, "check", self._opened),
            room=0,
            number=self._opened,
            bank=0.0,
            seating=rules.team,
            chairs=tuple(range(rules.seats)),
            asks_signs=frozenset(s for s in range(rules.seats) if self._signs or s != here),
            deal_over=self._notify if self._results else None,
        )

    def _notify(self, table: Table) -> None:
        self.notices.append(table.views.notice(self.seat_at(table.number), table.number))

    def _comes_to_the_bot(self, table: Table) -> bool:
        """Lets the others play until the bot has to; False if the match ends before."""
        here = self.seat_at(table.number)
        table.advance()
        while table.match.winner is None and table.seat != here:
            table.act(by_chance(table.match.game.legal(), self._dice))
            table.advance()
        return table.match.winner is None


def by_chance(legal: Legal, dice: Random) -> Action:
    """Any legal action, small bets more often than large ones."""
    others = _others(legal)
    if legal.envido is not None and (not others or dice.random() < _ENVIDO):
        least, most = legal.envido
        return Envido(dice.randint(least, min(most, least + _MOST_ADDED)))
    calm = others[:-1] if others[-1] is Word.ORDAGO else others
    return dice.choice(calm if calm and dice.random() >= _ORDAGO else others)


@lru_cache(maxsize=4096)
def _others(legal: Legal) -> tuple[Action, ...]:
    """All but envidos, órdago last."""
    return tuple(every(replace(legal, envido=None)))
