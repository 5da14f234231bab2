"""What is worked out of figures, and how it is shown."""

from arena.bench.figures import Figures
from arena.cli.bench import table

FIGURES = Figures(
    "play",
    2.0,
    of="odds, 8 tables",
    decisions=1000,
    games=4,
    messages=100,
    arena_cpu_seconds=0.01,
    bot_memory=3 << 20,
)


def test_rates_are_worked_out() -> None:
    """Per second, per decision, per message."""
    values = FIGURES.as_dict()
    assert values["decisions_per_second"] == 500
    assert values["games_per_second"] == 2
    assert values["arena_cpu_us_per_decision"] == 10
    assert values["turns_per_message"] == 10


def test_what_there_is_nothing_of_stays_nothing() -> None:
    """No decision takes nothing, and no message holds nothing."""
    nothing = Figures("store", 2.0)
    assert nothing.decisions_per_second is None
    assert nothing.arena_cpu_us is None
    assert nothing.batch is None


def test_a_person_reads_one_kind_of_table() -> None:
    """A line for each part, a dash for what there is nothing of."""
    (row,) = table([FIGURES]).rows
    assert row[:5] == ("play, odds, 8 tables", "500", "2.0", "10.0", "10.00 µs")
    assert row[5:8] == ("–", "–", "3 MiB")
