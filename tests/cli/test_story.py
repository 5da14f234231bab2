"""What is said of single events."""

from collections.abc import Sequence

from arena.cli.story import Names, tell
from arena.engine.actions import Envido, Word
from arena.engine.cards import cards
from arena.engine.events import (
    Counted,
    DealOver,
    DealStarted,
    Dealt,
    Declared,
    Discarded,
    Drew,
    Event,
    GameOver,
    LanceClosed,
    LanceOpened,
    ManoMoved,
    MatchOver,
    Outcome,
    Said,
    Signed,
)
from arena.engine.hands import Lance
from arena.engine.rules import profile
from arena.engine.signs import Sign

NAMES = Names(("a", "b", "a", "b"), ("a", "b"), (0, 1, 0, 1))
START = DealStarted(1, 0, (3, 0))


def lines(*events: Event, games: int = 1) -> Sequence[str]:
    """What is told of a deal with these events, label first."""
    paragraphs = tell([START, *events], NAMES, rules=profile(games_to_win=games))
    return [f"{p.label}: {line}" for p in paragraphs if not p.begins_deal for line in p.lines]


def test_a_deal_begins_with_score_and_mano() -> None:
    """In a match of several games the game is named, too."""
    alone, several = (
        next(tell([START], NAMES, rules=profile(games_to_win=games))) for games in (1, 3)
    )
    assert alone.lines == ("Deal 1: a 3, b 0. a (0) is mano.",)
    assert several.lines == ("Game 1, deal 1: a 3, b 0. a (0) is mano.",)


def test_talk_is_one_paragraph() -> None:
    """Who says what in order; a mano that moves is a sentence."""
    assert lines(Said(0, Word.MUS), Said(1, Word.NO_MUS), ManoMoved(1)) == [
        "Talk: a (0) says mus, b (1) says no mus. b (1) is mano now."
    ]


def test_the_first_bet_bets_and_the_next_raises() -> None:
    """A raise tells what is added; what was accepted is at stake."""
    assert lines(
        LanceOpened(Lance.GRANDE),
        Said(0, Word.PASO),
        Said(1, Envido(2)),
        Said(2, Envido(5)),
        Said(1, Word.QUIERO),
        LanceClosed(Lance.GRANDE, Outcome.QUERIDO, 7, None, 0),
    ) == ["Grande: a (0) passes, b (1) bets 2, a (2) raises by 5, b (1) accepts. At stake: 7."]


def test_pares_tell_who_has_them() -> None:
    """Declarations are gathered; with one side alone there are no bets."""
    told = [Declared(seat, Lance.PARES, holds=seat in {0, 2}) for seat in range(4)]
    closed = LanceClosed(Lance.PARES, Outcome.UNCONTESTED, 0, 0, 0)
    assert lines(*told, LanceOpened(Lance.PARES), closed) == [
        "Pares: a (0) and a (2) have pares. No bets."
    ]


def test_punto_tells_why_it_is_played() -> None:
    """Nobody has juego; a refused órdago is a deje of 1."""
    told = [Declared(seat, Lance.JUEGO, holds=False) for seat in range(4)]
    closed = LanceClosed(Lance.PUNTO, Outcome.DEJE, 0, 1, 1)
    assert lines(*told, LanceOpened(Lance.PUNTO), Said(1, Word.ORDAGO), closed) == [
        "Punto: Nobody has juego. b (1) says órdago. b takes a deje of 1."
    ]


def test_cards_that_are_not_seen_are_counted() -> None:
    """Own discards and draws are named, those of others are numbers."""
    assert lines(
        Dealt(0, cards("Ro 3b 7c 1e")),
        Discarded(0, 2, cards("7c 1e")),
        Discarded(1, 1, ()),
        Drew(0, 2, cards("So 4b")),
        Drew(1, 1, ()),
    ) == [
        "Cards: a (0)  Ro 3b 7c 1e",
        "Discards: a (0)  7c 1e",
        "Discards: b (1)  1 card",
        "Draws: a (0)  So 4b, and has Ro 3b So 4b",
        "Draws: b (1)  1 card",
    ]


def test_signs_tell_who_caught_them() -> None:
    """Whoever tells everything tells that, too; no sign is not worth a word."""
    caught = Signed(0, (Sign.DUPLES, Sign.TREINTA_Y_UNA), (2,), ((1, 3), ()))
    assert lines(caught, Signed(1, (), (3,), ())) == [
        "Señas: a (0) passes duples (seen by b (1) and b (3)) and treinta y una."
    ]


def test_the_count_ends_the_deal() -> None:
    """What was counted, the score, who is close, and who won what."""
    end = (DealOver((36, 5), (0,)), GameOver(0, (41, 5), (1, 0)), MatchOver(0, (1, 0)))
    assert lines(Counted(Lance.GRANDE, 0, 3), Counted(Lance.CHICA, 1, 0), *end) == [
        "Count: grande 3 to a.",
        "Score: a 36, b 5. a is adentro. a wins the game.",
    ]
    assert lines(*end, games=2)[-1].endswith("a wins the game. a wins the match, 1 to 0.")
