"""What a league says about its bots: from counts of deal groups to a ranking. Pure."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from itertools import pairwise, permutations
from types import MappingProxyType

from arena.league.adjusted import Adjusted, mirrored, needed
from arena.league.intervals import Rate, Sample, design_effect, likelihood, rate, sample
from arena.league.partners import cross
from arena.league.rating import Rating, ratings
from arena.league.tally import Tally, merged
from arena.match.result import Reason

SCHEMA = "mus-arena/standings/1"

BLAMED = tuple(reason for reason in Reason if reason is not Reason.VOID)
"""The reasons for which a bot loses a match."""

MOST_FAULTS = 0.1
"""A bot with faults in a greater share of its matches is disqualified: it is ranked last."""

_DIGITS = 6


class Ranking(StrEnum):
    """What bots are ranked by: win rates compare those that met the same opponents."""

    WIN_RATE = "win_rate"
    RATING = "rating"


@dataclass(frozen=True, slots=True)
class Standing:
    """One bot's place in a league.

    `win_rate` is the mean over pairings of matches won / played, so that every
    opponent weighs the same. `ahead` is the likelihood that its true win rate
    is above that of the bot behind it; None for the last and without matches. `design_effect` is
    the variance of its win rate over that of as many matches with cards of their own, None without
    matches. `faults` are matches it lost by its own fault, by reason; `void` matches counted for
    nobody.
    `adjusted` is the win rate without the luck of the cards, None if nobody asked for it.
    """

    rank: int
    name: str
    win_rate: Rate
    rating: Rating
    ahead: float | None
    design_effect: float | None
    piedras_per_game: float
    games: int
    void: int
    faults: Mapping[Reason, int]
    adjusted: Rate | None = None

    @property
    def disqualified(self) -> bool:
        """Whether it was at fault in too many of its matches, which count all the same."""
        return sum(self.faults.values()) > MOST_FAULTS * self.win_rate.matches


@dataclass(frozen=True, slots=True)
class Standings:
    """A league's bots, best first; `head_to_head[i][j]` is how bot i did against bot j.

    Both in the order of `standings`; None where i is j. In individual play only
    the matches that one of the two won count between them. `partial` is true as
    long as matches are missing. `design_effect` is that of all bots' win rates together.
    """

    partial: bool
    matches: int
    void: int
    design_effect: float | None
    standings: tuple[Standing, ...]
    head_to_head: tuple[tuple[Rate | None, ...], ...]
    pairings: tuple[tuple[str, str, Adjusted], ...] = ()


def compute(
    names: Sequence[str],
    tallies: Iterable[Tally],
    *,
    partial: bool,
    ranking: Ranking = Ranking.WIN_RATE,
    adjusted: Mapping[tuple[int, ...], Adjusted] = MappingProxyType({}),
) -> Standings:
    """The standings of the bots with these names, in league order, after these pairings.

    A pairing's counts may come in several parts that share no deal group. In
    cross-play ratings are those of partners (`arena.league.partners`). Bots
    with the same win rate share a rank, in league order; behind all others come
    those that are disqualified, then those without a match. `adjusted` has the
    samples of pairings without their luck; it changes no place.
    """
    known = merged(tallies)
    samples = [_samples(bot, known) for bot in range(len(names))]
    duels = _duels(known)
    crossed = [tally for tally in known if tally.partners > 1]
    if crossed:
        rated = cross(len(names), crossed).ratings
    else:
        rated = ratings(len(names), {pair: duels[pair] for pair in duels if pair[0] < pair[1]})
    rows = [
        replace(
            _standing(name, samples[bot].values(), bot=bot, tallies=known, rating=rated[bot]),
            adjusted=_adjusted(bot, adjusted),
        )
        for bot, name in enumerate(names)
    ]
    order = sorted(range(len(names)), key=lambda bot: _place(rows[bot], ranking))
    places = [_place(rows[bot], ranking) for bot in order]
    ahead = [
        _ahead(samples[a], samples[b], partners=_partners(a, b, crossed))
        if ranking is Ranking.WIN_RATE
        else None
        for a, b in pairwise(order)
    ]
    return Standings(
        partial=partial,
        matches=sum(sum(key) * n for tally in known for key, n in tally.outcomes.items()),
        void=sum(tally.void for tally in known),
        design_effect=design_effect([some for mine in samples for some in mine.values()]),
        standings=tuple(
            replace(rows[bot], rank=places.index(place) + 1, ahead=chance)
            for bot, place, chance in zip(order, places, [*ahead, None], strict=True)
        ),
        head_to_head=tuple(tuple(_cell(duels, bot=a, other=b) for b in order) for a in order),
        pairings=tuple(
            (*_side_names(bots, names), some) for bots, some in sorted(adjusted.items())
        ),
    )


def to_json(standings: Standings) -> dict[str, object]:
    """The standings as JSON values, the same for the same results; rates between 0 and 1.

    `head_to_head` has a row for each ordered pair of bots, best first; `needed`
    the matches to know a pairing's win rate to ± 1 %, where it was adjusted.
    """
    names = [row.name for row in standings.standings]
    return {
        "schema": SCHEMA,
        "type": "standings",
        "partial": standings.partial,
        "matches": standings.matches,
        "void": standings.void,
        "design_effect": _rounded(standings.design_effect),
        "standings": [_row(row) for row in standings.standings],
        "head_to_head": [
            {"bot": name, "opponent": other, **_rate(cell)}
            for name, cells in zip(names, standings.head_to_head, strict=True)
            for other, cell in zip(names, cells, strict=True)
            if cell is not None
        ],
        "needed": [
            {"bot": bot, "opponent": other, **asdict(needed(some))}
            for bot, other, some in standings.pairings
        ],
    }


def _samples(bot: int, tallies: Iterable[Tally]) -> dict[tuple[int, ...], Sample]:
    """A bot's matches by pairing, those without a match left out."""
    found: dict[tuple[int, ...], Sample] = {}
    for tally in tallies:
        if (mine := tally.side_of(bot)) is not None:
            counts = Counter[tuple[int, int]]()
            for won, groups in tally.outcomes.items():
                counts[won[mine], sum(won)] += groups
            if (some := sample(counts)) is not None:
                found[tally.bots] = some
    return found


def _adjusted(bot: int, pairings: Mapping[tuple[int, ...], Adjusted]) -> Rate | None:
    """A bot's win rate without luck; None if that of no pairing is known."""
    mine = [
        some.adjusted if bot in bots[: len(bots) // 2] else mirrored(some.adjusted)
        for bots, some in pairings.items()
        if bots.count(bot) == 1
    ]
    return rate(mine) if mine else None


def _side_names(bots: Sequence[int], names: Sequence[str]) -> tuple[str, str]:
    """The two sides of a pairing by name, of one bot or of two."""
    half = len(bots) // 2
    one, other = (" + ".join(names[bot] for bot in side) for side in (bots[:half], bots[half:]))
    return one, other


def _duels(tallies: Iterable[Tally]) -> dict[tuple[int, int], Sample]:
    """For each ordered pair of bots that met, the matches won by either."""
    counts: defaultdict[tuple[int, int], Counter[tuple[int, int]]] = defaultdict(Counter)
    for tally in tallies:
        if tally.partners > 1:
            continue  # Whoever won did not do it alone.
        for i, j in permutations(range(len(tally.bots)), 2):
            for won, groups in tally.outcomes.items():
                key = won[i], won[i] + won[j]
                counts[tally.bots[i], tally.bots[j]][key] += groups
    found = {pair: sample(some) for pair, some in counts.items()}
    return {pair: some for pair, some in found.items() if some is not None}


def _cell(duels: Mapping[tuple[int, int], Sample], *, bot: int, other: int) -> Rate | None:
    if bot == other:
        return None
    return rate([duels[bot, other]] if (bot, other) in duels else [])


def _standing(
    name: str, samples: Collection[Sample], *, bot: int, tallies: Sequence[Tally], rating: Rating
) -> Standing:
    """A bot's row, its place left open."""
    mine = [tally for tally in tallies if bot in tally.bots]
    games = sum(tally.games for tally in mine)
    piedras = sum(tally.piedras[tally.bots.index(bot) // tally.partners] for tally in mine)
    return Standing(
        rank=0,
        name=name,
        win_rate=rate(samples),
        rating=rating,
        ahead=None,
        design_effect=design_effect(samples),
        piedras_per_game=piedras / games if games else 0.0,
        games=games,
        void=sum(tally.void for tally in mine),
        faults={
            reason: sum(tally.faults.get((bot, reason), 0) for tally in mine) for reason in BLAMED
        },
    )


def _place(row: Standing, ranking: Ranking) -> tuple[bool, bool, float]:
    """What a ranking is sorted by: bots with a match, then those not disqualified, then the better."""
    value = row.win_rate.value if ranking is Ranking.WIN_RATE else row.rating.value
    return not row.win_rate.matches, row.disqualified, -value


def _partners(bot: int, other: int, tallies: Iterable[Tally]) -> frozenset[tuple[int, ...]]:
    """The pairings in which two bots are on the same side."""
    return frozenset(
        tally.bots for tally in tallies if any({bot, other} == {*side} for side in tally.sides)
    )


def _ahead(
    bot: Mapping[tuple[int, ...], Sample],
    behind: Mapping[tuple[int, ...], Sample],
    *,
    partners: Collection[tuple[int, ...]],
) -> float | None:
    """How likely the first bot's true win rate is above the second's; None without matches.

    The matches the two played against each other count for both: what one wins
    there the other loses. As partners they win the same.
    """
    if not bot or not behind:
        return None
    variance = 0.0
    for pairing in {**bot, **behind}:
        some = [(samples[pairing], len(samples)) for samples in (bot, behind) if pairing in samples]
        shares = [1 / count for _, count in some]
        weight = max(shares) - min(shares) if pairing in partners else sum(shares)
        variance += weight**2 * max(each.variance for each, _ in some)
    if not variance:
        return 0.5  # They only ever were partners.
    means = [sum(s.value for s in some.values()) / len(some) for some in (bot, behind)]
    return likelihood(means[0] - means[1], variance=variance)


def _row(row: Standing) -> dict[str, object]:
    return {
        "rank": row.rank,
        "bot": row.name,
        **_rate(row.win_rate),
        "adjusted": None if row.adjusted is None else _interval(row.adjusted),
        "ahead": _rounded(row.ahead),
        "design_effect": _rounded(row.design_effect),
        "rating": _rounded(row.rating.value),
        "rating_low": _rounded(row.rating.low),
        "rating_high": _rounded(row.rating.high),
        "piedras_per_game": _rounded(row.piedras_per_game),
        "games": row.games,
        "void": row.void,
        "faults": {reason.value: count for reason, count in row.faults.items()},
        "disqualified": row.disqualified,
    }


def _interval(some: Rate) -> dict[str, object]:
    return {
        "win_rate": _rounded(some.value),
        "low": _rounded(some.low),
        "high": _rounded(some.high),
    }


def _rate(some: Rate) -> dict[str, object]:
    return {
        **_interval(some),
        "won": some.won,
        "matches": some.matches,
        "groups": some.groups,
    }


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, _DIGITS)
