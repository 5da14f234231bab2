"""What the same machine does without an arena: plain gRPC, and plain protobuf.

Machines and their load differ; ratios to these, measured in the same minute, differ less.
"""

import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import SimpleQueue
from tempfile import TemporaryDirectory

import grpc

from arena.bench.figures import Figures
from arena.bench.turns import turns
from arena.errors import InternalError
from arena.match.usage import used
from arena.protocol.pb import arena_pb2 as pb

METHOD = "/mus.bench.Echo/Echo"
MESSAGE = bytes(20)
"""About as long as an answer to one turn."""
BATCH = 512
_START_SECONDS = 30.0


def plain(seconds: float) -> tuple[Figures, Figures]:
    """Both of the below, for about so many seconds each."""
    return ping_pong(seconds), round_trip(seconds)


def ping_pong(seconds: float) -> Figures:
    """One small message to another Python process and back, one at a time, on one gRPC stream.

    A decision is one there and back. The server is taken for the arena, this process for the bot.
    """
    with _echo() as (address, server), grpc.insecure_channel(address) as channel:
        call = channel.stream_stream(METHOD, request_serializer=bytes, response_deserializer=bytes)
        outbox: SimpleQueue[bytes | None] = SimpleQueue()
        replies = call(
            iter(outbox.get, None), wait_for_ready=True, timeout=_START_SECONDS + seconds
        )
        outbox.put(MESSAGE)
        next(replies)
        count, began, cpu, theirs = 0, time.perf_counter(), time.process_time(), used(server).cpu
        while (passed := time.perf_counter() - began) < seconds:
            outbox.put(MESSAGE)
            next(replies)
            count += 1
        cpu, theirs = time.process_time() - cpu, used(server).cpu - theirs
        outbox.put(None)
    return Figures(
        part="plain gRPC",
        of="one at a time",
        seconds=passed,
        decisions=count,
        messages=count,
        arena_cpu_seconds=theirs,
        bot_cpu_seconds=cpu,
    )


def round_trip(seconds: float) -> Figures:
    """Turns and their answers written and read by the generated classes, 512 in a message."""
    message = pb.PlayResponse(turns=pb.Turns(turns=turns(BATCH)))
    word = pb.Action(call=pb.CALL_PASO)
    some = [pb.Decision(turn_id=1 << 20, action=word) for _ in range(BATCH)]
    answer = pb.PlayRequest(decisions=pb.Decisions(decisions=some))
    messages, began, cpu = 0, time.perf_counter(), time.process_time()
    while (passed := time.perf_counter() - began) < seconds:
        pb.PlayResponse.FromString(message.SerializeToString())
        pb.PlayRequest.FromString(answer.SerializeToString())
        messages += 1
    return Figures(
        part="plain protobuf",
        of=f"{BATCH} turns a message",
        seconds=passed,
        decisions=messages * BATCH,
        messages=messages,
        arena_cpu_seconds=time.process_time() - cpu,
    )


@contextmanager
def _echo() -> Iterator[tuple[str, int]]:
    """A process that sends back what comes in; gives its address and its id."""
    with TemporaryDirectory(prefix="mus-") as folder:
        address = f"unix:{Path(folder) / 'socket'}"
        command = [sys.executable, "-m", "arena.bench.echo_server", address]
        with subprocess.Popen(command, stdin=subprocess.PIPE) as process:
            try:
                yield address, process.pid
            except grpc.RpcError as error:
                raise InternalError(f"no echo of plain gRPC: {error}") from None
            finally:
                process.terminate()
