"""The starter bot in Python. It plays the strategy that all starters play; make it your own.

Try it with: mus-arena play starter.py random
"""

import os
import signal
from itertools import combinations

from arena.sdk import (
    MUS,
    NO_MUS,
    NO_QUIERO,
    ORDAGO,
    PASO,
    QUIERO,
    Action,
    Ask,
    Bot,
    Discard,
    Envido,
    Lance,
    Signs,
    Turn,
    run,
)

REY, AS = 12, 1
BY_PAIRS = {0: 0, 1: 1, 2: 3, 3: 2, 6: 3}
"""How good pares are, by the number of pairs among the four cards: 3 are medias, 6 four equal."""
BY_TOTAL = {28: 1, 29: 2, 30: 3, 31: 3, 32: 2, 40: 2, 33: 1, 34: 1, 35: 1, 36: 1, 37: 1}
"""How good juego or punto is, by the sum of the values."""


def strengths(turn: Turn) -> dict[Lance, int]:
    """How good the hand is in each lance: 0 nothing, 1 something, 2 good, 3 and 4 very good."""
    pairs = sum(a == b for a, b in combinations(turn.faces, 2))
    total = BY_TOTAL.get(turn.worth.punto, 0)
    return {
        Lance.GRANDE: turn.faces.count(REY),
        Lance.CHICA: turn.faces.count(AS),
        Lance.PARES: BY_PAIRS[pairs],
        Lance.JUEGO: total,
        Lance.PUNTO: total,
    }


def discard(turn: Turn, least: int) -> Discard:
    """Throws what is no rey, no as and not paired; the newest cards if that is too little."""
    faces = turn.faces
    loose = [i for i in range(4) if faces[i] not in (REY, AS) and faces.count(faces[i]) == 1]
    return Discard(tuple(loose if len(loose) >= least else range(4 - least, 4)))


def bet(turn: Turn, power: int) -> Action:
    """Opens with a good hand, and now and then with none."""
    if turn.legal.envido is not None and (power >= 4 or turn.random % 16 == 0):
        least, most = turn.legal.envido
        return Envido(min(most, least + max(0, power - 4)))
    return PASO


def answer(turn: Turn, power: int) -> Action:
    """Raises with a very good hand; says quiero to a higher stake only with a better one."""
    if turn.legal.envido is None:
        return QUIERO if power >= 6 else NO_QUIERO
    if power >= 6 and turn.stake < 10:
        return Envido(turn.legal.envido[0])
    return QUIERO if power >= min(6, 3 + turn.stake // 5) else NO_QUIERO


class Starter(Bot):
    """Bets what it holds, by fixed thresholds."""

    name = "starter-python"
    version = "1"
    signs = True

    def decide(self, turn: Turn) -> Action:
        strength = strengths(turn)
        match turn.ask:
            case Ask.SIGNS:
                return Signs((turn.legal.signs or ())[:1])
            case Ask.MUS:
                good = sum(strength.values()) - strength[Lance.PUNTO] >= 4
                return NO_MUS if good else MUS
            case Ask.DISCARD:
                return discard(turn, turn.legal.discard[0] if turn.legal.discard else 0)
            case Ask.BET | Ask.ANSWER:
                power = 2 * strength[turn.lance or Lance.GRANDE] + (turn.seat == turn.mano)
                behind = max(turn.score) - turn.my_score
                if power >= 7 and behind >= 15 and ORDAGO in turn.legal.words:
                    return ORDAGO
                return bet(turn, power) if turn.ask is Ask.BET else answer(turn, power)


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: os._exit(0))
    run(Starter())
