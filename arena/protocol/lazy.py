"""The messages of the hot path with their inner messages left as bytes until somebody reads them.

On the wire a message inside a message and a bytes field are the same. So these
classes are made from the generated descriptor with the fields of `LEFT` turned
into bytes: they read and write exactly what the generated ones do, at a third
of the cost, and the bytes are keys under which `arena.protocol.reading` keeps
what they stand for.
"""

from collections.abc import Iterator, Sequence
from typing import Protocol, Self, cast

from google.protobuf.descriptor_pb2 import FieldDescriptorProto, FileDescriptorProto
from google.protobuf.descriptor_pool import DescriptorPool
from google.protobuf.duration_pb2 import DESCRIPTOR as DURATION
from google.protobuf.message_factory import GetMessageClass

from arena.protocol.pb import arena_pb2 as pb

LEFT = frozenset(
    {
        ("Turn", "legal_actions"),
        ("Observation", "hand"),
        ("Observation", "events"),
        ("Decision", "action"),
    }
)
"""Message and field of what is left as bytes."""


class Observation(Protocol):
    """`pb.Observation` with cards and events as bytes."""

    seat: int
    mano: int
    hand: Sequence[bytes]
    score: Sequence[int]
    wins: Sequence[int]
    game: int
    deal: int
    lance: int
    stake: int
    events: Sequence[bytes]


class Turn(Protocol):
    """`pb.Turn` with the legal actions as bytes."""

    turn_id: int
    table_id: int
    ask: int
    observation: Observation
    legal_actions: bytes
    random: int
    time_left_ms: int
    bank_left_ms: int


class Turns(Protocol):
    """`pb.Turns`."""

    turns: Sequence[Turn]


class PlayResponse(Protocol):
    """`pb.PlayResponse`."""

    turns: Turns
    welcome: pb.Welcome
    fault: pb.Fault
    notices: pb.Notices
    goodbye: pb.Goodbye

    @classmethod
    def FromString(cls, data: bytes, /) -> Self: ...  # noqa: N802

    def WhichOneof(self, name: str, /) -> str | None: ...  # noqa: N802


class Decision(Protocol):
    """`pb.Decision` with the action as bytes."""

    turn_id: int
    action: bytes


class DecisionList(Protocol):
    """A repeated field of decisions."""

    def __iter__(self) -> Iterator[Decision]: ...

    def __len__(self) -> int: ...

    def add(self, *, turn_id: int = 0, action: bytes = b"") -> Decision: ...


class Decisions(Protocol):
    """`pb.Decisions`."""

    @property
    def decisions(self) -> DecisionList: ...


class PlayRequest(Protocol):
    """`pb.PlayRequest`."""

    hello: pb.Hello

    @property
    def decisions(self) -> Decisions: ...

    @classmethod
    def FromString(cls, data: bytes, /) -> Self: ...  # noqa: N802

    def SerializeToString(self) -> bytes: ...  # noqa: N802

    def WhichOneof(self, name: str, /) -> str | None: ...  # noqa: N802


def _file() -> FileDescriptorProto:
    """The generated file under another package, with the fields of LEFT as bytes."""
    file, package = FileDescriptorProto(), pb.DESCRIPTOR.package
    pb.DESCRIPTOR.CopyToProto(file)
    file.package = f"{package}.lazy"
    del file.service[:]
    for message in file.message_type:
        for field in message.field:
            if (message.name, field.name) in LEFT:
                field.type = FieldDescriptorProto.TYPE_BYTES
                field.ClearField("type_name")
            elif field.type_name:
                field.type_name = field.type_name.replace(f".{package}.", f".{package}.lazy.")
    return file


def _duration() -> FileDescriptorProto:
    file = FileDescriptorProto()
    DURATION.CopyToProto(file)
    return file


_pool = DescriptorPool()
_pool.Add(_duration())
_pool.Add(_file())


def _message_class(name: str) -> type[object]:
    return GetMessageClass(_pool.FindMessageTypeByName(f"{pb.DESCRIPTOR.package}.lazy.{name}"))


Response = cast("type[PlayResponse]", _message_class("PlayResponse"))
"""Reads what the arena says."""
Request = cast("type[PlayRequest]", _message_class("PlayRequest"))
"""Reads and writes what a bot says."""
