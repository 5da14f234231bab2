"""Who plays a lance, who wins it, what it pays."""

import pytest

from arena.engine.count import LanceResult, payment
from arena.engine.events import Outcome
from arena.engine.hands import Lance, Worth, table_for
from arena.engine.lances import best_seat, holders
from arena.engine.rules import Rules, profile
from tests.engine.playing import hand

PAIRS = profile("online")
ALONE = profile("online", format="individual", players=3)


def worths(*texts: str) -> list[Worth]:
    """What each seat's hand is worth."""
    return [table_for(PAIRS)[hand(text)] for text in texts]


def test_who_has_pares_and_juego() -> None:
    """R8.2, R8.3: in speaking order from the mano."""
    held = worths("R R 4 5", "R C S 5", "7 7 7 S", "A 4 5 6")
    assert holders(Lance.PARES, held, (2, 3, 0, 1)) == (2, 0)
    assert holders(Lance.JUEGO, held, (2, 3, 0, 1)) == (2, 1)


def test_ties_go_to_the_nearest_to_the_mano() -> None:
    """R7.7: contenders come in speaking order; the first of equals wins."""
    held = worths("A 4 5 6", "R R C C", "R R C C", "R R C C")
    for order, best in (((0, 1, 2, 3), 1), ((3, 0, 1, 2), 3), ((2, 3, 0, 1), 2)):
        assert best_seat(Lance.GRANDE, held, order) == best
    assert best_seat(Lance.CHICA, held, (1, 2, 3, 0)) == 0


P, J, U = Lance.PARES, Lance.JUEGO, Lance.PUNTO
DEJE, PASO, QUERIDO = Outcome.DEJE, Outcome.EN_PASO, Outcome.QUERIDO


@pytest.mark.parametrize(
    ("lance", "outcome", "piedras"),
    [
        (Lance.GRANDE, PASO, 1),
        (Lance.GRANDE, QUERIDO, 5),
        (Lance.GRANDE, DEJE, 0),
        (Lance.CHICA, PASO, 1),
        (P, PASO, 4),
        (P, QUERIDO, 9),
        (P, DEJE, 4),
        (P, Outcome.UNCONTESTED, 4),
        (J, PASO, 5),
        (J, QUERIDO, 10),
        (J, DEJE, 5),
        (J, Outcome.UNCONTESTED, 5),
        (U, PASO, 1),
        (U, QUERIDO, 6),
        (U, DEJE, 1),
    ],
)
def test_what_a_lance_pays(lance: Lance, outcome: Outcome, piedras: int) -> None:
    """R11.2–R11.5: the stake if accepted, and the values of both seats of the winning pair."""
    held = worths("R R 7 4", "A A 4 4", "C C S S", "R R R A")
    result = LanceResult(lance, outcome, 5, 0, 0)
    assert payment(result, held, PAIRS) == piedras


@pytest.mark.parametrize(("outcome", "piedras"), [(PASO, 1), (QUERIDO, 5), (DEJE, 0)])
def test_punto_bonus_only_en_paso(outcome: Outcome, piedras: int) -> None:
    """R11.5: with `en_paso`, winning punto is worth a piedra only if nobody bet."""
    rules: Rules = profile("app")
    held = worths("4 5 6 7", "4 5 6 7", "4 5 6 7", "4 5 6 7")
    assert payment(LanceResult(U, outcome, 5, 0, 0), held, rules) == piedras


def test_alone_values_are_ones_own() -> None:
    """R13.3: a team is one seat."""
    held = worths("R R C C", "R R 7 7", "7 7 7 S")
    assert payment(LanceResult(P, PASO, 0, 0, 0), held, ALONE) == 3
    assert payment(LanceResult(P, PASO, 0, 2, 0), held, ALONE) == 2
