"""Starts a child of its own, ignores requests to end, and stays when it should leave."""

import signal
import subprocess
import sys
from threading import Event

from arena.engine.actions import every
from arena.sdk import Action, Bot, Turn, run


class Stubborn(Bot):
    """Plays mildly; it is what comes after that is wrong."""

    def decide(self, turn: Turn) -> Action:
        return next(iter(every(turn.legal)))


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
    run(Stubborn())
    Event().wait()
