"""The gRPC server of a chair.

A message is bytes on both ways. All streams are played in one thread (see
`arena.protocol.streams`): `listen` calls there with what a bot says, so that an
answer and what follows from it need no other thread; `serve` calls in trio.
"""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import grpc
import grpc.aio
import trio
from grpc_health.v1 import health, health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection

from arena.errors import InternalError
from arena.protocol.pb import arena_pb2 as pb
from arena.protocol.session import MOST_MESSAGE_BYTES
from arena.protocol.streams import End, Loop, Stream, the_loop

SERVICE = pb.DESCRIPTOR.services_by_name["ArenaService"].full_name
_OPTIONS = (
    ("grpc.so_reuseport", 0),
    ("grpc.max_receive_message_length", MOST_MESSAGE_BYTES),
    ("grpc.max_send_message_length", -1),
    ("grpc.max_metadata_size", 16 << 10),
)
MOST_STREAMS = 4
"""Calls of one chair at once: its stream, and room for health checks and mistakes."""

Receive = Callable[[Stream, bytes | None], None]
"""Called with each message of a stream, and with None when the bot has nothing more to say."""


@contextmanager
def listen(address: str, receive: Receive) -> Iterator[None]:
    """Serves one chair on an address such as `unix:/path`; calls in the thread of the streams.

    `receive` must not raise. Raises InternalError if the address can't be bound.
    """
    loop = the_loop()
    server = loop.wait(_started(address, receive, loop))
    try:
        yield
    finally:
        loop.wait(server.stop(None))


@contextmanager
def serve(address: str, receive: Receive) -> Iterator[None]:
    """The same; calls in trio, which it must be entered in."""
    token = trio.lowlevel.current_trio_token()

    def post(stream: Stream, message: bytes | None) -> None:
        with suppress(trio.RunFinishedError):  # Nobody is there any more.
            token.run_sync_soon(receive, stream, message)

    with listen(address, post):
        yield


def unix_address(path: Path) -> str:
    """The gRPC address of a Unix socket."""
    return f"unix:{path}"


async def _started(address: str, receive: Receive, loop: Loop) -> grpc.aio.Server:
    server = grpc.aio.server(options=_OPTIONS, maximum_concurrent_rpcs=MOST_STREAMS)
    server.add_generic_rpc_handlers((_handlers(receive, loop),))
    await _add_services(server)
    try:
        bound = server.add_insecure_port(address)
    except RuntimeError as error:
        raise InternalError(f"can't listen on {address}: {error}") from None
    if bound == 0:
        raise InternalError(f"can't listen on {address}")
    await server.start()
    return server


def _handlers(receive: Receive, loop: Loop) -> grpc.GenericRpcHandler:
    async def play(_: object, context: grpc.aio.ServicerContext[bytes, bytes]) -> None:
        stream = Stream(loop)
        reading = asyncio.create_task(_read(stream, context, receive))
        try:
            await _write(stream, context)
        finally:
            stream.over = True
            reading.cancel()

    handler: grpc.RpcMethodHandler[bytes, bytes] = grpc.stream_stream_rpc_method_handler(play)
    return grpc.method_handlers_generic_handler(SERVICE, {"Play": handler})


async def _read(
    stream: Stream, context: grpc.aio.ServicerContext[bytes, bytes], receive: Receive
) -> None:
    try:
        while not stream.over:
            message: object = await context.read()
            if not isinstance(message, bytes) or stream.over:
                break  # EOF, of which the stubs know nothing; or more after the arena ended it.
            receive(stream, message)
    except (grpc.aio.UsageError, grpc.aio.AbortError):
        pass  # The bot went away, or was refused; that the stream has ended says it.
    finally:
        receive(stream, None)


async def _write(stream: Stream, context: grpc.aio.ServicerContext[bytes, bytes]) -> None:
    while not isinstance(item := await stream.outgoing(), End):
        await context.write(item)
    if item.refusal is not None:
        await context.abort(item.refusal.value, item.detail)


async def _add_services(server: grpc.aio.Server) -> None:
    """Health and reflection, so that common gRPC tools can look at an arena."""
    status = health.aio.HealthServicer()
    await status.set(SERVICE, health_pb2.HealthCheckResponse.SERVING)
    health_pb2_grpc.add_HealthServicer_to_server(status, server)
    reflection.enable_server_reflection(
        (SERVICE, health.SERVICE_NAME, reflection.SERVICE_NAME), server
    )
