"""One bot's conversation without any I/O: what it said, what to say to it.

    start --hello--> play --decisions--> play ...

`Session.receive` takes the bytes of one `PlayRequest`. Whatever a bot sends, it
raises nothing but ProtocolError, whose text is for the bot's author.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from google.protobuf.duration_pb2 import Duration
from google.protobuf.message import DecodeError

from arena.engine.rules import Rules
from arena.protocol import lazy
from arena.protocol.clock import TimeControl
from arena.protocol.pb import arena_pb2 as pb
from arena.protocol.writing import bytes_field, rules_message

PROTOCOL_VERSION = 1
MOST_NAME_BYTES = 100
MOST_MESSAGE_BYTES = 4 << 20


class ProtocolError(Exception):
    """A message that breaks the contract in form. The bot is to blame."""


@dataclass(frozen=True, slots=True)
class Hello:
    """What a bot says of itself. `max_tables` 0 is any number."""

    token: str
    name: str
    version: str
    max_tables: int
    signs: bool
    results: bool


class Session:
    """The arena's side of one stream."""

    __slots__ = ("greeted",)

    def __init__(self) -> None:
        self.greeted = False

    def receive(self, data: bytes) -> Hello | lazy.DecisionList:
        """What a message says: a Hello first, then decisions, never none."""
        try:
            request = lazy.Request.FromString(data)
        except DecodeError:
            raise ProtocolError(f"{len(data)} bytes that are no PlayRequest") from None
        kind = request.WhichOneof("message")
        if kind == "decisions":
            if not self.greeted:
                raise ProtocolError("decisions before hello: hello is the first message")
            decisions = request.decisions.decisions
            if not decisions:
                raise ProtocolError("decisions without a decision")
            return decisions
        if kind == "hello":
            return self._hello(request.hello)
        raise ProtocolError("a PlayRequest with nothing set that this version knows")

    def _hello(self, hello: pb.Hello) -> Hello:
        if self.greeted:
            raise ProtocolError("hello twice")
        if hello.protocol_version != PROTOCOL_VERSION:
            raise ProtocolError(
                f"protocol_version {hello.protocol_version}: this arena speaks {PROTOCOL_VERSION}"
            )
        for field, text in (("name", hello.name), ("version", hello.version)):
            if len(text.encode()) > MOST_NAME_BYTES:
                raise ProtocolError(f"{field} is longer than {MOST_NAME_BYTES} bytes")
        self.greeted = True
        return Hello(
            token=hello.token,
            name=hello.name,
            version=hello.version,
            max_tables=hello.max_tables,
            signs=hello.signs,
            results=hello.results,
        )


def welcome(rules: Rules, time: TimeControl, *, seat: int | None) -> bytes:
    """The answer to a hello; `seat` is None if it differs from table to table."""
    message = pb.Welcome(
        rules=rules_message(rules),
        time_control=pb.TimeControl(turn_time=_duration(time.turn), bank=_duration(time.bank)),
        seat=seat,
        team_mates=() if seat is None else rules.mates(seat),
        teams=rules.team,
    )
    return pb.PlayResponse(welcome=message).SerializeToString()


def turns(parts: Iterable[bytes]) -> bytes:
    """A message with turns, from the bytes of its fields `turns`, in order, in any pieces."""
    return bytes_field(2, b"".join(parts))


def fault(turn_id: int, reason: str, detail: str) -> bytes:
    """Tells a bot that an answer was refused. `reason` is that of the proto without its prefix."""
    number = pb.FaultReason.Value(f"FAULT_REASON_{reason}")
    message = pb.Fault(turn_id=turn_id, reason=number, detail=detail[:1000])
    return pb.PlayResponse(fault=message).SerializeToString()


def notices(parts: Iterable[bytes]) -> bytes:
    """A message with notices, from the bytes of its fields `notices`, in order."""
    return bytes_field(4, b"".join(parts))


def forfeit(table_id: int, reason: str, team: int | None) -> bytes:
    """A serialized `Notice` of a match that was not decided by play; None: nobody's fault."""
    number = pb.FaultReason.Value(f"FAULT_REASON_{reason}")
    message = pb.Forfeit(reason=number)
    if team is not None:
        message.team = team
    return pb.Notice(table_id=table_id, forfeit=message).SerializeToString()


def goodbye(reason: str, detail: str) -> bytes:
    """The last message. `reason` is that of the proto without its prefix."""
    number = pb.GoodbyeReason.Value(f"GOODBYE_REASON_{reason}")
    message = pb.Goodbye(reason=number, detail=detail)
    return pb.PlayResponse(goodbye=message).SerializeToString()


def _duration(seconds: float) -> Duration:
    duration = Duration()
    duration.FromNanoseconds(round(seconds * 1e9))
    return duration
