"""Messages of the protocol as people read them: what a fault's evidence says."""

from google.protobuf.json_format import MessageToDict

from arena.engine.actions import Legal
from arena.engine.cards import Card
from arena.protocol.pb import arena_pb2 as pb
from arena.protocol.reading import action_of, card, legal


def turn_values(turn: bytes) -> dict[str, object]:
    """A serialized `Turn` as JSON values, names as in the proto."""
    values: dict[str, object] = MessageToDict(
        pb.Turn.FromString(turn), preserving_proto_field_name=True
    )
    return values


def action_text(action: bytes | None) -> str:
    """A serialized `Action` in words; the raw bytes if they are none."""
    if action is None:
        return "no answer"
    try:
        return str(action_of(action))
    except ValueError as error:
        return f"{action!r}, {error}"


def legal_of_turn(turn: bytes) -> Legal:
    """What a serialized `Turn` allows."""
    return legal(pb.Turn.FromString(turn).legal_actions)


def seat_of_turn(turn: bytes) -> int:
    """The seat that a serialized `Turn` asks."""
    return pb.Turn.FromString(turn).observation.seat


def hand_of_turn(turn: bytes) -> tuple[Card, ...]:
    """The cards of the seat that a serialized `Turn` asks."""
    return tuple(map(card, pb.Turn.FromString(turn).observation.hand))


def is_legal(turn: bytes, action: bytes) -> bool:
    """Whether a serialized `Action` is one that a serialized `Turn` allows."""
    try:
        return action_of(action) in legal_of_turn(turn)
    except ValueError:
        return False
