"""Takes more memory than it may, at its first turn."""

from mmap import mmap
from threading import Event

from arena.engine.actions import every
from arena.sdk import Action, Bot, Turn, run


class EatsMemory(Bot):
    """Shared memory: the system itself sets no limit to it."""

    def decide(self, turn: Turn) -> Action:
        eaten = mmap(-1, 1 << 30)
        for at in range(0, 1 << 30, 4096):
            eaten[at] = 1
        Event().wait()
        return next(iter(every(turn.legal)))  # The mildest.


if __name__ == "__main__":
    run(EatsMemory())
