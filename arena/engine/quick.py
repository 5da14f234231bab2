"""Matches played again at speed: from the codes of their actions to how they ended, no events.

Cards and talk are played by `Deal`; the lances need only the bets and who wins them.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from operator import length_hint

from arena.engine.actions import of_code
from arena.engine.chance import KeyedChance
from arena.engine.count import LanceResult, pay
from arena.engine.deal import ORDERS, Deal
from arena.engine.envite import Envite, opened
from arena.engine.events import Event, Outcome
from arena.engine.lances import LANCES, opening, take, winning_seat
from arena.engine.rules import Rules
from arena.engine.shuffle import MatchKey, first_mano
from arena.errors import IllegalAction


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


class Quick:
    """Plays matches of one set of rules again."""

    __slots__ = ("_rules",)

    def __init__(self, rules: Rules) -> None:
        self._rules = rules

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
            if len({team[seat] for seat in eligible}) < 2:
                if eligible:
                    won = team[eligible[0]]
                    results.append(LanceResult(lance, Outcome.UNCONTESTED, 0, won, 0))
                continue
            envite = opened(rules, eligible)
            while (outcome := envite.outcome) is None:
                code = next(left)
                envite = envite.then.get(code) or _after(envite, code)
            won = team[winning_seat(lance, worths, envite)]
            deje = envite.deje if outcome is Outcome.DEJE else 0
            result = LanceResult(lance, outcome, envite.stake, won, deje)
            if take(result, score, target=rules.target):
                return won
            results.append(result)
        return pay(results, worths, rules, score=score)


def _after(envite: Envite, code: int) -> Envite:
    action = of_code(code)
    if action not in envite.legal:
        raise IllegalAction(f"{action}: seat {envite.to_act} may {envite.legal}")
    return envite.after(action)


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
