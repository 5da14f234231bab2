"""A game stepped through on a terminal."""

import os
import pty
import re
import select
import sys
from pathlib import Path

from rich.console import Console

from arena.cli.stepping import Showing, at_deal, drawn, pressed, showing
from arena.cli.story import Names
from arena.engine.rules import profile
from tests.cli.command import run
from tests.engine.playing import Table

RULES = profile("traditional", mus_corrido=False, signs=False, games_to_win=1)
NAMES = Names(("a", "b", "a", "b"), ("a", "b"), RULES.team)
HANDS = ("R R 4 5", "6 6 S 4", "4 4 7 5", "A A S 6")
CARD = re.compile(r"\b[1-7SCR][oceb]\b")
LANCE = "paso, paso, paso, paso"
LONGEST = 30.0


def shown(*, view: int | None = None) -> Showing:
    """A deal in which all is passed, at its first step."""
    table = Table(RULES, *HANDS).say("no_mus, envido 2, no_quiero, no_quiero")
    for _ in range(3):
        table.say(LANCE)
    return showing(table.events, NAMES, rules=RULES, view=view)


def text(now: Showing | None) -> str:
    """What is on the screen."""
    assert now is not None
    console = Console(width=90)
    with console.capture() as capture:
        console.print(drawn(now, ["a league"]))
    return capture.get()


def after(now: Showing, *keys: str) -> Showing:
    """What is shown after some keys."""
    for key in keys:
        found = pressed(now, key)
        assert found is not None
        now = found
    return now


def test_keys_move_on_and_back() -> None:
    """A step, to the ends, and never beyond them."""
    first = shown()
    last = len(first.steps) - 1
    assert after(first, "\x1b[D").at == 0
    assert after(first, "\x1b[C", " ", "\r").at == 3
    assert after(first, "\x1b[C", "\x1b[D").at == 0
    assert after(first, "G").at == after(first, "G", "\x1b[C").at == after(first, "n").at == last
    assert after(first, "G", "g").at == after(first, "G", "p").at == 0
    assert after(first, "x") == first
    assert pressed(first, "q") is None


def test_a_key_goes_to_the_next_lance() -> None:
    """Grande, chica, pares, punto, and then the end."""
    now = shown()
    found = []
    for _ in range(4):
        now = after(now, "l")
        found.append(now.here.lances[-1].lance.value)
    assert found == ["grande", "chica", "pares", "punto"]


def test_the_screen_tells_table_talk_and_score() -> None:
    """Who is mano, cards, what is said, the stake, who took it, piedras."""
    screen = text(after(shown(), "\x1b[C", "\x1b[C"))
    assert "deal 1, step 3 of " in screen
    assert re.search(r"mano\s+a \(0\)", screen)
    assert len(CARD.findall(screen)) == 16
    assert "envido 2" in screen
    assert "2 at stake" in screen
    assert "a (0) bets 2" in screen
    end = text(after(shown(), "\x1b[C", "\x1b[C", "\x1b[C", "\x1b[C"))
    assert "1 to a" in end
    assert "1/40" in end


def test_as_a_seat_it_shows_no_card_of_others() -> None:
    """From the deal to the count; the other seats and all cards are a key away."""
    now = after(shown(), "l", "2")
    assert len(set(CARD.findall(text(now)))) == 4
    assert "as a (2) saw it" in text(now)
    assert len(CARD.findall(text(after(now, "a")))) == 16
    assert after(now, "a").at == now.at
    assert at_deal(now, 1).at == 0


def test_it_needs_a_terminal(league: Path) -> None:
    """Elsewhere it says so, and 2."""
    finished = run("replay", league, "1", "--step", cwd=league)
    assert (finished.code, finished.out) == (2, "")
    assert finished.err.startswith("error: --step needs a terminal")


def test_on_a_terminal_it_is_stepped_with_real_keys(league: Path) -> None:
    """Right, then as a seat, then the end of it: the screen is given back."""
    child, terminal = pty.fork()
    if child == 0:
        os.environ |= {"TERM": "xterm", "COLUMNS": "90", "LINES": "40"}
        os.execv(
            sys.executable, [sys.executable, "-m", "arena", "replay", str(league), "1", "--step"]
        )
    seen = _until(terminal, "step 1 of")
    os.write(terminal, b"\x1b[C")
    seen += _until(terminal, "step 2 of")
    os.write(terminal, b"3")
    seen += _until(terminal, "saw it")
    os.write(terminal, b"q")
    seen += _until(terminal, "\x1b[?1049l")
    _, status = os.waitpid(child, 0)
    os.close(terminal)
    assert os.waitstatus_to_exitcode(status) == 0
    assert "all cards" in seen


def _until(terminal: int, text: str) -> str:
    """What comes from a terminal, until this does."""
    found = ""
    while text not in found:
        ready, _, _ = select.select([terminal], [], [], LONGEST)
        assert ready, f"{text!r} did not come: {found}"
        found += os.read(terminal, 65536).decode(errors="replace")
    return found
