"""The betting of one lance (R9), up to how it ended (R10).

An `Envite` asks eligible seats one after another until the lance is en paso,
refused or accepted. It knows nothing of cards.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Self

from arena.engine.actions import Action, Ask, Envido, Legal, Word
from arena.engine.events import Outcome
from arena.engine.rules import Format, Rules


@dataclass(frozen=True, slots=True)
class BetLegal:
    """What may be said in a lance: before a bet, to a bet, at the limit (R9.8), to an órdago."""

    bet: Legal
    answer: Legal
    at_limit: Legal
    to_ordago: Legal


@lru_cache(maxsize=256)
def bet_legal(rules: Rules) -> BetLegal:
    """The four sets of words, by the ranges of the rules (R9.2, R9.7)."""
    ordago = {Word.ORDAGO} if rules.ordago else set()
    reply = {Word.QUIERO, Word.NO_QUIERO}
    return BetLegal(
        bet=Legal(frozenset({Word.PASO} | ordago), envido=(rules.bet_min, rules.bet_max)),
        answer=Legal(frozenset(reply | ordago), envido=(rules.raise_min, rules.raise_max)),
        at_limit=Legal(frozenset(reply | ordago)),
        to_ordago=Legal(frozenset(reply)),
    )


class Envite:
    """The bets of one lance among `eligible`, the seats in speaking order from the mano.

    `stake` is the sum of the envidos said, `deje` what a refusal of the last bet
    pays, `bettor` who made it; `outcome` is None while somebody has to speak.
    `inside` are those who said quiero, in individual play only.
    """

    __slots__ = (
        "_alone",
        "_asked",
        "_legal",
        "_out",
        "_queue",
        "_rules",
        "ask",
        "bettor",
        "deje",
        "eligible",
        "inside",
        "legal",
        "outcome",
        "stake",
        "to_act",
    )

    def __init__(self, rules: Rules, eligible: tuple[int, ...], legal: BetLegal) -> None:
        self._rules = rules
        self._alone = rules.format is Format.INDIVIDUAL
        self._legal = legal
        self._out: tuple[int, ...] = ()
        self._queue = eligible
        self._asked = 0
        self.eligible = eligible
        self.ask = Ask.BET
        self.to_act = eligible[0]
        self.legal = legal.bet
        self.bettor: int | None = None
        self.inside: tuple[int, ...] = ()
        self.stake = 0
        self.deje = 0
        self.outcome: Outcome | None = None

    def say(self, action: Action) -> None:
        """Lets the seat to act say something legal."""
        self._asked += 1
        if action is Word.PASO:
            if self._asked == len(self._queue):
                self.outcome = Outcome.EN_PASO
            else:
                self.to_act = self._queue[self._asked]
        elif action is Word.QUIERO:
            self._accept()
        elif action is Word.NO_QUIERO:
            self._refuse()
        else:
            self._bet(action)

    def contenders(self) -> tuple[int, ...]:
        """The seats whose hands are compared, in speaking order (R11.6, R13.2, R13.4)."""
        if not self._alone or self.bettor is None:
            return self.eligible
        return tuple(s for s in self.eligible if s == self.bettor or s in self.inside)

    def fork(self) -> Self:
        """An independent copy."""
        new = object.__new__(type(self))
        for name in Envite.__slots__:
            setattr(new, name, getattr(self, name))
        return new

    def _accept(self) -> None:
        """R9.3: the first quiero settles it; in individual play all are asked (R13.1)."""
        if self._alone:
            self.inside += (self.to_act,)
            self._ask_next()
        else:
            self._settle()

    def _refuse(self) -> None:
        if self._alone or self._rules.refuser_out:
            self._out += (self.to_act,)
        self._ask_next()

    def _ask_next(self) -> None:
        if self._asked < len(self._queue):
            self.to_act = self._queue[self._asked]
        elif self.inside:
            self._settle()
        else:
            self.outcome = Outcome.DEJE

    def _settle(self) -> None:
        accepted_ordago = self.legal is self._legal.to_ordago
        self.outcome = Outcome.ORDAGO if accepted_ordago else Outcome.QUERIDO

    def _bet(self, action: Action) -> None:
        """R9.2, R9.7: a bet, a raise or an órdago; the other side is asked about it."""
        self.deje = self.stake if self.bettor is not None else 1
        if isinstance(action, Envido):
            self.stake += action.piedras
            at_limit = self.stake >= self._rules.stake_limit
            self.legal = self._legal.at_limit if at_limit else self._legal.answer
        else:
            self.legal = self._legal.to_ordago
        self.bettor = self.to_act
        self.ask = Ask.ANSWER
        self.inside = ()
        self._queue = self._answerers(self.to_act)
        self._asked = 0
        self.to_act = self._queue[0]

    def _answerers(self, bettor: int) -> tuple[int, ...]:
        """R9.3–R9.6: the other side, starting after the bettor, without those who are out."""
        at = self.eligible.index(bettor)
        order = self.eligible[at + 1 :] + self.eligible[:at]
        team = self._rules.team
        return tuple(s for s in order if team[s] != team[bettor] and s not in self._out)
