"""The señas, and of which hands they are true."""

import pytest

from arena.engine.hands import HandTable, table_for
from arena.engine.rules import profile
from arena.engine.signs import Sign, true_signs
from tests.engine.playing import hand

EIGHT, FOUR = table_for(profile()), table_for(profile("traditional4"))


def names(text: str, table: HandTable = EIGHT) -> str:
    """The signs true of a hand."""
    return " ".join(sign.name for sign in true_signs(table[hand(text)]))


@pytest.mark.parametrize(
    ("text", "true"),
    [
        ("R R C C", "DUPLES JUEGO"),
        ("R 3 A 2", "DUPLES"),
        ("R R R R", "DUPLES JUEGO"),
        ("R R 3 A", "TRES_REYES TREINTA_Y_UNA SOLOMILLO"),
        ("R R 3 7", "TRES_REYES JUEGO"),
        ("A A 2 7", "TRES_ASES"),
        ("7 7 7 S", "MEDIAS TREINTA_Y_UNA"),
        ("R 3 7 4", "DOS_REYES TREINTA_Y_UNA"),
        ("R 3 5 4", "DOS_REYES VEINTINUEVE"),
        ("R 3 6 4", "DOS_REYES TREINTA"),
        ("A 2 R C", "DOS_ASES"),
        ("C C 7 4", "TREINTA_Y_UNA"),
        ("C C 7 5", "JUEGO"),
        ("C S 6 4", "TREINTA"),
        ("C S 5 4", "VEINTINUEVE"),
        ("C S 7 A", "CIEGO"),
        ("5 5 7 4", ""),
        ("7 7 7 7", "DUPLES"),
    ],
)
def test_signs_of_a_hand(text: str, true: str) -> None:
    """R12.2: every sign of the table, with eight kings."""
    assert names(text) == true


@pytest.mark.parametrize(
    ("text", "true"),
    [
        ("R R 3 A", "DOS_REYES"),
        ("3 3 3 R", "MEDIAS"),
        ("2 2 2 R", "MEDIAS"),
        ("A 2 R C", "CIEGO"),
        ("R R R A", "TRES_REYES TREINTA_Y_UNA SOLOMILLO"),
    ],
)
def test_signs_with_four_kings(text: str, true: str) -> None:
    """R2.3: a 3 is no rey and a 2 no as, for signs too."""
    assert names(text, FOUR) == true


@pytest.mark.parametrize("table", [EIGHT, FOUR])
def test_signs_are_exact(table: HandTable) -> None:
    """R12.2: of the signs of pares at most one is true, and of the sums exactly one or none."""
    pares = {"DUPLES", "TRES_REYES", "TRES_ASES", "MEDIAS", "DOS_REYES", "DOS_ASES"}
    sums = {"TREINTA_Y_UNA", "JUEGO", "TREINTA", "VEINTINUEVE", "CIEGO"}
    for worth in table.worths:
        found = {sign.name for sign in true_signs(worth)}
        assert len(found & pares) <= 1
        assert len(found & sums) <= 1
        if "SOLOMILLO" in found:
            assert found == {"SOLOMILLO", "TRES_REYES", "TREINTA_Y_UNA"}
        if "CIEGO" in found:
            assert found == {"CIEGO"}


def test_signs_are_named_in_the_order_of_the_rules() -> None:
    """R12.2: so is the list of what is true of a hand."""
    assert [sign.value for sign in Sign] == list(range(1, 13))
    for worth in EIGHT.worths:
        values = [sign.value for sign in true_signs(worth)]
        assert values == sorted(values)
