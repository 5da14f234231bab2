"""Who meets whom in the next round of a Swiss: a pure function of the rounds before.

Bots are ordered by points (a pairing won 1, drawn ½), then by the share of
matches won, then as in the league. Of those with equal points the upper half
meets the lower half; the last of an odd number, and who finds no opponent there,
looks among those with fewer points. An odd one out sits still: that is half a point for the draw of the next
round and counts for nothing else.

Nobody meets an opponent twice. With n bots (one more if n is odd, for sitting
still) and r rounds behind them everybody has n - 1 - r opponents left. If that
is n/2 or more, two bots that found nobody can always be helped by breaking up
some pair and giving each of them one of it: otherwise the two had at most two
opponents left in every pair, and there are at most n/2 - 1 pairs; but together
they have n (Dirac's theorem on matchings). So `most_rounds` is half the bots.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

Round = tuple[tuple[int, int], ...]
"""The bots that meet, each pair in ascending order, and the pairs, too."""

_STILL = -1
"""Whom the odd one out meets."""


def most_rounds(bots: int) -> int:
    """How many rounds so many bots can play at most."""
    return (bots + 1) // 2


def usual_rounds(bots: int) -> int:
    """Enough to tell the best from the others by wins alone, and two more, if there are so many."""
    return min((bots - 1).bit_length() + 2, most_rounds(bots))


def draw(
    bots: Sequence[int], before: Sequence[Round], won: Mapping[tuple[int, int], tuple[int, int]]
) -> Round:
    """The next round, given those before and the matches that both bots of a pair won there.

    There are fewer rounds before than `most_rounds`.
    """
    met: defaultdict[int, set[int]] = defaultdict(set)
    points = dict.fromkeys(bots, 0.0)
    shares = dict.fromkeys(bots, 0.0)
    for pairs in before:
        for pair in _with_still(bots, pairs):
            for bot, other in (pair, pair[::-1]):
                met[bot].add(other)
            for bot, mine, theirs in _results(pair, won):
                points[bot] += 0.5 + 0.5 * ((mine > theirs) - (mine < theirs))
                shares[bot] += mine / (mine + theirs) if mine + theirs else 0.5
    order = sorted(bots, key=lambda bot: (-points[bot], -shares[bot], bot))
    groups = [[bot for bot in order if points[bot] == some] for some in _descending(points)]
    if len(order) % 2:
        groups.append([_STILL])
    everybody = [bot for group in groups for bot in group]
    found = _completed(_fold(groups, met), everybody, met)
    return tuple(sorted((min(pair), max(pair)) for pair in found if _STILL not in pair))


def _with_still(bots: Sequence[int], pairs: Round) -> Iterator[tuple[int, int]]:
    """The pairs of a round, and the one of who sat still."""
    yield from pairs
    playing = {bot for pair in pairs for bot in pair}
    yield from ((_STILL, bot) for bot in bots if bot not in playing)


def _results(
    pair: tuple[int, int], won: Mapping[tuple[int, int], tuple[int, int]]
) -> Iterator[tuple[int, int, int]]:
    """For each bot of a pair the matches it won, and those that the other did."""
    one, other = pair
    mine, theirs = won.get(pair, (0, 0))
    yield from (
        (bot, *s) for bot, s in ((one, (mine, theirs)), (other, (theirs, mine))) if bot >= 0
    )


def _descending(points: Mapping[int, float]) -> list[float]:
    return sorted({*points.values()}, reverse=True)


def _fold(groups: Iterable[list[int]], met: Mapping[int, set[int]]) -> list[tuple[int, int]]:
    """As many pairs as are found from the top down: the upper half of a group meets the lower."""
    pairs: list[tuple[int, int]] = []
    waiting: list[int] = []
    for group in groups:
        there = [*waiting, *group]
        waiting = [there.pop()] if len(there) % 2 else []
        while there:
            bot = there.pop(0)
            middle = len(there) // 2
            near = sorted(range(len(there)), key=lambda at: abs(at - middle))
            found = next((at for at in near if there[at] not in met[bot]), None)
            if found is None:
                waiting.append(bot)
            else:
                pairs.append((bot, there.pop(found)))
    return pairs


def _completed(
    pairs: list[tuple[int, int]], order: Sequence[int], met: Mapping[int, set[int]]
) -> list[tuple[int, int]]:
    """The same pairs, some broken up, and all who were left over in pairs as well."""
    place = {bot: at for at, bot in enumerate(order)}
    taken = {bot for pair in pairs for bot in pair}
    left = [bot for bot in order if bot not in taken]
    while left:
        one, other, *left = left
        # The pair that lies nearest; one of them always will do.
        ways = (
            (abs(place[one] - place[a]) + abs(place[other] - place[b]), at, a, b)
            for at, pair in enumerate(pairs)
            for a, b in (pair, pair[::-1])
            if a not in met[one] and b not in met[other]
        )
        _, at, a, b = min(ways)
        pairs[at : at + 1] = [(one, a), (other, b)]
    return pairs
