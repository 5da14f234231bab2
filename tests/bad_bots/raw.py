"""No bot: speaks gRPC without the SDK for those that say what the SDK never would."""

import os
import socket
from collections.abc import Iterable, Iterator, Sequence
from queue import SimpleQueue
from threading import Event

import grpc

from arena.engine.actions import Discard, Envido, Word, every
from arena.protocol import reading
from arena.protocol.pb import arena_pb2 as pb
from arena.sdk import METHOD


class Line:
    """A stream to the arena. `heard` are the messages that come, until its end."""

    def __init__(self) -> None:
        self._outbox: SimpleQueue[bytes | None] = SimpleQueue()
        channel = grpc.insecure_channel(os.environ["MUS_ARENA_ADDRESS"])
        self._play = channel.stream_stream(
            METHOD, request_serializer=bytes, response_deserializer=pb.PlayResponse.FromString
        )
        self._call = self._play(iter(self._outbox.get, None))
        self.heard: Iterator[pb.PlayResponse] = iter(self._call)

    def say(self, *messages: bytes) -> None:
        """Sends messages, some time soon."""
        for message in messages:
            self._outbox.put(message)

    def close(self) -> None:
        """Says that nothing more will be said."""
        self._outbox.put(None)

    def cancel(self) -> None:
        """Breaks the stream off."""
        self._call.cancel()

    def multiply(self, count: int) -> list[Iterator[pb.PlayResponse]]:
        """More streams, on which nothing is said."""
        return [self._play(iter(())) for _ in range(count)]

    def listen(self) -> None:
        """Hears all until the end, and does nothing about it."""
        for _ in self.turns():
            pass

    def turns(self) -> Iterator[Sequence[pb.Turn]]:
        """The turns of each message, until goodbye and the end of the stream.

        If the arena ends the stream without goodbye, waits for ever.
        """
        over = False
        try:
            for message in self.heard:
                if message.HasField("turns"):
                    yield message.turns.turns
                if message.HasField("goodbye"):
                    over = True
                    self.close()  # Not the end: Python may hang with a call that is still open.
            if over:
                return
        except grpc.RpcError as error:
            print(error, flush=True)  # noqa: T201 - bots print
        Event().wait()


def hello(*, token: str | None = None, name: str = "bad", protocol_version: int = 1) -> bytes:
    """A hello, a good one unless said otherwise."""
    mine = os.environ["MUS_ARENA_TOKEN"] if token is None else token
    said = pb.Hello(token=mine, name=name, protocol_version=protocol_version)
    return pb.PlayRequest(hello=said).SerializeToString()


def decision(
    turn_id: int, *, call: int = 0, envido: int = 0, discard: Iterable[int] | None = None
) -> pb.Decision:
    """An answer to a turn, with what is given as its action."""
    made = pb.Decision(turn_id=turn_id)
    if call:
        made.action.call = pb.Call.ValueType(call)
    if envido:
        made.action.envido = envido
    if discard is not None:
        made.action.discard.positions.extend(discard)
        made.action.discard.SetInParent()
    return made


def decisions(*some: pb.Decision) -> bytes:
    """A message with answers."""
    return pb.PlayRequest(decisions=pb.Decisions(decisions=some)).SerializeToString()


def mild(turn: pb.Turn) -> pb.Decision:
    """A good answer: the mildest."""
    match next(iter(every(reading.legal(turn.legal_actions)))):
        case Word() as word:
            return decision(turn.turn_id, call=word.code)
        case Envido(piedras):
            return decision(turn.turn_id, envido=piedras)
        case Discard(positions):
            return decision(turn.turn_id, discard=positions)
        case other:
            raise AssertionError(f"{other} was not asked for")


def connected() -> socket.socket:
    """A plain connection to the arena's socket."""
    peer = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    peer.connect(os.environ["MUS_ARENA_ADDRESS"].removeprefix("unix:"))
    return peer
