"""Ends in mid-game as if all were well, with exit code 0."""

import os

from arena.engine.actions import every
from arena.sdk import Action, Bot, Turn, run


class ExitsZero(Bot):
    """Has enough at about one turn in forty."""

    def decide(self, turn: Turn) -> Action:
        if turn.random % 40 == 0:
            os._exit(0)
        return next(iter(every(turn.legal)))  # The mildest.


if __name__ == "__main__":
    run(ExitsZero())
