"""Connects, begins as HTTP/2 does and stops in the middle of a frame."""

from threading import Event

from tests.bad_bots.raw import connected

if __name__ == "__main__":
    with connected() as peer:
        peer.sendall(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + bytes((0, 0, 100, 4)))
        Event().wait()
