"""Answers a turn that it was never asked: a breach of the protocol."""

import os

import grpc

from arena.protocol.pb import arena_pb2 as pb
from arena.sdk import METHOD

if __name__ == "__main__":
    hello, answer = pb.PlayRequest(), pb.PlayRequest()
    hello.hello.token = os.environ["MUS_ARENA_TOKEN"]
    hello.hello.protocol_version = 1
    answer.decisions.decisions.add(turn_id=10**9).action.envido = 2
    with grpc.insecure_channel(os.environ["MUS_ARENA_ADDRESS"]) as channel:
        play = channel.stream_stream(
            METHOD,
            request_serializer=pb.PlayRequest.SerializeToString,
            response_deserializer=pb.PlayResponse.FromString,
        )
        said = iter([hello, answer])
        for message in play(said):
            if message.HasField("goodbye"):
                break
