"""What a bot may say, in which order, and what it hears when it says something else."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.engine.rules import profile
from arena.protocol import session
from arena.protocol.clock import TimeControl
from arena.protocol.pb import arena_pb2 as pb
from arena.protocol.reading import rules as read_rules
from arena.protocol.session import Hello, ProtocolError, Session

HELLO = pb.Hello(token="t", protocol_version=1, name="n", version="2", max_tables=8, signs=True)


def said(*, hello: pb.Hello | None = None, decisions: pb.Decisions | None = None) -> bytes:
    """The bytes of a PlayRequest."""
    return pb.PlayRequest(hello=hello, decisions=decisions).SerializeToString()


def greeted() -> Session:
    """A session after its hello."""
    made = Session()
    made.receive(said(hello=HELLO))
    return made


def test_hello_comes_first() -> None:
    """A hello is read whole."""
    assert Session().receive(said(hello=HELLO)) == Hello(
        token="t", name="n", version="2", max_tables=8, signs=True, results=False
    )


def test_decisions_come_after_it() -> None:
    """Each decision keeps its turn and its action, unread."""
    action = pb.Action(call=pb.CALL_PASO)
    some = pb.Decisions(decisions=[pb.Decision(turn_id=5, action=action)])
    received = greeted().receive(said(decisions=some))
    assert not isinstance(received, Hello)
    assert [(d.turn_id, d.action) for d in received] == [(5, action.SerializeToString())]


@pytest.mark.parametrize(
    ("data", "error"),
    [
        (said(decisions=pb.Decisions(decisions=[pb.Decision(turn_id=1)])), "hello is the first"),
        (b"", "nothing set"),
        (b"\xff\xff\xff", "no PlayRequest"),
        (said(hello=pb.Hello(token="t", protocol_version=2)), "this arena speaks 1"),
        (said(hello=pb.Hello(token="t", protocol_version=1, name="ñ" * 51)), "name is longer"),
    ],
)
def test_anything_else_first_is_an_error(data: bytes, error: str) -> None:
    """Decisions, nothing, garbage, another version or a huge name: told in words."""
    with pytest.raises(ProtocolError, match=error):
        Session().receive(data)


@pytest.mark.parametrize(
    ("data", "error"),
    [
        (said(hello=HELLO), "hello twice"),
        (said(decisions=pb.Decisions()), "without a decision"),
        (b"", "nothing set"),
    ],
)
def test_what_makes_no_sense_later_is_an_error(data: bytes, error: str) -> None:
    """A second hello or an empty message breaks the contract."""
    with pytest.raises(ProtocolError, match=error):
        greeted().receive(data)


@given(st.binary(max_size=200))
def test_any_bytes_give_an_answer_or_a_protocol_error(data: bytes) -> None:
    """Nothing that a bot can send raises anything else."""
    for some in (Session(), greeted()):
        with suppress(ProtocolError):
            some.receive(data)


def test_welcome_tells_rules_time_and_seat() -> None:
    """A bot knows from its welcome all that holds for the whole stream."""
    rules = profile("traditional", format="trios", target=30)
    data = session.welcome(rules, TimeControl(turn=0.5, bank=3), seat=4)
    welcome = pb.PlayResponse.FromString(data).welcome
    assert read_rules(welcome.rules) == rules
    assert welcome.time_control.turn_time.ToMilliseconds() == 500
    assert welcome.time_control.bank.ToMilliseconds() == 3000
    assert (welcome.seat, list(welcome.team_mates)) == (4, [0, 2])
    assert list(welcome.teams) == [0, 1, 0, 1, 0, 1]


def test_faults_forfeits_and_goodbyes_have_their_reasons() -> None:
    """Each reason of the arena is one of the contract."""
    fault = pb.PlayResponse.FromString(session.fault(3, "ILLEGAL_ACTION", "why")).fault
    assert (fault.turn_id, fault.detail) == (3, "why")
    assert fault.reason == pb.FAULT_REASON_ILLEGAL_ACTION
    notice = pb.Notice.FromString(session.forfeit(7, "CRASH", 1))
    assert (notice.table_id, notice.forfeit.team) == (7, 1)
    assert notice.forfeit.reason == pb.FAULT_REASON_CRASH
    void = pb.Notice.FromString(session.forfeit(7, "VOID", None))
    assert not void.forfeit.HasField("team")
    goodbye = pb.PlayResponse.FromString(session.goodbye("DONE", "")).goodbye
    assert goodbye.reason == pb.GOODBYE_REASON_DONE
