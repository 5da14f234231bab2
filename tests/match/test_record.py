"""A record holds every action and replays to the very events."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.engine.actions import every, of_code
from arena.engine.chance import new_match
from arena.engine.events import Event
from arena.engine.rules import PROFILES, Rules, profile
from arena.engine.shuffle import MatchKey
from arena.errors import StoreError
from arena.match.record import actions_of, append, new_record, replay

RULES = [*PROFILES.values(), profile("traditional", format="trios", sign_interception=0.3)]


def played(rules: Rules, key: MatchKey) -> tuple[list[Event], bytearray]:
    """The events of a random match, and its record."""
    match, chance = new_match(rules, key)
    rng, events, record = random.Random(key.group), list[Event](), new_record()
    while not match.over:
        if match.game.awaits is not None:
            events += match.apply(chance.move(match))
            continue
        action = rng.choice(list(every(match.game.legal())))
        append(record, action.code)
        events += match.apply(action)
    return events, record


@given(rules=st.sampled_from(RULES), group=st.integers(0, 1000))
def test_replays_to_the_same_events(rules: Rules, group: int) -> None:
    """Key and record together give back everything that happened."""
    key = MatchKey(b"record", "a|b", group)
    events, record = played(rules, key)
    assert list(replay(rules, key, bytes(record))) == events


@given(st.binary(max_size=30))
def test_bytes_that_are_no_record_are_refused(data: bytes) -> None:
    """Any bytes give actions or StoreError, never anything else."""
    try:
        for action in actions_of(data):
            assert of_code(action.code) == action
    except StoreError:
        pass


@pytest.mark.parametrize(
    "data", [b"", b"\x02\x01", b"\x01\x00", b"\x01\x80", b"\x01" + b"\xff" * 20, b"\x01\x07"]
)
def test_broken_records_say_so(data: bytes) -> None:
    """No format, another format, no such action, cut short, too long: StoreError."""
    with pytest.raises(StoreError, match="record"):
        list(actions_of(data))


def test_an_action_that_could_not_be_is_refused() -> None:
    """A record whose action was not legal in that state is not of this match."""
    key = MatchKey(b"record", "a|b", 0)
    _, record = played(PROFILES["app"], key)
    record[1] = 4  # quiero before anybody spoke
    with pytest.raises(StoreError, match="illegal action"):
        list(replay(PROFILES["app"], key, bytes(record)))


def test_most_actions_take_one_byte() -> None:
    """A game is a few hundred bytes: words and discards are one byte, envidos two."""
    key = MatchKey(b"record", "a|b", 3)
    _, record = played(PROFILES["app"], key)
    actions = list(actions_of(bytes(record)))
    assert len(record) <= 1 + 2 * len(actions)
