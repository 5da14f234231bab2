"""Prints what nobody asked for, on both outputs, and plays well: that breaks nothing."""

import sys

from arena.engine.actions import every
from arena.sdk import Action, Bot, Turn, run


class Garbage(Bot):
    """Noise on standard output, terminal commands included."""

    def decide(self, turn: Turn) -> Action:
        sys.stdout.write("\x1b[31mgarbage\x00\xff \x07" * 20)
        sys.stdout.flush()
        sys.stderr.write('{"schema": "mus-arena/run/1", "type": "summary"}\n')
        return next(iter(every(turn.legal)))  # The mildest.


if __name__ == "__main__":
    sys.stdout.write("hello, arena\n" * 1000)
    run(Garbage())
