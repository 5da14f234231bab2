"""What people read of a league: the standings, who beat whom, and how the run went."""

from collections.abc import Iterator, Mapping, Sequence

import click

from arena.cli.faults import show_faults
from arena.cli.format_tables import format_tables, note
from arena.cli.luck_tables import luck_tables
from arena.cli.render import Table
from arena.cli.render import show as show_table
from arena.cli.report import Place, Report, Times, times_of
from arena.cli.words import command, count, duration, interval, number, percent
from arena.engine.rules import Rules
from arena.league.adjusted import Adjusted
from arena.league.intervals import Rate, matches_to_know
from arena.league.recorded import rules_of
from arena.league.results import Results, results_of
from arena.league.runner import commitment
from arena.league.schedule import match_number
from arena.league.standings import Ranking, Standing, Standings
from arena.league.store import Store
from arena.match.result import Reason

FAULT_COLUMNS: Mapping[str, tuple[Reason, ...]] = {
    "ille-\ngal": (Reason.ILLEGAL_ACTION,),
    "time-\nout": (Reason.TIMEOUT, Reason.STALL),
    "crash": (Reason.CRASH, Reason.DISCONNECT, Reason.PROTOCOL, Reason.START_FAILED),
}
"""Games lost by a bot's own fault: by column, the reasons counted in it."""

_ENOUGH = 100
"""Deal groups from which on what shared cards save is told: from fewer it is little more than chance."""


def show(store: Store, report: Report) -> None:
    """Prints all there is to say after a run."""
    league, played, complete = report.league, report.played, not report.standings.partial
    _standings(store, report.results, report.times)
    show_faults(store, report.place)
    click.echo()
    if played.matches:
        speed = played.decisions / played.seconds if played.seconds else 0.0
        click.echo(
            f"{count(played.matches, 'game')} in {played.seconds:.1f} s:"
            f" {count(played.decisions, 'decision')}, {number(round(speed))} a second."
        )
    if played.forced:
        click.echo(f"{count(played.forced, 'bot process')} had to be killed.")
    if complete:
        for seed in league.seeds:
            click.echo(f"Seed: {seed.hex()}")
            click.echo(f"its SHA-256: {commitment(seed)}")
        click.echo(f"Digest of all games: {report.digest}")
    if report.place.directory is not None and report.standings.matches:
        key, _ = next(store.matches())
        click.echo(f"A game in words: {report.place.replay(match_number(league.schedule, key))}")
        click.echo(f"In a browser: {command('watch', report.place.directory)}")


def show_standings(
    store: Store, place: Place, *, adjusted: Mapping[tuple[int, ...], Adjusted]
) -> None:
    """Prints the standings of a league as it is now; adjusted, if that is known of its pairings."""
    results = results_of(store, adjusted)
    _standings(store, results, times_of(store))
    for heading, table in luck_tables(results.standings):
        click.echo(f"\n{heading}\n")
        show_table(table)
    show_faults(store, place)


def _standings(store: Store, results: Results, times: Sequence[Times]) -> None:
    standings = results.standings
    played = standings.matches + standings.void
    if standings.partial:
        most = "" if store.league.stop is None else "at most "
        total = played + store.agenda().matches
        click.echo(f"Partial: {number(played)} of {most}{count(total, 'game')} played.\n")
    by_name = {some.name: some for some in times}
    show_table(standings_table(standings, by_name, rules=rules_of(store.league)))
    if not standings.matches:
        return
    if results.teams is None:
        click.echo("\nGames won by the bot on the left, in %:\n")
        show_table(duels_table(standings))
    for heading, table in format_tables(results):
        click.echo(f"\n{heading}\n")
        show_table(table)
    click.echo("\nWhat a bot's processes took:\n")
    show_table(costs_table(standings, by_name))
    for line in restless_lines(times):
        click.echo(line)
    if told := note(results):
        click.echo("\n" + told)
    click.echo("\n" + verdict(standings, results.ranking))
    if told := shared_cards(standings, rules=rules_of(store.league)):
        click.echo(told)


def standings_table(standings: Standings, times: Mapping[str, Times], *, rules: Rules) -> Table:
    """The bots, best first."""
    titles = ("bot", "win\n%", "95 %\ninterval", _things(rules), "rating", "piedras\na game")
    return Table(
        (*titles, "time a\nturn", *FAULT_COLUMNS, "void"),
        tuple(_row(row, times[row.name]) for row in standings.standings),
    )


def duels_table(standings: Standings) -> Table:
    """Who beat whom, best first."""
    names = [row.name for row in standings.standings]
    rows = (
        (name, *map(_duel, cells))
        for name, cells in zip(names, standings.head_to_head, strict=True)
    )
    return Table(("", *names), tuple(rows))


def costs_table(standings: Standings, times: Mapping[str, Times]) -> Table:
    """What was measured of the bots' processes, best bot first."""
    some = [times[row.name] for row in standings.standings]
    rows = (
        (
            each.name,
            "–" if not each.decisions else duration(each.cpu_seconds / each.decisions),
            f"{each.memory / 2**20:.0f} MiB",
        )
        for each in some
    )
    return Table(("bot", "CPU a turn", "most memory"), tuple(rows))


def restless_lines(times: Sequence[Times]) -> Iterator[str]:
    """A line for each bot that works while it is not to move."""
    for some in times:
        if some.restless:
            yield (
                f"{some.name} used {some.idle_cpu_seconds:.0f} s of CPU in"
                f" {some.idle_seconds:.0f} s in which it had nothing to answer."
            )


def verdict(standings: Standings, ranking: Ranking = Ranking.WIN_RATE) -> str:
    """Who is best, and how sure that is."""
    best, *others = standings.standings
    if ranking is Ranking.RATING:
        points = best.rating
        known = f"{points.value:.0f} (95 %: {points.low:.0f}–{points.high:.0f})"
        return f"Best by rating: {best.name} with {known}."
    rate = best.win_rate
    known = f"{percent(rate.value)} % of its games (95 %: {interval(rate)})"
    if others and others[0].rank == best.rank:
        tied = [row.name for row in standings.standings if row.rank == best.rank]
        return f"{', '.join(tied)} are level: each wins {known}."
    ahead = f", ahead of {others[0].name} with {_likely(best.ahead)}" if others else ""
    return f"Best by win rate: {best.name} wins {known}{ahead}."


def shared_cards(standings: Standings, *, rules: Rules) -> str:
    """What it saves to play the same cards in all rooms; nothing if it is not known well."""
    effect = standings.design_effect
    if effect is None or standings.matches < _ENOUGH * rules.teams:
        return ""
    paired, single = (
        matches_to_know(0.01, rate=1 / rules.teams, effect=some) for some in (effect, 1.0)
    )
    return (
        f"Each deal in {rules.teams} rooms: variance {effect:.2f} of that of independent deals;"
        f" ±1 % takes about {_about(paired)} {_things(rules)} a pairing instead of {_about(single)}."
    )


def _things(rules: Rules) -> str:
    return "games" if rules.games_to_win == 1 else "matches"


def _about(value: float) -> str:
    """With two digits that count: 6912.3 is `6,900`."""
    return number(int(float(f"{value:.2g}")))


def _likely(chance: float | None) -> str:
    if chance is None:
        return "no certainty"
    return "over 99.9 % certainty" if chance > 0.999 else f"{percent(chance)} % certainty"


def _row(row: Standing, times: Times) -> tuple[str, ...]:
    rate, each = row.win_rate, times.per_decision
    faults = (sum(row.faults[reason] for reason in some) for some in FAULT_COLUMNS.values())
    return (
        f"{row.rank} {row.name}" + (" (disqualified)" if row.disqualified else ""),
        percent(rate.value) if rate.matches else "–",
        interval(rate) if rate.matches else "–",
        number(rate.matches),
        f"{row.rating.value:.0f}",
        f"{row.piedras_per_game:.1f}",
        "–" if each is None else duration(each),
        *map(number, faults),
        number(row.void),
    )


def _duel(cell: Rate | None) -> str:
    return "–" if cell is None or not cell.matches else percent(cell.value)
