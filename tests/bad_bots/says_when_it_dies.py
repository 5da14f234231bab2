"""Prints the time and is killed, over its first turn."""

import os
import signal
import sys
import time

from arena.sdk import Action, Bot, Turn, run


class SaysWhenItDies(Bot):
    """So that one can tell how long nobody noticed."""

    def decide(self, turn: Turn) -> Action:
        sys.stdout.write(f"{time.time()}\n")
        sys.stdout.flush()
        os.kill(os.getpid(), signal.SIGKILL)
        raise SystemExit


if __name__ == "__main__":
    run(SaysWhenItDies())
