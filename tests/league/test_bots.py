"""What a BOT stands for: names, paths and command lines."""

import sys
from pathlib import Path

import pytest

from arena.errors import ConfigError
from arena.league.bots import distinct, resolve, samples
from arena.match.bot import BotSpec


def write(path: Path, text: str = "", *, mode: int = 0o644) -> Path:
    """A file with this text."""
    path.write_text(text)
    path.chmod(mode)
    return path


def refusal(text: str, base: Path) -> str:
    """What is said of a BOT that can't be."""
    with pytest.raises(ConfigError) as caught:
        resolve(text, base=base)
    return str(caught.value)


def test_sample_bots_have_names(tmp_path: Path) -> None:
    """A name of bots.toml stands for that bot, in its own directory, on the arena's Python."""
    spec = resolve("odds", base=tmp_path)
    assert spec.name == "odds"
    assert spec.command == (sys.executable, "odds.py")
    assert spec.directory.is_dir()
    assert spec.directory.name == "python"


def test_the_python_samples_are_there() -> None:
    """Five Python bots come with the arena, each with a sentence about it."""
    names = [sample.name for sample in samples() if sample.language == "python"]
    assert names == ["random", "cautious", "aggressive", "odds", "odds_signs", "starter-python"]
    assert all(sample.about.endswith(".") for sample in samples())


def test_a_python_file_runs_on_the_arenas_python(tmp_path: Path) -> None:
    """A .py file is started by the Python that runs the arena, from the working directory."""
    file = write(tmp_path / "my_bot.py")
    expected = BotSpec("my_bot", (sys.executable, str(file)), tmp_path)
    assert resolve("my_bot.py", base=tmp_path) == expected
    assert resolve(str(file), base=tmp_path) == expected


def test_a_file_may_lie_in_another_directory(tmp_path: Path) -> None:
    """A path may have directories and spaces in it."""
    (tmp_path / "my bots").mkdir()
    file = write(tmp_path / "my bots" / "a b.py")
    spec = resolve("my bots/a b.py", base=tmp_path)
    assert spec == BotSpec("a b", (sys.executable, str(file)), tmp_path)


def test_a_program_is_run_as_it_is(tmp_path: Path) -> None:
    """An executable file is its own command."""
    file = write(tmp_path / "bot", "#!/bin/sh\n", mode=0o755)
    assert resolve("./bot", base=tmp_path) == BotSpec("bot", (str(file),), tmp_path)


def test_a_directory_says_how_to_start(tmp_path: Path) -> None:
    """A directory's bot.toml gives command and name; the command runs there."""
    home = tmp_path / "mine"
    home.mkdir()
    program = write(home / "run", "#!/bin/sh\n", mode=0o755)
    write(home / "bot.toml", 'name = "the best"\ncommand = ["./run", "--fast"]\n')
    assert resolve("mine", base=tmp_path) == BotSpec("the best", (str(program), "--fast"), home)


def test_a_directory_names_its_bot(tmp_path: Path) -> None:
    """Without a name in bot.toml the bot is called like the directory."""
    home = tmp_path / "mine"
    home.mkdir()
    write(home / "bot.toml", 'command = ["{python}", "bot.py"]\n')
    assert resolve("mine", base=tmp_path) == BotSpec("mine", (sys.executable, "bot.py"), home)


def test_a_command_line_is_split_like_in_a_shell(tmp_path: Path) -> None:
    """Quotes hold words together; the name is the line itself."""
    spec = resolve("sh -c 'echo hello'", base=tmp_path)
    assert spec == BotSpec("sh -c 'echo hello'", ("sh", "-c", "echo hello"), tmp_path)


def test_a_program_given_by_path_is_found_from_the_directory(tmp_path: Path) -> None:
    """A relative path in a command starts from the working directory."""
    program = write(tmp_path / "run", "#!/bin/sh\n", mode=0o755)
    assert resolve("./run --fast", base=tmp_path).command == (str(program), "--fast")


def test_a_misspelt_name_is_answered_with_the_names(tmp_path: Path) -> None:
    """What was given, what was looked for, and which names there are: in one line."""
    text = refusal("oods", tmp_path)
    assert "'oods'" in text
    assert "did you mean odds?" in text
    assert "random, cautious, aggressive, odds" in text
    assert str(tmp_path) in text
    assert "\n" not in text


@pytest.mark.parametrize(
    ("bot", "said"),
    [
        ("gone.py", "no sample bot, file, directory or program of that name"),
        ("no-such-program --fast", "program 'no-such-program' not found"),
        ("./gone --fast", "an executable file"),
        ("empty", "has no bot.toml"),
        ("data.txt", "an executable file"),
        ("no-such-program " + "x" * 10_000, "program 'no-such-program' not found"),
        ("say 'hello", "not a command line"),
        ("", "allowed is a name, a path or a command line"),
        ("   ", "allowed is a name, a path or a command line"),
    ],
)
def test_what_can_not_start_is_refused(tmp_path: Path, bot: str, said: str) -> None:
    """A file, program or directory that can't be started is an error before any game."""
    (tmp_path / "empty").mkdir()
    write(tmp_path / "data.txt")
    assert said in refusal(bot, tmp_path)


def test_a_missing_directory_is_named(tmp_path: Path) -> None:
    """A working directory that does not exist is the error, not the program."""
    assert "no such directory" in refusal("sh -c true", tmp_path / "gone")


def test_a_wrong_bot_file_is_explained(tmp_path: Path) -> None:
    """Each mistake in a bot.toml has a line with file and key."""
    file = write(tmp_path / "bot.toml", 'comand = ["sh"]\n')
    keys = "name, language, command, about, build, built"
    assert refusal(str(tmp_path), tmp_path).split("\n") == [
        f"{file}: command: missing; it has no default",
        f"{file}: comand: unknown; did you mean command? allowed are {keys}",
    ]


def test_equal_names_are_numbered() -> None:
    """Bots of one name are told apart by number, and no number is used twice."""
    names = ["odds", "odds", "odds 2", "odds"]
    specs = [BotSpec(name, ("sh",), Path("/")) for name in names]
    assert [spec.name for spec in distinct(specs)] == ["odds", "odds 2", "odds 2 2", "odds 3"]
