"""Every page as a template and its values, the same for the server and for a report."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from arena.engine.rules import Rules
from arena.league.browse import Line
from arena.league.runner import commitment
from arena.league.tally import Tally
from arena.web import tables
from arena.web.game import Game, parting, viewer_values
from arena.web.reading import PAGE, Overview, Reader
from arena.web.sample import Counts
from arena.web.speech import Speech

_MOST_PAIRINGS = 200
_MOST_CELLS = 40
MOST_RATED = 8
"""Bots in the chart of ratings, the best ones: more lines can't be told apart."""

Values = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Page:
    """A page before it is drawn: the template of what is in it, its title, and its values."""

    template: str
    title: str
    values: Values


def league_page(reader: Reader, speech: Speech) -> Page:
    """Standings, who beat whom, ratings over time, faults, pairings."""
    now, league = reader.overview(), reader.league
    order = [reader.names.index(row.name) for row in now.standings.standings]
    begun = [(index, reader.bots_of(index)) for index in sorted(now.groups)]
    played = now.standings.matches + now.standings.void
    return Page(
        "league.html",
        league.name,
        {
            "now": now,
            "live": True,
            "going": reader.going(),
            "played": played,
            "order": order,
            "cells": min(len(order), _MOST_CELLS),
            "pairings": begun[:_MOST_PAIRINGS],
            "begun": len(begun),
            "meetings": _meetings(reader, now),
            "results": _results(now),
            "rules_line": rules_line(reader.rules, speech),
            "faulty": [row for row in now.standings.standings if sum(row.faults.values())],
            "commitment": commitment(league.seed),
            "seed": None if now.partial else league.seed.hex(),
            "fault_counts": tables.fault_counts,
            "heat": tables.heat,
        },
    )


def bot_page(reader: Reader, bot: int, counts: Counts | None) -> Page:
    """One bot: results, habits and faults. Without counts the page asks for them later."""
    now = reader.overview()
    names = [row.name for row in now.standings.standings]
    at = names.index(reader.names[bot])
    bundles = list(reader.bundles(bot))
    return Page(
        "bot.html",
        reader.names[bot],
        {
            "bot": bot,
            "row": now.standings.standings[at],
            "duels": list(zip(names, now.standings.head_to_head[at], strict=True)),
            "costs": now.costs[bot],
            "bundles": bundles[:PAGE],
            "fault_counts": tables.fault_counts,
            "meetings": _meetings(reader, now),
            **({} if counts is None else habits_values(reader, bot, counts)),
            "counts": counts,
        },
    )


def habits_values(reader: Reader, bot: int, counts: Counts) -> Values:
    """How a bot plays, for its part of the page."""
    now = reader.overview()
    row = next(r for r in now.standings.standings if r.name == reader.names[bot])
    return {
        "bot": bot,
        "counts": counts,
        "counted": counts.games[bot],
        "of": row.win_rate.matches + row.void,
        "lances": list(tables.lance_rows(bot, counts.habits)),
        "habits": list(tables.habit_rows(bot, counts.habits, seats=reader.rules.seats)),
        "deals": counts.habits[bot]["deals", ""],
        "has_ordago": reader.rules.ordago,
        "seats": reader.rules.seats,
    }


def games_page(
    reader: Reader,
    speech: Speech,
    lines: Sequence[Line],
    *,
    of: int | None = None,
    faulty: bool = False,
    more: bool = True,
) -> Page:
    """A list of games, those of a pairing or those with a fault among them."""
    title = speech("games_with_faults") if faulty else speech("all_games")
    bots: tuple[int, ...] = ()
    if of is not None:
        bots = reader.bots_of(of)
        title = " – ".join(reader.names[bot] for bot in bots)
    numbered = list(tables.numbered(reader.league.schedule, lines))
    values = {
        "title": title,
        "games": numbered,
        "pairing": of,
        "bots": bots,
        "faulty": faulty,
        "after": numbered[-1][0] if more and len(numbered) == PAGE else None,
        "note": None,
    }
    return Page("games.html", title, values)


def game_page(reader: Reader, speech: Speech, game: Game) -> Page:
    """A game at the table, as one pair of eyes saw it."""
    bundle = reader.bundle(game.number) if game.fault_is_told else None
    return Page(
        "game.html",
        speech("game_number", number=game.number),
        {
            "game": game,
            "games": [viewer_values(game, reader.names)],
            "parting": None,
            "bundle": bundle,
            "words": table_words(speech),
            "inline": True,
        },
    )


def rooms_page(reader: Reader, speech: Speech, games: Sequence[Game]) -> Page:
    """The games with the same cards side by side, all cards seen."""
    return Page(
        "game.html",
        speech("game_number", number=" – ".join(str(game.number) for game in games)),
        {
            "game": games[0],
            "games": [viewer_values(game, reader.names) for game in games],
            "parting": parting(games[0], games[1]),
            "bundle": None,
            "words": table_words(speech),
            "inline": True,
        },
    )


_TABLE_WORDS = (
    *("w_", "s_", "kind_", "outcome_", "number_", "suit_", "card_name", "hidden_card"),
    *("grande", "chica", "pares", "juego", "punto", "talk", "count", "deal", "step", "play"),
    *("pause", "mano_badge", "at_stake", "rooms_part", "the_open_room"),
    *("the_closed_room", "game_number"),
)


def table_words(speech: Speech) -> Mapping[str, str]:
    """The texts that the viewer of games needs."""
    return speech.starting(*_TABLE_WORDS)


def rules_line(rules: Rules, speech: Speech) -> str:
    """The rules at a glance."""
    line = speech(
        "rules_line",
        format=speech(rules.format.value),
        kings=rules.kings,
        target=rules.target,
    )
    more = speech("best_of", games=rules.games_to_win) if rules.games_to_win > 1 else ""
    return line + more


def _meetings(reader: Reader, now: Overview) -> Mapping[tuple[int, ...], int]:
    """The pairing that any two bots, in either order, play alone against each other, if begun."""
    by_bots = {reader.bots_of(index): index for index in now.groups}
    return by_bots | {bots[::-1]: index for bots, index in by_bots.items() if len(bots) == 2}


def _results(now: Overview) -> Mapping[tuple[int, ...], tuple[int, ...]]:
    """Matches won by each side of each pairing."""
    return {tally.bots: tuple(map(sum, zip(*_won(tally), strict=True))) for tally in now.tallies}


def _won(tally: Tally) -> Iterator[tuple[int, ...]]:
    return (tuple(one * groups for one in won) for won, groups in tally.outcomes.items())
