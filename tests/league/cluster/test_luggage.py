"""What travels of a bot, and what arrives."""

import io
import os
import sys
import tarfile
import threading
from dataclasses import replace
from pathlib import Path

import pytest

from arena.errors import StartError
from arena.league.bots import resolve
from arena.league.cluster.arrival import unpacked
from arena.league.cluster.luggage import pack
from arena.match.bot import BotSpec
from arena.match.sandbox import USUAL


def write(path: Path, text: str = "") -> Path:
    """A file with its directories."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def own_bot(home: Path, *, build: str = "") -> BotSpec:
    """A bot with a directory of its own."""
    write(home / "bot.toml", f'command = ["{{python}}", "bot.py"]\n{build}')
    write(home / "bot.py", "import brain")
    write(home / "brain.py")
    write(home / "weights.bin", "1 2 3")
    return resolve(str(home), base=home.parent)


def names(bot: BotSpec) -> list[str]:
    """The files of its archive."""
    with tarfile.open(fileobj=io.BytesIO(pack(bot)[1])) as archive:
        return archive.getnames()


def test_a_directory_travels_whole(tmp_path: Path) -> None:
    """But for what begins with a dot, and what Python leaves behind."""
    bot = own_bot(tmp_path / "a")
    write(tmp_path / "a" / ".git" / "config")
    write(tmp_path / "a" / "__pycache__" / "brain.pyc")
    write(tmp_path / "a" / "node_modules" / "m.js")
    assert names(bot) == ["bot.py", "bot.toml", "brain.py", "node_modules/m.js", "weights.bin"]


def test_what_a_build_makes_stays(tmp_path: Path) -> None:
    """It is built again where the bot arrives."""
    bot = own_bot(tmp_path / "a", build='build = [["make"]]\nbuilt = "prog"')
    write(tmp_path / "a" / "prog")
    write(tmp_path / "a" / "target" / "prog.o")
    assert names(bot) == ["bot.py", "bot.toml", "brain.py", "weights.bin"]


def test_of_a_file_that_travels_which_counts(tmp_path: Path) -> None:
    """The file and what it imports; nothing else of its directory."""
    write(tmp_path / "bot.py", "import brain")
    write(tmp_path / "brain.py")
    write(tmp_path / "diary.txt")
    assert names(resolve("bot.py", base=tmp_path)) == ["bot.py", "brain.py"]


def test_what_is_hidden_or_elsewhere_does_not_travel(tmp_path: Path) -> None:
    """Neither the league's files, nor another bot's, nor what a link leads to."""
    bot = own_bot(tmp_path / "a")
    secret = write(tmp_path / "secret")
    (tmp_path / "a" / "link").symlink_to(secret)
    other = write(tmp_path / "a" / "other" / "bot.py").parent
    database = write(tmp_path / "a" / "league.db")
    hidden = replace(bot, sandbox=replace(bot.sandbox, hidden=(other, database)))
    assert names(hidden) == ["bot.py", "bot.toml", "brain.py", "weights.bin"]


def test_the_same_bot_has_the_same_hash_wherever_it_lies(tmp_path: Path) -> None:
    """Another file, or another build, has another."""
    one, same = (pack(own_bot(tmp_path / name / "bot"))[0].hash for name in "ab")
    assert one == same
    built = own_bot(tmp_path / "c" / "bot", build='build = [["true"]]')
    assert pack(built)[0].hash != one
    write(tmp_path / "a" / "bot" / "weights.bin", "4 5 6")
    assert pack(own_bot(tmp_path / "a" / "bot"))[0].hash == one  # Written as before.
    write(tmp_path / "a" / "bot" / "more.bin", "4 5 6")
    assert pack(own_bot(tmp_path / "a" / "bot"))[0].hash != one


def test_a_bot_arrives_with_its_files_and_paths(tmp_path: Path) -> None:
    """Its command, directory and what it may read are those of the new place."""
    tool = write(tmp_path / "home" / "tools" / "tool.py")
    data = write(tmp_path / "data" / "table.txt", "7")
    sandbox = replace(USUAL, read=(data,), environment=("HOME", "A=b"))
    words = (sys.executable, str(tool), "--fast")
    bot = BotSpec("bot", words, tmp_path / "home" / "bot", sandbox)
    bot.directory.mkdir()
    luggage, archive = pack(bot)
    there = unpacked(luggage, lambda: archive, cache=tmp_path / "cache")
    assert there.command[0] == sys.executable
    assert there.command[2] == "--fast"
    assert Path(there.command[1]).is_relative_to(tmp_path / "cache")
    assert Path(there.command[1]).is_file()
    assert there.directory.is_dir()
    assert there.directory.is_relative_to(tmp_path / "cache")
    assert there.sandbox.read[0].read_text() == "7"
    assert there.sandbox.environment == (f"HOME={os.environ['HOME']}", "A=b")


def test_a_bot_is_fetched_and_built_once(tmp_path: Path) -> None:
    """However many ask for it at the same time."""
    bot = own_bot(tmp_path / "a", build='build = [["sh", "-c", "echo x >> log; sleep 0.1"]]')
    luggage, archive = pack(bot)
    fetched: list[int] = []

    def fetch() -> bytes:
        fetched.append(1)
        return archive

    def arrive() -> None:
        unpacked(luggage, fetch, cache=tmp_path / "cache")

    threads = [threading.Thread(target=arrive) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    there = unpacked(luggage, fetch, cache=tmp_path / "cache")
    assert fetched == [1]
    assert (there.directory / "log").read_text() == "x\n"


def test_a_build_that_fails_tells_what_it_said(tmp_path: Path) -> None:
    """With its command and how it ended; the next time it is tried again."""
    bot = own_bot(tmp_path / "a", build='build = [["sh", "-c", "echo no compiler; exit 3"]]')
    luggage, archive = pack(bot)
    for _ in range(2):
        with pytest.raises(StartError, match=r"bot a: building it failed") as caught:
            unpacked(luggage, lambda: archive, cache=tmp_path / "cache")
        assert str(caught.value).endswith("ended with exit code 3\nno compiler")


def test_what_nobody_has_used_for_long_goes(tmp_path: Path) -> None:
    """When another bot arrives."""
    cache = tmp_path / "cache"
    old, archive = pack(own_bot(tmp_path / "a"))
    unpacked(old, lambda: archive, cache=cache)
    os.utime(cache / old.hash / "ready", (0, 0))
    new, other = pack(own_bot(tmp_path / "b", build='build = [["true"]]'))
    unpacked(new, lambda: other, cache=cache)
    assert not (cache / old.hash).exists()
    assert (cache / new.hash).exists()
