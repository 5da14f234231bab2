"""The gRPC server: the one place where grpcio's threads and trio meet.

grpcio runs two threads for each stream: one waits for what the bot says, the
other sends what the arena says. A message is bytes on both ways and is handed
over to trio with `run_sync_soon`, which keeps the order; nothing else is shared.
"""

import queue
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from threading import Thread

import grpc
import trio
from grpc_health.v1 import health, health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection

from arena.errors import InternalError
from arena.protocol.pb import arena_pb2 as pb
from arena.protocol.session import MOST_MESSAGE_BYTES

SERVICE = pb.DESCRIPTOR.services_by_name["ArenaService"].full_name
_OPTIONS = (
    ("grpc.so_reuseport", 0),
    ("grpc.max_receive_message_length", MOST_MESSAGE_BYTES),
    ("grpc.max_send_message_length", -1),
    ("grpc.max_metadata_size", 16 << 10),
)


MOST_STREAMS = 4
"""Calls of one chair at once: its stream, and room for health checks and mistakes."""


class Refusal(Enum):
    """Why a stream is ended by the arena; the value is the gRPC status."""

    UNAUTHENTICATED = grpc.StatusCode.UNAUTHENTICATED
    ALREADY_EXISTS = grpc.StatusCode.ALREADY_EXISTS
    INVALID_ARGUMENT = grpc.StatusCode.INVALID_ARGUMENT


@dataclass(frozen=True, slots=True)
class _End:
    refusal: Refusal | None
    detail: str


class Stream:
    """One bot's stream as trio sees it. Identity is all that tells two apart."""

    __slots__ = ("_outbox", "over")

    def __init__(self) -> None:
        self._outbox: queue.SimpleQueue[bytes | _End] = queue.SimpleQueue()
        self.over = False
        """Whether the arena has ended it: nothing more is read."""

    def send(self, message: bytes) -> None:
        """Sends a serialized `PlayResponse`, some time soon. Never blocks."""
        self._outbox.put(message)

    def end(self) -> None:
        """Ends the stream with OK once all before it was sent."""
        self.over = True
        self._outbox.put(_End(None, ""))

    def refuse(self, refusal: Refusal, detail: str) -> None:
        """Ends the stream with an error."""
        self.over = True
        self._outbox.put(_End(refusal, detail))

    def outgoing(self, context: grpc.ServicerContext) -> Iterator[bytes]:
        """What to send, until the end; runs in the sending thread."""
        while not isinstance(item := self._outbox.get(), _End):
            yield item
        if item.refusal is not None:
            context.abort(item.refusal.value, item.detail)


Receive = Callable[[Stream, bytes | None], None]
"""Called in trio with each message of a stream, and with None when it has ended."""


@contextmanager
def serve(address: str, receive: Receive) -> Iterator[None]:
    """Serves one chair on an address such as `unix:/path`.

    Must be entered in trio. Raises InternalError if the address can't be bound.
    """
    pool = ThreadPoolExecutor(max_workers=MOST_STREAMS, thread_name_prefix="stream")
    server = grpc.server(pool, options=_OPTIONS, maximum_concurrent_rpcs=MOST_STREAMS)
    server.add_generic_rpc_handlers((_handlers(receive),))
    _add_services(server)
    try:
        if server.add_insecure_port(address) == 0:
            raise InternalError(f"can't listen on {address}")
    except RuntimeError as error:
        raise InternalError(f"can't listen on {address}: {error}") from None
    server.start()
    try:
        yield
    finally:
        server.stop(grace=None)
        pool.shutdown(wait=False, cancel_futures=True)


def unix_address(path: Path) -> str:
    """The gRPC address of a Unix socket."""
    return f"unix:{path}"


def _handlers(receive: Receive) -> grpc.GenericRpcHandler:
    token = trio.lowlevel.current_trio_token()

    def post(stream: Stream, message: bytes | None) -> None:
        try:
            token.run_sync_soon(receive, stream, message)
        except trio.RunFinishedError:
            stream.end()

    def read(stream: Stream, requests: Iterator[bytes]) -> None:
        try:
            for message in requests:
                if stream.over:
                    break
                post(stream, message)
        except grpc.RpcError:
            pass  # The bot went away; that the stream has ended says it.
        finally:
            post(stream, None)

    def play(requests: Iterator[bytes], context: grpc.ServicerContext) -> Iterator[bytes]:
        stream = Stream()
        # Without this, a bot that goes away would leave the sending thread waiting for ever.
        context.add_callback(stream.end)
        Thread(target=read, args=(stream, requests), name="read", daemon=True).start()
        return stream.outgoing(context)

    handler: grpc.RpcMethodHandler[bytes, bytes] = grpc.stream_stream_rpc_method_handler(play)
    return grpc.method_handlers_generic_handler(SERVICE, {"Play": handler})


def _add_services(server: grpc.Server) -> None:
    """Health and reflection, so that common gRPC tools can look at an arena."""
    status = health.HealthServicer()
    status.set(SERVICE, health_pb2.HealthCheckResponse.SERVING)
    health_pb2_grpc.add_HealthServicer_to_server(status, server)
    reflection.enable_server_reflection(
        (SERVICE, health.SERVICE_NAME, reflection.SERVICE_NAME), server
    )
