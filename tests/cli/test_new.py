"""`mus-arena new` makes a directory that is a bot, and prints commands that work."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from arena.league.bots import resolve
from tests.cli.command import run

LANGUAGES = ("python", "typescript", "go", "rust", "java", "cpp")


def commands(out: str) -> list[str]:
    """The commands that `new` printed, ready for a shell: this Python's `-m arena`."""
    found = [line.strip() for line in out.splitlines() if line.startswith("    ")]
    name = f"{Path(sys.executable).name} -m arena"
    return [line.replace(name, f"{sys.executable} -m arena") for line in found]


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_that_is_written_by_hand_comes_along(language: str, tmp_path: Path) -> None:
    """Source, proto and strategy are real files, the name is changed everywhere, nothing built is copied."""
    made = run("new", "mine", "--lang", language, "--name", "El órdago 2", cwd=tmp_path)
    assert made.code == 0, made.err
    files = [path for path in (tmp_path / "mine").rglob("*") if not path.is_dir()]
    assert not [path for path in files if path.is_symlink()]
    assert not {"build", "dist", "node_modules", "target"} & {
        p.name for p in (tmp_path / "mine").iterdir()
    }
    texts = {path.name: path.read_text(encoding="utf-8") for path in files}
    assert {"bot.toml", "STRATEGY.md"} <= set(texts)
    assert ("arena.proto" in texts) == (language != "python")
    assert "](../STRATEGY.md)" not in "".join(texts.values())
    assert sorted(name for name, text in texts.items() if '"El órdago 2"' in text) == sorted(
        ["bot.toml", source(language)]
    )
    assert len(commands(made.out)) == (2 if language == "python" else 3)


def source(language: str) -> str:
    """The file in which a starter says its name."""
    return {
        "python": "starter.py",
        "typescript": "bot.ts",
        "go": "main.go",
        "rust": "main.rs",
        "java": "Starter.java",
        "cpp": "bot.cc",
    }[language]


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("language", ["python", "go"])
def test_the_commands_work_where_the_user_is(language: str, tmp_path: Path) -> None:
    """Built, checked and played by what was printed, in a directory whose name needs quotes."""
    if language == "go" and not (shutil.which("go") and shutil.which("protoc")):
        pytest.skip("go or protoc is not here")
    made = run("new", "my bots/first", "--lang", language, cwd=tmp_path)
    assert made.code == 0, made.err
    *build, check, play = commands(made.out)
    for line in (*build, f"{check} -n 24", f"{play} -n 10"):
        done = subprocess.run(
            ["sh", "-c", line], cwd=tmp_path, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, (line, done.stdout, done.stderr)
    assert resolve("my bots/first", base=tmp_path).name == "first"


def test_it_writes_over_nothing(tmp_path: Path) -> None:
    """A directory that is not empty, or a file, is left as it is; an empty one is taken."""
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "note").write_text("mine")
    refused = run("new", "full", "--lang", "go", cwd=tmp_path)
    assert (refused.code, refused.out) == (2, "")
    assert "not empty" in refused.err
    assert [path.name for path in (tmp_path / "full").iterdir()] == ["note"]
    assert "is a file" in run("new", "full/note", "--lang", "go", cwd=tmp_path).err
    (tmp_path / "empty").mkdir()
    assert run("new", "empty", "--lang", "C++", cwd=tmp_path).code == 0


def test_what_can_not_be_is_refused(tmp_path: Path) -> None:
    """An unknown language is answered with those there are, a name that breaks a string with what is allowed."""
    unknown = run("new", "mine", "--lang", "cobol", cwd=tmp_path)
    assert unknown.code == 2
    assert all(language in unknown.err for language in LANGUAGES)
    for name in ('a"b', "a\\b", "a{b}", " a", ""):
        refused = run("new", "mine", "--lang", "go", "--name", name, cwd=tmp_path)
        assert refused.code == 2
        assert "--name" in refused.err
    assert not (tmp_path / "mine").exists()


def test_a_directory_called_as_a_sample_bot_is_told_from_it(tmp_path: Path) -> None:
    """The commands mean the directory."""
    made = run("new", "odds", "--lang", "python", cwd=tmp_path)
    assert all("./odds" in line for line in commands(made.out))


def test_missing_tools_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is made all the same, and what to install is said."""
    monkeypatch.setenv("PATH", str(tmp_path))
    made = run("new", "mine", "--lang", "rust", cwd=tmp_path)
    assert made.code == 0
    assert "cargo is not here" in made.err
    assert "rustup.rs" in made.err
