"""How bots play, counted from hands and words that are known."""

from arena.engine.rules import profile
from arena.web.habits import Habits, habits_of, share
from tests.engine.playing import Table

RULES = profile("traditional", mus_corrido=False, signs=False)
HANDS = ("R R 4 5", "6 6 S 4", "4 4 7 5", "A A S 6")
"""Grande is seat 0's, chica seat 3's; all hold pares, nobody juego."""


def habits(*texts: str) -> tuple[Habits, Habits]:
    """Those of the two bots after a deal with these words: bot 10 at seats 0 and 2, 11 at 1 and 3."""
    table = Table(RULES, *HANDS)
    for text in texts:
        table.say(text)
    found = habits_of(table.events, RULES, (10, 11, 10, 11))
    return found[10], found[11]


TALK = ("mus, mus, no_mus",)
GRANDE = "envido 2, envido 3, quiero"
CHICA = "paso, paso, paso, envido 2, no_quiero, no_quiero"
PARES = "paso, paso, paso, paso"
PUNTO = "paso, paso, paso, paso"


def test_words_are_counted_by_position() -> None:
    """Mano is 0; mus and no mus, bets and passes, raises, quieros and noes each at their own."""
    one, other = habits(*TALK, GRANDE, CHICA, PARES, PUNTO)
    assert (one["mus", 0], other["mus", 1], one["no_mus", 2]) == (1, 1, 1)
    assert (one["bet", 0], other["raise", 1], other["bet", 3]) == (1, 1, 1)
    assert (one["refuse", 0], one["refuse", 2]) == (1, 1)
    assert one["accept", 2] + one["accept", 0] == 1
    assert share(one, ("mus",), ("mus", "no_mus")) == 0.5
    assert share(one, ("mus",), ("mus", "no_mus"), place=0) == 1.0
    assert share(other, ("ordago",), ("ordago",)) is None


def test_a_bluff_is_a_bet_without_the_cards() -> None:
    """Two reyes bet in grande are none; raising with a sota high, weaker than half, is one."""
    one, other = habits(*TALK, GRANDE, CHICA, PARES, PUNTO)
    assert one["bluff", 0] == 0
    assert other["bluff", 1] == 1
    assert other["bluff", 3] == 0


def test_piedras_are_won_and_lost_by_lance() -> None:
    """What one side wins of a lance the other loses; dejes stand apart."""
    one, other = habits(*TALK, GRANDE, CHICA, PARES, PUNTO)
    assert (one["won", "grande"], other["lost", "grande"]) == (5, 5)
    assert (other["won_deje", "chica"], one["lost_deje", "chica"]) == (1, 1)
    assert one["won", "pares"] + other["won", "pares"] == 2
    assert other["won", "pares"] == one["lost", "pares"]
    assert one["deals", ""] == other["deals", ""] == 1


def test_an_ordago_is_counted_once_for_who_wins_it() -> None:
    """Accepted in grande: the rey beats the sota."""
    one, other = habits(*TALK, "ordago, quiero")
    assert (one["won_ordago", "grande"], other["lost_ordago", "grande"]) == (1, 1)
    assert one["ordago", 0] == one["bet", 0] == 1
