"""A decision takes no more instructions than it did: a clock-free guard of the hot path.

`make instructions` prints the line of EXPECTED for the Python it runs with.
"""

import shutil

import pytest

from arena.bench.instructions import VALGRIND, instructions_per_decision, python_build

EXPECTED = {
    "3.11 -O2": 112_372,
    "3.11 -O3": 124_660,
}
"""Instructions of the arena for a decision, by version and optimization of Python."""
MARGIN = 0.10
"""Both ways: after an improvement EXPECTED is lowered, so that it is kept."""


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.skipif(shutil.which(VALGRIND) is None, reason=f"{VALGRIND} is not installed")
@pytest.mark.skipif(
    python_build() not in EXPECTED,
    reason=f"Python {python_build()} was never counted: see `make instructions`",
)
def test_a_decision_takes_as_many_instructions_as_before() -> None:
    """Within a tenth of what it took when it was last counted."""
    counted = instructions_per_decision()
    assert counted == pytest.approx(EXPECTED[python_build()], rel=MARGIN), (
        f"{counted:,.0f} instructions a decision"
    )
