"""What four cards are worth in each lance (R2, R7).

Hands are looked up, not compared: there are 330 of them with eight kings and
715 with four. `hand_table` ranks them all once; in every lance a higher
strength wins and equal strengths tie.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache
from itertools import combinations_with_replacement
from operator import attrgetter
from typing import Final

from arena.engine.cards import Card
from arena.engine.rules import Rules


class Lance(Enum):
    """The lances in the order they are played (R8.1); punto stands in for juego."""

    GRANDE = "grande"
    CHICA = "chica"
    PARES = "pares"
    JUEGO = "juego"
    PUNTO = "punto"

    __hash__ = object.__hash__


# Members under names of their own: before Python 3.12 a look-up on the class takes 0.1 µs.
GRANDE: Final = Lance.GRANDE
CHICA: Final = Lance.CHICA
PARES: Final = Lance.PARES
JUEGO: Final = Lance.JUEGO
PUNTO: Final = Lance.PUNTO

_STRENGTH: Final = {lance: attrgetter(lance.value) for lance in Lance}


class Pares(Enum):
    """The figures of pares; the value is what they are worth (R7.3)."""

    NONE = 0
    PAREJA = 1
    MEDIAS = 2
    DUPLES = 3

    __hash__ = object.__hash__


@dataclass(frozen=True, slots=True)
class Worth:
    """What one hand is worth.

    `faces` are its numbers, high to low, a 3 written 12 and a 2 written 1 with
    eight kings. `grande`, `chica`, `pares`, `juego` and `punto` are strengths;
    `pares` and `juego` are 0 for a hand that has none, `punto` is the sum of
    the card values whether or not the hand has juego.
    """

    faces: tuple[int, ...]
    grande: int
    chica: int
    pares: int
    juego: int
    punto: int
    pares_kind: Pares
    pares_value: int
    juego_value: int
    is_real: bool

    def strength(self, lance: Lance) -> int:
        """The hand's strength in a lance; never compare those of two lances."""
        value: int = _STRENGTH[lance](self)
        return value


JUEGO_ORDER = (33, 34, 35, 36, 37, 40, 32, 31)
"""The sums that are juego, weakest first (R7.4)."""

_WEIGHT = (0, 1, 5, 25, 125, 625, 3125, 15625, 0, 0, 5**7, 5**8, 5**9)


class HandTable:
    """All hands of a deck. `table[hand]` is the Worth of any four cards."""

    __slots__ = ("_by_key", "_weight", "worths")

    def __init__(self, worths: Iterable[Worth], *, kings: int) -> None:
        self.worths = tuple(worths)
        faces = [face_of(number, kings) if number else 0 for number in range(13)]
        self._weight = tuple(_WEIGHT[face] for face in faces)
        self._by_key = {sum(_WEIGHT[f] for f in w.faces): w for w in self.worths}

    def __getitem__(self, hand: Sequence[Card]) -> Worth:
        a, b, c, d = hand
        weight = self._weight
        return self._by_key[weight[a[0]] + weight[b[0]] + weight[c[0]] + weight[d[0]]]

    def of_numbers(self, numbers: Sequence[int]) -> Worth:
        """The Worth of four printed numbers, in any order."""
        return self._by_key[sum(self._weight[number] for number in numbers)]


def face_of(number: int, kings: int) -> int:
    """What a printed number plays as: 3 as rey and 2 as as with eight kings (R2.2, R2.3)."""
    if kings == 8:
        return {3: 12, 2: 1}.get(number, number)
    return number


def card_value(face: int) -> int:
    """What a face counts in juego and punto (R2.4)."""
    return min(face, 10)


def pares_figure(faces: Sequence[int]) -> tuple[Pares, tuple[int, ...]]:
    """The figure and the ranks that are compared, the more important first (R7.3)."""
    counts = sorted(Counter(faces).items(), key=lambda item: (-item[1], -item[0]))
    (first, most), rest = counts[0], counts[1:]
    if most == 4:
        return Pares.DUPLES, (first, first)
    if most == 3:
        return Pares.MEDIAS, (first,)
    if most == 2 and rest[0][1] == 2:
        return Pares.DUPLES, (first, rest[0][0])
    if most == 2:
        return Pares.PAREJA, (first,)
    return Pares.NONE, ()


@cache
def hand_table(kings: int, real: bool) -> HandTable:  # noqa: FBT001
    """The table for a deck with 4 or 8 kings, with or without la real."""
    faces = sorted({face_of(number, kings) for number in (1, 2, 3, 4, 5, 6, 7, 10, 11, 12)})
    every = [tuple(reversed(h)) for h in combinations_with_replacement(faces, 4)]
    grande = _ranks(every)
    chica = _ranks([tuple(-face for face in reversed(h)) for h in every])
    figures = [pares_figure(h) for h in every]
    pares = _ranks([(kind.value, *ranks) for kind, ranks in figures])
    worths = []
    for i, hand in enumerate(every):
        total = sum(map(card_value, hand))
        is_real = total == 31 and hand.count(7) == 3
        juego = JUEGO_ORDER.index(total) + 1 if total >= 31 else 0
        worths.append(
            Worth(
                faces=hand,
                grande=grande[i],
                chica=chica[i],
                pares=pares[i],
                juego=juego + (real and is_real),
                punto=total,
                pares_kind=figures[i][0],
                pares_value=figures[i][0].value,
                juego_value=(3 if total == 31 else 2) if juego else 0,
                is_real=is_real,
            )
        )
    return HandTable(worths, kings=kings)


def table_for(rules: Rules) -> HandTable:
    """The hand table that a set of rules plays with."""
    return hand_table(rules.kings, rules.real)


def _ranks(keys: Sequence[tuple[int, ...]]) -> list[int]:
    place = {key: i for i, key in enumerate(sorted(set(keys)))}
    return [place[key] for key in keys]
