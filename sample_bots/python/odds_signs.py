"""`odds` with señas: it passes every true sign, and counts with those of its mate.

Signs are exact, and this bot always passes all of its own. So what a mate that
is the same bot has shown, or that it has shown nothing, tells of which class its
hand is; hands of one class are as likely as the unseen cards make them. For each
of them it knows whether that hand or its own is the team's better one, and how
likely the better one is to be the best at the table.

It also bets otherwise than `odds`: it takes it that a larger bet is refused more
often, and called by better hands; and it wants mus if the two hands of its team
gain by it together. That opponents may catch its signs does not keep it from
passing them: against `odds`, which can't read them, that costs nothing.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import cache, lru_cache
from math import comb, prod
from operator import itemgetter

from odds import (
    OTHERS,
    Faces,
    Odds,
    beaten,
    best_discard,
    figures,
    left,
    seats_in,
    strengths,
    value,
    win,
)

from arena.sdk import (
    MUS,
    NO_MUS,
    NO_QUIERO,
    ORDAGO,
    PASO,
    QUIERO,
    Action,
    Ask,
    Envido,
    HandTable,
    Lance,
    Sign,
    Signs,
    Turn,
    run,
    true_signs,
)

Shown = tuple[Sign, ...]
"""The signs that a mate has passed: all that are true of its hand."""

Outlook = Callable[[float, int], float]
"""From a chance to win some piedras, and how many: the chance to win the game."""

POWER = {"S": 1.5, "P": 0.75, "B": 14.0, "O": 30.0, "C": 3.0, "D": 5.0, "E": 8.0, "X": 18.0}
"""How many hands an opponent's is like the best of: silent, paso, bet, órdago; and if it calls
a bet of the least, of 3 more, of 8 more, or an órdago of mine. Tried out against `odds`."""
BETS = ((0, 0.3, "C"), (3, 0.55, "D"), (8, 0.62, "E"))
"""What is added to the least bet, how often a bet of it is refused, and by whom it is called."""
ORDAGO_REFUSED = 0.8
RAISES_REFUSED, ORDAGO_RAISE_REFUSED = 0.0, 0.2
TEAM_GAIN = 1.8
"""What the discards of both hands of the team must gain for mus."""


@cache
def classes(deck: HandTable) -> Mapping[Shown, list[int]]:
    """The hands of which exactly these signs are true, by their place in the deck's table."""
    found: dict[Shown, list[int]] = {}
    for place, worth in enumerate(deck.worths):
        found.setdefault(true_signs(worth), []).append(place)
    return found


@cache
def ways(deck: HandTable, gone: Faces) -> list[int]:
    """In how many ways each hand can be made of the cards that are not gone."""
    rest = left(deck, gone)
    choose = [[comb(rest[face], k) for k in range(5)] for face in range(13)]
    return [prod([choose[face][k] for face, k in figure]) for figure in figures(deck)]


@lru_cache(maxsize=1 << 16)
def team_chance(deck: HandTable, mine: Faces, *, lance: Lance, seats: str, shown: Shown) -> float:
    """The chance that my hand or my mate's is the best, over all hands it can have."""
    me, at = deck.of_numbers(mine).strength(lance), seats.index("*")
    powers = [POWER.get(seat, 0.0) for seat in seats]

    def first(faces: Faces, place: int) -> float:
        below, not_above = beaten(deck, faces)[lance]
        return pow(below, sum(powers[:place])) * pow(not_above, sum(powers[place:]))

    alone = first(mine, at)
    mate = next((i for i, seat in enumerate(seats) if seat.islower()), None)
    if mate is None:
        return alone
    total = best = 0.0
    made, strength = ways(deck, mine), strengths(deck, lance)
    for place in classes(deck).get(shown, ()):
        if made[place] and strength[place] >= 0:
            better = (strength[place], at) > (me, mate)
            total += made[place]
            best += made[place] * (first(deck.worths[place].faces, mate) if better else alone)
    return best / total if total else alone


@cache
def mean_worth(deck: HandTable, shown: Shown, lance: Lance) -> float:
    """What the pares or the juego of a hand of this class are worth on average, if it has them."""
    total = count = 0.0
    for place in classes(deck).get(shown, ()):
        worth, n = deck.worths[place], ways(deck, ())[place]
        piedras = worth.pares_value if lance is Lance.PARES else worth.juego_value
        total, count = total + n * piedras, count + n * (piedras > 0)
    return total / count if count else OTHERS[lance]


@cache
def mean_gain(deck: HandTable, shown: Shown, least: int) -> float:
    """What the best discard gains a hand of this class on average."""
    total = count = 0.0
    for place in classes(deck).get(shown, ()):
        faces, n = deck.worths[place].faces, ways(deck, ())[place]
        total += n * (best_discard(deck, faces, least)[0] - value(deck, faces))
        count += n
    return total / count if count else 0.0


class OddsSigns(Odds):
    """Counts with what its mate has shown."""

    name = "odds_signs"
    signs = True

    def decide(self, turn: Turn) -> Action:
        if turn.legal.signs is not None:
            return Signs(true_signs(turn.worth))
        if turn.seat not in turn.signs_seen or len(turn.mates) != 1:
            return super().decide(turn)  # Nobody was asked for signs yet, or there are two mates.
        shown = turn.signs_seen.get(turn.mates[0], ())
        if turn.lance is not None:
            return max(options(turn, turn.lance, shown), key=itemgetter(0))[1]
        if turn.ask is Ask.MUS:
            deck, mine, least = turn.place.hands, turn.worth.faces, turn.rules.min_discard
            gain = best_discard(deck, mine, least)[0] - value(deck, mine)
            return MUS if gain + mean_gain(deck, shown, least) > TEAM_GAIN else NO_MUS
        return super().decide(turn)


def options(turn: Turn, lance: Lance, shown: Shown) -> Iterator[tuple[float, Action]]:
    """What may be said in a lance, each with the chance to win the game after it."""
    legal, bet, seats = turn.legal, turn.bet, seats_in(lance, turn)

    def best(others: str) -> float:
        deck, mine = turn.place.hands, turn.worth.faces
        return team_chance(deck, mine, lance=lance, seats=others, shown=shown)

    def called_by(power: str) -> float:
        return best(seats.translate(str.maketrans("SP", power * 2)))

    won, now = after(turn, lance, seats, shown=shown), best(seats)
    if bet is None:
        yield won(now, int(lance in (Lance.GRANDE, Lance.CHICA))), PASO
    else:
        yield won(0.0, turn.deje), NO_QUIERO
        yield now if bet.action is ORDAGO else won(now, turn.stake), QUIERO
    taken = won(1.0, max(1, turn.stake))
    if legal.envido is not None:
        least, most = legal.envido
        for more, often, power in BETS:
            added, refused = min(most, least + more), often if bet is None else RAISES_REFUSED
            stays = won(called_by(power), turn.stake + added)
            yield refused * taken + (1 - refused) * stays, Envido(added)
    if ORDAGO in legal.words:
        refused = ORDAGO_REFUSED if bet is None else ORDAGO_RAISE_REFUSED
        beats_all = best(seats.translate(str.maketrans("SPB", "XXX")))
        yield refused * taken + (1 - refused) * beats_all, ORDAGO


def after(turn: Turn, lance: Lance, seats: str, *, shown: Shown) -> Outlook:
    """A function of p and piedras: the chance to win the game if they are won with chance p."""
    mine, theirs, target = turn.my_score, turn.their_score, turn.rules.target
    my_worth = their_worth = 1.0 if lance is Lance.PUNTO else 0.0
    if lance in OTHERS:
        worth = turn.worth
        my_worth = worth.pares_value if lance is Lance.PARES else worth.juego_value
        if any(map(str.islower, seats)):
            my_worth += mean_worth(turn.place.hands, shown, lance)
        their_worth = OTHERS[lance] * sum(map(str.isupper, seats))

    def chance(p: float, piedras: int) -> float:
        won = win(mine + my_worth + piedras, theirs, target)
        lost = win(mine, theirs + their_worth + piedras, target)
        return p * won + (1 - p) * lost

    return chance


if __name__ == "__main__":
    run(OddsSigns())
