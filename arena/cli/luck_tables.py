"""What people read of win rates without the luck of the cards."""

from collections.abc import Iterator

from arena.cli.render import Table
from arena.cli.words import interval, number, percent
from arena.league.adjusted import needed
from arena.league.standings import Standings


def luck_tables(standings: Standings) -> Iterator[tuple[str, Table]]:
    """Both tables with their headings; none if nothing was adjusted."""
    if standings.pairings:
        yield "Win rates without the luck of the cards:", adjusted_table(standings)
        yield "Games to know a win rate to ±1 %:", needed_table(standings)


def adjusted_table(standings: Standings) -> Table:
    """The win rates as played and without luck, best first."""
    titles = ("bot", "win\n%", "95 %\ninterval", "adjusted\n%", "95 %\ninterval")
    rows = (
        (
            row.name,
            *(percent(row.win_rate.value), interval(row.win_rate)),
            *(percent(row.adjusted.value), interval(row.adjusted)),
        )
        for row in standings.standings
        if row.adjusted is not None
    )
    return Table(titles, tuple(rows))


def needed_table(standings: Standings) -> Table:
    """For each pairing the games it takes: with cards of their own, as played, adjusted."""
    titles = ("pairing", "cards of\ntheir own", "in two\nrooms", "adjusted")
    rows = []
    for bot, other, some in standings.pairings:
        found = needed(some)
        games = map(number, (found.plain, found.paired, found.adjusted))
        rows.append((f"{bot} – {other}", *games))
    return Table(titles, tuple(rows))
