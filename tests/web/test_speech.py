"""Two languages that say the same."""

import re
from importlib.resources import files

import pytest

from arena.match.result import Reason
from arena.web.speech import LANGUAGES, Speech, wanted

PLACES = re.compile(r"\{(\w+)\}")


def test_every_text_has_the_same_places_in_both_languages() -> None:
    """What is filled in does not depend on the language."""
    texts = [Speech(name).starting("") for name in LANGUAGES]
    assert texts[0].keys() == texts[1].keys()
    for key, text in texts[0].items():
        assert sorted(PLACES.findall(text)) == sorted(PLACES.findall(texts[1][key])), key


def test_every_text_that_a_page_asks_for_is_there() -> None:
    """Keys in templates; those put together from a reason; and none is there for nothing."""
    folder = files("arena.web")
    sources = [p for name in ("templates", "assets", ".") for p in folder.joinpath(name).iterdir()]
    text = "".join(
        p.read_text(encoding="utf-8") for p in sources if p.name.endswith((".html", ".js", ".py"))
    )
    keys = Speech("en").starting("").keys()
    asked = set(re.findall(r'\bt\("(\w+)"[,)]', text))
    assert asked <= keys
    assert {f"reason_{reason.value}" for reason in Reason} <= keys
    built = ("w_", "s_", "kind_", "outcome_", "reason_", "number_", "suit_", "one_", "many_")
    lances = {"grande", "chica", "pares", "juego", "punto", "pairs", "trios", "individual"}
    unused = {k for k in keys if not k.startswith(built) and k not in lances}
    assert {key for key in unused if not re.search(rf"\b{key}\b", text)} == set()


def test_numbers_are_written_as_each_language_does() -> None:
    """Commas and points change places."""
    assert Speech("en").number(1234567.25, 1) == "1,234,567.2"
    assert Speech("es").number(1234567.25, 1) == "1.234.567,2"
    assert Speech("es").percent(0.6712) == "67,1"
    assert [Speech("en").clock(s) for s in (7, 750, 11100)] == ["0:07", "12:30", "3:05:00"]
    assert Speech("en").short_time(0.00125) == "1.25 ms"
    assert Speech("es").short_time(0.000042) == "42,0 µs"


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        ("", "en"),
        ("es-MX,es;q=0.9,en;q=0.8", "es"),
        ("de,en;q=0.5,es;q=0.7", "es"),
        ("fr", "en"),
        ("en-GB", "en"),
        (";q=,es;q=x", "es"),
    ],
)
def test_a_browser_gets_the_language_it_wants_most(accepted: str, language: str) -> None:
    """Of ours; English if it wants neither."""
    assert wanted(accepted) == language
