"""`mus-arena replay --step`: a game on a terminal, step by step, with the keys."""

import os
import re
import sys
import termios
import tty
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import pairwise

from rich.box import SIMPLE_HEAD
from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from arena.cli.story import Names, tell
from arena.engine.cards import Card, Suit
from arena.engine.events import DealStarted, Event
from arena.engine.rules import Rules
from arena.errors import UsageError
from arena.web.scene import Hand, Scene, scenes, seen

_KEYS = "→ ← step   n p deal   l lance   g G first, last   0–5 a see as a seat, all   q quit"
_NAMED = {
    "\x1b[C": "on",
    " ": "on",
    "\r": "on",
    "\x1b[D": "back",
    "n": "deal on",
    "\x1b[6~": "deal on",
    "p": "deal back",
    "\x1b[5~": "deal back",
    "l": "lance",
    "g": "first",
    "\x1b[H": "first",
    "G": "last",
    "\x1b[F": "last",
    "q": "quit",
    "\x1b": "quit",
    "\x04": "quit",
}
_COLOURS = {
    Suit.OROS: "#8a6100",
    Suit.COPAS: "#a8201a",
    Suit.ESPADAS: "#1d4e89",
    Suit.BASTOS: "#38661c",
}
_HIDDEN = Text(" ▒▒ ", style="#8c2f39 on #e8dcc0")
_KEY = re.compile(r"\x1b\[[0-9;]*[A-Za-z~]|.", re.DOTALL)
_SPOKEN = {"yes": "has it", "no": "has it not", "signs": "passes a sign"}
_STONES = 5


@dataclass(frozen=True, slots=True)
class Showing:
    """A game being looked at: its events, who sees it, and the step that is shown, from 0."""

    names: Names
    rules: Rules
    events: tuple[Event, ...]
    view: int | None
    steps: tuple[Scene, ...]
    at: int = 0

    @property
    def here(self) -> Scene:
        """The step that is shown."""
        return self.steps[self.at]

    @property
    def starts(self) -> list[int]:
        """The steps that begin a deal."""
        return [i for i, scene in enumerate(self.steps) if isinstance(scene.events[0], DealStarted)]


def showing(events: Iterable[Event], names: Names, *, rules: Rules, view: int | None) -> Showing:
    """A game at its first step, as a seat saw it; all cards if `view` is None."""
    every = tuple(events)
    return Showing(names, rules, every, view, tuple(scenes(seen(every, view), rules)))


def pressed(now: Showing, key: str) -> Showing | None:
    """What is shown after a key; None to end."""
    last = len(now.steps) - 1
    starts = now.starts
    match _NAMED.get(key, key):
        case "quit":
            return None
        case "on":
            at = min(now.at + 1, last)
        case "back":
            at = max(now.at - 1, 0)
        case "deal on":
            at = next((start for start in starts if start > now.at), last)
        case "deal back":
            at = next((start for start in reversed(starts) if start < now.at), 0)
        case "lance":
            at = _next_lance(now)
        case "first":
            at = 0
        case "last":
            at = last
        case "a":
            return seen_by(now, None)
        case digit if digit.isdecimal() and int(digit) < now.rules.seats:
            return seen_by(now, int(digit))
        case _:
            at = now.at
    return replace(now, at=at)


def seen_by(now: Showing, view: int | None) -> Showing:
    """The same game as another saw it, in the same deal, as far into it as can be."""
    new = showing(now.events, now.names, rules=now.rules, view=view)
    start, _ = _deal(now)
    first = new.starts[now.starts.index(start)]
    begin, end = _deal(replace(new, at=first))
    return replace(new, at=min(begin + now.at - start, end - 1))


def at_deal(now: Showing, deal: int) -> Showing:
    """The first step of a deal, counted from 1. Raises UsageError if there is none."""
    if deal > len(now.starts):
        raise UsageError(f"--deal {deal}: this game has {len(now.starts)} deals")
    return replace(now, at=now.starts[deal - 1])


def step_through(first: Showing, head: Sequence[str]) -> None:
    """Shows a game on the terminal until it is told to quit. Raises UsageError without one."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise UsageError("--step needs a terminal: leave it out to have the game told in words")
    console = Console(highlight=False)
    now: Showing | None = first
    with _keys_at_once(sys.stdin.fileno()) as keys, console.screen(hide_cursor=True) as screen:
        while now is not None:
            screen.update(drawn(now, head))
            now = pressed(now, next(keys, "q"))


@contextmanager
def _keys_at_once(terminal: int) -> Iterator[Iterator[str]]:
    """The keys as they are pressed, none of them shown or lost; the terminal is put back after."""
    before = termios.tcgetattr(terminal)
    tty.setcbreak(terminal)
    try:
        yield _keys(terminal)
    finally:
        termios.tcsetattr(terminal, termios.TCSADRAIN, before)


def _keys(terminal: int) -> Iterator[str]:
    while text := os.read(terminal, 64).decode(errors="replace"):
        yield from _KEY.findall(text)


def drawn(now: Showing, head: Sequence[str]) -> RenderableType:
    """The table at a step: score, seats, lances, what happened, keys."""
    scene, names = now.here, now.names
    eyes = "all cards" if now.view is None else f"as {names.seat(now.view)} saw it"
    game = f"game {scene.game}, " if now.rules.games_to_win > 1 else ""
    start, end = _deal(now)
    place = f"{game}deal {scene.deal}, step {now.at - start + 1} of {end - start}, {eyes}"
    return Group(
        *(Text(line, style="bold") for line in head),
        Text(place, style="dim"),
        Text(),
        _score(now),
        _seats(now),
        _lances(now),
        Text(),
        _told(now),
        Text(),
        Text(_KEYS, style="dim"),
    )


def _score(now: Showing) -> Table:
    table = Table.grid(padding=(0, 2))
    for name, score in zip(now.names.teams, now.here.score, strict=True):
        amarracos, piedras = divmod(min(score, now.rules.target), _STONES)
        stones = Text("●" * amarracos, style="yellow") + Text("•" * piedras)
        table.add_row(Text(name, style="bold"), Text(f"{score}/{now.rules.target}"), stones)
    return table


def _seats(now: Showing) -> Table:
    scene = now.here
    table = Table(box=SIMPLE_HEAD, padding=(0, 1), pad_edge=False, show_edge=False)
    for title in ("", "seat", "cards", "says"):
        table.add_column(title)
    for seat, (hand, words) in enumerate(zip(scene.hands, scene.words, strict=True)):
        mark = "mano" if scene.mano == seat else ""
        style = "bold" if scene.actor == seat else ""
        said = Text(_SPOKEN.get(words, words.replace("_", " ")), style=style or "dim")
        table.add_row(
            Text(mark, style="yellow"), Text(now.names.seat(seat), style), _hand(hand), said
        )
    return table


def _hand(hand: Hand) -> Text:
    return Text(" ").join(_HIDDEN if card is None else _card(card) for card in hand)


def _card(card: Card) -> Text:
    return Text(f" {card} ", style=f"bold {_COLOURS[card.suit]} on #fffcf3")


def _lances(now: Showing) -> Table:
    table = Table.grid(padding=(0, 2))
    for lance in now.here.lances:
        stake = "órdago" if lance.ordago else f"{lance.stake} at stake" if lance.stake else ""
        ended = "" if lance.outcome is None else lance.outcome.value.replace("_", " ")
        piedras = (lance.counted or 0) + lance.deje
        team = "" if lance.team is None or not piedras else now.names.teams[lance.team]
        won = f"{piedras} to {team}" if team else ""
        table.add_row(Text(lance.lance.value, style="bold"), Text(stake), Text(ended), Text(won))
    return table


def _told(now: Showing) -> Text:
    """The paragraph of the story that this step ends."""
    start, _ = _deal(now)
    events = [event for scene in now.steps[start : now.at + 1] for event in scene.events]
    last = list(tell(events, now.names, rules=now.rules))[-1]
    return Text("\n".join([*([last.label] if last.label else []), *last.lines]))


def _deal(now: Showing) -> tuple[int, int]:
    """Where the deal that is shown begins, and where the next does."""
    starts = [*now.starts, len(now.steps)]
    return next((a, b) for a, b in pairwise(starts) if a <= now.at < b)


def _next_lance(now: Showing) -> int:
    """The next step at which another lance is played, or another deal."""
    here = (now.here.game, now.here.deal, len(now.here.lances))
    for at in range(now.at + 1, len(now.steps)):
        scene = now.steps[at]
        if (scene.game, scene.deal, len(scene.lances)) != here:
            return at
    return len(now.steps) - 1
