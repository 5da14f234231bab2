"""Chance for search: numbers, orders and hands drawn with random bits that come from outside."""

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate
from math import comb, prod
from typing import TypeVar

from arena.engine.cards import Card
from arena.engine.hands import Worth, face_of, table_for
from arena.engine.rules import Rules

Bits = Callable[[int], int]
"""Gives that many random bits as a whole number, as `random.Random(7).getrandbits` does."""

_T = TypeVar("_T")


def below(n: int, bits: Bits) -> int:
    """A whole number from 0 to n - 1."""
    assert n > 0
    size = (n - 1).bit_length()
    while (number := bits(size) if size else 0) >= n:
        pass
    return number


def shuffled(items: Iterable[_T], bits: Bits) -> list[_T]:
    """The items in any order."""
    found = list(items)
    for i in range(len(found) - 1, 0, -1):
        j = below(i + 1, bits)
        found[i], found[j] = found[j], found[i]
    return found


def some(items: Sequence[_T], count: int, bits: Bits) -> list[_T]:
    """That many of the items, any of them, in any order."""
    found = list(items)
    for i in range(count):
        j = i + below(len(found) - i, bits)
        found[i], found[j] = found[j], found[i]
    return found[:count]


class HandsThatFit:
    """The hands of four of some cards whose worth fits; each of them is drawn equally often."""

    __slots__ = ("_by_face", "_counts", "_up_to")

    def __init__(self, rules: Rules, fits: Callable[[Worth], bool], cards: Sequence[Card]) -> None:
        self._by_face: dict[int, list[Card]] = {}
        for card in cards:
            self._by_face.setdefault(face_of(card.number, rules.kings), []).append(card)
        worths = filter(fits, table_for(rules).worths)
        self._counts = [tuple(Counter(worth.faces).items()) for worth in worths]
        self._up_to = list(accumulate(map(self._ways, self._counts), initial=0))

    def __len__(self) -> int:
        """How many hands there are."""
        return self._up_to[-1]

    def draw(self, bits: Bits) -> list[Card]:
        """One of them. There must be one."""
        number = below(len(self), bits)
        counts = self._counts[bisect_right(self._up_to, number) - 1]
        return [card for face, n in counts for card in some(self._by_face[face], n, bits)]

    def _ways(self, counts: Iterable[tuple[int, int]]) -> int:
        return prod(comb(len(self._by_face.get(face, ())), n) for face, n in counts)
