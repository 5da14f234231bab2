"""Plays mildly over plain gRPC, and breaks one promise, which its argument names.

`version`, `token`, `hello_twice`: a wrong hello. `empty`: a message of no decisions. `twice`: each
answer two times. `half`: only the first turn of each message is answered. `sulks`: waits for a
table that has ended. `strict`: ends at what it does not know. `slow`: takes its time. `bad_exit`:
ends with 3. `moody`: never plays the same again, which is no fault.
"""

import os
import sys
from collections.abc import Iterator
from queue import SimpleQueue
from random import SystemRandom
from time import sleep

import grpc

from arena.engine.actions import every
from arena.protocol.lazy import Request
from arena.protocol.pb import arena_pb2 as pb
from arena.protocol.reading import legal
from arena.sdk import METHOD, Action, _encoded

WRONG = sys.argv[1]
known: set[int] = set()


def hello() -> pb.PlayRequest:
    """The first message."""
    request = pb.PlayRequest()
    request.hello.token = "me" if WRONG == "token" else os.environ["MUS_ARENA_TOKEN"]
    request.hello.protocol_version = 7 if WRONG == "version" else 1
    return request


def decide(turn: pb.Turn) -> Action:
    """The mildest action, or any of the first three."""
    first, *others = list(every(legal(turn.legal_actions)))[:3]
    return SystemRandom().choice([first, *others]) if WRONG == "moody" else first


def decisions(turns: list[pb.Turn]) -> bytes:
    """One message of answers."""
    request = Request()
    for turn in turns:
        for _ in range(2 if WRONG == "twice" else 1):
            request.decisions.decisions.add(turn_id=turn.turn_id, action=_encoded(decide(turn)))
    return request.SerializeToString()


def answers(message: pb.PlayResponse) -> Iterator[bytes]:
    """What to say to a message."""
    turns = list(message.turns.turns)
    if message.WhichOneof("message") is None and WRONG == "strict":
        sys.exit("what is this?")
    if message.HasField("welcome") and WRONG == "hello_twice":
        yield hello().SerializeToString()
    if not turns:
        return
    tables = {turn.table_id for turn in turns}
    if WRONG == "sulks" and len(tables) > 1 and known and not known <= tables:
        return
    known.clear()
    known.update(tables)
    if WRONG == "slow":
        sleep(0.5)
    if WRONG == "empty":
        yield b"\x12\x00"
    yield decisions(turns[:1] if WRONG == "half" else turns)


def main() -> None:
    """Talks until goodbye."""
    said = SimpleQueue[bytes | None]()
    said.put(hello().SerializeToString())
    with grpc.insecure_channel(os.environ["MUS_ARENA_ADDRESS"]) as channel:
        play = channel.stream_stream(METHOD, request_serializer=bytes, response_deserializer=bytes)
        for message in map(pb.PlayResponse.FromString, play(iter(said.get, None))):
            if message.HasField("goodbye"):
                said.put(None)
            for answer in answers(message):
                said.put(answer)
    sys.exit(3 if WRONG == "bad_exit" else 0)


if __name__ == "__main__":
    main()
