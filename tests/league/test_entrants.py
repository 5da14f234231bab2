"""Bots come, go, change and come back; nobody is forgotten or mistaken for another."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.league.entrants import Entrant, enter

BEGUN, _ = enter((), [("a", "1"), ("b", "1")])


def news(before: tuple[Entrant, ...], *bots: tuple[str, str]) -> list[str]:
    """What is told when these bots are given."""
    return [*map(str, enter(before, bots)[1])]


def test_the_first_bots_have_their_names() -> None:
    """In the order of the league file."""
    assert (Entrant("a", "a", "1"), Entrant("b", "b", "1")) == BEGUN


def test_nothing_is_new_of_the_same_bots() -> None:
    """In any order."""
    assert enter(BEGUN, [("b", "1"), ("a", "1")]) == (BEGUN, ())


@pytest.mark.parametrize(
    ("bots", "told"),
    [
        ([("a", "1"), ("b", "1"), ("c", "1")], ["added: c"]),
        ([("a", "1")], ["withdrawn: b"]),
        ([("a", "2"), ("b", "1")], ["replaced: a, by a@2"]),
        ([("c", "1"), ("b", "2")], ["added: c", "replaced: b, by b@2", "withdrawn: a"]),
    ],
)
def test_a_change_is_told_in_a_line(bots: list[tuple[str, str]], told: list[str]) -> None:
    """Each by the labels of the bots."""
    assert news(BEGUN, *bots) == told


def test_a_version_that_comes_back_is_itself() -> None:
    """It has its index and its label again, and the other is withdrawn."""
    second, _ = enter(BEGUN, [("a", "2"), ("b", "1")])
    assert [one.withdrawn for one in second] == [True, False, False]
    assert news(second, ("a", "1"), ("b", "1")) == ["replaced: a@2, by a"]
    third, _ = enter(second, [("a", "1"), ("b", "1")])
    assert [one.withdrawn for one in third] == [False, False, True]
    gone, _ = enter(third, [("b", "1")])
    assert news(gone, ("a", "2"), ("b", "1")) == ["reinstated: a@2"]
    assert news(gone, ("a", "3"), ("b", "1")) == ["added: a@3"]


def test_labels_are_never_shared() -> None:
    """Also if a bot is named like another's version."""
    some, _ = enter((), [("a", "1"), ("a@2", "1")])
    more, _ = enter(some, [("a", "2"), ("a@2", "2")])
    assert [one.label for one in more] == ["a", "a@2", "a@3", "a@2@2"]


@given(
    st.lists(
        st.dictionaries(st.sampled_from(["a", "a@2", "b"]), st.sampled_from("123")), max_size=8
    )
)
def test_whatever_happens_the_given_bots_play(files: list[dict[str, str]]) -> None:
    """Exactly those of the file, each in its version; indices and labels stay."""
    entrants: tuple[Entrant, ...] = ()
    for bots in files:
        after, _ = enter(entrants, bots.items())
        assert [one.label for one in after[: len(entrants)]] == [one.label for one in entrants]
        assert len({one.label for one in after}) == len(after)
        playing = [(one.name, one.hash) for one in after if not one.withdrawn]
        assert sorted(playing) == sorted(bots.items())
        assert enter(after, bots.items()) == (after, ())
        entrants = after
