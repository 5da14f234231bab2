"""Reads where no memory is, at about one turn in forty."""

import ctypes

from arena.engine.actions import every
from arena.sdk import Action, Bot, Turn, run


class Segfaults(Bot):
    """Is written in something like C."""

    def decide(self, turn: Turn) -> Action:
        if turn.random % 40 == 0:
            ctypes.string_at(0)
        return next(iter(every(turn.legal)))  # The mildest.


if __name__ == "__main__":
    run(Segfaults())
