"""A league as one file that can be mailed: the pages of the web site, all that they need within."""

import math
from base64 import b64encode
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from hashlib import sha256

from markupsafe import Markup

from arena import __version__
from arena.league.browse import Line
from arena.league.schedule import match_number
from arena.web import pages
from arena.web.charts import history_values
from arena.web.chosen import chosen
from arena.web.drawing import SCRIPTS, STYLES, asset, draw, game_id
from arena.web.game import Game, viewer_values
from arena.web.links import Places
from arena.web.pages import Page
from arena.web.reading import Reader
from arena.web.speech import LANGUAGES, Speech


@dataclass(frozen=True, slots=True)
class _Sheet:
    """A page of the report, drawn in one language; `place` is its address within."""

    language: str
    place: str
    title: str
    text: Markup


def report(
    reader: Reader, *, games: int, when: str, language: str, tell: Callable[[str], None]
) -> str:
    """The report as HTML, with at most so many games; `when` is the time as people write it.

    It opens in `language` and holds both. Says with `tell` what takes long.
    """
    lines = chosen(reader.directory, reader.league, most=games)
    numbers = [match_number(reader.league.schedule, line.key) for line in lines]
    book = _Book(reader, Places(frozenset(numbers)))
    tell(f"replaying {len(numbers)} games")
    whole = [reader.game(number) for number in numbers]
    tell("counting how the bots play")
    book.add_league(lines)
    for game in whole:
        book.add_game(game)
    style = "\n".join(asset(name).decode() for name in STYLES)
    script = "\n".join(asset(name).decode() for name in SCRIPTS)
    values = {
        "when": when,
        "arena_version": __version__,
        "style": Markup(style),  # noqa: S704 - our own files
        "style_sum": _csp_sum(style),
        "script": Markup(script),  # noqa: S704
        "script_sum": _csp_sum(script),
        "tops": book.tops,
        "pages": book.sheets,
        "data": [*book.data, ("history", history_values(reader))],
    }
    return draw("report.html", values, reader=reader, speech=Speech(language), links=book.links)


class _Book:
    """Gathers pages in both languages, and the data of games, each once."""

    def __init__(self, reader: Reader, links: Places) -> None:
        self._reader = reader
        self.links = links
        self.sheets: list[_Sheet] = []
        self.data: list[tuple[str, object]] = []
        self.tops = [
            (name, self._draw("top.html", {"here": ""}, Speech(name))) for name in LANGUAGES
        ]
        for name in LANGUAGES:
            self.data.append((f"words-{name}", pages.table_words(Speech(name))))

    def add_league(self, lines: Sequence[Line]) -> None:
        """The pages of the league, of its bots, and the list of these games."""
        reader = self._reader
        counts = reader.sample().go_on(math.inf)
        self._add("/", lambda speech: _with(pages.league_page(reader, speech), live=False))
        for bot in range(len(reader.names)):
            page = pages.bot_page(reader, bot, counts)
            self._add(f"/bots/{bot + 1}", partial(_same, page))
        self._add("/games", lambda speech: self._games(speech, lines))

    def add_game(self, game: Game) -> None:
        """The pages of a game: as all-seeing, as every seat, and beside the other rooms."""
        reader, place = self._reader, f"/games/{game.number}"
        seats = range(reader.rules.seats)
        views = [game, *(reader.game(game.number, view=seat) for seat in seats)]
        for one in views:
            values = viewer_values(one, reader.names)
            self.data.append((game_id(values), values))
            at = place if one.view is None else f"{place}/{one.view}"
            self._add(at, partial(_game_page, reader, one))
        if len(game.rooms) > 1:
            games = [reader.game(number) for number in game.rooms]
            self._add(
                f"{place}/rooms",
                lambda speech: _with(pages.rooms_page(reader, speech, games), inline=False),
            )

    def _games(self, speech: Speech, lines: Sequence[Line]) -> Page:
        page = pages.games_page(self._reader, speech, lines, more=False)
        total = speech.number(self._reader.league.schedule.matches)
        note = speech("games_in_report", shown=speech.number(len(lines)), total=total)
        return _with(page, note=note)

    def _add(self, place: str, made: Callable[[Speech], Page]) -> None:
        for sheet in self._drawn(place, made):
            self.sheets.append(sheet)

    def _drawn(self, place: str, made: Callable[[Speech], Page]) -> Iterator[_Sheet]:
        for name in LANGUAGES:
            speech = Speech(name)
            page = made(speech)
            text = self._draw(page.template, page.values, speech)
            yield _Sheet(name, place, f"{page.title} · {self._reader.league.name}", text)

    def _draw(self, template: str, values: pages.Values, speech: Speech) -> Markup:
        text = draw(template, values, reader=self._reader, speech=speech, links=self.links)
        return Markup(text)  # noqa: S704 - drawn by our templates, which escape


def _same(page: Page, _: Speech) -> Page:
    return page


def _game_page(reader: Reader, game: Game, speech: Speech) -> Page:
    return _with(pages.game_page(reader, speech, game), inline=False)


def _with(page: Page, **values: object) -> Page:
    """A page with other values: nothing `live`, the data of games not `inline` but elsewhere."""
    return replace(page, values={**page.values, **values})


def _csp_sum(text: str) -> str:
    """What a Content-Security-Policy calls a text by."""
    return "sha256-" + b64encode(sha256(text.encode()).digest()).decode()
