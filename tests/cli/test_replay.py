"""A game told in words, from above and from one seat."""

import re
from collections import defaultdict
from pathlib import Path

import pytest

from tests.cli.command import run

SEATS = ("cautious (0)", "odds (1)", "cautious (2)", "odds (3)")
CARD = re.compile(r"\b[1-7SCR][oceb]\b")


def told(league: Path, *words: str) -> str:
    """A game of the league in words."""
    finished = run("replay", league, *words, cwd=league)
    assert (finished.code, finished.err) == (0, "")
    return finished.out


def paragraphs(text: str) -> dict[str, list[str]]:
    """The lines under each label, in all deals."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    label = ""
    for line in text.splitlines():
        if line.startswith("  "):
            label = line[2:12].strip() or label
            found[label].append(line[12:])
    return found


def test_a_game_is_told_whole(league: Path) -> None:
    """Bots at seats, hands, talk, lances, hands shown, count, score and who won."""
    text = told(league, "1")
    assert "cautious against odds, deal group 1, open room" in text
    assert ", ".join(SEATS) in text
    found = paragraphs(text)
    for label in ("Cards", "Talk", "Grande", "Chica", "Shown", "Count", "Score"):
        assert found[label], label
    assert {line.split("  ")[0] for line in found["Cards"]} == set(SEATS)
    assert re.search(r"(cautious|odds) wins the game\.", text)


def test_rooms_have_the_same_cards_and_other_bots(league: Path) -> None:
    """Games 1 and 2 are one deal group: the first hands are equal seat by seat."""
    hands = [
        [CARD.findall(line) for line in paragraphs(told(league, game, "--deal", "1"))["Cards"]]
        for game in ("1", "2")
    ]
    assert hands[0] == hands[1]
    assert "odds (0), cautious (1)" in told(league, "2")


@pytest.mark.parametrize("seat", range(4))
def test_a_seat_sees_no_card_of_others_until_they_are_shown(league: Path, seat: int) -> None:
    """Its own hand, discards and draws; of others how many cards; all hands when shown."""
    for game in ("1", "3"):
        text = told(league, game, "--seat", str(seat))
        found = paragraphs(text)
        assert {line.split("  ")[0] for line in found["Cards"]} == {SEATS[seat]}
        for label, lines in found.items():
            if label not in {"Cards", "Discards", "Draws", "Shown"}:
                assert not CARD.search(" ".join(lines)), label
        for line in found["Discards"] + found["Draws"]:
            assert bool(CARD.search(line)) == line.startswith(SEATS[seat])
        assert {line.split("  ")[0] for line in found["Shown"]} == set(SEATS)
        assert f"As {SEATS[seat]} saw it." in text


def test_one_deal_can_be_told_alone(league: Path) -> None:
    """The deal asked for, and no other."""
    text = told(league, "1", "--deal", "2")
    assert re.findall(r"^Deal (\d+):", text, re.MULTILINE) == ["2"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("5",), "error: game 5: this league has the games 1 to 4"),
        (("1", "--seat", "4"), "error: --seat 4: seats are 0 to 3"),
        (("1", "--deal", "999"), "error: --deal 999: game 1 has "),
    ],
)
def test_what_is_not_there_is_told_and_2(
    league: Path, words: tuple[str, ...], message: str
) -> None:
    """A game, a seat or a deal that does not exist is a mistake of who asks."""
    finished = run("replay", league, *words, cwd=league)
    assert (finished.code, finished.out) == (2, "")
    assert finished.err.startswith(message)
