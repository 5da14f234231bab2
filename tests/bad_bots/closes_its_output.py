"""Closes both of its outputs and plays well: that breaks nothing."""

import os

from arena.engine.actions import every
from arena.sdk import Action, Bot, Turn, run


class ClosesItsOutput(Bot):
    """Has nothing to say."""

    def decide(self, turn: Turn) -> Action:
        return next(iter(every(turn.legal)))  # The mildest.


if __name__ == "__main__":
    os.close(1)
    os.close(2)
    run(ClosesItsOutput())
