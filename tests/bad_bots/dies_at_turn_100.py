"""Dies over the hundredth turn of each of its lives."""

import os

from arena.engine.actions import every
from arena.sdk import Action, Bot, Turn, run


class DiesAtTurn100(Bot):
    """Counts its turns."""

    turns = 0

    def decide(self, turn: Turn) -> Action:
        self.turns += 1
        if self.turns == 100:
            os._exit(1)
        return next(iter(every(turn.legal)))  # The mildest.


if __name__ == "__main__":
    run(DiesAtTurn100())
