"""Sleeps past its time over every turn."""

from time import sleep

from arena.engine.actions import every
from arena.sdk import Action, Bot, Turn, run


class Sleeps(Bot):
    """Slow."""

    def decide(self, turn: Turn) -> Action:
        sleep(5.0)
        return next(iter(every(turn.legal)))  # The mildest.


if __name__ == "__main__":
    run(Sleeps())
