"""A deal from the last service on: running out of cards, lances, count."""

import pytest

from arena.engine.actions import Legal, Reshuffle
from arena.engine.cards import DECK, cards
from arena.engine.events import (
    Counted,
    DealOver,
    Declared,
    LanceClosed,
    LanceOpened,
    Outcome,
    Reshuffled,
    Shown,
)
from arena.engine.hands import Lance
from arena.engine.rules import profile
from arena.errors import IllegalChance
from tests.engine.playing import Table

ONLINE = profile("online", signs=False)
HANDS = ("R R C 7", "A A 4 4", "7 7 7 S", "R C 5 A")  # Juego: seats 0 and 2; pares: not seat 3.
PASS = "paso, paso, paso, paso"


def test_running_out_with_two_seats_owed() -> None:
    """R6.3: all discards make the new stock, those of this round and of the seat served included."""
    hands = ("R R R R", "C C C C", "S S S S", "7 7 7 7", "6 6 6 6", "5 5 5 5")
    table = Table(profile("app", format="trios"), *hands).say("mus, mus, mus, mus, mus, mus")
    for seat in range(6):
        table.say("discard " + " ".join(map(str, table.deal.hands[seat])))
    assert table.game.awaits is Reshuffle
    assert (table.game.ask, table.game.legal()) == (None, Legal())
    assert len(table.game.to_shuffle()) == 24
    with pytest.raises(IllegalChance, match="the new stock must be the 24 discards"):
        table.chance(Reshuffle(DECK[:24]))
    table.chance(Reshuffle(tuple(table.game.to_shuffle())))
    assert table.of(Reshuffled) == [Reshuffled(24)]
    assert [len(hand) for hand in table.deal.hands] == [4] * 6


def test_running_out_with_one_seat_owed() -> None:
    """R6.3: its own discards of this round are kept out; it keeps what it already got."""
    hands = ("R R R R", "C C C C", "S S S S", "7 7 7 7", "6 6 6 6", "5 5 5 5")
    table = Table(profile("app", format="trios", draws="stock"), *hands)
    table.say("mus, mus, mus, mus, mus, mus, discard Ro Rc Re Rb, discard Co Cc Ce Cb")
    table.say("discard So Sc Se Sb, discard 7o 7c 7e, discard 6o, discard 5o 5c")
    pile = table.game.to_shuffle()
    assert len(pile) == 16
    assert not set(cards("5o 5c")) & set(pile)
    table.chance(Reshuffle(tuple(pile)))
    assert table.deal.stock.pile == list(cards("5o 5c"))


def test_declarations_are_true_and_public() -> None:
    """R8.2: every seat, mano first, before pares and before juego."""
    table = Table(ONLINE, *HANDS, mano=1).say("no_mus, " + ", ".join([PASS] * 2))
    told = [event for event in table.events if isinstance(event, Declared)]
    assert {event.lance for event in told} == {Lance.PARES}
    assert [(e.seat, e.holds) for e in told] == [(1, True), (2, True), (3, False), (0, True)]
    assert table.asked() == "1 bet"
    assert table.events[-1] == LanceOpened(Lance.PARES)


def test_one_team_alone_does_not_bet() -> None:
    """R8.4: it counts its values at the end; here the pair of seat 0 has both juegos."""
    table = Table(ONLINE, *HANDS).say(f"no_mus, {PASS}, {PASS}, paso, paso, paso")
    assert table.of(LanceClosed)[-1] == LanceClosed(Lance.JUEGO, Outcome.UNCONTESTED, 0, 0, 0)
    assert table.of(Counted)[-1] == Counted(Lance.JUEGO, 0, 5)
    assert table.deal.over


def test_nobody_has_pares_or_juego() -> None:
    """R8.4: pares is void, punto stands in for juego."""
    table = Table(ONLINE, "R C 4 5", "S 7 5 6", "R C 4 6", "S C A 4")
    table.say(f"no_mus, {PASS}, {PASS}")
    assert table.of(LanceClosed)[-1] == LanceClosed(Lance.PARES, Outcome.VOID, 0, None, 0)
    assert table.game.lance is Lance.PUNTO
    table.say(PASS)
    assert [e.lance for e in table.events if isinstance(e, Counted)] == [
        Lance.GRANDE,
        Lance.CHICA,
        Lance.PUNTO,
    ]


def test_a_deje_is_paid_at_once() -> None:
    """R10.1, R10.3: and who took it is public, the winner of other lances is not yet."""
    table = Table(ONLINE, *HANDS).say("no_mus, envido 5, no_quiero, no_quiero")
    assert table.game.score == [1, 0]
    assert table.of(LanceClosed) == [LanceClosed(Lance.GRANDE, Outcome.DEJE, 5, 0, 1)]
    table.say("envido 2, quiero")
    assert table.of(LanceClosed)[-1] == LanceClosed(Lance.CHICA, Outcome.QUERIDO, 2, None, 0)
    assert table.game.score == [1, 0]


def test_a_deje_can_win_the_game() -> None:
    """R10.2, R11.7: nothing else is counted, and all hands are shown."""
    table = Table(ONLINE, *HANDS, score=(39, 39)).say(
        "no_mus, paso, envido 9, no_quiero, no_quiero"
    )
    assert table.game.winner == 1
    assert table.game.score == [39, 40]
    assert table.of(Counted) == []
    assert [e.seat for e in table.events if isinstance(e, Shown)] == [0, 1, 2, 3]
    assert table.events[-1] == DealOver((39, 40), (0,))


def test_an_accepted_ordago_decides_the_game() -> None:
    """R10.5: the best hand of the lance wins at once; the other score stays."""
    table = Table(ONLINE, *HANDS, score=(5, 38)).say("no_mus, paso, ordago, quiero")
    assert table.of(LanceClosed) == [LanceClosed(Lance.GRANDE, Outcome.ORDAGO, 0, 0, 0)]
    assert (table.game.winner, table.game.score) == (0, [40, 38])


def test_the_count_stops_at_the_target() -> None:
    """R11.1: lances are counted whole and in order; the first to reach the target has won."""
    table = Table(ONLINE, *HANDS, score=(39, 38))
    table.say(f"no_mus, {PASS}, {PASS}, paso, paso, paso")
    assert table.of(Counted) == [Counted(Lance.GRANDE, 0, 1)]
    assert table.deal.results[1].counted == 0
    assert table.game.winner == 0


def test_a_score_may_pass_the_target() -> None:
    """R11.8: it is kept as it is."""
    table = Table(ONLINE, *HANDS, score=(39, 0))
    table.say(f"no_mus, envido 30, quiero, {PASS}, paso, paso, paso")
    assert table.game.score[0] == 69


@pytest.mark.parametrize(("score", "adentro"), [((30, 0), (0,)), ((29, 38), (1,)), ((0, 0), ())])
def test_adentro(score: tuple[int, int], adentro: tuple[int, ...]) -> None:
    """R11.9: at target - 5 or more, below the target, at the end of a deal."""
    table = Table(ONLINE, "R C 4 5", "S 7 5 6", "R C 4 6", "S C A 4", score=score)
    table.say(f"no_mus, envido 4, quiero, {PASS}, {PASS}")
    assert isinstance(table.events[-1], DealOver)
    assert table.events[-1].adentro == adentro


def test_the_stake_is_of_the_lance_played() -> None:
    """R1: the bets made so far, the one to be answered included; nothing before and after."""
    table = Table(ONLINE, *HANDS)
    assert table.game.stake == 0
    table.say("no_mus, envido 2, envido 3")
    assert table.game.stake == 5
    table.say("quiero")
    assert table.game.stake == 0
