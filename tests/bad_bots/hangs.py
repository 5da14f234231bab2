"""Falls asleep over its first answer."""

from threading import Event

from arena.engine.actions import every
from arena.sdk import Action, Bot, Turn, run


class Hangs(Bot):
    """Thinks for ever."""

    def decide(self, turn: Turn) -> Action:
        Event().wait()
        return next(iter(every(turn.legal)))  # The mildest.


if __name__ == "__main__":
    run(Hangs())
