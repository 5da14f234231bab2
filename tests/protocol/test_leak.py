"""Nothing that is sent to a seat depends on cards that it can't see."""

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from hypothesis import given
from hypothesis import strategies as st

from arena.engine.actions import Action, Ask, Chance, Deck, Reshuffle, Word, every
from arena.engine.cards import DECK, Card
from arena.engine.chance import KeyedChance
from arena.engine.events import Dealt, Drew, Event
from arena.engine.game import Match
from arena.engine.hands import Lance
from arena.engine.rules import Rules, profile
from arena.engine.shuffle import MatchKey
from arena.protocol.views import Views

RULES = [
    profile("traditional"),
    profile("traditional", mus_corrido=False, signs=False),
    profile("online", signs=False, draws="stock"),
    profile("app", min_discard=2),
    profile("traditional", format="trios"),
    profile("traditional4", format="individual", players=5),
    profile("app", mus_visto=0.7),
]


def swapped(move: Chance, swap: Callable[[Card], Card]) -> Chance:
    """A chance move with every card taken for another."""
    if isinstance(move, Deck):
        exposed = None if move.exposed is None else (move.exposed[0], swap(move.exposed[1]))
        return Deck(tuple(map(swap, move.cards)), exposed)
    if isinstance(move, Reshuffle):
        return Reshuffle(tuple(map(swap, move.cards)))
    return move


def choices(seed: int) -> Iterator[Callable[[Match], Action]]:
    """Players that often say mus and seldom bet, so that deals are long."""
    rng = random.Random(seed)

    def choose(match: Match) -> Action:
        legal = match.game.legal()
        if match.game.ask is Ask.SIGNS:
            return next(iter(every(legal)))  # None: what a mate passes depends on its cards.
        if Word.MUS in legal.words and rng.random() < 0.7:
            return Word.MUS
        if Word.PASO in legal.words and rng.random() < 0.6:
            return Word.PASO
        few = [a for a in every(legal) if a is not Word.ORDAGO]
        return rng.choice(few)

    while True:
        yield choose


@dataclass
class FirstDeal:
    """What one seat was sent in a first deal, the cards it saw, and what chance did."""

    sent: list[tuple[Lance | None, bytes]] = field(default_factory=list)
    seen: set[Card] = field(default_factory=set)
    moves: list[Chance] = field(default_factory=list)


def first_deal(
    rules: Rules, *, seed: int, seat: int, moves: Sequence[Chance] | None = None
) -> FirstDeal:
    """Plays a first deal with chance from a key, or with the `moves` given."""
    match, told = Match(rules, mano=seed % rules.seats), FirstDeal()
    views, chance = Views(match), KeyedChance(MatchKey(b"leak", "a|b", seed))
    given_moves = None if moves is None else iter(moves)
    for turn, choose in enumerate(choices(seed), start=1):
        while match.game.awaits is not None:
            if match.game.deals > 1 or match.games > 1:
                return told
            move = chance.move(match) if given_moves is None else next(given_moves)
            told.moves.append(move)
            take(told, match.apply(move), views=views, seat=seat)
            if isinstance(move, Deck) and move.exposed is not None:
                told.seen.add(move.exposed[1])
        if match.over:
            return told
        if match.game.to_act == seat and match.game.ask is not None:
            body = views.turn(seat, match.game.ask, turn_id=turn, table_id=1, random=bytes(8))
            told.sent.append((match.game.lance, body))
        take(told, match.apply(choose(match)), views=views, seat=seat)
    raise AssertionError("players never stop")


def take(told: FirstDeal, events: list[Event], *, views: Views, seat: int) -> None:
    """Shows what happened, and notes the cards that came to a seat."""
    mine = (e for e in events if isinstance(e, Dealt | Drew) and e.seat == seat)
    told.seen.update(card for event in mine for card in event.cards)
    views.add(events)


@given(
    rules=st.sampled_from(RULES),
    seed=st.integers(0, 10_000),
    seat=st.integers(0, 5),
    order=st.randoms(use_true_random=False),
)
def test_hidden_cards_change_nothing_that_is_sent(
    rules: Rules, seed: int, seat: int, order: random.Random
) -> None:
    """Permuting all cards a seat can't see leaves every byte of its turns as it was.

    Up to the declarations of pares any permutation will do; from there on what
    all seats declared is public, and only what went before must be the same.
    """
    seat %= rules.seats
    told = first_deal(rules, seed=seed, seat=seat)
    hidden = [card for card in DECK if card not in told.seen]
    other = list(hidden)
    order.shuffle(other)
    again = played_again(told, rules, seed=seed, seat=seat, mapping=zip(hidden, other, strict=True))
    assert before_pares(again) == before_pares(told)


@given(seed=st.integers(0, 10_000), seat=st.integers(0, 3), data=st.data())
def test_suits_of_hidden_cards_never_show(seed: int, seat: int, data: st.DataObject) -> None:
    """Hidden cards that play alike can be exchanged in any deal: every byte of it is the same."""
    told = first_deal(RULES[1], seed=seed, seat=seat)
    mapping: list[tuple[Card, Card]] = []
    for number in sorted({card.number for card in DECK}):
        alike = [card for card in DECK if card.number == number and card not in told.seen]
        mapping += zip(alike, data.draw(st.permutations(alike)), strict=True)
    again = played_again(told, RULES[1], seed=seed, seat=seat, mapping=mapping)
    assert again.sent == told.sent


def played_again(
    told: FirstDeal, rules: Rules, *, seed: int, seat: int, mapping: Iterable[tuple[Card, Card]]
) -> FirstDeal:
    """The same deal with the cards of a mapping exchanged."""
    swap = {card: card for card in DECK} | dict(mapping)
    moves = [swapped(move, swap.__getitem__) for move in told.moves]
    return first_deal(rules, seed=seed, seat=seat, moves=moves)


def before_pares(told: FirstDeal) -> list[bytes]:
    """What was sent before anybody declared anything."""
    return [body for lance, body in told.sent if lance in {None, Lance.GRANDE, Lance.CHICA}]
