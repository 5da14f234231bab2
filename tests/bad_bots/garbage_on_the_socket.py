"""Writes random bytes to its socket, which speak no gRPC at all."""

from contextlib import suppress

from tests.bad_bots.raw import connected

if __name__ == "__main__":
    with connected() as peer, suppress(OSError):
        peer.sendall(bytes(range(256)) * 4096)
        while peer.recv(4096):
            pass
