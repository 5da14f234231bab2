"""Games drawn for a seat at a table, and what a seat sees."""

from collections.abc import Iterable, Iterator
from itertools import islice
from random import Random

from arena.engine.actions import Reshuffle
from arena.engine.events import Event
from arena.engine.game import Game
from arena.engine.rules import profile
from arena.engine.search import Knowledge, samples
from tests.engine.playing import Table


def seen_by(seat: int, events: Iterable[Event]) -> list[Event]:
    """What a seat sees of events."""
    return [event for event in (event.seen_by(seat) for event in events) if event is not None]


def worlds(table: Table, seat: int, count: int, seed: int = 1) -> Iterator[Game]:
    """Games that a seat at the table may be in."""
    knowledge = Knowledge.from_events(table.game.rules, seat, seen_by(seat, table.events))
    return islice(samples(knowledge, Random(seed).getrandbits), count)


def ran_out() -> Table:
    """Trios in which the last seat is served from a new stock of the others' 15 discards."""
    hands = ("R R R R", "C C C C", "S S S S", "7 7 7 7", "6 6 6 6", "5 5 5 5")
    table = Table(profile("app", format="trios", draws="stock"), *hands)
    table.say("mus, mus, mus, mus, mus, mus")
    for seat in range(6):
        table.say("discard " + " ".join(map(str, table.deal.hands[seat][:3])))
    return table.chance(Reshuffle(tuple(table.game.to_shuffle())))
