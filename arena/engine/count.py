"""The count at the end of a deal: what each lance pays, and to whom (R11, R13)."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from arena.engine.events import EN_PASO, QUERIDO, Event, Outcome, counted
from arena.engine.hands import JUEGO, PARES, PUNTO, Lance, Worth
from arena.engine.rules import PuntoBonus, Rules


class LanceResult(NamedTuple):
    """How a lance went. `team` won it, None if void; `counted` is what it paid at the count."""

    lance: Lance
    outcome: Outcome
    stake: int
    team: int | None
    deje: int
    counted: int = 0


def count(
    results: list[LanceResult], worths: Sequence[Worth], rules: Rules, *, score: list[int]
) -> tuple[int | None, list[Event]]:
    """Adds to the score what each lance pays; the team that won the game by it, and the events.

    A lance is counted whole, then the target is looked at; the first team that
    reaches it ends the count (R11.1). `results` get what was counted.
    """
    events: list[Event] = []
    for i, result in enumerate(results):
        team = result.team
        if team is None:
            continue
        piedras = payment(result, worths, rules)
        results[i] = LanceResult(
            result.lance, result.outcome, result.stake, team, result.deje, piedras
        )
        score[team] += piedras
        events.append(counted(result.lance, team, piedras))
        if score[team] >= rules.target:
            return team, events
    return None, events


def pay(
    results: Iterable[LanceResult], worths: Sequence[Worth], rules: Rules, *, score: list[int]
) -> int | None:
    """The same without a word of it: only the score, and the team that won the game."""
    for result in results:
        team = result.team
        if team is not None:
            score[team] += payment(result, worths, rules)
            if score[team] >= rules.target:
                return team
    return None


def payment(result: LanceResult, worths: Sequence[Worth], rules: Rules) -> int:
    """The piedras of a lance at the count: stake, values and bonus together (R11.2–R11.5).

    The winning team takes the values of all its seats; in individual play a
    team is one seat (R13.3).
    """
    stake = result.stake if result.outcome is QUERIDO else 0
    if result.lance is PARES:
        return stake + sum(worth.pares_value for worth in _side(result, worths, rules))
    if result.lance is JUEGO:
        return stake + sum(worth.juego_value for worth in _side(result, worths, rules))
    en_paso = result.outcome is EN_PASO
    if result.lance is PUNTO:
        return stake + (en_paso or rules.punto_bonus is PuntoBonus.ALWAYS)
    return stake + en_paso


def _side(result: LanceResult, worths: Sequence[Worth], rules: Rules) -> list[Worth]:
    return [worth for worth, team in zip(worths, rules.team, strict=True) if team == result.team]
