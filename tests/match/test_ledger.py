"""Matches are settled in schedule order, and three faults in a row lose the rest."""

from collections.abc import Sequence
from random import Random

import pytest

from arena.engine.rules import profile
from arena.match.ledger import Ledger, unplayed
from arena.match.result import Fault, MatchResult, Reason
from arena.match.seating import seating

RULES = profile("app")


def result(number: int, *, at_fault: int | None) -> MatchResult:
    """Match `number` of a block that starts at group 10, lost by a fault or won by bot 0."""
    group, room = divmod(number, 2)
    reason = Reason.VOID if at_fault is None else Reason.CRASH
    fault = Fault(reason, at_fault, None, f"match {number}")
    return unplayed(RULES, fault, group=10 + group, room=room)


def good(number: int) -> MatchResult:
    """A match without a fault."""
    group, room = divmod(number, 2)
    return MatchResult(
        group=10 + group,
        room=room,
        seating=seating(RULES, group=10 + group, room=room),
        winner=0,
        wins=(1, 0),
        piedras=(40, 10),
        games=1,
        deals=5,
        decisions=50,
        fault=None,
        record=b"\x01",
    )


def ledger_of(faults: Sequence[int | None], order: Sequence[int]) -> Ledger:
    """A ledger of len(faults) matches that came in this order; -1 is a match without fault."""
    ledger = Ledger(RULES, 10, groups=len(faults) // 2)
    for number in order:
        fault = faults[number]
        ledger.add(good(number) if fault == -1 else result(number, at_fault=fault))
    return ledger


def test_complete_when_every_match_has_its_result() -> None:
    """The results come back in order of group and room, however they came in."""
    ledger = ledger_of([-1] * 6, [5, 3, 0, 4, 2])
    before = ledger.complete()
    ledger.add(good(1))
    assert (before, ledger.complete()) == (False, True)
    assert [(m.group, m.room) for m in ledger.results()] == [
        (10, 0), (10, 1), (11, 0), (11, 1), (12, 0), (12, 1),
    ]  # fmt: skip


def test_three_faults_in_a_row_lose_the_rest() -> None:
    """After three faults of one bot in a row the other wins all that is left."""
    ledger = ledger_of([-1, 1, 1, 1, -1, -1], range(6))
    assert ledger.complete()
    assert [m.winner for m in ledger.results()] == [0, 0, 0, 0, 0, 0]
    faults = [m.fault for m in ledger.results()[4:]]
    assert all(f is not None and f.bot == 1 and "3 faults in a row" in f.detail for f in faults)


@pytest.mark.parametrize("faults", [[1, 1, 0, 1, 1, -1], [1, 1, None, 1, 1, -1]])
def test_faults_that_are_not_in_a_row_lose_only_themselves(faults: list[int | None]) -> None:
    """A fault of the other bot, or a void match, ends a row."""
    ledger = ledger_of(faults, range(6))
    assert ledger.results()[5].fault is None


def test_giving_up_does_not_depend_on_speed() -> None:
    """Whatever order the matches end in, the same ones are given up."""
    faults: list[int | None] = [-1, 1, -1, 0, 0, 0, -1, 1, 1, 1, -1, -1]
    wanted = ledger_of(faults, range(12)).results()
    for seed in range(20):
        order = list(range(12))
        Random(seed).shuffle(order)
        assert ledger_of(faults, order).results() == wanted


def test_a_block_that_two_bots_lost_is_void() -> None:
    """If both bots of a pairing fail to start, nobody wins."""
    ledger = Ledger(RULES, 0, groups=2)
    ledger.give_up({0: (Reason.START_FAILED, "no"), 1: (Reason.START_FAILED, "nor I")})
    assert {m.winner for m in ledger.results()} == {None}
    assert {m.fault.reason for m in ledger.results() if m.fault} == {Reason.VOID}


def test_what_was_played_counts_when_a_bot_is_gone() -> None:
    """Only matches without a result are lost by it, whatever order the others ended in."""
    ledger = ledger_of([-1] * 6, [5, 2])
    ledger.give_up({0: (Reason.DISCONNECT, "gone")})
    assert ledger.complete()
    assert [m.winner for m in ledger.results()] == [1, 1, 0, 1, 1, 0]
    assert not ledger.add(good(0))
