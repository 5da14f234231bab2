"""What people are told of a league besides its table."""

from arena.cli.report import Times
from arena.cli.summary import restless_lines


def times(*, idle: float, cpu: float) -> Times:
    """What was measured of a bot that had nothing to answer for so many seconds."""
    return Times(
        "burner",
        decisions=10,
        seconds=1.0,
        cpu_seconds=cpu + 1.0,
        idle_seconds=idle,
        idle_cpu_seconds=cpu,
        memory=1 << 20,
    )


def test_a_bot_that_works_while_it_is_not_to_move_is_named() -> None:
    """With what it used, in how much time."""
    (line,) = restless_lines([times(idle=40.0, cpu=38.6), times(idle=40.0, cpu=0.5)])
    assert line == "burner used 39 s of CPU in 40 s in which it had nothing to answer."


def test_a_moment_is_too_short_to_name_anybody() -> None:
    """A runtime may still be warming up."""
    assert [*restless_lines([times(idle=1.0, cpu=1.0)])] == []
