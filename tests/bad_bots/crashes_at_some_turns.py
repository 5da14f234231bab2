"""Plays at random and ends at one turn in some thousand, in the way that its argument says.

Which turns these are depends on the turn alone: shown again, it makes the next process end, too.
"""

import os
import signal
import sys

from arena.engine.actions import every
from arena.sdk import Action, Bot, Turn, run

TURNS = 4000


class CrashesAtSomeTurns(Bot):
    """Mildly, but for its end."""

    def decide(self, turn: Turn) -> Action:
        if turn.random % TURNS == 0:
            _end(sys.argv[1] if len(sys.argv) > 1 else "exit")
        actions = [*every(turn.legal)]
        return actions[turn.random % len(actions)]


def _end(how: str) -> None:
    match how:
        case "raise":
            raise RuntimeError("meant")
        case "segfault":
            os.kill(os.getpid(), signal.SIGSEGV)
        case "killed":
            os.kill(os.getpid(), signal.SIGKILL)
        case "quietly":
            os._exit(0)
        case _:
            os._exit(3)


if __name__ == "__main__":
    run(CrashesAtSomeTurns())
