"""Prints 50 MB on its first turn and plays well: that breaks nothing."""

import sys

from arena.engine.actions import every
from arena.sdk import Action, Bot, Turn, run


class PrintsMuch(Bot):
    """Debugs."""

    printed = False

    def decide(self, turn: Turn) -> Action:
        if not self.printed:
            self.printed = True
            for _ in range(50):
                sys.stdout.write("x" * (1 << 20))
            sys.stdout.flush()
        return next(iter(every(turn.legal)))  # The mildest.


if __name__ == "__main__":
    run(PrintsMuch())
