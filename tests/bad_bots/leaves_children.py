"""Starts children in sessions of their own, that would outlive it, and plays well."""

import subprocess
import sys

from arena.engine.actions import every
from arena.sdk import Action, Bot, Turn, run


class LeavesChildren(Bot):
    """A parent."""

    def decide(self, turn: Turn) -> Action:
        return next(iter(every(turn.legal)))  # The mildest.


if __name__ == "__main__":
    for _ in range(3):
        subprocess.Popen(
            [sys.executable, "-c", "import time; time.sleep(600)"], start_new_session=True
        )
    run(LeavesChildren())
