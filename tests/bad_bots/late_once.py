"""Is late over its first turn, within its bank, and on time ever after: no fault."""

from time import sleep

from arena.engine.actions import every
from arena.sdk import Action, Bot, Turn, run


class LateOnce(Bot):
    """Wakes up slowly."""

    awake = False

    def decide(self, turn: Turn) -> Action:
        if not self.awake:
            self.awake = True
            sleep(1.5)
        return next(iter(every(turn.legal)))  # The mildest.


if __name__ == "__main__":
    run(LateOnce())
