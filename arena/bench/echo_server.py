"""A plain gRPC server that sends each message back; ends with its standard input.

python -m arena.bench.echo_server unix:/tmp/socket
"""

import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import grpc

SERVICE = "mus.bench.Echo"


def serve(address: str) -> grpc.Server:
    """A server that has been started."""
    server = grpc.server(ThreadPoolExecutor(max_workers=1))
    handler: grpc.RpcMethodHandler[bytes, bytes] = grpc.stream_stream_rpc_method_handler(_echo)
    server.add_generic_rpc_handlers(
        (grpc.method_handlers_generic_handler(SERVICE, {"Echo": handler}),)
    )
    server.add_insecure_port(address)
    server.start()
    return server


def _echo(requests: Iterator[bytes], _: grpc.ServicerContext) -> Iterator[bytes]:
    yield from requests


if __name__ == "__main__":
    running = serve(sys.argv[1])
    sys.stdin.buffer.read()
    running.stop(grace=None)
