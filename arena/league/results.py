"""All that a league says of its bots: standings, and what its format and its history add."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from arena.league.adjusted import Adjusted
from arena.league.names import sides_of
from arena.league.partners import Together, cross
from arena.league.rows import League
from arena.league.schedule import LeagueFormat, holds
from arena.league.standings import Ranking, Standing, Standings, compute
from arena.league.standings_json import to_json
from arena.league.stop import Decision
from arena.league.store import Store
from arena.league.tally import Tally

_DIGITS = 6
_RANKED_BY_RATING = frozenset((LeagueFormat.GAUNTLET, LeagueFormat.SWISS))
"""Here not all bots meet the same opponents, so their win rates can't be compared."""


@dataclass(frozen=True, slots=True)
class Ending:
    """How a pairing ended that may end early: who was tested against whom, and what the test says."""

    tested: str
    against: str
    decision: Decision


@dataclass(frozen=True, slots=True)
class Teams:
    """The teams of cross-play; `names` are those of the bots that `teams` count by."""

    names: tuple[str, ...]
    teams: tuple[Together, ...]


@dataclass(frozen=True, slots=True)
class Results:
    """What a league says.

    `standings` are of the bots that are in it, from their matches with each
    other; `withdrawn` are the rows of those that have left, from all their
    matches. `endings` are there with early stopping, `teams` in cross-play.
    """

    format: LeagueFormat
    ranking: Ranking
    standings: Standings
    withdrawn: tuple[Standing, ...]
    endings: tuple[Ending, ...]
    teams: Teams | None


def ranking_of(format_: LeagueFormat) -> Ranking:
    """What bots are ranked by in a format."""
    return Ranking.RATING if format_ in _RANKED_BY_RATING else Ranking.WIN_RATE


def results_of(
    store: Store, adjusted: Mapping[tuple[int, ...], Adjusted] = MappingProxyType({})
) -> Results:
    """What a league says as it is now; with the adjusted samples of its pairings, if any."""
    league, tallies = store.league, store.tallies()
    schedule = league.schedule
    ranking = ranking_of(schedule.format)
    names = [bot.name for bot in league.bots]
    field, some = schedule.field, _among(tallies, schedule.field)
    playing = [names[bot] for bot in field]
    partial = not store.agenda().complete
    crossed = cross(len(field), some) if schedule.format is LeagueFormat.CROSS else None
    return Results(
        format=schedule.format,
        ranking=ranking,
        standings=compute(
            playing, some, partial=partial, ranking=ranking, adjusted=_placed(adjusted, field)
        ),
        withdrawn=_withdrawn(league, tallies),
        endings=tuple(_endings(store)),
        teams=None if crossed is None else Teams(tuple(playing), crossed.teams),
    )


def results_json(results: Results) -> dict[str, object]:
    """The standings as JSON values, with what else there is; the same for the same results.

    `withdrawn` has the rows of the bots that have left, `endings` the verdicts of
    early stopping by pairing, `teams` those of cross-play, with the `surplus` of
    their win rates over what their bots' ratings say; each only if there are any.
    """
    values = to_json(results.standings)
    values |= {"format": results.format.value, "ranked_by": results.ranking.value}
    if results.withdrawn:
        none = ((None,) * len(results.withdrawn),) * len(results.withdrawn)
        gone = replace(results.standings, standings=results.withdrawn, head_to_head=none)
        rows = to_json(gone)["standings"]
        assert isinstance(rows, list)
        values["withdrawn"] = [
            {key: value for key, value in row.items() if key not in {"rank", "ahead"}}
            for row in rows
        ]
    if results.endings:
        values["endings"] = [_ending(ending) for ending in results.endings]
    if results.teams is not None:
        values["teams"] = [_team(results.teams.names, team) for team in results.teams.teams]
    return values


def _among(tallies: Iterable[Tally], field: Sequence[int]) -> list[Tally]:
    """The tallies of pairings of some bots alone, which count by their places among these."""
    place = {bot: at for at, bot in enumerate(field)}
    return [
        replace(
            tally,
            bots=tuple(place[bot] for bot in tally.bots),
            faults={(place[bot], reason): n for (bot, reason), n in tally.faults.items()},
        )
        for tally in tallies
        if place.keys() >= {*tally.bots}
    ]


def _placed(
    adjusted: Mapping[tuple[int, ...], Adjusted], field: Sequence[int]
) -> dict[tuple[int, ...], Adjusted]:
    """The adjusted samples of the same pairings, likewise."""
    place = {bot: at for at, bot in enumerate(field)}
    return {
        tuple(place[bot] for bot in bots): some
        for bots, some in adjusted.items()
        if place.keys() >= {*bots}
    }


def _withdrawn(league: League, tallies: Iterable[Tally]) -> tuple[Standing, ...]:
    """The rows of the bots that have left, in the order in which they came."""
    gone = [one.label for one in league.entrants if one.withdrawn]
    if not gone:
        return ()
    everybody = compute([one.label for one in league.entrants], tallies, partial=False)
    rows = {row.name: row for row in everybody.standings}
    return tuple(rows[label] for label in gone)


def _endings(store: Store) -> Iterable[Ending]:
    league = store.league
    for index, decision in store.decisions().items():
        if holds(league.schedule, index):
            against, tested = sides_of(league, index)
            yield Ending(tested, against, decision)


def _ending(ending: Ending) -> dict[str, object]:
    return {
        "tested": ending.tested,
        "against": ending.against,
        "verdict": ending.decision.verdict.value,
        "groups": ending.decision.groups,
        "ratio": round(ending.decision.ratio, _DIGITS),
    }


def _team(names: Sequence[str], team: Together) -> dict[str, object]:
    rate = team.win_rate
    surplus = (None,) * 3 if team.surplus is None else (round(x, _DIGITS) for x in team.surplus)
    more, low, high = surplus
    return {
        "bots": [names[bot] for bot in team.bots],
        "win_rate": round(rate.value, _DIGITS),
        "low": round(rate.low, _DIGITS),
        "high": round(rate.high, _DIGITS),
        "won": rate.won,
        "matches": rate.matches,
        "surplus": more,
        "surplus_low": low,
        "surplus_high": high,
    }
