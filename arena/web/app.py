"""The web site of a league: its addresses, and what every answer of it carries. It only reads."""

from collections.abc import Callable, Mapping
from http import HTTPStatus
from urllib.parse import urlencode

from starlette.applications import Starlette
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import (
    HTMLResponse,
    JSONResponse,
    RedirectResponse,
    Response,
    StreamingResponse,
)
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from arena.errors import StoreError
from arena.league.schedule import match_key
from arena.league.standings_json import to_json
from arena.web import pages
from arena.web.charts import history_values
from arena.web.drawing import SCRIPTS, STYLES, asset, draw, whole
from arena.web.links import Paths
from arena.web.live import states
from arena.web.pages import Page
from arena.web.reading import Reader
from arena.web.speech import LANGUAGES, Speech, wanted

_COOKIE = "lang"
_COUNTING_SECONDS = 0.4
_TYPES = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
_ASSETS = (*STYLES, *SCRIPTS, "icon.svg")
_HEADERS: Mapping[str, str] = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self';"
        " connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}

_LINKS = Paths()


def app(reader: Reader, *, hosts: list[str]) -> Starlette:
    """The application; `hosts` are the names it answers to, `*` for any."""
    site = _Site(reader)
    routes = [
        Route("/", site.league),
        Route("/bots/{bot:int}", site.bot),
        Route("/bots/{bot:int}/habits", site.habits),
        Route("/games", site.games),
        Route("/game", site.jump),
        Route("/games/{number:int}", site.game),
        Route("/games/{number:int}/rooms", site.rooms),
        Route("/faults/{number:int}.json", site.fault),
        Route("/standings.json", site.standings),
        Route("/history.json", site.history),
        Route("/live", site.live),
        Route("/assets/{name}", _asset),
    ]
    return Starlette(
        routes=routes,
        middleware=[
            Middleware(_Headers),
            Middleware(TrustedHostMiddleware, allowed_hosts=hosts, www_redirect=False),
        ],
        exception_handlers={HTTPException: site.refused, StoreError: site.refused},
    )


class _Headers:
    """Adds the same headers to every answer."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_more(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.update(_HEADERS)
                headers.setdefault("Cache-Control", "no-store")
            await send(message)

        await self._app(scope, receive, send_more)


class _Site:
    """The pages of one league. Answers are made in threads: they read files and count."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader

    def league(self, request: Request) -> Response:
        return self._page(request, lambda speech: pages.league_page(self._reader, speech))

    def bot(self, request: Request) -> Response:
        bot = self._bot(request)
        return self._page(request, lambda _: pages.bot_page(self._reader, bot, None))

    def habits(self, request: Request) -> Response:
        """A part of a bot's page: what was counted so far, and a little more each time."""
        bot = self._bot(request)
        counts = self._reader.sample().go_on(_COUNTING_SECONDS)
        values = pages.habits_values(self._reader, bot, counts)
        speech = _speech(request)
        return HTMLResponse(
            draw("habits.html", values, reader=self._reader, speech=speech, links=_LINKS)
        )

    def games(self, request: Request) -> Response:
        asked = request.query_params
        of, after = _number(asked.get("pairing")), _number(asked.get("after"))
        faulty = asked.get("faults") == "yes"
        index = None if of is None else of - 1
        try:
            if index is not None:
                self._reader.bots_of(index)
            key = None if after is None else match_key(self._reader.league.schedule, after)
        except IndexError:
            raise HTTPException(404) from None
        lines = self._reader.lines(of=index, after=key, faulty=faulty)
        return self._page(
            request,
            lambda speech: pages.games_page(self._reader, speech, lines, of=index, faulty=faulty),
        )

    def jump(self, request: Request) -> Response:
        """From the number somebody typed to the game."""
        number = _number(request.query_params.get("number")) or 0
        return RedirectResponse(f"/games/{number}", 303)

    def game(self, request: Request) -> Response:
        number = self._game(request)
        seats = self._reader.rules.seats
        asked = request.query_params.get("view")
        view = _number(asked)
        if asked is not None and (view is None or view >= seats):
            raise HTTPException(404, _speech(request)("no_such_seat", last=seats - 1))
        game = self._reader.game(number, view=view)
        return self._page(request, lambda speech: pages.game_page(self._reader, speech, game))

    def rooms(self, request: Request) -> Response:
        game = self._reader.game(self._game(request))
        games = [game if n == game.number else self._reader.game(n) for n in game.rooms]
        if len(games) == 1:
            return RedirectResponse(f"/games/{game.number}", 303)
        return self._page(request, lambda speech: pages.rooms_page(self._reader, speech, games))

    def fault(self, request: Request) -> Response:
        values = self._reader.bundle(request.path_params["number"])
        if values is None:
            raise HTTPException(404)
        return JSONResponse(values)

    def standings(self, request: Request) -> Response:
        return JSONResponse(to_json(self._reader.overview().standings))

    def history(self, request: Request) -> Response:
        return JSONResponse(history_values(self._reader))

    async def live(self, request: Request) -> Response:
        events = states(self._reader, _speech(request))
        return StreamingResponse(events, media_type="text/event-stream")

    def refused(self, request: Request, error: Exception) -> Response:
        """What is not there, or can't be read, told on a page."""
        speech = _speech(request)
        title, message = speech("not_found"), speech("no_such_page")
        status = HTTPStatus.INTERNAL_SERVER_ERROR
        if isinstance(error, HTTPException):
            status = HTTPStatus(error.status_code)
            message = error.detail if error.detail != status.phrase else message
        elif isinstance(error, StoreError):
            title, message = speech("not_read"), str(error)
        page = Page("message.html", title, {"title": title, "message": message})
        return self._page(request, lambda _: page, status=status)

    def _page(
        self, request: Request, made: Callable[[Speech], Page], *, status: int = 200
    ) -> Response:
        speech = _speech(request)
        asked = [(k, v) for k, v in request.query_params.multi_items() if k != _COOKIE]
        here = request.url.path + (f"?{urlencode(asked)}" if asked else "")
        text = whole(made(speech), reader=self._reader, speech=speech, links=_LINKS, here=here)
        answer = HTMLResponse(text, status)
        if request.query_params.get(_COOKIE) in LANGUAGES:
            answer.set_cookie(_COOKIE, speech.language, samesite="strict", httponly=True)
        return answer

    def _bot(self, request: Request) -> int:
        number: int = request.path_params["bot"]
        if not 1 <= number <= len(self._reader.names):
            raise HTTPException(404)
        return number - 1

    def _game(self, request: Request) -> int:
        """The number of a game that was played."""
        number: int = request.path_params["number"]
        speech, schedule = _speech(request), self._reader.league.schedule
        try:
            played = self._reader.is_played(number)
        except IndexError:
            last = speech.number(schedule.matches)
            raise HTTPException(404, speech("no_such_game", last=last)) from None
        if not played:
            raise HTTPException(404, speech("not_yet", number=speech.number(number)))
        return number


async def _asset(request: Request) -> Response:
    name: str = request.path_params["name"]
    if name not in _ASSETS:
        raise HTTPException(404)
    # Addresses of files change with what is in them, but for that of the icon.
    kept = "no-cache" if name == "icon.svg" else "max-age=31536000, immutable"
    kind = _TYPES["." + name.rpartition(".")[2]]
    return Response(asset(name), media_type=kind, headers={"Cache-Control": kept})


def _speech(request: Request) -> Speech:
    """The language asked for: just now, before, or by the browser."""
    for asked in (request.query_params.get(_COOKIE), request.cookies.get(_COOKIE)):
        if asked in LANGUAGES:
            return Speech(asked)
    return Speech(wanted(request.headers.get("accept-language", "")))


def _number(text: str | None) -> int | None:
    """A whole number, None for anything else."""
    return int(text) if text is not None and text.isdecimal() and len(text) < 18 else None
