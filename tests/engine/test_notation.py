"""Actions as texts with cards."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.engine.actions import DISCARDS, Discard, Envido, Legal, Signs, Word
from arena.engine.cards import DECK, Card
from arena.engine.notation import action_text, legal_texts, parse_action
from arena.engine.signs import Sign
from tests.engine.playing import hand

four = st.lists(st.sampled_from(DECK), min_size=4, max_size=4, unique=True)


@given(
    four,
    st.sampled_from(Word)
    | st.integers(1, 99).map(Envido)
    | st.sampled_from(DISCARDS)
    | st.lists(st.sampled_from(Sign)).map(lambda named: Signs(tuple(named))),
)
def test_a_text_reads_back(cards: list[Card], action: Word | Envido | Discard | Signs) -> None:
    """Legal or not, an action has a text that gives it again."""
    assert parse_action(action_text(action, cards), cards) == action


def test_a_discard_names_its_cards() -> None:
    """In any order; the positions ascend."""
    cards = hand("R 3 A 2")
    assert action_text(Discard((0, 3)), cards) == "discard Ro 2o"
    assert parse_action("discard 2o Ro", cards) == Discard((0, 3))
    assert parse_action("discard", cards) == Discard(())


NO_ACTIONS = """
pass; PASO; paso 1; envido; envido x; envido 1.5; envido 2 3; envido ²; envido 9999999999;
discard Co; discard Ro Ro; discard rO; signs NADA; signs duples; paso  ; mus\tmus
"""


@pytest.mark.parametrize("text", ["", " mus", "mus ", *NO_ACTIONS.strip().split("; ")])
def test_what_is_no_action_is_refused(text: str) -> None:
    """Cards that the hand does not have are no discard."""
    with pytest.raises(ValueError, match=r"is not|positions"):
        parse_action(text, hand("R 3 A 2"))


def test_what_is_legal_is_a_list_of_texts() -> None:
    """None if nothing is; signs are one text, also if none is true."""
    assert legal_texts(Legal()) == ()
    assert legal_texts(Legal(frozenset({Word.PASO}), (2, 80))) == ("paso", "envido 2-80")
    assert legal_texts(Legal(signs=())) == ("signs",)
