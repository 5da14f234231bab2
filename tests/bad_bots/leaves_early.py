"""Says hello and leaves, at one seat only: whoever only tries whether it starts sees nothing."""

import sys

from arena.engine.actions import every
from arena.sdk import Action, Bot, Place, Turn, run


class LeavesEarly(Bot):
    """Ends at seat 2."""

    def on_welcome(self, place: Place) -> None:
        if place.seat == 2:
            sys.exit("seat 2 is not for me")

    def decide(self, turn: Turn) -> Action:
        return next(iter(every(turn.legal)))  # The mildest.


if __name__ == "__main__":
    run(LeavesEarly())
