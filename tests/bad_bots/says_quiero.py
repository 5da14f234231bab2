"""Accepts what nobody has bet."""

from arena.sdk import QUIERO, Action, Bot, Turn, run


class SaysQuiero(Bot):
    """Always the same word."""

    def decide(self, turn: Turn) -> Action:
        return QUIERO


if __name__ == "__main__":
    run(SaysQuiero())
