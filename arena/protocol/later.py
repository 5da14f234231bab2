"""What a later arena of the same protocol may send: fields, events and messages not known today."""

from arena.protocol.pb import arena_pb2 as pb
from arena.protocol.writing import bytes_field

_UNKNOWN = bytes_field(200, b"later")
MESSAGE = _UNKNOWN
"""A serialized `PlayResponse` of a kind that nobody knows."""


def later_turn(turn: bytes) -> bytes:
    """A serialized `Turn` with an unknown event as its last, and an unknown field."""
    rest = pb.Turn.FromString(turn)
    observation = rest.observation.SerializeToString() + bytes_field(10, _UNKNOWN)
    rest.ClearField("observation")
    return rest.SerializeToString() + bytes_field(4, observation) + _UNKNOWN
