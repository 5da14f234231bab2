"""Matches played in one process, by bots as silly and as sly as tests need."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from random import Random

from arena.engine.actions import DISCARDS, Action, Ask, Discard, Envido, Word
from arena.engine.chance import new_match
from arena.engine.deal import Deal
from arena.engine.hands import HandTable, Lance, table_for
from arena.engine.rules import Rules
from arena.engine.shuffle import MatchKey
from arena.league.luck.services import Service, services
from tests.engine.playing import choose

Policy = Callable[[Deal, Random], Action]
"""What the seat to act does. It may look at all cards: no bot could do worse to fairness."""


def careless(deal: Deal, rng: Random) -> Action:
    """Anything legal."""
    return choose(deal.legal(), rng)


def hoarder(deal: Deal, rng: Random) -> Action:
    """Wants mus while its hand is poor in grande, throws all but kings, bets all on good hands."""
    assert deal.to_act is not None
    hand = deal.hands[deal.to_act]
    kings = [i for i, card in enumerate(hand) if card.number in {3, 12}]
    if deal.ask is Ask.MUS:
        return Word.NO_MUS if len(kings) >= 2 else Word.MUS
    if deal.ask is Ask.DISCARD:
        weak = tuple(i for i in range(4) if i not in kings)
        return Discard(weak or (0,))
    if len(kings) >= 2 and Word.ORDAGO in deal.legal().words and rng.random() < 0.2:
        return Word.ORDAGO
    return choose(deal.legal(), rng)


def spoiler(deal: Deal, rng: Random) -> Action:
    """Throws its best cards when its side is ahead, its worst when behind, as many as suits it."""
    seat = deal.to_act
    assert seat is not None
    ahead = deal.score[seat % 2] > deal.score[1 - seat % 2]
    hand = deal.hands[seat]
    if deal.ask is Ask.MUS:
        other = table_for(deal.rules)[deal.hands[(seat + 1) % 4]]
        return Word.MUS if other.juego else Word.NO_MUS
    if deal.ask is Ask.DISCARD:
        order = sorted(range(4), key=lambda i: (hand[i].number, i), reverse=ahead)
        return Discard(tuple(sorted(order[: 1 + sum(c.number for c in hand) % 4])))
    return choose(deal.legal(), rng)


@cache
def best(table: HandTable, lance: Lance) -> int:
    """The strength of the best hand there is."""
    return max(worth.strength(lance) for worth in table.worths)


def honest(deal: Deal, rng: Random) -> Action:
    """Bets and accepts what it holds; an órdago with the best there is. Its partner's hand is its own."""
    seat, lance, legal = deal.to_act, deal.lance, deal.legal()
    assert seat is not None
    if lance is None:
        return hoarder(deal, rng)
    table = table_for(deal.rules)
    mine = max(table[deal.hands[s]].strength(lance) for s in (seat, (seat + 2) % 4))
    held = mine / best(table, lance)
    if Word.ORDAGO in legal.words and held > 0.97:
        return Word.ORDAGO
    if Word.QUIERO in legal.words:
        return Word.QUIERO if held > 0.8 else Word.NO_QUIERO
    if legal.envido is None or held <= 0.7:
        return Word.PASO
    least, most = legal.envido
    return Envido(min(most, least + 3))


def greedy(deal: Deal, rng: Random) -> Action:
    """Always mus, always four new cards: stocks run out."""
    if deal.ask is Ask.MUS:
        return Word.MUS
    if deal.ask is Ask.DISCARD:
        return DISCARDS[15]
    return choose(deal.legal(), rng)


@dataclass(frozen=True, slots=True)
class Played:
    """A match in one room: the team of bot 0, whether that won, and what was served."""

    team: int
    won: bool
    services: tuple[Service, ...]


def play(rules: Rules, group: int, *, bots: tuple[Policy, Policy], room: int) -> Played:
    """Plays a deal group in a room; the bots are those of team 0 and 1 in room 0."""
    match, chance = new_match(rules, MatchKey(b"luck", "a|b", group))
    rng, events = Random(2 * group + room), []
    while not match.over:
        if match.game.awaits is not None:
            events += match.apply(chance.move(match))
            continue
        seat = match.game.to_act
        assert seat is not None
        events += match.apply(bots[(seat + room) % 2](match.game.deal, rng))
    found = tuple(services(events, seats=4, teams=2))
    return Played(room, match.winner == room, found)
