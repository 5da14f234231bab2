"""What makes a bot another version of itself, and what does not."""

import shutil
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from arena.league.bots import resolve
from arena.league.remote.spec import joined
from arena.league.versions import files_of, version_hash
from arena.match.bot import BotSpec
from arena.match.limits import Limits
from arena.match.sandbox import USUAL, Kind


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """Two bots: a file with a module beside it, and a directory with a bot.toml."""
    place = tmp_path / "place"
    (place / "own" / "weights").mkdir(parents=True)
    (place / "mine.py").write_text("import json\nimport cards.values\nfrom arena.sdk import run\n")
    (place / "cards").mkdir()
    (place / "cards" / "__init__.py").write_text("")
    (place / "cards" / "values.py").write_text("from . import more\n")
    (place / "cards" / "more.py").write_text("ONE = 1\n")
    (place / "league.db").write_text("not of the bot")
    (place / "other.py").write_text("not of the bot")
    (place / "own" / "bot.toml").write_text('name = "own"\ncommand = ["sh", "play.sh"]\n')
    (place / "own" / "play.sh").write_text("exec true\n")
    (place / "own" / "weights" / "1.bin").write_bytes(b"\0\1")
    return place


def hashes(place: Path) -> tuple[str, str]:
    """The hashes of the two bots."""
    mine, own = (version_hash(resolve(bot, base=place)) for bot in ("mine.py", "own"))
    return mine, own


def test_only_its_own_files_count(place: Path) -> None:
    """A file with what it imports from beside it; a directory with all in it but bot.toml."""
    names = [
        {str(path.relative_to(place)) for path in files_of(resolve(bot, base=place))}
        for bot in ("mine.py", "own")
    ]
    assert names[0] == {"mine.py", "cards/__init__.py", "cards/values.py", "cards/more.py"}
    assert names[1] == {"own/play.sh", "own/weights/1.bin"}


@pytest.mark.parametrize(
    ("path", "changed"),
    [
        ("mine.py", (True, False)),
        ("cards/more.py", (True, False)),
        ("cards/extra.py", (True, False)),
        ("own/play.sh", (False, True)),
        ("own/weights/2.bin", (False, True)),
        ("other.py", (False, False)),
        ("own/.cache", (False, False)),
        ("own/__pycache__/play.pyc", (False, False)),
        ("own/build/out", (False, False)),
        ("own/weights/run.log", (False, False)),
    ],
)
def test_a_changed_file_is_another_version(
    place: Path, path: str, changed: tuple[bool, bool]
) -> None:
    """Of the bot that is made of it, and of no other."""
    before = hashes(place)
    (place / path).parent.mkdir(exist_ok=True)
    with (place / path).open("ab") as file:
        file.write(b"\n# new\n")
    after = hashes(place)
    assert (before[0] != after[0], before[1] != after[1]) == changed


def test_a_bot_may_move(place: Path, tmp_path: Path) -> None:
    """With its directory, to another Python: the same version."""
    before = hashes(place)
    shutil.copytree(place, tmp_path / "elsewhere" / "deep")
    shutil.rmtree(place)
    assert hashes(tmp_path / "elsewhere" / "deep") == before


def test_command_and_settings_count() -> None:
    """Another word, variable, image or limit is another version; where it is kept apart is not."""
    bot = BotSpec("a", (sys.executable, "-m", "a"), Path("/"))
    sandboxes = [
        replace(USUAL, environment=("DEPTH=3",)),
        replace(USUAL, image="bot:2"),
        replace(USUAL, limits=Limits(memory=64)),
    ]
    bots = [bot, replace(bot, command=(sys.executable, "-m", "b"))]
    bots += [replace(bot, sandbox=sandbox) for sandbox in sandboxes]
    assert len({version_hash(one) for one in bots}) == len(bots)
    same = replace(bot, name="b", sandbox=replace(USUAL, kind=Kind.NONE, hidden=(Path("/x"),)))
    assert version_hash(same) == version_hash(bot)


def test_a_file_that_a_bot_may_read_counts(tmp_path: Path) -> None:
    """Weights outside of its directory, given with `read`, are a part of it."""
    weights = tmp_path / "weights"
    weights.write_text("1")
    bot = BotSpec("a", ("sh",), Path("/"), replace(USUAL, read=(weights, tmp_path)))
    before = version_hash(bot)
    weights.write_text("2")
    assert version_hash(bot) != before


def test_a_bot_from_elsewhere_is_known_by_its_variable() -> None:
    """Its files are not here: another variable is another version, nothing else."""
    assert version_hash(joined("a", "TOKEN")) == version_hash(joined("a", "TOKEN"))
    assert version_hash(joined("a", "TOKEN")) != version_hash(joined("a", "OTHER"))


def test_the_sample_bots_have_versions() -> None:
    """`odds_signs` is made of `odds`, too."""
    names = {path.name for path in files_of(resolve("odds_signs", base=Path()))}
    assert names == {"odds_signs.py", "odds.py"}
