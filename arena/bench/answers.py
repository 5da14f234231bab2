"""Answers that are made beforehand, so that what carries them can be measured without bots."""

from functools import cache
from typing import assert_never

from arena.engine.actions import Action, Discard, Envido, Legal, Signs, Word, every
from arena.protocol.pb import arena_pb2 as pb


@cache
def answers(legal: Legal) -> tuple[bytes, ...]:
    """The serialized `Action`s that are legal, the mildest first, without the boldest."""
    return tuple(_encoded(action) for action in every(legal) if not _bold(legal, action))


def _bold(legal: Legal, action: Action) -> bool:
    """Whether an action would end most games soon."""
    least = 0 if legal.envido is None else legal.envido[0]
    return action is Word.ORDAGO or (isinstance(action, Envido) and action.piedras > least)


def _encoded(action: Action) -> bytes:
    message = pb.Action()
    match action:
        case Word():
            message.call = pb.Call.ValueType(action.code)
        case Envido():
            message.envido = action.piedras
        case Discard():
            message.discard.positions.extend(action.positions)
            message.discard.SetInParent()
        case Signs():
            message.signs.SetInParent()
        case _:
            assert_never(action)
    return message.SerializeToString()
