"""What people read beside the standings: teams of cross-play, how pairings ended, who has left."""

from collections.abc import Iterator

from arena.cli.render import Table
from arena.cli.words import interval, number, percent
from arena.league.intervals import Rate
from arena.league.results import Ending, Results, Teams
from arena.league.standings import Ranking, Standing
from arena.league.stop import Verdict


def format_tables(results: Results) -> Iterator[tuple[str, Table]]:
    """The tables that a league's format and history add to its standings, each with its heading."""
    if results.teams is not None:
        order = [row.name for row in results.standings.standings]
        yield "Games won by two as partners, in %:", partner_matrix(results.teams, order)
        yield "Teams, best first:", team_table(results.teams)
    if results.endings:
        yield (
            "How pairings ended: which win rate of the one tested was accepted, h0 or h1:",
            endings(results),
        )
    if results.withdrawn:
        yield "Withdrawn, with all their games:", withdrawn_table(results.withdrawn)


def note(results: Results) -> str:
    """What to know of a ranking before comparing win rates; nothing if there is nothing."""
    if results.ranking is Ranking.WIN_RATE:
        return ""
    return "Ranked by rating: not all bots met the same opponents, so win rates don't compare."


def partner_matrix(teams: Teams, order: list[str]) -> Table:
    """How often each two bots win as a team; bots in this order."""
    place = {name: at for at, name in enumerate(teams.names)}
    rates = {team.bots: team.win_rate for team in teams.teams}

    def cell(one: str, other: str) -> str:
        if one == other:
            return "–"
        low, high = sorted((place[one], place[other]))
        return _share(rates[low, high])

    return Table(
        ("", *order), tuple((one, *(cell(one, other) for other in order)) for one in order)
    )


def team_table(teams: Teams) -> Table:
    """Every team with its interval, and what its bots win beyond what they are worth."""
    best = sorted(teams.teams, key=lambda team: (not team.win_rate.matches, -team.win_rate.value))
    rows = (
        (
            " + ".join(teams.names[bot] for bot in team.bots),
            _share(team.win_rate),
            _interval(team.win_rate),
            number(team.win_rate.matches),
            "–" if team.surplus is None else _signed(team.surplus[0]),
            "–"
            if team.surplus is None
            else f"{_signed(team.surplus[1])} to {_signed(team.surplus[2])}",
        )
        for team in best
    )
    titles = "team", "win\n%", "95 %\ninterval", "games", "more than\nits bots", "95 %\ninterval"
    return Table(titles, tuple(rows))


def endings(results: Results) -> Table:
    """How each pairing ended that may end early."""
    complete = not results.standings.partial

    def row(ending: Ending) -> tuple[str, ...]:
        decision = ending.decision
        told = decision.verdict.value
        if decision.verdict is Verdict.UNDECIDED and not complete:
            told = "so far undecided"
        return (
            f"{ending.tested} against {ending.against}",
            told,
            number(decision.groups),
            f"{decision.ratio:+.2f}",
        )

    titles = "tested", "verdict", "after\ngroups", "log like-\nlihood ratio"
    return Table(titles, tuple(map(row, results.endings)))


def withdrawn_table(rows: tuple[Standing, ...]) -> Table:
    """The bots that have left."""
    return Table(
        ("bot", "win\n%", "95 %\ninterval", "games", "rating"),
        tuple(
            (
                row.name,
                _share(row.win_rate),
                _interval(row.win_rate),
                number(row.win_rate.matches),
                f"{row.rating.value:.0f}",
            )
            for row in rows
        ),
    )


def _share(rate: Rate) -> str:
    return percent(rate.value) if rate.matches else "–"


def _interval(rate: Rate) -> str:
    return interval(rate) if rate.matches else "–"


def _signed(value: float) -> str:
    return f"{100 * value:+.1f}"
