"""How far a running league is, as server-sent events."""

import json
from collections.abc import AsyncIterator
from dataclasses import asdict, dataclass

import anyio
import anyio.to_thread

from arena.league.progress_file import Going
from arena.web.reading import Reader
from arena.web.speech import Speech

_LOOK_SECONDS = 0.5
_MOST_RACING = 12
_SIGN_OF_LIFE = 20
"""After so many looks at which nothing is new a comment is sent: it finds out who has gone."""


@dataclass(frozen=True, slots=True)
class State:
    """What a page shows of a league that is played. Numbers are texts, but for the bars'.

    `race` are the bots, best first: name, share of games won, the same as a text.
    """

    done: int
    matches: str
    per_second: str
    left: str
    blocks: int
    running: bool
    complete: bool
    race: tuple[tuple[str, float, str], ...] = ()


def state_of(reader: Reader, speech: Speech) -> State:
    """How far the league is now."""
    going, blocks = reader.going(), reader.blocks()
    complete = reader.is_complete()
    if going is None or complete:
        standings = reader.overview().standings
        done = standings.matches + standings.void
        return State(done, speech.number(done), "–", "–", blocks, running=False, complete=complete)
    left = going.seconds_left
    return State(
        done=going.matches,
        matches=speech.number(going.matches),
        per_second=speech.number(going.per_second, 1) if going.fresh else "–",
        left="–" if left is None else speech.clock(left),
        blocks=blocks,
        running=True,
        complete=False,
        race=_race(reader, going, speech),
    )


def _race(reader: Reader, going: Going, speech: Speech) -> tuple[tuple[str, float, str], ...]:
    """The bots that have played, also in blocks that are not complete."""
    played = zip(reader.names, going.won, going.played, strict=True)
    rates = [(name, won / met) for name, won, met in played if met]
    best = sorted(rates, key=lambda one: -one[1])[:_MOST_RACING]
    return tuple((name, round(rate, 4), speech.percent(rate)) for name, rate in best)


async def states(reader: Reader, speech: Speech) -> AsyncIterator[str]:
    """The league's state as events: at once, whenever it is another, and last when it is complete."""
    told: State | None = None
    silent = 0
    while told is None or not told.complete:
        now = await anyio.to_thread.run_sync(state_of, reader, speech)
        if now != told:
            told, silent = now, 0
            yield f"event: state\ndata: {json.dumps(asdict(now))}\n\n"
        elif (silent := silent + 1) % _SIGN_OF_LIFE == 0:
            yield ": still here\n\n"
        await anyio.sleep(_LOOK_SECONDS)
