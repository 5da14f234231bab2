"""A bot that would rather bet than think.

It asks what share of all hands its own one beats in the lance, adds a mood that
comes from the turn's chance, and goes by the sum: it bets and raises a lot,
bluffs when the mood is high, and sometimes wants to know all at once: órdago.
It cuts the mus as soon as it likes anything it holds.
"""

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
    Place,
    Signs,
    Turn,
    run,
)

REY = 12


class Aggressive(Bot):
    """Bets, raises, bluffs."""

    name = "aggressive"
    version = "1"

    def on_welcome(self, place: Place) -> None:
        """Sorts the strengths of all hands, once, to see later how many one beats."""
        worths = place.hands.worths
        self.best = {lance: max(w.strength(lance) for w in worths) for lance in Lance}

    def level(self, turn: Turn, lance: Lance) -> float:
        """Where the hand stands among all, 0 the worst and 1 the best."""
        return turn.worth.strength(lance) / self.best[lance]

    def decide(self, turn: Turn) -> Action:
        mood = turn.random / 2**64
        match turn.ask:
            case Ask.SIGNS:
                return Signs()
            case Ask.MUS:
                likes = max(self.level(turn, lance) for lance in (Lance.GRANDE, Lance.PARES))
                return NO_MUS if likes + mood > 1.3 or turn.worth.juego else MUS
            case Ask.DISCARD:
                return self.throw(turn)
            case Ask.BET | Ask.ANSWER:
                return self.bet(turn, mood)

    def throw(self, turn: Turn) -> Discard:
        """Keeps the reyes; throws the newest cards if it has to throw more than the rest."""
        least = turn.legal.discard[0] if turn.legal.discard is not None else 0
        weakest_first = sorted(range(4), key=lambda i: (turn.faces[i] == REY, -i))
        weak = sum(face != REY for face in turn.faces)
        return Discard(tuple(sorted(weakest_first[: max(weak, least)])))

    def bet(self, turn: Turn, mood: float) -> Action:
        """The higher hand and mood together, the more is bet."""
        legal = turn.legal
        level = self.level(turn, turn.lance or Lance.GRANDE)
        nerve = level + 0.6 * mood
        if ORDAGO in legal.words and nerve > 1.45:
            return ORDAGO
        if legal.envido is not None and nerve > (0.7 if turn.ask is Ask.BET else 1.15):
            least, most = legal.envido
            return Envido(min(most, least + int(4 * mood)))
        if turn.ask is Ask.BET:
            return PASO
        afraid = 0.9 if turn.bet is not None and turn.bet.action is ORDAGO else 0.6
        return QUIERO if nerve > afraid else NO_QUIERO


if __name__ == "__main__":
    run(Aggressive())
