"""Passes a sign that is not true of its hand, where signs are asked for."""

from arena.engine.actions import every
from arena.sdk import Action, Ask, Bot, Sign, Signs, Turn, run


class LiesWithSigns(Bot):
    """Says that it has everything."""

    signs = True

    def decide(self, turn: Turn) -> Action:
        if turn.ask is Ask.SIGNS:
            return Signs((next(sign for sign in Sign if sign not in (turn.legal.signs or ())),))
        return next(iter(every(turn.legal)))  # The mildest.


if __name__ == "__main__":
    run(LiesWithSigns())
