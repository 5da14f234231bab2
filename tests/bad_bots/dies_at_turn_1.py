"""Dies over its first turn, without a word."""

import os

from arena.sdk import Action, Bot, Turn, run


class DiesAtTurn1(Bot):
    """Gone at once."""

    def decide(self, turn: Turn) -> Action:
        os._exit(1)


if __name__ == "__main__":
    run(DiesAtTurn1())
