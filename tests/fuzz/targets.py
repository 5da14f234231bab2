"""What is fuzzed: for each kind of input, how bytes are told as one, and what must hold of it."""

from collections.abc import Callable, Mapping

from tests.league.test_fuzz import any_file_is_a_league_or_a_config_error
from tests.match.test_fuzz import (
    RULES,
    TOKEN,
    any_bytes_are_a_record_or_a_store_error,
    any_messages_are_heard,
)
from tests.protocol.test_fuzz import (
    any_bytes_are_a_message_or_a_protocol_error,
    any_bytes_are_an_action_or_a_value_error,
)

_BETWEEN = b"\xff\xfe"
"""Between the messages of an input that holds several; in no message that is well formed."""
_MOST_MESSAGES = 12


def _messages(data: bytes) -> None:
    any_bytes_are_a_message_or_a_protocol_error(data.split(_BETWEEN)[:_MOST_MESSAGES])


def _players(data: bytes) -> None:
    """Each message begins with the number of its stream; `token` is a hello, nothing the stream's end."""
    said: list[tuple[int, bytes | str | None]] = []
    for piece in data.split(_BETWEEN)[:_MOST_MESSAGES]:
        stream, message = (piece[0] if piece else 0) % 3, piece[1:]
        said.append((stream, TOKEN if message == b"token" else message or None))
    any_messages_are_heard(said)


def _records(data: bytes) -> None:
    """The first byte chooses the rules."""
    rules = RULES[(data[0] if data else 0) % len(RULES)]
    any_bytes_are_a_record_or_a_store_error((rules, data[1:]))


TARGETS: Mapping[str, Callable[[bytes], None]] = {
    "messages": _messages,
    "actions": any_bytes_are_an_action_or_a_value_error,
    "players": _players,
    "records": _records,
    "leagues": any_file_is_a_league_or_a_config_error,
}
"""By the name of the folder of its corpus. Each raises only if something does not hold."""
