"""Standings as JSON values."""

from dataclasses import asdict

from arena.league.adjusted import needed
from arena.league.intervals import Rate
from arena.league.standings import Standing, Standings

SCHEMA = "mus-arena/standings/1"

_DIGITS = 6


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
