"""From the engine to the wire on a bot's side: an action becomes a serialized `Action`."""

from functools import lru_cache
from typing import assert_never

from arena.engine.actions import Discard, Envido, Signs, Word, of_code
from arena.protocol.pb import arena_pb2 as pb


@lru_cache(maxsize=4096)
def action_bytes(code: int) -> bytes:
    """The serialized `Action` of the action with this code."""
    action, message = of_code(code), pb.Action()
    match action:
        case Word():
            message.call = pb.Call.ValueType(action.code)
        case Envido():
            message.envido = action.piedras
        case Discard():
            message.discard.positions.extend(action.positions)
            message.discard.SetInParent()
        case Signs():
            message.signs.signs.extend(pb.Sign.ValueType(sign.value) for sign in action.signs)
            message.signs.SetInParent()
        case _:
            assert_never(action)
    return message.SerializeToString()
