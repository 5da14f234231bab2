"""The web site over a real socket: what is there, what is not, and what never is."""

import json
import re
from pathlib import Path
from shutil import copytree

import pytest

from arena.league.database import FILE, connect
from arena.league.progress_file import going
from tests.web.site import CARD, Site, serving

PAGES = ("/", "/bots/1", "/bots/3", "/games", "/games/1", "/games/1?view=2", "/games/1/rooms")


@pytest.mark.parametrize("path", PAGES)
def test_pages_are_strict_and_ask_no_other_host(site: Site, path: str) -> None:
    """No inline script or style, no address elsewhere, no text that was left out."""
    answer = site.get(path)
    assert answer.status == 200
    policy = answer.headers["content-security-policy"]
    assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self';")
    assert "unsafe" not in policy
    assert answer.headers["x-content-type-options"] == "nosniff"
    page = answer.text.replace('xmlns="http://www.w3.org/2000/svg"', "")
    assert "://" not in page
    assert not re.search(r"<style|\sstyle=|\son\w+=|<script>", page)
    assert "<i>small" not in page
    assert "&lt;i&gt;small" in page


def test_the_league_page_shows_everything(site: Site) -> None:
    """Bots by rank with intervals, cells that lead to games, faults, pairings, the seed."""
    page = site.page("/")
    assert "Complete: 12 games." in page
    for name in ("cautious", "odds", "says_quiero"):
        assert f">{name}</a>" in page
    assert page.count('class="interval"') == 3
    assert 'href="/games?pairing=1"' in page
    assert "illegal action" in page
    assert "07" * 32 in page
    shown = json.loads(site.page("/standings.json"))
    assert shown["schema"] == "mus-arena/standings/1"
    history = json.loads(site.page("/history.json"))
    assert history["x"][-1] == 12
    assert {bot["name"] for bot in history["bots"]} == {"cautious", "odds", "says_quiero"}


def test_a_bot_page_shows_results_habits_and_faults(site: Site) -> None:
    """Its faults lead to their games and to all that is known of them."""
    page = site.page("/bots/3")
    assert ">cautious</a>" in page
    (number,) = re.findall(r'href="/faults/(\d+)\.json"', page)[:1]
    bundle = json.loads(site.page(f"/faults/{number}.json"))
    assert (bundle["bot"], bundle["reason"]) == ("says_quiero", "illegal_action")
    game = site.page(f"/games/{number}")
    assert "quiero" in game
    assert "Show that turn to a bot again" in game


def test_habits_are_counted_until_all_games_of_the_sample_are(site: Site) -> None:
    """Each time it is asked there are more, and it says from how many of how many."""
    while 'data-complete="no"' in (part := site.page("/bots/2/habits")):
        assert "counting goes on" in part
    assert "From 8 of 8 games." in part
    for text in ("grande", "dejes", "says mus", "Mano", "Postre", "Field"):
        assert text in part


@pytest.mark.parametrize("seat", range(4))
@pytest.mark.parametrize("number", [1, 2])
def test_a_view_of_a_seat_holds_no_card_that_it_did_not_see(
    site: Site, seat: int, number: int
) -> None:
    """Neither in its data nor in the page around it: others' cards are `?` until they are shown."""
    every = site.get(f"/games/{number}").games[0]
    answer = site.get(f"/games/{number}?view={seat}")
    (game,) = answer.games
    assert (game["view"], every["view"]) == (seat, None)
    assert not CARD.search(answer.outside)
    hidden = 0
    hands: list[str] = []
    shown = False
    steps = game["steps"]
    assert isinstance(steps, list)
    for step in steps:
        kinds = {did[0] for did in step["did"]}
        shown = "shown" in kinds or (shown and "deal" not in kinds)
        hands = step.get("hands", hands)
        others = [hand for at, hand in enumerate(hands) if at != seat]
        if not shown:
            assert not CARD.search(" ".join(others))
            hidden += 1
            for did in step["did"]:
                mine = did[1] == seat and did[0] in {"discards", "draws"}
                assert mine or not CARD.search(json.dumps(did))
    assert hidden > 20


def test_the_evidence_of_a_fault_is_kept_from_other_seats(site: Site) -> None:
    """What a bot was shown and answered is told with all cards, or as that bot's seat."""
    bundle = json.loads(site.page("/faults/5.json"))
    for seat in range(4):
        page = site.page(f"/games/5?view={seat}")
        assert "ended by a fault of" in page
        for text in ("Show that turn to a bot again", bundle["detail"], "/faults/5.json"):
            assert (text in page) == (seat == bundle["seat"])


def test_two_rooms_are_side_by_side_from_where_they_part(site: Site) -> None:
    """The same cards, and the first step at which something else was done."""
    answer = site.get("/games/1/rooms")
    first, second = answer.games
    assert (first["number"], second["number"]) == (1, 2)
    (found,) = re.findall(r'data-parting="(\d+)"', answer.text)
    at = int(found)
    one, other = first["steps"], second["steps"]
    assert isinstance(one, list)
    assert isinstance(other, list)
    assert [step["did"] for step in one[:at]] == [step["did"] for step in other[:at]]
    assert one[at]["did"] != other[at]["did"]


def test_lists_of_games_go_on_by_number(site: Site) -> None:
    """All, those of a pairing, those after a game, those with a fault."""
    rows = re.compile(r'href="/games/(\d+)"')
    assert rows.findall(site.page("/games")) == [str(n) for n in range(1, 13)]
    assert rows.findall(site.page("/games?pairing=2")) == ["5", "6", "7", "8"]
    assert rows.findall(site.page("/games?after=10")) == ["11", "12"]
    assert rows.findall(site.page("/games?faults=yes")) == [str(n) for n in range(5, 13)]
    assert site.get("/game?number=7").headers["location"] == "/games/7"


@pytest.mark.parametrize(
    ("path", "told"),
    [
        ("/nothing", "There is no such page."),
        ("/games/13", "This league has the games 1 to 12."),
        ("/games/0", "This league has the games 1 to 12."),
        ("/games/1?view=4", "Seats are 0 to 3."),
        ("/games/1?view=x", "Seats are 0 to 3."),
        ("/games?pairing=9", "There is no such page."),
        ("/bots/4", "There is no such page."),
        ("/faults/1.json", "There is no such page."),
        ("/assets/../app.py", "There is no such page."),
        ("/assets/cards.svg", "There is no such page."),
    ],
)
def test_what_is_not_there_is_told(site: Site, path: str, told: str) -> None:
    """On a page like any other, with 404."""
    answer = site.get(path)
    assert answer.status == 404
    assert told in answer.text


def test_it_only_reads_and_answers_only_to_its_own_names(site: Site) -> None:
    """No other method; another host's name, as in DNS rebinding, is refused."""
    for method in ("POST", "PUT", "DELETE"):
        assert site.get("/", method=method).status == 405
    assert site.get("/", Host="evil.example").status == 400
    assert site.get("/", Host="localhost:1").status == 200


def test_it_speaks_the_language_asked_for_and_keeps_to_it(site: Site) -> None:
    """By the browser, by the address, by the cookie that this leaves."""
    assert '<html lang="es">' in site.page("/", accept_language="es")
    answer = site.get("/games/1?view=1&lang=es")
    assert "Todas las cartas" in answer.text
    assert 'href="/games/1?view=1&amp;lang=en"' in answer.text
    cookie = answer.headers["set-cookie"].split(";")[0]
    assert "Clasificación" in site.page("/", cookie=cookie)


def test_the_live_state_of_a_complete_league_is_told_once(site: Site) -> None:
    """As a server-sent event, after which there is nothing more to wait for."""
    answer = site.get("/live")
    assert answer.headers["content-type"].startswith("text/event-stream")
    kind, data = answer.text.strip().split("\n")
    assert kind == "event: state"
    state = json.loads(data.removeprefix("data: "))
    assert (state["done"], state["complete"], state["running"]) == (12, True, False)


def test_a_run_leaves_how_far_it_was_and_is_not_taken_for_going_on(league: Path) -> None:
    """Its file is in the league's directory; its process has ended."""
    left = json.loads((league / "progress.json").read_text(encoding="utf-8"))
    assert left["total"] == 12
    assert going(league) is None


def test_a_damaged_record_is_told_without_a_trace(league: Path, tmp_path: Path) -> None:
    """On a page, with 500; the other pages are as before."""
    directory = tmp_path / "damaged"
    copytree(league, directory)
    with connect(directory / FILE, write=True) as connection:
        connection.execute("UPDATE records SET record = x'0105' WHERE pairing = 0")
    connection.close()
    with serving(directory) as site:
        answer = site.get("/games/1")
        assert answer.status == 500
        assert "record with an illegal action" in answer.text
        assert "Traceback" not in answer.text
        assert site.get("/").status == 200


def test_partial_standings_say_so_and_games_not_played_are_not_shown(
    league: Path, tmp_path: Path
) -> None:
    """With a block missing: how many games there are, and no cards of those that are not."""
    directory = tmp_path / "partial"
    copytree(league, directory)
    with connect(directory / FILE, write=True) as connection:
        connection.execute("DELETE FROM blocks WHERE pairing = 2")
        connection.execute("DELETE FROM matches WHERE pairing = 2")
    connection.close()
    with serving(directory) as site:
        page = site.page("/")
        assert "Partial: 8 of 12 games played." in page
        assert "The seed is told when the league has ended." in page
        assert "07" * 32 not in page
        answer = site.get("/games/9")
        assert answer.status == 404
        assert "has not been played yet" in answer.text
