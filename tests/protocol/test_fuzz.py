"""Whatever bytes a bot sends, reading them gives a value or the one error that was promised."""

from collections.abc import Callable
from contextlib import suppress

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from arena.engine.actions import Discard, Envido, Signs, Word
from arena.protocol.pb import arena_pb2 as pb
from arena.protocol.reading import MOST_ACTION_BYTES, action_of
from arena.protocol.session import Hello, ProtocolError, Session
from tests.protocol.mutations import ACTIONS, MESSAGES, mutated

HELLO = pb.PlayRequest(hello=pb.Hello(token="t", protocol_version=1)).SerializeToString()
QUICK = settings(max_examples=200)
LONG = settings(max_examples=5000)

messages = st.binary(max_size=300) | MESSAGES | mutated(MESSAGES)
actions = st.binary(max_size=MOST_ACTION_BYTES + 8) | ACTIONS | mutated(ACTIONS)


def any_bytes_are_a_message_or_a_protocol_error(data: list[bytes]) -> None:
    """One hello at most, then decisions, never none of them; their fields can be read."""
    for greeted in (False, True):
        session = Session()
        if greeted:
            session.receive(HELLO)
        for message in data:
            before = session.greeted
            try:
                said = session.receive(message)
            except ProtocolError:
                said = None
            assert session.greeted == (before or said is not None)
            if said is None:
                continue
            if isinstance(said, Hello):
                assert not before
                said.token.encode()
            else:
                assert before
                assert len(said) > 0
                assert all(isinstance(d.turn_id, int) for d in said)
                assert all(isinstance(d.action, bytes) for d in said)


def any_bytes_are_an_action_or_a_value_error(data: bytes) -> None:
    """What is read has a code."""
    with suppress(ValueError):
        action = action_of(data)
        assert isinstance(action, Word | Envido | Discard | Signs)
        assert action.code >= 0


some_messages = given(st.lists(messages, min_size=1, max_size=4))


@QUICK
@some_messages
@example([b"\x1b" * 100_000])
@example([b"\x0a\x02\x0a\x01\xff"])
@example([HELLO, HELLO, b"\x12\x00"])
def test_messages(data: list[bytes]) -> None:
    """The quick search."""
    any_bytes_are_a_message_or_a_protocol_error(data)


@QUICK
@given(actions)
@example(b"\x22\x40" + b"\x01" * 62)
@example(b"\x10\xff\xff\xff\xff\x0f")
def test_actions(data: bytes) -> None:
    """The quick search."""
    any_bytes_are_an_action_or_a_value_error(data)


@pytest.mark.soak
@pytest.mark.timeout(600)
@pytest.mark.parametrize(
    ("data", "holds"),
    [
        (st.lists(messages, min_size=1, max_size=4), any_bytes_are_a_message_or_a_protocol_error),
        (actions, any_bytes_are_an_action_or_a_value_error),
    ],
    ids=["messages", "actions"],
)
def test_long(data: st.SearchStrategy[object], holds: Callable[[object], None]) -> None:
    """The same for longer."""
    LONG(given(data)(holds))()
