"""Deals to the target make a game, games make a match."""

from random import Random

import pytest
from hypothesis import given

from arena.engine.actions import Deck, Word
from arena.engine.cards import DECK
from arena.engine.events import DealOver, GameOver, MatchOver
from arena.engine.game import Game, Match
from arena.engine.rules import Rules, profile
from arena.errors import IllegalAction, IllegalChance
from tests.engine.playing import Table, deck_of, play
from tests.strategies import rules, seeds

ONLINE = profile("online", signs=False)
HANDS = ("R R C 7", "A A 4 4", "7 7 7 S", "R C 5 A")
ALL_PASS = "no_mus, " + ", ".join(["paso"] * 11)


def test_the_mano_moves_on() -> None:
    """R4.1: the mano of the next deal is the seat after the last one's."""
    table = Table(ONLINE, *HANDS, mano=3).say(ALL_PASS)
    assert (table.game.deals, table.game.deal.mano) == (2, 0)
    assert table.game.awaits is Deck
    assert table.events[-1] == DealOver(tuple(table.game.score), ())


def test_the_mano_moves_on_from_the_final_mano() -> None:
    """R4.1, R5.6: who cut the mus corrido was mano."""
    table = Table(profile("traditional", signs=False), *HANDS).say(f"mus, mus, {ALL_PASS}")
    assert table.game.deal.mano == 3


def test_a_game_is_set_up_between_deals() -> None:
    """With the score and the number of the deal to come; no score is zero for all."""
    game = Game(ONLINE, mano=2, score=(12, 30), deals=7)
    events = game.apply(Deck(DECK))
    assert str(events[0]) == "DealStarted(deal=7, mano=2, score=(12, 30))"
    assert Game(ONLINE, mano=0).score == [0, 0]


def test_after_the_end_nothing_can_be_done() -> None:
    """R10.5: an accepted órdago decides the game; there is no next deal."""
    table = Table(ONLINE, *HANDS).say("no_mus, ordago, quiero")
    game = table.game
    assert game.over
    assert (game.winner, game.to_act, game.ask, game.awaits) == (0, None, None, None)
    assert (game.lance, game.stake, str(game.legal())) == (None, 0, "")
    with pytest.raises(IllegalAction, match="paso: the game is over"):
        game.apply(Word.PASO)
    with pytest.raises(IllegalChance, match="Deck came, awaited is nothing"):
        game.apply(Deck(DECK))


def win(match: Match) -> str:
    """Lets seat 0 win a game by an órdago in grande; gives the last things that happened."""
    match.apply(Deck(deck_of(*HANDS, mano=match.game.deal.mano)))
    match.apply(Word.NO_MUS)
    while match.game.to_act != 0:
        match.apply(Word.PASO)
    match.apply(Word.ORDAGO)
    return " ".join(type(event).__name__ for event in match.apply(Word.QUIERO)[-3:])


def test_a_match_is_games() -> None:
    """R1: games until a team has won games_to_win of them; a winner of the match after the last."""
    rules = profile("online", signs=False, games_to_win=2)
    match = Match(rules, mano=1)
    assert (match.games, match.over) == (1, False)
    assert win(match) == "Shown DealOver GameOver"
    assert (match.games, match.wins, match.over) == (2, [1, 0], False)
    assert match.game.score == [0, 0]
    assert match.piedras == (40, 0)
    assert win(match) == "DealOver GameOver MatchOver"
    assert (match.games, match.wins, match.winner) == (2, [2, 0], 0)
    assert (match.piedras, match.deals) == ((80, 0), 2)
    with pytest.raises(IllegalAction, match="the game is over"):
        match.apply(Word.PASO)


def test_the_mano_goes_on_between_games() -> None:
    """R4.1: also across games of a match."""
    match = Match(profile("online", signs=False), mano=1)
    win(match)
    assert match.game.deal.mano == 2


@given(rules(), seeds)
def test_a_match_is_told_in_events(found: Rules, seed: int) -> None:
    """Scores, wins and winners of the events are those of the match at its end."""
    match = Match(found, mano=0)
    events = [event for _, happened in play(match, Random(seed)) for event in happened]
    overs = [event for event in events if isinstance(event, GameOver)]
    assert [len(overs), overs[-1].wins] == [match.games, tuple(match.wins)]
    assert events[-1] == MatchOver(match.game.winner or 0, tuple(match.wins))
    assert sum(isinstance(event, DealOver) for event in events) == match.deals
    assert match.piedras == tuple(map(sum, zip(*(event.score for event in overs), strict=True)))
    assert match.wins[overs[-1].winner] == found.games_to_win


def test_a_fork_of_a_match_goes_its_own_way() -> None:
    """Games won by a copy are not won in the original."""
    match = Match(profile("online", signs=False), mano=0)
    win(match)
    copy = match.fork()
    win(copy)
    assert copy.over
    assert (match.wins, match.piedras, match.deals) == ([1, 0], (40, 0), 2)
