"""A bot that plays nothing: it answers each turn with paso, as fast as its language can.

It reads turns as the SDK does, but not what they tell; it does not take part in games.
"""

import os
from queue import SimpleQueue

import grpc

from arena.protocol import lazy
from arena.protocol.pb import arena_pb2 as pb
from arena.sdk import METHOD, PROTOCOL_VERSION

PASO = pb.Action(call=pb.CALL_PASO).SerializeToString()


def run(address: str, token: str) -> None:
    """Answers until the arena ends the stream."""
    hello = pb.Hello(token=token, protocol_version=PROTOCOL_VERSION, name="echo")
    outbox: SimpleQueue[bytes | None] = SimpleQueue()
    outbox.put(pb.PlayRequest(hello=hello).SerializeToString())
    options = (("grpc.max_receive_message_length", -1),)
    with grpc.insecure_channel(address, options) as channel:
        call = channel.stream_stream(METHOD, request_serializer=bytes, response_deserializer=bytes)
        for message in map(lazy.Response.FromString, call(iter(outbox.get, None))):
            request = lazy.Request()
            add = request.decisions.decisions.add
            for turn in message.turns.turns:
                add(turn_id=turn.turn_id, action=PASO)
            outbox.put(request.SerializeToString())
        outbox.put(None)


if __name__ == "__main__":
    run(os.environ["MUS_ARENA_ADDRESS"], os.environ["MUS_ARENA_TOKEN"])
