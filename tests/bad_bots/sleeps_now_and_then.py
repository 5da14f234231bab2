"""Sleeps past its time over every hundredth turn, and only over that."""

from time import sleep

from arena.engine.actions import every
from arena.sdk import Action, Bot, Turn, run


class SleepsNowAndThen(Bot):
    """Counts its turns."""

    turns = 0

    def decide(self, turn: Turn) -> Action:
        self.turns += 1
        if self.turns % 100 == 0:
            sleep(5.0)
        return next(iter(every(turn.legal)))  # The mildest.


if __name__ == "__main__":
    run(SleepsNowAndThen())
