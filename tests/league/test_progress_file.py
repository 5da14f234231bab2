"""How far a run is, told to other processes by a file."""

import json
from pathlib import Path

from arena.league.progress_file import FILE, Going, ProgressFile, going

STATE = {
    "matches": 30,
    "total": 100,
    "fresh": 20,
    "seconds": 4.0,
    "won": (9, 21),
    "played": (30, 30),
}


def test_what_a_run_tells_is_read(tmp_path: Path) -> None:
    """As long as its process runs."""
    ProgressFile(tmp_path).tell(STATE)
    found = going(tmp_path)
    assert found == Going(30, 100, 20, 4.0, (9, 21), (30, 30))
    assert found is not None
    assert (found.per_second, found.seconds_left) == (5.0, 14.0)


def test_before_the_first_match_nothing_is_foretold() -> None:
    """No speed, no time left."""
    found = Going(0, 100, 0, 0.0, (0, 0), (0, 0))
    assert (found.per_second, found.seconds_left) == (0.0, None)


def test_a_run_that_has_ended_is_not_going_on(tmp_path: Path) -> None:
    """No file; a process that is not there; another with the same number."""
    assert going(tmp_path) is None
    ProgressFile(tmp_path).tell(STATE)
    values = json.loads((tmp_path / FILE).read_text())
    for change in ({"pid": 2**22 + 1}, {"born": values["born"] + 1}):
        (tmp_path / FILE).write_text(json.dumps(values | change))
        assert going(tmp_path) is None


def test_it_is_not_written_for_every_match(tmp_path: Path) -> None:
    """Twice a second at most; the file is replaced, so that nobody reads half of it."""
    file = ProgressFile(tmp_path)
    file.tell(STATE)
    before = (tmp_path / FILE).stat().st_ino
    file.tell(STATE | {"matches": 31})
    assert (tmp_path / FILE).stat().st_ino == before
    assert [path.name for path in tmp_path.iterdir()] == [FILE]
