"""Crashes now and then, always at the same turns, and says why."""

from arena.engine.actions import every
from arena.sdk import Action, Bot, Turn, run


class Crashes(Bot):
    """Raises at about one turn in eighty."""

    def decide(self, turn: Turn) -> Action:
        if turn.random % 80 == 0:
            raise RuntimeError("lost my cards \x1b[31m")
        return next(iter(every(turn.legal)))  # The mildest.


if __name__ == "__main__":
    run(Crashes())
