"""Numbers and other people's texts in prose."""

import pytest

from arena.cli.words import clock, count, duration, in_one_line, percent, told_safely


def test_numbers_are_written_for_people() -> None:
    """Thousands are set apart, plurals are right, shares are per cent."""
    assert count(1, "game") == "1 game"
    assert count(3000, "game") == "3,000 games"
    assert count(2, "bot process") == "2 bot processes"
    assert percent(0.67123) == "67.1"


@pytest.mark.parametrize(
    ("seconds", "text"), [(7, "0:07"), (59.6, "1:00"), (750, "12:30"), (11_100, "3:05:00")]
)
def test_time_left_is_written_as_on_a_clock(seconds: float, text: str) -> None:
    """Minutes and seconds, hours if there are any."""
    assert clock(seconds) == text


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(4.2e-5, "42 µs"), (1.25e-3, "1.25 ms"), (3.14, "3.14 s"), (250.4, "250 s"), (0.0, "0 µs")],
)
def test_times_per_decision_have_the_unit_that_fits(seconds: float, text: str) -> None:
    """Three digits, in microseconds, milliseconds or seconds."""
    assert duration(seconds) == text


def test_what_a_bot_prints_can_not_drive_the_terminal() -> None:
    """Control characters are shown, not sent; accents and tabs are fine."""
    assert told_safely("órdago\tya") == "órdago  ya"
    assert told_safely("\x1b[31mred\x07\r") == r"\x1b[31mred\x07\r"


def test_a_long_text_becomes_one_line() -> None:
    """First line and last line, cut to a line's length."""
    assert in_one_line("it printed:\nTraceback\n\nValueError: x\n") == "it printed: … ValueError: x"
    assert len(in_one_line("x" * 1000)) == 160
