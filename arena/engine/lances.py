"""The lances of a deal: who plays each, who bets in it, who wins it (R8–R10)."""

from collections.abc import Sequence
from typing import Final, Self

from arena.engine.count import LanceResult
from arena.engine.envite import Envite, opened
from arena.engine.events import (
    DEJE,
    ORDAGO,
    UNCONTESTED,
    VOID,
    Event,
    Outcome,
    declared,
    lance_closed,
    lance_opened,
)
from arena.engine.hands import CHICA, GRANDE, JUEGO, PARES, PUNTO, Lance, Worth
from arena.engine.rules import Rules

LANCES: Final = (GRANDE, CHICA, PARES, JUEGO)


class Lances:
    """The lances of one deal, from grande on. `order` are the seats in speaking order.

    `envite` is the betting of `lance`, None when all is over: then `results`
    are complete, or `winner` is the team that has won the game by a deje or an
    órdago. `score` is the game's, by team, and changes in place.
    """

    __slots__ = ("_order", "_rules", "envite", "lance", "results", "score", "winner", "worths")

    def __init__(
        self, rules: Rules, worths: Sequence[Worth], *, order: tuple[int, ...], score: list[int]
    ) -> None:
        self._rules = rules
        self._order = order
        self.worths = worths
        self.score = score
        self.envite: Envite | None = None
        self.lance = GRANDE
        self.results: list[LanceResult] = []
        self.winner: int | None = None

    def go_on(self, events: list[Event]) -> None:
        """Opens lances until there are bets in one, or none is left (R8.4)."""
        team = self._rules.team
        self.envite = None
        while len(self.results) < len(LANCES):
            eligible = self._open(events)
            if len({team[seat] for seat in eligible}) > 1:
                self.envite = opened(self._rules, eligible)
                return
            outcome = UNCONTESTED if eligible else VOID
            won = team[eligible[0]] if eligible else None
            self.results.append(LanceResult(self.lance, outcome, 0, won, 0))
            events.append(lance_closed(self.lance, outcome, 0, won, 0))

    def close(self, envite: Envite, outcome: Outcome, events: list[Event]) -> None:
        """Ends a lance whose bets are over, and opens the next if the game goes on."""
        seat = winning_seat(self.lance, self.worths, envite)
        team, deje = self._rules.team[seat], envite.deje if outcome is DEJE else 0
        self.results.append(LanceResult(self.lance, outcome, envite.stake, team, deje))
        public = team if outcome is DEJE or outcome is ORDAGO else None
        events.append(lance_closed(self.lance, outcome, envite.stake, public, deje))
        if take(self.results[-1], self.score, target=self._rules.target):
            self.winner, self.envite = team, None
        else:
            self.go_on(events)

    def fork(self, score: list[int]) -> Self:
        """An independent copy that counts on another score."""
        new = type(self)(self._rules, self.worths, order=self._order, score=score)
        new.envite = self.envite
        new.lance, new.winner = self.lance, self.winner
        new.results = list(self.results)
        return new

    def _open(self, events: list[Event]) -> tuple[int, ...]:
        """Opens the next lance; the seats that play it, after their declarations (R8.2, R8.3)."""
        order, each = self._order, LANCES[len(self.results)]
        self.lance, eligible = opening(each, self.worths, order)
        if each is PARES or each is JUEGO:
            hold = () if self.lance is PUNTO else eligible
            events += [declared(seat, each, seat in hold) for seat in order]
        events.append(lance_opened(self.lance))
        return eligible


def opening(
    lance: Lance, worths: Sequence[Worth], order: tuple[int, ...]
) -> tuple[Lance, tuple[int, ...]]:
    """The lance that is played when one's turn has come, and the seats that play it (R8.2, R8.3)."""
    if lance is GRANDE or lance is CHICA:
        return lance, order
    eligible = holders(lance, worths, order)
    if lance is JUEGO and not eligible:
        return PUNTO, order
    return lance, eligible


def winning_seat(lance: Lance, worths: Sequence[Worth], envite: Envite) -> int:
    """Who won a lance whose bets are over: the bettor that nobody answered, or the best hand."""
    if envite.outcome is DEJE and envite.bettor is not None:
        return envite.bettor
    return best_seat(lance, worths, envite.contenders())


def take(result: LanceResult, score: list[int], *, target: int) -> bool:
    """Adds what a lance pays when it ends; whether its team has won the game by it.

    R10: a deje is taken at once, an órdago wins the game, all else waits for the count.
    """
    team = result.team
    if team is None:
        return False
    score[team] += result.deje
    if result.outcome is ORDAGO:
        score[team] = max(score[team], target)
    return score[team] >= target


def holders(lance: Lance, worths: Sequence[Worth], order: Sequence[int]) -> tuple[int, ...]:
    """The seats that hold pares or juego, in speaking order (R8.2)."""
    if lance is PARES:
        return tuple([seat for seat in order if worths[seat].pares])
    return tuple([seat for seat in order if worths[seat].juego])


def best_seat(lance: Lance, worths: Sequence[Worth], contenders: Sequence[int]) -> int:
    """The contender with the best hand; a tie goes to the first of them (R7.7).

    `contenders` are in speaking order from the mano.
    """
    best = contenders[0]
    strength = worths[best].strength(lance)
    for seat in contenders[1:]:
        other = worths[seat].strength(lance)
        if other > strength:
            best, strength = seat, other
    return best
