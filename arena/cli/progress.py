"""How far a league is, on stderr: a living line on a terminal, now and then a line elsewhere."""

from collections.abc import Callable, Sequence

import click
import trio
from rich.console import Console
from rich.live import Live
from rich.text import Text

from arena.cli.words import clock, number, percent
from arena.league.runner import State

_QUIET_SECONDS = 2.0
"""What is over sooner needs no progress."""
_REDRAW_SECONDS = 0.25
_LINE_SECONDS = 10.0
_FORESIGHT = 30
"""How many times more games than were played can be foreseen: the first few tell nothing."""


def line(state: State | None, names: Sequence[str]) -> str:
    """`1,234 of 3,000 games (41 %), 49.1 games/s, 0:36 left, odds leads with 70.1 %`."""
    if state is None:
        return "starting the bots"
    share = 100 * state.matches // state.total
    parts = [f"{number(state.matches)} of {number(state.total)} games ({share} %)"]
    if state.fresh and state.seconds > 0:
        speed, missing = state.fresh / state.seconds, state.total - state.matches
        parts.append(f"{speed:.3g} games/s")
        if _FORESIGHT * state.fresh >= missing:
            parts.append(f"{clock(missing / speed)} left")
    rates = [won / met if met else 0.0 for won, met in zip(state.won, state.played, strict=True)]
    if best := max(rates, default=0.0):
        parts.append(f"{names[rates.index(best)]} leads with {percent(best)} %")
    return ", ".join(parts)


class Progress:
    """Shows the latest state it was given, for as long as `show` runs."""

    def __init__(self, names: Sequence[str]) -> None:
        self._names = names
        self._state: State | None = None

    def watch(self, state: State) -> None:
        """Takes a new state."""
        self._state = state

    async def show(self) -> None:
        """Shows how far it is, until it is cancelled."""
        await show(lambda: line(self._state, self._names))


async def show(text: Callable[[], str]) -> None:
    """Shows what a text is again and again, until it is cancelled."""
    await trio.sleep(_QUIET_SECONDS)
    console = Console(stderr=True)
    if console.is_terminal:
        with _living(console) as live:
            while True:
                live.update(Text(text(), no_wrap=True, overflow="ellipsis"), refresh=True)
                await trio.sleep(_REDRAW_SECONDS)
    while True:
        click.echo(text(), err=True)
        await trio.sleep(_LINE_SECONDS)


def _living(console: Console) -> Live:
    return Live(
        console=console,
        auto_refresh=False,
        transient=True,
        redirect_stdout=False,
        redirect_stderr=False,
    )
