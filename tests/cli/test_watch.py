"""`watch` and `league report` when they can't do what they are asked."""

import socket
import sys
from pathlib import Path
from subprocess import run as run_process

import pytest

from tests.cli.command import run

WITHOUT = "import sys; sys.modules[{name!r}] = None; from arena.cli.main import main; main()"


@pytest.mark.parametrize("words", [("watch",), ("league", "report")])
@pytest.mark.parametrize("name", ["starlette", "jinja2"])
def test_what_is_not_installed_is_named_with_how_to_install_it(
    league: Path, words: tuple[str, ...], name: str
) -> None:
    """One line, and 2."""
    program = [sys.executable, "-c", WITHOUT.format(name=name), *words, str(league)]
    finished = run_process(program, capture_output=True, text=True, check=False)
    assert finished.returncode == 2
    assert finished.stderr == (
        f"error: the web site needs {name}: run pip install 'mus-arena[web]'\n"
    )


def test_a_port_that_is_taken_is_told(league: Path) -> None:
    """One line that names it, and 2."""
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = str(other.getsockname()[1])
        finished = run("watch", league, "--port", port, cwd=league)
    assert finished.code == 2
    assert finished.err.startswith(f"error: --host 127.0.0.1 --port {port}: ")
    assert finished.err.count("\n") == 1


def test_a_directory_without_a_league_is_told(tmp_path: Path) -> None:
    """Before anything is served or written."""
    for words in (("watch", tmp_path), ("league", "report", tmp_path, "-o", tmp_path / "r.html")):
        finished = run(*words, cwd=tmp_path)
        assert finished.code == 1
        assert "no league there" in finished.err
    assert list(tmp_path.iterdir()) == []


def test_a_report_that_can_not_be_written_is_told(league: Path, tmp_path: Path) -> None:
    """With the file and what is wrong."""
    file = tmp_path / "no" / "r.html"
    finished = run("league", "report", league, "-o", file, "--games", "0", cwd=tmp_path)
    assert finished.code == 2
    assert f"error: --output {file}: No such file or directory" in finished.err
