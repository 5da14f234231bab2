"""Services as arrays, and the hands that might have been served instead.

A row is one service. Cards are numbers, their places in `DECK`; seats are those
of the bot whose luck is asked for, the nearer to the mano first, then those of
its opponent.
"""

from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from math import comb, prod

import numpy as np
from numpy.typing import NDArray

from arena.engine.cards import DECK
from arena.engine.hands import Lance, Worth, face_of, table_for
from arena.engine.rules import Rules
from arena.league.luck.services import Service

Ints = NDArray[np.int64]
Floats = NDArray[np.float32]

_PLACE = {card: i for i, card in enumerate(DECK)}
_ABSENT = 2.0  # Above every number that shuffles: such cards come last.


@dataclass(frozen=True, slots=True)
class Situations:
    """What was known at each service, and the cards after it.

    `match` numbers the matches; `context` holds what was known besides cards;
    `first` is whether these are the first hands of a deal. `hands` has 16 cards:
    four of each seat, the drawn ones last; `drawn` counts them by seat. `pool[i]`
    is whether card i might have come.
    """

    match: Ints
    context: Floats
    first: NDArray[np.bool_]
    hands: NDArray[np.int8]
    drawn: NDArray[np.int8]
    pool: NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.match)

    def rows(self, chosen: NDArray[np.bool_] | slice) -> "Situations":
        """Some of the rows."""
        return Situations(
            match=self.match[chosen],
            context=self.context[chosen],
            first=self.first[chosen],
            hands=self.hands[chosen],
            drawn=self.drawn[chosen],
            pool=self.pool[chosen],
        )


def situations(matches: Iterable[tuple[int, Iterable[Service]]]) -> Situations:
    """The rows of some matches, each with the team of the bot whose luck is asked for."""
    match, context = array("q"), array("f")
    first, hands, drawn, pool = bytearray(), bytearray(), bytearray(), bytearray()
    for number, (team, found) in enumerate(matches):
        for service in found:
            seats = _seats(service.mano, team)
            match.append(number)
            context.extend(_context(service, team))
            first.append(service.exchange == 0)
            hands.extend(_PLACE[card] for seat in seats for card in service.hands[seat])
            drawn.extend(service.drawn[seat] for seat in seats)
            pool.extend(card in service.pool for card in DECK)
    return Situations(
        match=np.frombuffer(match, np.int64),
        context=np.frombuffer(context, np.float32).reshape(-1, CONTEXT),
        first=np.frombuffer(first, np.bool_),
        hands=np.frombuffer(hands, np.int8).reshape(-1, 16),
        drawn=np.frombuffer(drawn, np.int8).reshape(-1, 4),
        pool=np.frombuffer(pool, np.bool_).reshape(-1, len(DECK)),
    )


CONTEXT = 8
"""How many numbers say what is known besides cards."""


def _context(service: Service, team: int) -> tuple[float, ...]:
    (mine, theirs), (won, lost) = (
        (pair[team], pair[1 - team]) for pair in (service.score, service.wins)
    )
    is_mano, is_first = service.mano % 2 == team, service.deal == 1
    return mine, theirs, mine - theirs, won, lost, is_mano, is_first, service.exchange


def _seats(mano: int, team: int) -> tuple[int, ...]:
    near, far = (mano % 4, (mano + 2) % 4) if mano % 2 == team else ((mano + 1) % 4, (mano + 3) % 4)
    return near, far, *((mano + i) % 4 for i in range(4) if (mano + i) % 2 != team)


def alternatives(
    some: Situations, bits: np.random.Generator, *, pairs: int
) -> Iterator[NDArray[np.int8]]:
    """Hands that might have been served instead, twice `pairs` times, each as likely as any.

    They come in pairs that balance: if first hands are good for one side, in the
    other of the pair it is the opponent that holds them; if cards drawn come from
    one end of a shuffled pool, in the other they come from its other end.
    """
    left = some.pool.sum(1)[:, None]
    new = np.arange(4) >= 4 - some.drawn[:, :, None]
    new = new.reshape(-1, 16)
    place = np.where(new, np.cumsum(new, 1) - 1, 0)
    for _ in range(pairs):
        key = bits.random(some.pool.shape)
        key[~some.pool] = _ABSENT
        order = np.argsort(key, 1).astype(np.int8)
        hands = np.where(new, np.take_along_axis(order, place, 1), some.hands)
        yield hands
        other = np.where(new, np.take_along_axis(order, left - 1 - place, 1), some.hands)
        yield np.where(some.first[:, None], np.roll(hands, 8, axis=1), other)


@dataclass(frozen=True, slots=True)
class Features:
    """What a learner is told of hands. `of_hand` has a row for each hand, `keys` finds it."""

    weight: Ints
    keys: Ints
    of_hand: Floats

    def of(self, hands: NDArray[np.int8], context: Floats) -> Floats:
        """A row for each situation: each hand, the better of each side, how they compare, the context."""
        each = self.of_hand[np.searchsorted(self.keys, self.weight[hands].reshape(-1, 4, 4).sum(2))]
        mine, theirs = each[:, :2].max(1), each[:, 2:].max(1)
        total = each[:, :2, _STANDINGS:].sum(1) - each[:, 2:, _STANDINGS:].sum(1)
        compared = (mine - theirs)[:, :_STANDINGS]
        parts = (each.reshape(len(each), -1), mine, theirs, compared, total, context)
        return np.concatenate(parts, axis=1)


_STANDINGS = len(Lance)


@cache
def features(rules: Rules) -> Features:
    """The features of the hands of a deck: where each stands in every lance, its own piedras."""
    worths = table_for(rules).worths
    faces = sorted({face_of(card.number, rules.kings) for card in DECK})
    weight = {face: 5**i for i, face in enumerate(faces)}
    keys = np.array([sum(weight[face] for face in worth.faces) for worth in worths])
    there = Counter(face_of(card.number, rules.kings) for card in DECK)
    ways = np.array([_ways(worth, there) for worth in worths], float)
    columns = [_standing(worths, lance, ways / ways.sum()) for lance in Lance]
    columns += [
        np.array([w.pares_value for w in worths]),
        np.array([w.juego_value for w in worths]),
    ]
    order = np.argsort(keys)
    return Features(
        weight=np.array([weight[face_of(card.number, rules.kings)] for card in DECK]),
        keys=keys[order],
        of_hand=np.stack(columns, 1).astype(np.float32)[order],
    )


def _ways(worth: Worth, there: Counter[int]) -> int:
    return prod(comb(there[face], n) for face, n in Counter(worth.faces).items())


def _standing(worths: Sequence[Worth], lance: Lance, share: NDArray[np.float64]) -> Floats:
    """The share of hands below, half of the equal ones with it; 0 for hands not in the lance."""
    strength = np.array(
        [0 if lance is Lance.PUNTO and w.juego else w.strength(lance) for w in worths]
    )
    below = (strength[:, None] > strength) @ share
    equal = (strength[:, None] == strength) @ share
    plays = strength > 0 if lance in {Lance.PARES, Lance.JUEGO, Lance.PUNTO} else True
    return np.where(plays, below + equal / 2, 0).astype(np.float32)
