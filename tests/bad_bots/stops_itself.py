"""Stops itself like a debugger would, over its first turn."""

import os
import signal

from arena.engine.actions import every
from arena.sdk import Action, Bot, Turn, run


class StopsItself(Bot):
    """Is never continued."""

    def decide(self, turn: Turn) -> Action:
        os.kill(os.getpid(), signal.SIGSTOP)
        return next(iter(every(turn.legal)))  # The mildest.


if __name__ == "__main__":
    run(StopsItself())
