"""A league that this machine can't play is refused before it begins."""

import pytest

from arena.engine.rules import profile
from arena.errors import UsageError
from arena.league.preflight import Machine, check_machine, processes, this_machine

RULES = profile()
GOOD = Machine(cores=4, files=1024, memory=8 << 30)


def test_what_fits_is_allowed() -> None:
    """Two blocks a core, with enough memory and descriptors."""
    check_machine(RULES, GOOD, concurrency=8)


def test_one_block_is_always_allowed() -> None:
    """However small the machine: it may only be slow."""
    check_machine(RULES, Machine(cores=1, files=1024, memory=1), concurrency=1)


@pytest.mark.parametrize(
    ("machine", "concurrency", "said"),
    [
        (GOOD, 9, "9 means 72 bot processes at a time: 4 cores allow 8"),
        (Machine(4, 1024, 1 << 30), 3, "1024 MiB of free memory allow 2"),
        (Machine(4, 256, 8 << 30), 1, "may open 256 files, a block needs 320"),
    ],
)
def test_what_does_not_fit_is_refused(machine: Machine, concurrency: int, said: str) -> None:
    """The error names what was asked, what is there, and what would do."""
    with pytest.raises(UsageError, match=said):
        check_machine(RULES, machine, concurrency=concurrency)


def test_processes_of_a_block() -> None:
    """Eight in pairs, twelve in trios; alone, each bot has one in each room."""
    assert processes(profile()) == 8
    assert processes(profile(format="trios")) == 12
    assert processes(profile(format="individual", players=3)) == 9


def test_this_machine_has_something() -> None:
    """Its figures are numbers that make sense."""
    machine = this_machine()
    assert machine.cores >= 1
    assert machine.files > 10
    assert machine.memory > 1 << 20
