"""The pages in a browser: a league that runs, a game stepped by keys, both languages, for everybody."""

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.cli.command import Command, league_file, run
from tests.web.browser import CHROMIUM, hands, needs_chromium, opened, overflow
from tests.web.site import CARD, Site, serving

pytestmark = [pytest.mark.slow, needs_chromium]

PAGES = (
    "/",
    "/bots/3",
    "/games",
    "/games/1#deal=2&step=4",
    "/games/1?view=1",
    "/games/7",
    "/games/1/rooms",
)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One browser for all tests; each page has a context of its own."""
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield found
        found.close()


def ready(page: Page) -> None:
    """Waits until a page's tables, charts and counts are there."""
    for selector in (
        "[data-chart] canvas",
        '[data-later] [data-complete="yes"]',
        "[data-viewer] .seat",
    ):
        if page.locator(selector.split(" ")[0]).count():
            expect(page.locator(selector).first).to_be_visible(timeout=30_000)


def test_numbers_move_while_a_league_is_played(browser: Browser, tmp_path: Path) -> None:
    """Games, speed and time left at once; standings when a block is complete; no reload."""
    bots = ("random", "cautious", "aggressive")
    league_file(tmp_path / "league.toml", *bots, groups=400, block=5)
    playing = Command("league", "run", tmp_path, "--json", cwd=tmp_path)
    playing.until("block")
    with serving(tmp_path) as site, opened(browser, f"{site.url}/") as page:
        expect(page.locator('[data-now="runs"]')).to_have_text("Being played now")
        expect(page.locator('[data-now="runs"]')).to_have_class("on", timeout=20_000)
        page.evaluate("window.stayed = true")
        games = page.locator('[data-now="matches"]')
        verdict = page.locator(".verdict")
        before, partial = games.inner_text(), verdict.inner_text()
        assert "Partial" in partial
        expect(games).not_to_have_text(before, timeout=30_000)
        expect(verdict).not_to_have_text(partial, timeout=30_000)
        assert page.locator('[data-now="left"]').inner_text() != "–"
        playing.process.send_signal(signal.SIGINT)
        playing.end()
        expect(page.locator('[data-now="runs"]')).to_have_text("Nobody is playing it now")
        assert page.evaluate("window.stayed")


def test_a_game_is_stepped_with_the_keyboard(browser: Browser, site: Site) -> None:
    """Steps, deals, lances, both ends; the address says where, and leads there again."""
    with opened(browser, f"{site.url}/games/1") as page:
        ready(page)
        press = page.keyboard.press
        press("ArrowRight")
        press("ArrowRight")
        assert page.url.endswith("#deal=1&step=3")
        press("ArrowLeft")
        assert page.url.endswith("#deal=1&step=2")
        caption = page.locator(".caption").inner_text()
        assert "says" in caption
        assert page.locator(".story [aria-current]").inner_text() == caption
        press("l")
        assert page.locator(".lances [aria-current]").inner_text() in {"Grande", "Talk"}
        press("Shift+ArrowRight")
        assert page.url.endswith("#deal=2&step=1")
        here = hands(page)
        page.goto(f"{site.url}/games/1#deal=2&step=1")
        ready(page)
        assert hands(page) == here
        press("End")
        assert "wins the game" in page.locator(".caption").inner_text()
        press("Home")
        assert page.url.endswith("#deal=1&step=1")
        press(" ")
        expect(page.locator('[data-do="play"]')).to_have_attribute("aria-label", "Pause")
        expect(page).to_have_url(f"{site.url}/games/1#deal=1&step=2", timeout=10_000)


def test_seats_are_switched_and_hidden_cards_are_nowhere(browser: Browser, site: Site) -> None:
    """By a key, at the same place; other seats' cards are not in the page, its data or its drawings."""
    with opened(browser, f"{site.url}/games/1#deal=2&step=3") as page:
        ready(page)
        every = hands(page)
        assert all(name != "hidden card" for cards in every.values() for name in cards)
        page.keyboard.press("2")
        page.wait_for_url("**/games/1?view=2#deal=2&step=3")
        ready(page)
        seen = hands(page)
        for label, cards in seen.items():
            mine = label.endswith("(2)")
            assert cards == (every[label] if mine else ["hidden card"] * 4)
        hidden = [
            name for label, cards in every.items() if not label.endswith("(2)") for name in cards
        ]
        text = page.evaluate("document.querySelector('.tables').outerHTML")
        assert not any(name in text for name in hidden)
        assert not CARD.search(page.locator("main").inner_text())
        page.keyboard.press("a")
        page.wait_for_url("**/games/1#deal=2&step=3")


def test_rooms_are_compared(browser: Browser, site: Site) -> None:
    """Both tables step together; a button leads to where they part."""
    with opened(browser, f"{site.url}/games/1/rooms") as page:
        ready(page)
        assert page.locator(".table").count() == 2
        told = page.locator(".caption")
        assert told.nth(0).inner_text() != ""
        page.locator('[data-do="parting"]').click()
        assert told.nth(0).inner_text() != told.nth(1).inner_text()
        page.keyboard.press("ArrowLeft")
        names = page.evaluate(
            "[...document.querySelectorAll('.table')].map((t) => t.querySelectorAll('.card').length)"
        )
        assert names[0] == names[1] > 0


@pytest.mark.parametrize("path", PAGES)
def test_pages_are_for_everybody(browser: Browser, site: Site, path: str) -> None:
    """No serious finding of axe-core, light or dark; no sideways scrolling at 375 pixels."""
    with opened(browser, site.url + path, scheme="dark", width=375) as page:
        ready(page)
        assert overflow(page) <= 0
        _check(page)
    with opened(browser, site.url + path) as page:
        ready(page)
        _check(page)


def _check(page: Page) -> None:
    found = Axe().run(page).response["violations"]
    serious = [one for one in found if one["impact"] in {"serious", "critical"}]
    assert [(one["id"], [node["html"] for node in one["nodes"]][:3]) for one in serious] == []


def test_language_and_theme_are_a_click_away(browser: Browser, site: Site) -> None:
    """The place in the game is kept; both are remembered."""
    with opened(browser, f"{site.url}/games/1#deal=2&step=3") as page:
        ready(page)
        page.locator('[data-lang="es"]').click()
        page.wait_for_url("**lang=es#deal=2&step=3")
        ready(page)
        expect(page.locator("html")).to_have_attribute("lang", "es")
        assert page.locator(".caption").inner_text().endswith(".")
        light = page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
        page.locator("[data-theme-button]").click()
        page.goto(f"{site.url}/")
        expect(page.locator("html")).to_have_attribute("data-theme", "dark")
        expect(page.locator("h2").first).to_have_text("Clasificación")
        assert page.evaluate("getComputedStyle(document.documentElement).backgroundColor") != light


def test_a_report_works_from_a_file(browser: Browser, league: Path, tmp_path: Path) -> None:
    """League, bots, games stepped by keys and seen as a seat, both languages; nothing is loaded."""
    file = tmp_path / "report.html"
    finished = run("league", "report", league, "-o", file, "--games", "2", cwd=tmp_path)
    assert finished.code == 0, finished.err
    with opened(browser, file.as_uri()) as page:
        ready(page)
        page.get_by_role("link", name="odds").first.click()
        expect(page.locator("h1")).to_have_text("odds")
        page.get_by_role("link", name="Games", exact=True).click()
        page.locator("tbody a").first.click()
        ready(page)
        page.keyboard.press("ArrowRight")
        assert page.url.endswith("?deal=1&step=2")
        page.keyboard.press("1")
        expect(page.locator(".views [aria-current]")).to_contain_text("1")
        assert page.url.endswith("/1?deal=1&step=2")
        assert sum(name == "hidden card" for cards in hands(page).values() for name in cards) == 12
        page.locator('[data-lang="es"]').click()
        expect(page.locator(".views")).to_contain_text("Todas las cartas")
        _check(page)
