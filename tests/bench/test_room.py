"""A room with canned answers is the same work in every run."""

from arena.bench.room import conversation, play_room
from arena.bench.turns import EVENTS, bodies, turns
from arena.match.result import MatchResult


def test_it_is_the_same_every_time() -> None:
    """Every game, to the last decision: what it takes can be compared."""
    one, other = list[MatchResult](), list[MatchResult]()
    messages = [*conversation(4, 8, one)]
    assert messages == [*conversation(4, 8, other)]
    assert one == other
    assert len(one) == 8


def test_games_are_as_long_as_those_of_bots() -> None:
    """Dozens of decisions, none of them a fault."""
    results = list[MatchResult]()
    for _ in conversation(4, 8, results):
        pass
    assert all(match.decisions > 50 and match.fault is None for match in results)
    assert play_room(4, 8).decisions == sum(match.decisions for match in results)


def test_turns_to_be_sent_are_of_the_usual_size() -> None:
    """As many as are asked for, of about twenty events; without its id one is a little shorter."""
    some = turns(100)
    assert len(some) == 100
    assert all(len(turn.observation.events) in EVENTS for turn in some)
    for turn, body in zip(some, bodies(100), strict=True):
        assert 0 < turn.ByteSize() - len(body) <= 4
