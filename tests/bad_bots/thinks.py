"""Thinks long, but never too long: no fault, but the others wait."""

import time

from arena.engine.actions import every
from arena.sdk import Action, Bot, Turn, run


class Thinks(Bot):
    """A quarter of a second over every turn."""

    def decide(self, turn: Turn) -> Action:
        time.sleep(0.25)
        return next(iter(every(turn.legal)))  # The mildest.


if __name__ == "__main__":
    run(Thinks())
