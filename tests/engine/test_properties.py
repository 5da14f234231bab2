"""What holds of every game under all rules."""

from dataclasses import fields, is_dataclass
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.engine.actions import (
    DISCARDS,
    Chance,
    Deck,
    Envido,
    Interception,
    Reshuffle,
    Signs,
    Word,
)
from arena.engine.cards import DECK, Card
from arena.engine.deal import Deal
from arena.engine.game import Match
from arena.engine.rules import Rules
from arena.engine.signs import Sign
from arena.errors import IllegalAction, IllegalChance
from tests.engine.playing import Move, move_for, play, snapshot
from tests.strategies import rules, seeds

MANY_MOVES = 50_000


def started(found: Rules, seed: int) -> tuple[Match, Random]:
    """A match before its first move, and what it is played with."""
    rng = Random(seed)
    return Match(found, mano=rng.randrange(found.seats)), rng


def part_played(found: Rules, seed: int, moves: int) -> tuple[Match, Random]:
    """A match in the middle of anything; it may be over."""
    match, rng = started(found, seed)
    for _, _ in zip(range(moves), play(match, rng), strict=False):
        pass
    return match, rng


@given(rules(), seeds)
def test_games_end(found: Rules, seed: int) -> None:
    """R1, R5.4, R9.8: whatever is played, every legal move applies and there is a winner."""
    match, rng = started(found, seed)
    moves = sum(1 for _ in play(match, rng))
    assert moves < MANY_MOVES
    assert match.winner is not None
    assert match.wins[match.winner] == found.games_to_win
    assert match.game.score[match.game.winner or 0] >= found.target


def all_cards(deal: Deal) -> list[Card]:
    """Every card of a deal, wherever it is."""
    return [
        *(card for hand in deal.hands for card in hand),
        *(card for _, card in deal.stock._left),
        *deal.stock.pile,
        *deal._drawn,
    ]


@given(rules(), seeds)
def test_there_are_always_forty_cards(found: Rules, seed: int) -> None:
    """R2.1: hands, stock and discards are the deck, no card missing or twice."""
    match, rng = started(found, seed)
    while not match.over:
        deal = match.game.deal
        match.apply(move_for(match.game, rng))
        assert sorted(map(str, all_cards(deal))) == sorted(map(str, DECK))
        if deal.over or deal.lance is not None:
            assert all(len(hand) == 4 for hand in deal.hands)


@given(rules(), seeds)
def test_scores_never_fall(found: Rules, seed: int) -> None:
    """R10, R11: piedras are only ever won."""
    match, rng = started(found, seed)
    game, before = match.game, (0,) * found.teams
    for _ in play(match, rng):
        assert all(now >= then for now, then in zip(game.score, before, strict=True))
        changes = match.game is not game
        game, before = match.game, (0,) * found.teams if changes else tuple(game.score)


ANYTHING: st.SearchStrategy[Move] = (
    st.sampled_from(Word)
    | st.integers(1, 120).map(Envido)
    | st.sampled_from(DISCARDS)
    | st.lists(st.sampled_from(Sign), max_size=3).map(lambda named: Signs(tuple(named)))
    | st.permutations(DECK).map(lambda cards: Deck(tuple(cards)))
    | st.just(Deck(DECK, (0, DECK[0])))
    | st.just(Deck(DECK[1:]))
    | st.lists(st.sampled_from(DECK), max_size=5).map(lambda cards: Reshuffle(tuple(cards)))
    | st.lists(st.integers(-1, 6), max_size=3).map(lambda seats: Interception(tuple(seats)))
)


@given(rules(), seeds, st.integers(0, 60), st.lists(ANYTHING, min_size=1, max_size=8))
def test_what_is_illegal_changes_nothing(
    found: Rules, seed: int, moves: int, tries: list[Move]
) -> None:
    """A move is legal and applies, or raises and leaves everything as it was."""
    match, _ = part_played(found, seed, moves)
    for move in tries:
        game, before = match.game, snapshot(match)
        action = not isinstance(move, Chance)
        legal = action and game.to_act is not None and move in game.legal()
        if legal:
            match.fork().apply(move)
        elif action:
            with pytest.raises(IllegalAction):
                match.apply(move)
        elif game.awaits is not type(move):
            with pytest.raises(IllegalChance):
                match.apply(move)
        else:
            try:
                match.apply(move)
            except IllegalChance:
                pass
            else:
                continue
        assert snapshot(match) == before


@given(rules(), seeds, st.integers(0, 120))
def test_a_fork_is_independent(found: Rules, seed: int, moves: int) -> None:
    """A copy plays the same game on its own, and the original stands still."""
    match, rng = part_played(found, seed, moves)
    before, state = snapshot(match), rng.getstate()
    copy = match.fork()
    assert snapshot(copy) == before
    told = [(move, tuple(events)) for move, events in play(copy, rng)]
    assert snapshot(match) == before
    rng.setstate(state)
    assert [(move, tuple(events)) for move, events in play(match, rng)] == told
    assert snapshot(match) == snapshot(copy)


def rotated(value: object, by: int, rules_: Rules, name: str = "") -> object:
    """An event with every seat and team moved on."""
    if is_dataclass(value) and not isinstance(value, type):
        changes = {
            f.name: rotated(getattr(value, f.name), by, rules_, f.name) for f in fields(value)
        }
        return type(value)(**changes)
    if isinstance(value, Word | Envido) or value is None:
        return value
    if name in {"seat", "mano"}:
        assert isinstance(value, int)
        return (value + by) % rules_.seats
    if name in {"team", "winner"}:
        assert isinstance(value, int)
        return (value + by) % rules_.teams
    if name in {"score", "wins"}:
        assert isinstance(value, tuple)
        return tuple(value[(i - by) % rules_.teams] for i in range(len(value)))
    if name in {"mates", "adentro"}:
        assert isinstance(value, tuple)
        size = rules_.seats if name == "mates" else rules_.teams
        return tuple(sorted((i + by) % size for i in value))
    if name == "caught":
        assert isinstance(value, tuple)
        return tuple(tuple(sorted((s + by) % rules_.seats for s in seats)) for seats in value)
    return value


def turned(move: Move, by: int, seats: int) -> Move:
    """A move with its seats moved on."""
    if isinstance(move, Interception):
        return Interception(tuple(sorted((seat + by) % seats for seat in move.seats)))
    if isinstance(move, Deck) and move.exposed is not None:
        return Deck(move.cards, ((move.exposed[0] + by) % seats, move.exposed[1]))
    return move


@given(rules(), seeds, st.integers(1, 5))
def test_seats_are_only_names(found: Rules, seed: int, by: int) -> None:
    """R1: the same match begun at another seat differs in the seats and nothing else."""
    match, rng = started(found, seed)
    other = Match(found, mano=(match.game.deal.mano + by) % found.seats)
    for move, events in play(match, rng):
        expected = [rotated(event, by, found) for event in events]
        assert other.apply(turned(move, by, found.seats)) == expected
    assert other.over
