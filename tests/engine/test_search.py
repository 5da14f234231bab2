"""Games drawn for search are consistent with what a seat saw."""

import doctest
from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.engine import search
from arena.engine.actions import Deck, Interception, Signs, Word
from arena.engine.cards import DECK
from arena.engine.events import Declared, Event, Signed
from arena.engine.game import Game, Match
from arena.engine.guess import below
from arena.engine.hands import Lance, table_for
from arena.engine.rules import Rules, profile
from arena.engine.search import Knowledge, samples
from arena.engine.signs import Sign
from tests.engine.playing import Table, move_for
from tests.engine.worlds import ran_out, seen_by, worlds
from tests.strategies import rules, seeds

ONLINE = profile("online", signs=False)
PASS = "paso, paso, paso, paso"


def test_the_example_runs() -> None:
    """A thousand games of a betting decision."""
    assert doctest.testmod(search).failed == 0


def decisions(found: Rules, seed: int) -> Iterator[tuple[Game, int, Knowledge]]:
    """Some decisions of a random match, with what the seat to act knows."""
    rng, match = Random(seed), Match(found, mano=0)
    seen: dict[int, list[Event]] = {seat: [] for seat in range(found.seats)}
    for _ in range(120):
        if match.over:
            return
        game = match.game
        if game.to_act is not None and rng.random() < 0.1:
            seat = game.to_act
            yield game, seat, Knowledge.from_events(found, seat, seen[seat])
        events = match.apply(move_for(game, rng))
        for seat, told in seen.items():
            told.extend(seen_by(seat, events))


@given(rules(), seeds)
def test_a_sample_is_at_the_same_decision(found: Rules, seed: int) -> None:
    """The same seat is asked the same, with the same cards, stake and score."""
    bits = Random(seed).getrandbits
    for game, seat, knowledge in decisions(found, seed):
        hard = found.signs or len(knowledge.stocks) > 1 or knowledge.exposed() is not None
        try:
            sample = next(samples(knowledge, bits, tries=200 if hard else 100_000))
        except ValueError:
            assert hard
            continue
        assert (sample.to_act, sample.ask, sample.lance) == (seat, game.ask, game.lance)
        assert (sample.legal(), sample.stake, sample.score) == (
            game.legal(),
            game.stake,
            game.score,
        )
        assert sample.deal.hands[seat] == game.deal.hands[seat]
        assert [r.outcome for r in sample.deal.results] == [r.outcome for r in game.deal.results]
        cards = [card for hand in sample.deal.hands for card in hand]
        assert len(set(cards)) == len(cards)
        sample.apply(move_for(sample, Random(seed)))


def test_the_same_bits_give_the_same_games() -> None:
    """So a bot can be played again."""
    table = Table(ONLINE, "R R C 7", "A A 4 4", "7 7 7 S", "R C 5 A").say("no_mus")
    hands = [[game.deal.hands for game in worlds(table, 0, 20, seed)] for seed in (5, 5, 6)]
    assert hands[0] == hands[1] != hands[2]


def test_unlikely_declarations_take_no_longer() -> None:
    """Hands are drawn that fit what was declared; dealing until they fit takes thousands of tries."""
    table = Table(ONLINE, "4 5 5 6", "R R R C", "C C S S", "7 7 7 S")
    table.say(f"no_mus, {PASS}, {PASS}, {PASS}")
    assert table.game.lance is Lance.JUEGO
    knowledge = Knowledge.from_events(ONLINE, 0, seen_by(0, table.events))
    for game in islice(samples(knowledge, Random(1).getrandbits, tries=300), 40):
        assert all(table_for(ONLINE)[hand].juego for hand in game.deal.hands[1:])


def test_cards_drawn_again_were_thrown() -> None:
    """R6.3: the last seat knows two discards of others: nobody holds them now."""
    table = ran_out()
    known = set(table.deal.hands[5])
    for game in worlds(table, 5, 50):
        assert game.deal.hands[5] == table.deal.hands[5]
        assert not any(known & set(hand) for hand in game.deal.hands[:5])


@pytest.mark.parametrize("exposed", [None, "4o"])
def test_declarations_hold_after_an_exchange(exposed: str | None) -> None:
    """R8.2: of the hands held now, whatever was thrown; also if a card was exposed (R5.10)."""
    found = profile("online", signs=False, mus_visto=0.5)
    table = Table(found, "R R C 7", "A A 4 4", "7 7 7 S", "R C 5 A", exposed=exposed)
    if exposed is None:
        table.say("mus, mus, mus, mus")
    table.say("discard Ro, discard 1o 4o, discard 7e, discard Re")
    table.say(f"no_mus, {PASS}, {PASS}")
    told = {e.seat: e.holds for e in table.events if isinstance(e, Declared)}
    for game in worlds(table, 0, 50):
        assert game.deal.hands[0] == table.deal.hands[0]
        for seat, holds in told.items():
            assert (table_for(found)[game.deal.hands[seat]].pares > 0) == holds


def test_signs_that_were_caught_are_true() -> None:
    """R12.3: an opponent's sign counts for its hand; who was asked in between passed none."""
    table = Table(profile("online"), "R R C 7", "A A 4 4", "7 7 7 S", "R C 5 A").say("signs")
    table.say("signs DUPLES").chance(Interception((2,))).say("signs, signs, no_mus, paso, paso")
    for game in worlds(table, 2, 50):
        hand = table_for(game.rules)[game.deal.hands[1]]
        assert hand.pares_value == 3
    assert table.game.to_act == 2


def test_who_is_asked_for_signs_can_search() -> None:
    """The seats before it may have passed signs that it did not see."""
    table = Table(profile("online"), "R R C 7", "A A 4 4", "7 7 7 S", "R C 5 A").say("signs, signs")
    for game in worlds(table, 2, 5):
        assert (game.to_act, game.ask) == (2, table.game.ask)


def test_only_the_last_deal_counts() -> None:
    """Events of deals before may be given too."""
    found = profile("app")
    table = Table(found, "R R C 7", "A A 4 4", "7 7 7 S", "R C 5 A").say("no_mus, " + PASS)
    table.say(PASS + ", paso, paso, paso").chance(Deck(DECK))
    game = next(worlds(table, 1, 1))
    assert (game.deals, game.deal.mano, game.score) == (2, 1, table.game.score)


def test_events_of_no_deal_are_refused() -> None:
    """There is nothing to start from, or nothing left to search."""
    with pytest.raises(ValueError, match="there is no DealStarted among them"):
        Knowledge.from_events(ONLINE, 0, [])
    table = Table(ONLINE, "R R C 7", "A A 4 4", "7 7 7 S", "R C 5 A").say("no_mus, ordago, quiero")
    with pytest.raises(ValueError, match="the deal is over"):
        Knowledge.from_events(ONLINE, 0, seen_by(0, table.events))


def impossible(*more: Event) -> Knowledge:
    """Events of which the last can't have been seen."""
    table = Table(ONLINE, "R R C 7", "A A 4 4", "7 7 7 S", "R C 5 A").say(f"no_mus, {PASS}, {PASS}")
    return Knowledge.from_events(ONLINE, 0, [*seen_by(0, table.events), *more])


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ([Signed(1, (Sign.CIEGO,), (3,), ((),))], "no cards are left for the hands"),
        ([Declared(1, Lance.JUEGO, holds=True)], "no deal found in which seat 0 sees"),
        ([Signed(1, (Sign.DUPLES,), (3,), ((),))], "no deal found in which seat 0 sees"),
    ],
)
def test_events_that_can_not_be_are_refused(more: list[Event], message: str) -> None:
    """After a million tries, or as many as one likes."""
    with pytest.raises(ValueError, match=message):
        next(samples(impossible(*more), Random(1).getrandbits, tries=50))


def test_a_fork_of_a_sample_is_a_game() -> None:
    """What can be done with a game can be done with a sample."""
    table = Table(ONLINE, "R R C 7", "A A 4 4", "7 7 7 S", "R C 5 A").say("no_mus")
    game = next(worlds(table, 0, 1)).fork()
    game.apply(Word.ORDAGO)
    game.apply(Word.QUIERO)
    assert game.over
    assert Signs() not in game.legal()


@given(st.integers(1, 500), seeds)
def test_numbers_are_below(n: int, seed: int) -> None:
    """Whatever the bits."""
    assert 0 <= below(n, Random(seed).getrandbits) < n
