"""Turns that are made beforehand, of games that were played, so that their way can be measured."""

from functools import cache
from itertools import islice

from arena.bench.room import conversation
from arena.protocol.pb import arena_pb2 as pb

EVENTS = range(18, 23)
"""How many events a turn tells of that is chosen: about 20."""
_TABLES = 64


@cache
def turns(count: int) -> tuple[pb.Turn, ...]:
    """Turns of about fifteen small fields and twenty events. There is at least one in a game."""
    messages = map(pb.PlayResponse.FromString, conversation(_TABLES, count, []))
    some = (turn for message in messages for turn in message.turns.turns)
    return tuple(islice((t for t in some if len(t.observation.events) in EVENTS), count))


def bodies(count: int) -> tuple[bytes, ...]:
    """The same, serialized, without their ids."""
    return tuple(map(_body, turns(count)))


def _body(turn: pb.Turn) -> bytes:
    copy = pb.Turn()
    copy.CopyFrom(turn)
    copy.ClearField("turn_id")
    return copy.SerializeToString()
