"""Who plays a lance, who wins it and what it pays at the count (R8, R10, R11, R13)."""

from collections.abc import Sequence
from dataclasses import dataclass

from arena.engine.events import Outcome
from arena.engine.hands import Lance, Worth
from arena.engine.rules import PuntoBonus, Rules


@dataclass(frozen=True, slots=True)
class LanceResult:
    """How a lance went. `team` won it, None if void; `counted` is what it paid at the count."""

    lance: Lance
    outcome: Outcome
    stake: int
    team: int | None
    deje: int
    counted: int = 0


def holders(lance: Lance, worths: Sequence[Worth], order: Sequence[int]) -> tuple[int, ...]:
    """The seats that hold pares or juego, in speaking order (R8.2)."""
    if lance is Lance.PARES:
        return tuple(seat for seat in order if worths[seat].pares)
    return tuple(seat for seat in order if worths[seat].juego)


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


def payment(result: LanceResult, worths: Sequence[Worth], rules: Rules) -> int:
    """The piedras of a lance at the count: stake, values and bonus together (R11.2–R11.5).

    The winning team takes the values of all its seats; in individual play a
    team is one seat (R13.3).
    """
    stake = result.stake if result.outcome is Outcome.QUERIDO else 0
    side = [worth for worth, team in zip(worths, rules.team, strict=True) if team == result.team]
    if result.lance is Lance.PARES:
        return stake + sum(worth.pares_value for worth in side)
    if result.lance is Lance.JUEGO:
        return stake + sum(worth.juego_value for worth in side)
    en_paso = result.outcome is Outcome.EN_PASO
    if result.lance is Lance.PUNTO:
        return stake + (en_paso or rules.punto_bonus is PuntoBonus.ALWAYS)
    return stake + en_paso
