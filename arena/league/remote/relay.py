"""Stands for a bot that runs elsewhere: the process that the arena starts, watches and ends.

It tells the hub of its league which chair it has, prints what the bot there
prints, and ends as that ends. The bot's words do not pass through here.
"""

import json
import os
import signal
import socket
import sys
from contextlib import suppress

_HEAD = 4


def main(words: list[str]) -> int:
    """Relays; gives the exit code of the bot."""
    if len(words) != 2:
        sys.stderr.write("error: a bot that joins from elsewhere is started by a league only\n")
        return 1
    hub, variable = words
    hello = {
        "bot": variable,
        "address": os.environ["MUS_ARENA_ADDRESS"],
        "token": os.environ["MUS_ARENA_TOKEN"],
    }
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as stream:
        stream.connect(hub)
        stream.sendall(json.dumps(hello).encode() + b"\n")
        said = b"".join(iter(lambda: stream.recv(65536), b""))
    if len(said) < _HEAD:
        sys.stderr.write("error: the league has ended\n")
        return 1
    sys.stdout.buffer.write(said[_HEAD:])
    sys.stdout.flush()
    code = int.from_bytes(said[:_HEAD], "big", signed=True)
    if code < 0:
        with suppress(OSError):  # Two signals can't be set.
            signal.signal(-code, signal.SIG_DFL)
        os.kill(os.getpid(), -code)
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
