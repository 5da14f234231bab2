"""Burns CPU all the time, asked or not, and plays well: no fault, but it shows."""

import subprocess
import sys

from arena.engine.actions import every
from arena.sdk import Action, Bot, Turn, run


class Burns(Bot):
    """Warms the room."""

    def decide(self, turn: Turn) -> Action:
        return next(iter(every(turn.legal)))  # The mildest.


if __name__ == "__main__":
    subprocess.Popen([sys.executable, "-c", "while True: pass"])
    run(Burns())
