"""Matches played again at speed: from the codes of their actions to how they ended, no events.

Cards and talk are played by `Deal`. What follows from the words of a lance
depends on the rules, on who plays it, and on nothing else: so each course of
bets is played once, and looked up after that.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from operator import length_hint

from arena.engine.actions import of_code
from arena.engine.chance import KeyedChance
from arena.engine.count import LanceResult, pay
from arena.engine.deal import ORDERS, Deal
from arena.engine.envite import Envite, bet_legal
from arena.engine.events import Event, Outcome
from arena.engine.lances import LANCES, opening, take, winning_seat
from arena.engine.rules import Rules
from arena.engine.shuffle import MatchKey, first_mano
from arena.errors import IllegalAction

MOST_COURSES = 100_000
"""Courses of bets that are remembered, about half a kilobyte each."""


@dataclass(slots=True)
class Course:
    """How far a match came. `wins` and `piedras` are by team, `games` and `deals` those begun.

    `winner` is the team that won the match, None if it is not over.
    """

    wins: list[int]
    piedras: list[int]
    games: int = 0
    deals: int = 0
    winner: int | None = None


@dataclass(slots=True)
class _Bets:
    """The bets of a lance after some words; `then` is what another leads to, by its code."""

    envite: Envite
    outcome: Outcome | None = None
    then: dict[int, "_Bets"] = field(default_factory=dict)


class Quick:
    """Plays matches of one set of rules again; it remembers the courses of bets it met."""

    __slots__ = ("_known", "_openings", "_rules")

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._openings: dict[tuple[int, ...], _Bets] = {}
        self._known = 0

    def play(self, key: MatchKey, codes: Sequence[int]) -> Course:
        """The match of a key as far as these actions go.

        Raises IllegalAction for an action that can't be, with its number from 1.
        """
        rules, left = self._rules, iter(codes)
        course = Course([0] * rules.teams, [0] * rules.teams)
        try:
            self._games(key, left, course)
        except StopIteration:
            return course
        except (IllegalAction, ValueError) as error:
            raise IllegalAction(f"action {len(codes) - length_hint(left)}: {error}") from None
        if over := length_hint(left):
            raise IllegalAction(f"action {len(codes) - over + 1}: the match is over")
        return course

    def _games(self, key: MatchKey, left: Iterator[int], course: Course) -> None:
        """Plays to the end of the match. Raises StopIteration if the actions end before."""
        rules, chance = self._rules, KeyedChance(key)
        mano = first_mano(key, rules.seats)
        while course.winner is None:
            course.games += 1
            score = [0] * rules.teams
            try:
                won, mano = self._deals(chance, left, course, score=score, mano=mano)
            finally:
                course.piedras = [a + b for a, b in zip(course.piedras, score, strict=True)]
            course.wins[won] += 1
            if course.wins[won] == rules.games_to_win:
                course.winner = won

    def _deals(
        self,
        chance: KeyedChance,
        left: Iterator[int],
        course: Course,
        *,
        score: list[int],
        mano: int,
    ) -> tuple[int, int]:
        """Plays a game: the team that won it, and the mano of the deal that would come next."""
        number, won = 0, None
        while won is None:
            number += 1
            course.deals += 1
            deal = Deal(self._rules, score, mano=mano, number=number)
            _talk(deal, chance, left, game=course.games)
            won = self._lances(deal, left)
            mano = (deal.mano + 1) % self._rules.seats
        return won, mano

    def _lances(self, deal: Deal, left: Iterator[int]) -> int | None:
        """Plays and counts the lances of a deal; the team that won the game in it, if one did."""
        rules, score, lances = deal.rules, deal.score, deal.lances
        assert lances is not None
        team, worths, order = rules.team, lances.worths, ORDERS[rules.seats][deal.mano]
        results: list[LanceResult] = []
        for each in LANCES:
            lance, eligible = opening(each, worths, order)
            bets = self._openings.get(eligible) or self._opening(eligible)
            if bets is None:
                if eligible:
                    won = team[eligible[0]]
                    results.append(LanceResult(lance, Outcome.UNCONTESTED, 0, won, 0))
                continue
            while (outcome := bets.outcome) is None:
                code = next(left)
                bets = bets.then.get(code) or self._after(bets, code)
            envite = bets.envite
            won = team[winning_seat(lance, worths, envite)]
            deje = envite.deje if outcome is Outcome.DEJE else 0
            result = LanceResult(lance, outcome, envite.stake, won, deje)
            if take(result, score, target=rules.target):
                return won
            results.append(result)
        return pay(results, worths, rules, score=score)

    def _opening(self, eligible: tuple[int, ...]) -> _Bets | None:
        """A lance before the first word, None if nobody can bet against another."""
        rules = self._rules
        if len({rules.team[seat] for seat in eligible}) < 2:
            return None
        bets = self._openings[eligible] = _Bets(Envite(rules, eligible, bet_legal(rules)))
        return bets

    def _after(self, bets: _Bets, code: int) -> _Bets:
        """Bets that were not met before."""
        action, envite = of_code(code), bets.envite.fork()
        if action not in envite.legal:
            raise IllegalAction(f"{action}: seat {envite.to_act} may {envite.legal}")
        envite.say(action)
        after = _Bets(envite, envite.outcome)
        if self._known < MOST_COURSES:
            self._known += 1
            bets.then[code] = after
        return after


def _talk(deal: Deal, chance: KeyedChance, left: Iterator[int], *, game: int) -> None:
    """Deals the cards, and plays until the lances begin."""
    events: list[Event] = []
    while deal.lances is None:
        if deal.awaits is not None:
            deal.chance(chance.for_deal(deal, game=game), events)
            continue
        action = of_code(next(left))
        if action not in deal.legal():
            raise IllegalAction(f"{action}: seat {deal.to_act} may {deal.legal()}")
        deal.act(action, events)
