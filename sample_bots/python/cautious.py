"""A bot that bets only what it holds.

It sorts its hand in each lance into nothing, something, good and the best there
is. It bets the least with something good, never raises, says quiero only with a
good hand, and to an órdago only with the best there is. It cuts the mus when it
holds a good hand for pares or juego.
"""

from arena.sdk import (
    MUS,
    NO_MUS,
    NO_QUIERO,
    PASO,
    QUIERO,
    Action,
    Ask,
    Bot,
    Discard,
    Envido,
    Lance,
    Pares,
    Signs,
    Turn,
    run,
)

NOTHING, SOMETHING, GOOD, BEST = range(4)
REY, AS = 12, 1


def held(turn: Turn) -> int:
    """How good the hand is in the lance being played, NOTHING to BEST."""
    worth = turn.worth
    match turn.lance:
        case Lance.GRANDE:
            return min(BEST, worth.faces.count(REY))
        case Lance.CHICA:
            return min(BEST, worth.faces.count(AS))
        case Lance.PARES:
            duples = worth.pares_kind is Pares.DUPLES
            return BEST if duples and worth.faces[0] == REY else min(worth.pares_value, GOOD)
        case Lance.JUEGO:
            return BEST if worth.punto == 31 else GOOD if worth.punto in (32, 40) else SOMETHING
        case _:
            return BEST if worth.punto == 30 else max(NOTHING, worth.punto - 27)


def throw(turn: Turn, least: int) -> Discard:
    """Throws all but reyes and ases, and of those the newest if it must throw something."""
    weak = [i for i, face in enumerate(turn.faces) if face not in (REY, AS)]
    missing = max(0, least - len(weak))
    strong = [i for i in range(4) if i not in weak]
    return Discard(tuple(sorted(weak + strong[len(strong) - missing :])))


class Cautious(Bot):
    """Bets what it holds and no more."""

    name = "cautious"
    version = "1"

    def decide(self, turn: Turn) -> Action:
        legal = turn.legal
        match turn.ask:
            case Ask.BET:
                bets = held(turn) >= GOOD and legal.envido is not None
                return Envido(legal.envido[0]) if bets and legal.envido else PASO
            case Ask.ANSWER:
                ordago = legal.envido is None and turn.bet is not None
                enough = BEST if ordago or turn.stake > 4 else GOOD
                return QUIERO if held(turn) >= enough else NO_QUIERO
            case Ask.SIGNS:
                return Signs()
            case Ask.MUS:
                good = turn.worth.pares_kind is Pares.DUPLES or turn.worth.punto == 31
                return NO_MUS if good else MUS
            case Ask.DISCARD:
                return throw(turn, legal.discard[0] if legal.discard else 0)


if __name__ == "__main__":
    run(Cautious())
