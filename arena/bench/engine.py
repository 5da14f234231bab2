"""The engine alone: random play in this process, with events and without anybody who sees them."""

import random
import time
from functools import cache

from arena.bench.figures import Figures, own_memory
from arena.engine.actions import (
    DISCARDS,
    Action,
    Deck,
    Envido,
    Interception,
    Legal,
    Reshuffle,
    Signs,
)
from arena.engine.cards import DECK
from arena.engine.game import Match
from arena.engine.rules import Rules

MOST_ENVIDO = 8
"""Random players add at most this much more than the least: games last longer that way."""


_NO_SIGNS: tuple[Action, ...] = (Signs(),)


def play_random(rules: Rules, *, seconds: float, seed: int) -> Figures:
    """Plays random games for some seconds, at least one."""
    rng = random.Random(seed)
    decisions = deals = games = 0
    began, cpu = time.perf_counter(), time.process_time()
    while not games or time.perf_counter() - began < seconds:
        match = Match(rules, mano=games % rules.seats)
        decisions += _play(match, rng)
        deals += match.deals
        games += match.games
    return Figures(
        part="engine",
        seconds=time.perf_counter() - began,
        decisions=decisions,
        deals=deals,
        games=games,
        arena_cpu_seconds=time.process_time() - cpu,
        arena_memory=own_memory(),
    )


def _play(match: Match, rng: random.Random) -> int:
    """Plays one match; how many decisions its seats made."""
    decisions, chance = 0, rng.random
    while match.winner is None:
        game = match.game
        awaits = game.deal.awaits
        if awaits is None:
            legal = game.deal.legal()
            some = _choices(legal) if legal.signs is None else _NO_SIGNS
            match.apply(some[int(chance() * len(some))])
            decisions += 1
        elif awaits is Deck:
            match.apply(Deck(tuple(rng.sample(DECK, 40))))
        elif awaits is Reshuffle:
            cards = game.to_shuffle()
            rng.shuffle(cards)
            match.apply(Reshuffle(tuple(cards)))
        else:
            match.apply(Interception(()))
    return decisions


@cache
def _choices(legal: Legal) -> tuple[Action, ...]:
    """What to choose from at random: each word as often as all envidos together."""
    envidos: list[Action] = []
    if legal.envido is not None:
        least, most = legal.envido
        envidos += map(Envido, range(least, min(most, least + MOST_ENVIDO) + 1))
    words: list[Action] = [word for word in legal.words for _ in envidos or (None,)]
    if legal.discard is not None:
        few, many = legal.discard
        return tuple(d for d in DISCARDS if few <= len(d.positions) <= many)
    return (*words, *envidos)
