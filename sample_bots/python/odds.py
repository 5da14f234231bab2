"""A bot that counts.

For each lance it counts how many of the hands that the other cards make are
below its own, and how many equal it: there are only 330 different hands with
eight kings, each made in so many ways. For one other hand that is exact. For a
table it takes the hands as independent, and what a seat has said in the lance
as a power: if a random hand is below mine with chance u, that of a seat that
has bet is so with u to the 3.5, as if it were the best of several hands, and
that of a seat that said paso with a power below one. A tie goes to who is nearer
to the mano; who told that it has no pares, or no juego, is left out.

Then it does what makes its team most likely to win the game, where the chance
to win at a score is a curve fitted to games of this bot against itself. So it
gambles when far behind, and an órdago is weighed like any other bet.

It wants mus if its best discard gains it about as much as an average hand gains.
Nothing is left to chance: the same turn always gets the same answer.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb, exp, prod
from operator import itemgetter

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
    HandTable,
    Lance,
    Signs,
    Turn,
    run,
)

Faces = tuple[int, ...]
"""A hand as the table of hands writes it: high to low."""

POWER = {"s": 1.5, "p": 0.5, "b": 3.5, "o": 14.0}
"""How many hands the hand of a seat is like the best of: silent, paso, bet, órdago.

Mates are written small, opponents large, I am `*`. Silent is above one because
hands get better by discards. The numbers were tried out against the other samples.
"""
SAID: Mapping[Action, str] = {PASO: "p", NO_QUIERO: "p", ORDAGO: "o"}
CALLED, CALLED_ORDAGO = str.maketrans("SP", "BB"), str.maketrans("SPB", "OOO")
FOLDS = 0.1
"""How often all opponents refuse what I bet. It is more, but then they hold little."""
OTHERS = {Lance.PARES: 1.7, Lance.JUEGO: 2.3}
"""What the pares or the juego of another seat are worth on average."""
GAIN = 0.9
"""What a discard must gain for mus, as `value` counts; an average hand gains 1.0."""


# The hand


@cache
def left(deck: HandTable, gone: Faces) -> Counter[int]:
    """How many cards of each face there are besides those that are gone."""
    eight_kings = len(deck.worths) == 330
    faces = {face for worth in deck.worths for face in worth.faces}
    return Counter({f: 8 if eight_kings and f in (1, 12) else 4 for f in faces}) - Counter(gone)


@cache
def figures(deck: HandTable) -> list[list[tuple[int, int]]]:
    """Of every hand, its faces and how often it has each."""
    return [list(Counter(worth.faces).items()) for worth in deck.worths]


@cache
def beaten(deck: HandTable, mine: Faces) -> Mapping[Lance, tuple[float, float]]:
    """By lance, the chances that a hand that plays it is below mine, and not above mine."""
    rest, me = left(deck, mine), deck.of_numbers(mine)
    choose = [[comb(rest[face], k) for k in range(5)] for face in range(13)]
    ways = [prod([choose[face][k] for face, k in figure]) for figure in figures(deck)]
    chances = {}
    for lance in Lance:
        strength, below, same, total = me.strength(lance), 0, 0, 0
        for other, n in zip(strengths(deck, lance), ways, strict=True):
            if other >= 0:
                total += n
                below += n * (other < strength)
                same += n * (other == strength)
        chances[lance] = (below / (total or 1), (below + same) / (total or 1))
    return chances


@cache
def strengths(deck: HandTable, lance: Lance) -> list[int]:
    """The strength of every hand in a lance, -1 for a hand that does not play it."""
    if lance is Lance.PUNTO:
        return [-1 if worth.juego else worth.punto for worth in deck.worths]
    return [worth.strength(lance) or -(lance in OTHERS) for worth in deck.worths]


@cache
def value(deck: HandTable, mine: Faces) -> float:
    """About what a hand is worth in piedras: its own and 1 for each lance, if it beats another."""
    me, total = deck.of_numbers(mine), 0.0
    own = {Lance.PARES: me.pares_value, Lance.JUEGO: me.juego_value}
    for lance, chances in beaten(deck, mine).items():
        if lance is Lance.PUNTO if me.juego else own.get(lance) == 0:
            continue
        total += (1 + own.get(lance, 0)) * sum(chances) / 2
    return total


@cache
def best_discard(deck: HandTable, mine: Faces, least: int) -> tuple[float, Faces]:
    """The mean value of the hand after the best discard of at least so many, and its faces."""
    hand = Counter(mine)
    return max(
        (mean_with(deck, tuple((hand - Counter(thrown)).elements())), thrown)
        for count in range(least, 5)
        for thrown in set(combinations(mine, count))
    )


@cache
def mean_with(deck: HandTable, kept: Faces) -> float:
    """The mean value of a hand of the cards kept and others drawn, the thrown ones among them."""
    rest = left(deck, kept)
    total = ways = 0.0
    for drawn in combinations_with_replacement(sorted(rest), 4 - len(kept)):
        n = prod([comb(rest[face], k) for face, k in Counter(drawn).items()])
        total += n * value(deck, tuple(sorted((*kept, *drawn), reverse=True)))
        ways += n
    return total / ways


# The lance


@cache
def chance(beats: tuple[float, float], seats: str) -> float:
    """The chance that the best of `seats`, in speaking order, is I or a mate.

    If one hand is below mine with chance u, all mates and opponents are with u
    to the sum of their powers. If they are not, the best of them is a mate's
    with the mates' share of that sum.
    """
    me = seats.index("*")
    powers = [POWER.get(seat.lower(), 0.0) for seat in seats]
    first = pow(beats[0], sum(powers[:me])) * pow(beats[1], sum(powers[me:]))
    mates = sum(power for seat, power in zip(seats, powers, strict=True) if seat.islower())
    return first + (1 - first) * mates / sum(powers)


def seats_in(lance: Lance, turn: Turn) -> str:
    """Who plays the lance, in speaking order, as POWER writes them, and `*` for me.

    A mate that may still answer a bet counts as one that said paso: with a good
    hand it will say quiero for itself.
    """
    holds = turn.declared[lance] if lance in OTHERS else {}
    silent = "p" if turn.ask is Ask.ANSWER else "s"
    last = {said.seat: SAID.get(said.action, "b") for said in turn.said}
    players = turn.rules.players
    seats = ""
    for seat in (*range(turn.mano, players), *range(turn.mano)):
        if seat == turn.seat:
            seats += "*"
        elif holds.get(seat, True):
            mate = turn.teams[seat] == turn.team
            seats += last.get(seat, silent) if mate else last.get(seat, "s").upper()
    return seats


def win(mine: float, theirs: float, target: int) -> float:
    """The chance to win the game at a score."""
    if mine >= target or theirs >= target:
        return float(mine >= target)
    return 1 / (1 + exp((theirs - mine) / (5 + 0.1 * (2 * target - mine - theirs))))


def outlook(lance: Lance, turn: Turn, *, seats: str) -> Callable[[float, int], float]:
    """A function of p and piedras: the chance to win the game if they are won with chance p.

    Who wins the lance takes what its pares or juego are worth besides, or 1 for punto.
    """
    mine, theirs, target = turn.my_score, turn.their_score, turn.rules.target
    my_worth = their_worth = 1.0 if lance is Lance.PUNTO else 0.0
    if lance in OTHERS:
        worth = turn.worth
        my_worth = worth.pares_value if lance is Lance.PARES else worth.juego_value
        my_worth += OTHERS[lance] * sum(map(str.islower, seats))
        their_worth = OTHERS[lance] * sum(map(str.isupper, seats))

    def after(p: float, piedras: int) -> float:
        won = win(mine + my_worth + piedras, theirs, target)
        lost = win(mine, theirs + their_worth + piedras, target)
        return p * won + (1 - p) * lost

    return after


class Odds(Bot):
    """Counts, then does what wins most games."""

    name = "odds"
    version = "1"

    def decide(self, turn: Turn) -> Action:
        deck, mine, legal = turn.place.hands, turn.worth.faces, turn.legal
        if turn.lance is not None:
            return max(options(turn, turn.lance), key=itemgetter(0))[1]
        if turn.ask is Ask.MUS:
            after, _ = best_discard(deck, mine, turn.rules.min_discard)
            return MUS if after - value(deck, mine) > GAIN else NO_MUS
        if legal.discard is not None:
            _, thrown = best_discard(deck, mine, legal.discard[0])
            return Discard(positions(thrown, turn.faces))
        return Signs()


def positions(thrown: Faces, faces: Faces) -> tuple[int, ...]:
    """Where the thrown faces are in a hand."""
    left_over, found = list(faces), []
    for face in thrown:
        found.append(left_over.index(face))
        left_over[found[-1]] = 0
    return tuple(sorted(found))


def options(turn: Turn, lance: Lance) -> Iterator[tuple[float, Action]]:
    """What may be said in a lance, each with the chance to win the game after it."""
    legal, deck, mine = turn.legal, turn.place.hands, turn.worth.faces
    seats, beats = seats_in(lance, turn), beaten(deck, mine)[lance]
    after = outlook(lance, turn, seats=seats)
    p = chance(beats, seats)
    if turn.bet is None:
        yield after(p, int(lance in (Lance.GRANDE, Lance.CHICA))), PASO
    else:
        yield after(0.0, turn.deje), NO_QUIERO
        yield p if turn.bet.action is ORDAGO else after(p, turn.stake), QUIERO
    refused = FOLDS * after(1.0, max(1, turn.stake))
    if legal.envido is not None:
        called = chance(beats, seats.translate(CALLED))
        least, most = legal.envido
        for added in (least, min(most, least + 3), min(most, least + 8)):
            yield refused + (1 - FOLDS) * after(called, turn.stake + added), Envido(added)
    if ORDAGO in legal.words:
        called = chance(beats, seats.translate(CALLED_ORDAGO))
        yield refused + (1 - FOLDS) * called, ORDAGO


if __name__ == "__main__":
    run(Odds())
