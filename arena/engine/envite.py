"""The betting of one lance (R9), up to how it ended (R10).

An `Envite` asks eligible seats one after another until the lance is en paso,
refused or accepted. It knows nothing of cards, so it is a value: what follows
from an action depends on nothing else, is worked out once, and is shared by all
the lances that come there.
"""

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

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


@dataclass(frozen=True, slots=True)
class _Bets:
    """What is the same in all of a lance: the rules, who plays it, and what may be said."""

    rules: Rules
    eligible: tuple[int, ...]
    legal: BetLegal
    alone: bool
    known: dict["_State", "Envite"] = field(default_factory=dict, compare=False)


_State = tuple[object, ...]
MOST_KNOWN: Final = 4096
"""States of a lance that are kept, half a kilobyte each; bets between good bots need some hundred."""


class Envite:
    """The bets of one lance at one moment. Get one with `opened`, the next with `after`.

    `eligible` are the seats in speaking order from the mano. `to_act` is asked
    for `ask` and may do what is `legal`. `stake` is the sum of the envidos said,
    `deje` what a refusal of the last bet pays, `bettor` who made it; `outcome`
    is None while somebody has to speak. `inside` are those who said quiero, in
    individual play only. `then` is what follows from the actions that were met, by code.
    """

    __slots__ = (
        "_asked",
        "_bets",
        "_out",
        "_queue",
        "ask",
        "bettor",
        "deje",
        "eligible",
        "inside",
        "legal",
        "outcome",
        "stake",
        "then",
        "to_act",
    )

    def __init__(self, bets: _Bets) -> None:
        self._bets = bets
        self._out: tuple[int, ...] = ()
        self._queue = bets.eligible
        self._asked = 0
        self.eligible = bets.eligible
        self.ask = Ask.BET
        self.to_act = bets.eligible[0]
        self.legal = bets.legal.bet
        self.bettor: int | None = None
        self.inside: tuple[int, ...] = ()
        self.stake = 0
        self.deje = 0
        self.outcome: Outcome | None = None
        self.then: dict[int, Envite] = {}

    def after(self, action: Action) -> "Envite":
        """The next moment, when the seat to act has said this, which is legal."""
        found = self.then.get(action.code)
        if found is not None:
            return found
        new = self._copy()
        new._say(action)
        known, state = self._bets.known, new._state()
        if state in known:
            new = known[state]
        elif len(known) == MOST_KNOWN:
            return new
        known[state] = self.then[action.code] = new
        return new

    def contenders(self) -> tuple[int, ...]:
        """The seats whose hands are compared, in speaking order (R11.6, R13.2, R13.4)."""
        if not self._bets.alone or self.bettor is None:
            return self.eligible
        return tuple(s for s in self.eligible if s == self.bettor or s in self.inside)

    def _copy(self) -> "Envite":
        new = Envite(self._bets)
        new._out, new._queue, new._asked = self._out, self._queue, self._asked
        new.ask, new.to_act, new.legal = self.ask, self.to_act, self.legal
        new.bettor, new.inside = self.bettor, self.inside
        new.stake, new.deje = self.stake, self.deje
        return new

    def _state(self) -> _State:
        """All that tells it from others of the same lance."""
        said = self._out, self._queue, self._asked, self.inside, self.bettor, self.to_act
        return (*said, self.ask, self.legal, self.stake, self.deje, self.outcome)

    # What an action does to a copy.

    def _say(self, action: Action) -> None:
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

    def _accept(self) -> None:
        """R9.3: the first quiero settles it; in individual play all are asked (R13.1)."""
        if self._bets.alone:
            self.inside += (self.to_act,)
            self._ask_next()
        else:
            self._settle()

    def _refuse(self) -> None:
        if self._bets.alone or self._bets.rules.refuser_out:
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
        accepted_ordago = self.legal is self._bets.legal.to_ordago
        self.outcome = Outcome.ORDAGO if accepted_ordago else Outcome.QUERIDO

    def _bet(self, action: Action) -> None:
        """R9.2, R9.7: a bet, a raise or an órdago; the other side is asked about it."""
        legal = self._bets.legal
        self.deje = self.stake if self.bettor is not None else 1
        if isinstance(action, Envido):
            self.stake += action.piedras
            at_limit = self.stake >= self._bets.rules.stake_limit
            self.legal = legal.at_limit if at_limit else legal.answer
        else:
            self.legal = legal.to_ordago
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
        team = self._bets.rules.team
        return tuple(s for s in order if team[s] != team[bettor] and s not in self._out)


@lru_cache(maxsize=1024)
def opened(rules: Rules, eligible: tuple[int, ...]) -> Envite:
    """A lance before the first word; `eligible` are the seats in speaking order from the mano."""
    alone = rules.format is Format.INDIVIDUAL
    return Envite(_Bets(rules, eligible, bet_legal(rules), alone))
