"""Which files a bot in a sandbox sees."""

import sys
from pathlib import Path

import pytest

import arena
from arena.match.visible import found, own, shown


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A directory with a bot, its module, and another bot."""
    for name in ("mine/bot.py", "mine/model.txt", "other/bot.py", "tools/bin/run", "tools/lib/x"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    (tmp_path / "tools/bin/run").chmod(0o755)
    return tmp_path


def seen(command: tuple[str, ...], directory: Path, *hidden: Path) -> tuple[Path, ...]:
    """What is shown of a test's own files."""
    paths = shown(command, directory, read=(), hidden=hidden)
    return tuple(path for path in paths if path.is_relative_to(directory.parent))


def test_its_directory_and_where_its_files_lie(place: Path) -> None:
    """A file named by the command brings the directory it lies in."""
    file = str(place / "mine" / "bot.py")
    assert own((sys.executable, file), place / "other") == {place / "other", place / "mine"}
    assert own(("node", "../mine/bot.py", "--fast"), place / "other") == {
        place / "other",
        place / "mine",
    }


def test_a_program_brings_what_belongs_to_it(place: Path) -> None:
    """Of a program in a `bin`, the directory that holds it: libraries lie beside."""
    command = (str(place / "tools" / "bin" / "run"),)
    assert seen(command, place / "mine") == (place / "mine", place / "tools")


def test_python_and_the_library_are_always_seen(place: Path) -> None:
    """So that a bot in Python can import the SDK; of where the arena lies only its package."""
    paths = shown((sys.executable,), place / "mine", read=(), hidden=())
    package = Path(arena.__file__).parent
    for needed in (Path(sys.executable), Path(sys.base_prefix), package):
        assert any(needed.is_relative_to(path) for path in paths)
    assert not any(package.parent.is_relative_to(path) for path in paths)


def test_what_is_hidden_splits_a_directory(place: Path) -> None:
    """The rest of it is shown piece by piece, even if what is hidden does not exist yet."""
    command = (sys.executable, "bot.py")
    assert seen(command, place / "mine", place / "mine" / "model.txt") == (place / "mine/bot.py",)
    pieces = (place / "mine/bot.py", place / "mine/model.txt")
    assert seen(command, place / "mine", place / "mine" / "later") == pieces


def test_of_the_home_directory_only_plain_files_are_seen(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody means to show all of it to a bot."""
    (place / ".secret").touch()
    (place / "bot.py").touch()
    monkeypatch.setenv("HOME", str(place))
    assert seen((sys.executable, "bot.py"), place) == (place / "bot.py",)


def test_a_program_is_found_on_the_path_or_in_its_directory(place: Path) -> None:
    """As the shell would."""
    assert found("./bin/run", place / "tools") == str(place / "tools/bin/run")
    assert Path(found("sh", place)).is_absolute()
    with pytest.raises(FileNotFoundError, match=r"no such program: \./run"):
        found("./run", place)
    with pytest.raises(NotADirectoryError, match="no such directory"):
        found("sh", place / "nowhere")
