"""A deal before its lances: cards, señas, talk, exchange."""

import pytest

from arena.engine.actions import Deck, Discard, Interception, Legal, Reshuffle, Word
from arena.engine.cards import DECK, cards
from arena.engine.events import (
    DealStarted,
    Dealt,
    Discarded,
    Drew,
    Exposed,
    ManoMoved,
    Signed,
)
from arena.engine.game import Game
from arena.engine.hands import Lance
from arena.engine.rules import profile
from arena.engine.signs import Sign
from arena.errors import IllegalAction, IllegalChance
from tests.engine.playing import Table, asks, deck_of

ONLINE = profile("online", signs=False)
SIGNS = profile("online")
CORRIDO = profile("traditional", signs=False)
HANDS = ("R R C 7", "A A 4 4", "7 7 7 S", "R C 5 A")  # Juego: seats 0 and 2; pares: not seat 3.
PASS = "paso, paso, paso, paso"


def test_a_deal_waits_for_its_deck() -> None:
    """R15: chance comes first; nobody is asked for anything before."""
    game = Game(ONLINE, mano=2)
    assert (game.awaits, game.to_act, game.ask, game.legal()) == (Deck, None, None, Legal())
    with pytest.raises(IllegalAction, match="mus: awaited is chance, a Deck"):
        game.apply(Word.MUS)
    with pytest.raises(IllegalChance, match="Reshuffle came, awaited is Deck"):
        game.apply(Reshuffle(DECK))


def test_a_deal_starts_with_its_cards() -> None:
    """R4.2: everybody's four, the mano's first."""
    table = Table(ONLINE, *HANDS, mano=2)
    assert table.events[0] == DealStarted(1, 2, (0, 0))
    dealt = [event for event in table.events if isinstance(event, Dealt)]
    assert [event.seat for event in dealt] == [2, 3, 0, 1]
    assert all(list(event.cards) == table.deal.hands[event.seat] for event in dealt)
    with pytest.raises(IllegalChance, match="Deck came, awaited is nothing"):
        table.chance(Deck(DECK))


def test_the_first_no_mus_ends_the_talk() -> None:
    """R5.1, R5.5: nobody speaks after it; the mano opens grande, whoever cut."""
    table = Table(ONLINE, *HANDS, mano=1)
    assert asks(table, "mus, no_mus") == ["1 mus", "2 mus", "1 bet"]
    assert table.of(ManoMoved) == []
    assert table.game.lance is Lance.GRANDE


def test_all_discard_then_all_are_served() -> None:
    """R5.2, R5.3: nobody receives a card before all have discarded; then the talk starts again."""
    table = Table(ONLINE, *HANDS)
    table.say("mus, mus, mus, mus, discard Ro, discard 1o 1c 4o 4c, discard So")
    assert [len(hand) for hand in table.deal.hands] == [3, 0, 3, 4]
    assert table.asked() == "3 discard"
    assert table.game.legal() == Legal(discard=(1, 4))
    table.say("discard 1e")
    assert [len(hand) for hand in table.deal.hands] == [4, 4, 4, 4]
    assert table.of(Discarded)[1] == Discarded(1, 4, cards("1o 1c 4o 4c"))
    drew = [event for event in table.events if isinstance(event, Drew)]
    assert [(event.seat, event.count) for event in drew] == [(0, 1), (1, 4), (2, 1), (3, 1)]
    assert table.deal.hands[1] == list(drew[1].cards)
    assert table.asked() == "0 mus"


def test_the_talk_is_not_without_end() -> None:
    """R5.4: after max_mus_rounds discards the lances begin; with 0 there is no talk at all."""
    once = Table(profile("app", max_mus_rounds=1), *HANDS)
    once.say("mus, mus, mus, mus, discard Ro, discard 1o, discard 7e, discard Re")
    assert once.asked() == "0 bet"
    assert Table(profile("app", max_mus_rounds=0), *HANDS).asked() == "0 bet"


def test_mus_corrido_who_cuts_is_mano() -> None:
    """R5.6: the cutter opens grande; the mano that cuts stays what it is."""
    table = Table(CORRIDO, *HANDS)
    assert asks(table, "mus, mus, no_mus") == ["0 mus", "1 mus", "2 mus", "2 bet"]
    assert table.of(ManoMoved) == [ManoMoved(2)]
    assert Table(CORRIDO, *HANDS).say("no_mus").of(ManoMoved) == []


def test_mus_corrido_moves_the_mano() -> None:
    """R5.7: all say mus: the next seat is mano and discards first, is served first, speaks first."""
    table = Table(CORRIDO, *HANDS).say("mus, mus, mus, mus")
    assert table.of(ManoMoved) == [ManoMoved(1)]
    assert asks(table, "discard 1o, discard 7e, discard Re, discard Ro")[::4] == [
        "1 discard",
        "1 mus",
    ]
    assert [event.seat for event in table.events if isinstance(event, Drew)] == [1, 2, 3, 0]


def test_mus_corrido_is_for_the_first_deal() -> None:
    """R5.6: in the second one a cut moves nothing."""
    game = Game(CORRIDO, mano=0, score=(3, 4), deals=2)
    game.apply(Deck(deck_of(*HANDS)))
    game.apply(Word.MUS)
    game.apply(Word.NO_MUS)
    assert (game.to_act, game.deal.mano) == (0, 0)


def test_signs_come_before_the_talk() -> None:
    """R12.1: after each service, mano first, everybody who has a mate, true signs or none."""
    table = Table(SIGNS, *HANDS, mano=3)
    assert asks(table, "signs, signs, signs, signs") == [
        "3 signs",
        "0 signs",
        "1 signs",
        "2 signs",
        "3 mus",
    ]
    table.say("mus, mus, mus, mus, discard Re, discard Ro, discard 1o, discard 7e")
    assert table.asked() == "3 signs"


def test_signs_must_be_true() -> None:
    """R12.2: what is legal is what the hand holds."""
    table = Table(SIGNS, *HANDS).say("signs DOS_REYES JUEGO")
    assert table.game.awaits is Interception
    table = Table(SIGNS, *HANDS)
    assert table.game.legal() == Legal(signs=(Sign.DOS_REYES, Sign.JUEGO))
    with pytest.raises(IllegalAction, match="seat 0 may signs DOS_REYES JUEGO"):
        table.say("signs DUPLES")


def test_chance_says_who_caught_each_sign() -> None:
    """R12.3: one move for each sign, in order, with opponents only; nobody acts meanwhile."""
    table = Table(SIGNS, *HANDS).say("signs DOS_REYES JUEGO")
    assert (table.game.to_act, table.game.ask, table.game.legal()) == (None, None, Legal())
    for wrong in ((0,), (2,), (3, 1), (1, 1), (1, 5)):
        with pytest.raises(IllegalChance, match=r"opponents are \[1, 3\]"):
            table.chance(Interception(wrong))
    table.chance(Interception((3,)))
    assert table.of(Signed) == []
    table.chance(Interception(()))
    signed = Signed(0, (Sign.DOS_REYES, Sign.JUEGO), (2,), ((3,), ()))
    assert table.of(Signed) == [signed]
    assert table.asked() == "1 signs"


def test_alone_there_are_no_signs() -> None:
    """R12.1: only who has a team mate is asked."""
    rules = profile("online", format="individual", players=4)
    assert Table(rules, *HANDS).asked() == "0 mus"


def test_mus_corrido_signs_once_after_the_talk() -> None:
    """R5.8: not before the talk nor after a service, but when it is over, from the final mano."""
    table = Table(profile("traditional"), *HANDS)
    assert table.asked() == "0 mus"
    table.say("mus, mus, mus, mus, discard 1o, discard 7e, discard Re, discard Ro")
    assert table.asked() == "1 mus"
    assert asks(table, "mus, no_mus, signs, signs, signs, signs")[2:] == [
        "2 signs",
        "3 signs",
        "0 signs",
        "1 signs",
        "2 bet",
    ]


def exposed(name: str = "online", **changes: bool | int) -> Table:
    """A deal in which the Ro of seat 0 was turned up."""
    rules = profile(name, **{"signs": False, "mus_visto": 0.5, **changes})
    return Table(rules, *HANDS, exposed="Ro")


def test_an_exposed_card_forces_an_exchange() -> None:
    """R5.10: the card is public, there is no talk, and 0 to 4 cards may be thrown."""
    table = exposed()
    assert table.of(Exposed) == [Exposed(0, cards("Ro")[0])]
    assert table.asked() == "0 discard"
    assert table.game.legal() == Legal(discard=(0, 4))
    table.say("discard Ro, discard 1o, discard 7e, discard Re")
    assert table.asked() == "0 mus"
    table.say("mus, mus, mus, mus")
    assert table.game.legal() == Legal(discard=(1, 4))


def test_who_keeps_all_cards_ends_the_mus() -> None:
    """R5.10: if any seat threw 0 there is no further mus in the deal."""
    table = exposed().say("discard Ro, discard, discard 7e, discard Re")
    assert table.asked() == "0 bet"
    assert [e.seat for e in table.events if isinstance(e, Drew)] == [0, 2, 3]


def test_no_cards_thrown_end_the_mus_only_in_an_exposed_deal() -> None:
    """R5.10, R5.2: with min_discard 0 the talk goes on."""
    table = Table(profile("app", min_discard=0), *HANDS)
    table.say("mus, mus, mus, mus, discard, discard, discard, discard")
    assert table.asked() == "0 mus"


def test_the_forced_exchange_counts_and_always_takes_place() -> None:
    """R5.10: for R5.4, and even if max_mus_rounds is 0."""
    table = exposed(max_mus_rounds=0)
    assert table.asked() == "0 discard"
    table.say("discard Ro, discard 1o, discard 7e, discard Re")
    assert table.asked() == "0 bet"
    assert table.deal.rounds == 1


def test_exposed_in_a_mus_corrido_deal() -> None:
    """R5.10, R5.8: the mano moves; if somebody threw 0 it stays, and signs come once, at the end."""
    table = exposed("traditional", signs=True)
    assert table.asked() == "1 discard"
    table.say("discard, discard 7e, discard Re, discard Ro")
    assert table.asked() == "1 signs"
    assert table.of(ManoMoved) == [ManoMoved(1)]


def test_signs_come_before_the_forced_exchange() -> None:
    """R12.1: in an exposed deal too, and again after it, though no talk may follow."""
    table = exposed(signs=True)
    assert table.asked() == "0 signs"
    table.say("signs, signs, signs, signs, discard, discard 1o, discard 7e, discard Re")
    assert table.asked() == "0 signs"
    table.say("signs, signs, signs, signs")
    assert table.asked() == "0 bet"


def test_a_fork_in_the_middle_of_anything() -> None:
    """A copy taken at any point plays on without the original, and the original without it."""
    table = Table(ONLINE, *HANDS).say("mus, mus, mus, mus, discard Ro")
    copy = table.game.fork()
    copy.apply(Discard((0,)))
    assert [len(hand) for hand in table.deal.hands] == [3, 4, 4, 4]
    assert (table.game.to_act, copy.to_act) == (1, 2)
