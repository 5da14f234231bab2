"""Bets what the rules do not allow, now and then, always at the same turns."""

from arena.engine.actions import every
from arena.sdk import Action, Ask, Bot, Envido, Turn, run


class Cheats(Bot):
    """Bets 999 in about one bet of sixteen."""

    def decide(self, turn: Turn) -> Action:
        if turn.ask is Ask.BET and turn.random % 16 == 0:
            return Envido(999)
        return next(iter(every(turn.legal)))  # The mildest.


if __name__ == "__main__":
    run(Cheats())
