"""Pages in a real browser, Debian's Chromium, and what went wrong in them."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, Request

CHROMIUM = shutil.which("chromium")
needs_chromium = pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed")


@contextmanager
def opened(
    browser: Browser, url: str, *, width: int = 1280, scheme: Literal["light", "dark"] = "light"
) -> Iterator[Page]:
    """A page of its own; at its end nothing may have failed in it, and no other host was asked."""
    problems: list[str] = []
    host = "/".join(url.split("/")[:3])
    context = browser.new_context(viewport={"width": width, "height": 800}, color_scheme=scheme)
    page = context.new_page()

    def asked(request: Request) -> None:
        if not request.url.startswith(host):
            problems.append(f"asked {request.url}")

    def said(message: ConsoleMessage) -> None:
        if message.type == "error":
            problems.append(message.text)

    page.on("request", asked)
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on("console", said)
    page.goto(url)
    yield page
    context.close()
    assert problems == []


def overflow(page: Page) -> int:
    """By how many pixels a page is wider than its window."""
    found = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
    assert isinstance(found, int)
    return found


def hands(page: Page) -> dict[str, list[str]]:
    """What a screen reader says of the cards of each seat."""
    found = page.evaluate(
        """() => Object.fromEntries([...document.querySelectorAll(".seat")].map((seat) => [
            seat.getAttribute("aria-label"),
            [...seat.querySelectorAll(".card")].map((card) => card.getAttribute("aria-label")),
        ]))"""
    )
    assert isinstance(found, dict)
    return found
