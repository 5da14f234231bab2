"""Plain gRPC and plain protobuf are measured, and the transport of turns beside them."""

import pytest

from arena.bench.plain import BATCH, ping_pong, round_trip
from arena.bench.transport import echo_turns


@pytest.mark.slow
def test_plain_grpc_goes_there_and_back() -> None:
    """One message at a time, so no more than some ten thousand a second."""
    figures = ping_pong(0.3)
    assert figures.batch == 1
    assert 10 < (figures.decisions_per_second or 0) < 1e5


@pytest.mark.slow
def test_plain_protobuf_is_faster_than_any_transport() -> None:
    """Nothing is sent anywhere."""
    figures = round_trip(0.3)
    assert figures.batch == BATCH
    assert (figures.decisions_per_second or 0) > 1000


@pytest.mark.slow
@pytest.mark.parametrize("batch", [1, 600])
def test_every_turn_that_is_sent_is_answered(batch: int) -> None:
    """Both ends take some time for it."""
    figures = echo_turns(batch, 0.5)
    assert (figures.decisions or 0) > batch
    assert (figures.decisions or 0) % batch == 0
    assert (figures.arena_cpu_us or 0) > 0
    assert (figures.bot_memory or 0) > 1 << 20
