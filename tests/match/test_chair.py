"""What a chair is asked, in which batches, and how its clock runs."""

from arena.engine.rules import profile
from arena.engine.shuffle import MatchKey
from arena.match.chair import Chair
from arena.match.table import Table
from arena.protocol.clock import Lag, TimeControl
from arena.protocol.pb import arena_pb2 as pb

RULES = profile("app")
TIME = TimeControl(turn=1.0, bank=5.0, margin=0.05)


def table(number: int) -> Table:
    """A table whose first cards are dealt."""
    made = Table(
        RULES,
        MatchKey(b"chair", "a|b", number),
        room=0,
        number=number,
        bank=TIME.bank,
        seating=(0, 1, 0, 1),
        chairs=(0, 1, 2, 3),
        asks_signs=frozenset(),
        deal_over=None,
    )
    made.advance()
    return made


def sent(chair: Chair, now: float) -> list[list[pb.Turn]]:
    """The turns of each message that a chair sends now."""
    return [list(pb.PlayResponse.FromString(m).turns.turns) for m in chair.flush(now)]


def asked(count: int) -> Chair:
    """A chair with some turns that wait to be sent."""
    chair = Chair(TIME, Lag(TIME), bot=0, room=0, seat=0)
    for number in range(1, count + 1):
        chair.ask(table(number))
    return chair


def test_turns_that_came_at_once_are_due_one_after_another() -> None:
    """The deadline is max(now, latest open deadline) + turn time: 1, 2 and 3 seconds from now."""
    (turns,) = sent(asked(3), 100.0)
    assert [turn.time_left_ms for turn in turns] == [1000, 2000, 3000]
    assert [turn.bank_left_ms for turn in turns] == [5000, 5000, 5000]


def test_an_answer_in_time_costs_no_bank() -> None:
    """Up to its deadline a turn is free."""
    chair = asked(1)
    sent(chair, 100.0)
    answered = chair.answered(1, 101.0)
    assert answered is not None
    assert answered.table.banks[answered.table.seat] == 5.0


def test_a_late_answer_is_paid_from_the_bank() -> None:
    """Half a second late takes half a second of the table's bank."""
    chair = asked(1)
    sent(chair, 100.0)
    answered = chair.answered(1, 101.5)
    assert answered is not None
    assert answered.table.banks[answered.table.seat] == 4.5


def test_late_beyond_bank_and_margin_is_overdue() -> None:
    """1 s for the turn, 5 s of bank and 0.05 s of margin: then it is a timeout."""
    chair = asked(1)
    sent(chair, 100.0)
    assert chair.overdue(106.04) is None
    assert chair.next_check(100.0) == 106.05
    late = chair.overdue(106.06)
    assert late is not None
    assert late.table.number == 1


def test_a_turn_is_answered_once() -> None:
    """The second answer finds no open turn."""
    chair = asked(1)
    sent(chair, 0.0)
    assert chair.answered(1, 0.1) is not None
    assert chair.answered(1, 0.2) is None


def test_more_turns_wait_while_a_chair_has_more_to_do() -> None:
    """Few waiting turns are not sent behind many open ones; as many as are open are."""
    chair = asked(3)
    sent(chair, 0.0)
    chair.ask(table(4))
    assert sent(chair, 0.1) == []
    chair.answered(1, 0.2)
    chair.answered(2, 0.2)
    assert [[t.turn_id for t in turns] for turns in sent(chair, 0.2)] == [[4]]


def test_turns_are_held_until_enough_wait() -> None:
    """Two turns are not sent where three are enough, three are; and the chair tells that some wait."""
    chair = asked(2)
    assert list(chair.flush(0.0, enough=3)) == []
    assert chair.waits
    chair.ask(table(3))
    (message,) = chair.flush(0.0, enough=3)
    assert len(pb.PlayResponse.FromString(message).turns.turns) == 3
    assert not chair.waits


def test_after_a_crash_the_open_turns_are_sent_one_by_one() -> None:
    """So that the next crash tells which turn it was."""
    chair = asked(3)
    sent(chair, 0.0)
    chair.answered(2, 0.1)
    chair.restarted(suspect=True)
    chair.ask(table(4))
    assert [[t.turn_id for t in turns] for turns in sent(chair, 1.0)] == [[1]]
    assert sent(chair, 1.1) == []
    chair.answered(1, 1.2)
    assert [[t.turn_id for t in turns] for turns in sent(chair, 1.2)] == [[3]]
    chair.answered(3, 1.3)
    assert [[t.turn_id for t in turns] for turns in sent(chair, 1.3)] == [[4]]


def test_turns_of_an_ended_match_are_dropped() -> None:
    """Neither an open nor a waiting turn of it is left."""
    chair = Chair(TIME, Lag(TIME), bot=0, room=0, seat=0)
    ended = table(1)
    chair.ask(ended)
    chair.drop(ended)
    assert sent(chair, 0.0) == []
    chair.ask(ended)
    sent(chair, 0.0)
    chair.drop(ended)
    assert chair.overdue(1e9) is None
