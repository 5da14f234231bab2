"""Actions, their codes and texts, and what is legal."""

import re
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.engine.actions import (
    DISCARDS,
    WORDS,
    Action,
    Discard,
    Envido,
    Legal,
    Signs,
    Word,
    every,
    mildest,
    of_code,
)
from arena.engine.signs import Sign

signs = st.lists(st.sampled_from(Sign), unique=True).map(lambda named: Signs(tuple(named)))
actions: st.SearchStrategy[Action] = (
    st.sampled_from(Word)
    | st.integers(1, 2**24 - 200).map(Envido)
    | st.sampled_from(DISCARDS)
    | signs
)
ranges = st.tuples(st.integers(1, 20), st.integers(0, 20)).map(lambda r: (r[0], r[0] + r[1]))
legals = st.builds(
    Legal,
    words=st.frozensets(st.sampled_from(Word)),
    envido=st.none() | ranges,
    discard=st.none() | st.sampled_from(list(combinations(range(5), 2))),
    signs=st.none() | st.lists(st.sampled_from(Sign), unique=True, max_size=3).map(tuple),
)


@given(actions)
def test_an_action_has_a_code_of_its_own(action: Action) -> None:
    """The code stands for the action in records: it gives the action again."""
    assert of_code(action.code) == action


@pytest.mark.parametrize(
    ("action", "code"),
    [
        (Word.MUS, 1),
        (Word.ORDAGO, 6),
        (Discard(()), 16),
        (Discard((0, 3)), 25),
        (Envido(1), 129),
        (Envido(80), 208),
        (Signs(), 1 << 24),
        (Signs((Sign.DUPLES, Sign.TREINTA)), (1 << 24) + 1 + (9 << 4)),
    ],
)
def test_codes_never_change(action: Action, code: int) -> None:
    """Records of old games are read by these numbers."""
    assert action.code == code


@pytest.mark.parametrize(
    "code", [-1, 0, 7, 15, 32, 127, 128, (1 << 24) + 16, (1 << 24) + 13, 1 << 99]
)
def test_a_code_of_nothing_is_refused(code: int) -> None:
    """Also one whose signs have a gap, or name no sign."""
    with pytest.raises(ValueError, match=r"not the code of an action|not a valid Sign"):
        of_code(code)


def test_words_are_found_by_code() -> None:
    """WORDS has them all."""
    assert all(WORDS[word.value] is word for word in Word)
    assert len(WORDS) == len(Word)


@pytest.mark.parametrize(
    ("action", "text"),
    [
        (Word.NO_MUS, "no_mus"),
        (Envido(5), "envido 5"),
        (Discard((0, 2)), "discard 0 2"),
        (Discard(()), "discard"),
        (Signs((Sign.DOS_REYES,)), "signs DOS_REYES"),
        (Signs(), "signs"),
    ],
)
def test_an_action_has_a_text(action: Action, text: str) -> None:
    """In words of the rules; a discard by positions in the hand."""
    assert str(action) == text


def test_discards_are_sixteen() -> None:
    """Every set of the four positions, each found at its bits."""
    assert len(set(DISCARDS)) == 16
    for mask, discard in enumerate(DISCARDS):
        assert discard.positions == tuple(i for i in range(4) if mask >> i & 1)


@pytest.mark.parametrize("positions", [(1, 0), (0, 0), (4,), (-1,), (0, 1, 2, 3, 3)])
def test_a_discard_of_no_positions_in_a_hand_can_not_be_written(
    positions: tuple[int, ...],
) -> None:
    """Positions are 0 to 3, ascending, once each."""
    with pytest.raises(ValueError, match=f"positions {re.escape(str(positions))}: allowed"):
        Discard(positions)


@given(legals, actions)
def test_every_lists_exactly_what_is_legal(legal: Legal, action: Action) -> None:
    """`every` and `in` agree on all actions, and `every` names each once."""
    listed = list(every(legal))
    assert len(set(listed)) == len(listed)
    assert all(found in legal for found in listed)
    assert (action in legal) == (action in listed)


def test_every_begins_mildly_and_ends_with_ordago() -> None:
    """The first is the mildest: no mus, paso, no quiero."""
    answers = Legal(frozenset({Word.QUIERO, Word.NO_QUIERO, Word.ORDAGO}), envido=(2, 3))
    expected = [Word.NO_QUIERO, Word.QUIERO, Envido(2), Envido(3), Word.ORDAGO]
    assert list(every(answers)) == expected
    assert next(iter(every(Legal(frozenset({Word.MUS, Word.NO_MUS}))))) is Word.NO_MUS
    assert next(iter(every(Legal(frozenset({Word.PASO}), envido=(2, 2))))) is Word.PASO
    assert next(iter(every(Legal(discard=(1, 4))))) == Discard((0,))
    assert next(iter(every(Legal(signs=(Sign.CIEGO,))))) == Signs()


@pytest.mark.parametrize(
    ("legal", "action"),
    [
        (Legal(frozenset({Word.MUS, Word.NO_MUS})), Word.NO_MUS),
        (Legal(frozenset({Word.PASO, Word.ORDAGO}), envido=(2, 80)), Word.PASO),
        (Legal(frozenset({Word.QUIERO, Word.NO_QUIERO}), envido=(2, 80)), Word.NO_QUIERO),
        (Legal(discard=(1, 4)), Discard((0,))),
        (Legal(discard=(0, 4)), Discard((0,))),
        (Legal(discard=(3, 4)), Discard((0, 1, 2))),
        (Legal(discard=(4, 4)), Discard((0, 1, 2, 3))),
        (Legal(signs=(Sign.CIEGO,)), Signs()),
    ],
)
def test_the_mildest_action(legal: Legal, action: Action) -> None:
    """What is done for a seat that does nothing legal; it is legal itself."""
    assert mildest(legal) == action
    assert action in legal


def test_nothing_else_is_legal() -> None:
    """Membership is a question that can be put about anything."""
    legal = Legal(frozenset(Word), (1, 9), (0, 4), tuple(Sign))
    for thing in ("paso", 3, None, Word, legal):
        assert thing not in legal


def test_a_sign_can_not_be_passed_twice() -> None:
    """R12.2: any subset of the signs true of the hand, in any order."""
    legal = Legal(signs=(Sign.DUPLES, Sign.JUEGO))
    assert Signs((Sign.JUEGO, Sign.DUPLES)) in legal
    assert Signs((Sign.JUEGO, Sign.JUEGO)) not in legal
    assert Signs((Sign.CIEGO,)) not in legal


def test_what_is_legal_has_a_text() -> None:
    """Words, then ranges with both ends."""
    legal = Legal(frozenset({Word.ORDAGO, Word.PASO}), envido=(2, 80))
    assert str(legal) == "paso, ordago, envido 2-80"
    assert str(Legal(discard=(1, 4))) == "discard 1-4"
    assert str(Legal(signs=(Sign.DUPLES, Sign.JUEGO))) == "signs DUPLES JUEGO"
    assert not str(Legal())


@pytest.mark.parametrize("piedras", [0, -1, -124])
def test_a_bet_adds_something(piedras: int) -> None:
    """R9.2: an envido of nothing, or less, can't be written down."""
    with pytest.raises(ValueError, match="adds 1 piedra or more"):
        Envido(piedras)
