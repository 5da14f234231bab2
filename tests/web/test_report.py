"""A league as one file: everything within, nothing from anywhere."""

import json
import re
from base64 import b64encode
from hashlib import sha256
from pathlib import Path

import pytest

from tests.cli.command import run
from tests.web.site import CARD

ADDRESS = re.compile(r'(?:href|src|action)="([^"]*)"')
DATA = re.compile(r'<script type="application/json" id="game-(\d+)-(\w)">(.*?)</script>', re.DOTALL)


@pytest.fixture(scope="session")
def report(league: Path) -> str:
    """A report with four games, as it is in its file."""
    finished = run("league", "report", league, "-o", league / "r.html", "--games", "4", cwd=league)
    assert finished.code == 0, finished.err
    assert finished.out.startswith(f"{league / 'r.html'}: ")
    return (league / "r.html").read_text(encoding="utf-8")


def test_it_needs_no_other_file_and_no_host(report: str) -> None:
    """Addresses lead to places within; the policy allows its own script and style alone."""
    script, style = (
        re.findall(rf"<{name}>(.*?)</{name}>", report, re.DOTALL) for name in ("script", "style")
    )
    assert (len(script), len(style)) == (1, 1)
    for text in (*script, *style):
        sum_ = b64encode(sha256(text.encode()).digest()).decode()
        assert f"'sha256-{sum_}'" in report
    assert "default-src 'none'" in report
    rest = report.replace(script[0], "").replace(style[0], "")
    addresses = ADDRESS.findall(rest)
    assert addresses
    assert all(address.startswith(("#", "?lang=")) for address in addresses)


def test_every_place_that_a_page_leads_to_is_there_in_both_languages(report: str) -> None:
    """League, bots, the list of games, each game as all-seeing, as every seat, and both rooms."""
    pages = set(re.findall(r'<template data-page="(\w\w):([^"]*)"', report))
    places = {place for _, place in pages}
    assert pages == {(language, place) for language in ("en", "es") for place in places}
    linked = {a.removeprefix("#") for a in ADDRESS.findall(report) if a.startswith("#/")}
    assert linked <= places
    games = {place for place in places if re.fullmatch(r"/games/\d+", place)}
    assert len(games) == 4
    for game in games:
        assert {f"{game}/{view}" for view in (0, 1, 2, 3, "rooms")} <= places


def test_games_with_faults_come_first_and_groups_are_whole(report: str) -> None:
    """Both rooms of a deal group are in it."""
    numbers = sorted({int(number) for number, _, _ in DATA.findall(report)})
    assert len(numbers) == 4
    assert all(n % 2 == 1 and n + 1 in numbers for n in numbers[::2])
    assert any(n > 4 for n in numbers)


def test_the_data_of_a_seat_hold_no_card_of_others_before_they_are_shown(report: str) -> None:
    """Each view is data of its own, made from what the seat saw."""
    for _, view, text in DATA.findall(report):
        if view == "a":
            continue
        hands, shown = [""] * 4, False
        for step in json.loads(text)["steps"]:
            kinds = {did[0] for did in step["did"]}
            shown = "shown" in kinds or (shown and "deal" not in kinds)
            hands = step.get("hands", hands)
            others = " ".join(hand for seat, hand in enumerate(hands) if seat != int(view))
            assert shown or not CARD.search(others)


def test_habits_are_complete(report: str) -> None:
    """A report waits for what a page of the server shows bit by bit."""
    assert "From 8 of 8 games." in report
    assert "De 8 de 8 partidas." in report
    assert 'data-complete="no"' not in report
