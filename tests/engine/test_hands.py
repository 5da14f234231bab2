"""What hands are worth: against published tables, and against the rules read word by word."""

import csv
import gzip
from collections import Counter
from collections.abc import Iterator
from itertools import combinations, product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.engine.cards import DECK
from arena.engine.hands import HandTable, Lance, Pares, Worth, card_value, face_of, table_for
from arena.engine.rules import profile
from tests.engine.playing import LETTERS, hand, numbers

VECTORS = Path(__file__).parents[1] / "vectors"
KINDS = {
    "none": Pares.NONE,
    "par": Pares.PAREJA,
    "medias": Pares.MEDIAS,
    "duples": Pares.DUPLES,
}


def hands_with(kings: int, *, real: bool = False) -> HandTable:
    """The table for a deck."""
    return table_for(profile(kings=kings, real=real))


def rows(kings: int) -> Iterator[tuple[Worth, Worth, dict[str, str]]]:
    """Each hand of a published table: our worth without and with la real, and its row."""
    plain, with_real = hands_with(kings), hands_with(kings, real=True)
    with gzip.open(VECTORS / f"hands_{kings}k.csv.gz", "rt") as file:
        for row in csv.DictReader(file):
            printed = [LETTERS[letter] for letter in row["hand"]]
            yield plain.of_numbers(printed), with_real.of_numbers(printed), row


@pytest.mark.parametrize(("kings", "hands"), [(8, 330), (4, 715)])
def test_every_hand_is_worth_what_the_tables_say(kings: int, hands: int) -> None:
    """R7.1–R7.6: strengths, figures and values of all 330 (715) hands."""
    listed = list(rows(kings))
    assert len({worth.faces for worth, _, _ in listed}) == hands
    assert len(hands_with(kings).worths) == hands
    for worth, real, row in listed:
        assert str(worth.grande) == row["grande"], row
        assert str(worth.chica) == row["chica"], row
        assert str(worth.pares) == row["pares"], row
        assert worth.pares_kind is KINDS[row["pares_kind"]], row
        assert str(worth.pares_value) == row["pares_tantos"], row
        assert str(worth.juego) == row["juego"], row
        assert str(worth.juego_value) == row["juego_tantos"], row
        assert str(worth.punto) == row["sum"], row
        assert row["punto"] == ("" if worth.juego else str(worth.punto)), row
        assert str(real.juego) == row["juego_with_real"], row
        assert worth.is_real == (row["is_real"] == "1"), row


@pytest.mark.parametrize("kings", [8, 4])
def test_every_four_cards_are_found(kings: int) -> None:
    """All 91,390 hands of four cards, each counted where the tables count it."""
    table = hands_with(kings)
    counts = Counter(table[four].faces for four in combinations(DECK, 4))
    assert counts == {worth.faces: int(row["count"]) for worth, _, row in rows(kings)}
    assert counts.total() == 91_390


def faces_high_to_low(worth: Worth) -> list[int]:
    """R7.1 word by word."""
    return sorted(worth.faces, reverse=True)


def figure(faces: tuple[int, ...]) -> tuple[int, list[int]]:
    """R7.3 word by word: the category, then the ranks that are compared."""
    equal = {face: faces.count(face) for face in faces if faces.count(face) > 1}
    if 4 in equal.values():
        return 3, list(equal) * 2
    if len(equal) == 2:
        return 3, sorted(equal, reverse=True)
    if 3 in equal.values():
        return 2, list(equal)
    return (1, list(equal)) if equal else (0, [])


def juego(worth: Worth, *, real: bool) -> float:
    """R7.4, R7.6 word by word: the place in the order of juegos, 0 for none."""
    total = sum(min(face, 10) for face in worth.faces)
    if real and total == 31 and worth.faces.count(7) == 3:
        return 9.0
    order = [33, 34, 35, 36, 37, 40, 32, 31]
    return order.index(total) + 1.0 if total >= 31 else 0.0


def beats(a: Worth, b: Worth, lance: Lance, *, real: bool) -> bool:
    """Whether a hand is better than another, by the words of R7."""
    match lance:
        case Lance.GRANDE:
            return faces_high_to_low(a) > faces_high_to_low(b)
        case Lance.CHICA:
            return sorted(a.faces) < sorted(b.faces)
        case Lance.PARES:
            return figure(a.faces) > figure(b.faces)
        case Lance.JUEGO:
            return juego(a, real=real) > juego(b, real=real)
        case Lance.PUNTO:
            return sum(map(card_value, a.faces)) > sum(map(card_value, b.faces))


@pytest.mark.parametrize("lance", Lance)
def test_strengths_order_hands_as_the_rules_do(lance: Lance) -> None:
    """R7: a whole number for each hand, so the order is total and transitive, and ties are ties."""
    worths = hands_with(8, real=True).worths
    for a, b in product(worths[::3], worths):
        better = a.strength(lance) > b.strength(lance)
        assert better == beats(a, b, lance, real=True), (a.faces, b.faces)
        tie = a.strength(lance) == b.strength(lance)
        assert tie == (not better and not beats(b, a, lance, real=True)), (a.faces, b.faces)


@given(st.integers(0, 714), st.integers(0, 714), st.sampled_from(Lance))
def test_strengths_with_four_kings_order_hands_as_the_rules_do(
    i: int, j: int, lance: Lance
) -> None:
    """R2.3: a 3 and a 2 are themselves."""
    a, b = hands_with(4).worths[i], hands_with(4).worths[j]
    assert (a.strength(lance) > b.strength(lance)) == beats(a, b, lance, real=False)


@given(
    st.lists(st.sampled_from(DECK), min_size=4, max_size=4, unique=True).flatmap(st.permutations)
)
def test_neither_order_nor_suit_matters(cards: list[tuple[int, object]]) -> None:
    """R2.1: suits never decide; order in a hand means nothing."""
    table = hands_with(8)
    assert table.of_numbers([card[0] for card in cards]) is table.of_numbers(
        sorted(card[0] for card in cards)
    )


@pytest.mark.parametrize(
    ("kings", "printed", "plays"),
    [(8, 3, 12), (8, 2, 1), (4, 3, 3), (4, 2, 2), (8, 12, 12), (4, 12, 12), (8, 7, 7)],
)
def test_threes_and_twos(kings: int, printed: int, plays: int) -> None:
    """R2.2, R2.3: with eight kings a 3 plays as a rey and a 2 as an as."""
    assert face_of(printed, kings) == plays


def test_card_values() -> None:
    """R2.4: figures are ten, the rest their number."""
    assert [card_value(face) for face in (1, 4, 5, 6, 7, 10, 11, 12)] == [1, 4, 5, 6, 7, 10, 10, 10]


def worth(text: str, *, kings: int = 8, real: bool = False) -> Worth:
    """What a hand written down is worth."""
    return hands_with(kings, real=real)[hand(text)]


@pytest.mark.parametrize(
    ("text", "kind", "value"),
    [
        ("R 3 A 2", Pares.DUPLES, 3),
        ("C C C C", Pares.DUPLES, 3),
        ("7 7 7 R", Pares.MEDIAS, 2),
        ("R 3 7 4", Pares.PAREJA, 1),
        ("R C 7 4", Pares.NONE, 0),
    ],
)
def test_figures_of_pares(text: str, kind: Pares, value: int) -> None:
    """R7.3: duples 3, medias 2, pareja 1; four equal are duples."""
    assert (worth(text).pares_kind, worth(text).pares_value) == (kind, value)


def test_cards_outside_the_figure_never_count() -> None:
    """R7.3: a pareja ties with the same pareja, whatever else is in the hand."""
    assert worth("6 6 R C").pares == worth("6 6 5 4").pares
    assert worth("R R R 4").pares == worth("R R R 7").pares


def test_la_real() -> None:
    """R7.6: with it 7-7-7 and a ten is the best 31, without it one like any other."""
    assert worth("7 7 7 S", real=True).juego > worth("R R R A", real=True).juego
    assert worth("7 7 7 3", real=True).juego == worth("7 7 7 S", real=True).juego
    assert worth("7 7 7 S").juego == worth("R R R A").juego
    assert worth("7 7 7 S", real=True).juego_value == 3
    assert not worth("7 7 7 7").is_real


def test_a_table_is_read_by_numbers_too() -> None:
    """Printed numbers in any order give the same worth as the cards."""
    assert hands_with(8).of_numbers(numbers("2 R A 3")) is worth("R 3 A 2")
