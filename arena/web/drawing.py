"""Pages drawn by templates: whole ones for the server, their inner part for a report."""

import json
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from importlib.resources import files

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from arena.web.game import team_name
from arena.web.links import Links
from arena.web.pages import Page, Values
from arena.web.reading import Reader
from arena.web.speech import LANGUAGES, Speech

STYLES = ("uplot.css", "site.css", "table.css")
SCRIPTS = (
    "uplot.js",
    "cards.js",
    "captions.js",
    "table.js",
    "viewer.js",
    "charts.js",
    "site.js",
)
"""In the order they are read."""


@cache
def asset(name: str) -> bytes:
    """A file of the front end."""
    return files("arena.web").joinpath("assets", name).read_bytes()


@cache
def version(name: str) -> str:
    """What changes when a file of the front end does."""
    return sha256(asset(name)).hexdigest()[:12]


def in_page(values: object) -> Markup:
    """JSON that may stand in a script element: nothing in it ends the element or begins a tag."""
    text = json.dumps(values, ensure_ascii=False, separators=(",", ":"))
    for sign in "<>&":
        text = text.replace(sign, f"\\u{ord(sign):04x}")
    return Markup(text)  # noqa: S704 - no sign of HTML is left in it


def game_id(values: Mapping[str, object]) -> str:
    """The name of a game's data in a report, from what the viewer gets."""
    view = values["view"]
    return f"game-{values['number']}-{'a' if view is None else view}"


@cache
def environment() -> Environment:
    """The templates."""
    made = Environment(
        loader=PackageLoader("arena.web"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters["in_page"] = in_page
    made.filters["game_id"] = game_id
    made.filters["team_name"] = team_name
    made.globals["sprite"] = Markup(asset("cards.svg").decode())  # noqa: S704 - our own file
    made.globals["version"] = version
    made.globals["languages"] = [(name, Speech(name)) for name in LANGUAGES]
    return made


def draw(template: str, values: Values, *, reader: Reader, speech: Speech, links: Links) -> str:
    """A template with values, and what every page knows: the league, a language, addresses."""
    return (
        environment()
        .get_template(template)
        .render(
            league=reader.league,
            names=reader.names,
            rules=reader.rules,
            t=speech,
            to=links,
            **values,
        )
    )


def whole(page: Page, *, reader: Reader, speech: Speech, links: Links, here: str) -> str:
    """A page of the server; `here` is its address, without the language."""
    values = {**page.values, "body": page.template, "page_title": page.title, "here": here}
    frame = {"styles": STYLES, "scripts": SCRIPTS}
    return draw("page.html", {**values, **frame}, reader=reader, speech=speech, links=links)
