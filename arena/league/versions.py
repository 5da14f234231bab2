"""What makes a bot the version that it is: SHA-256 over its command, settings and files.

A bot whose hash changes is a new version of itself, so this is exactly what counts:

- The words of its command. The Python of the arena is `{python}`; a file or
  directory is written by its way from the bot's directory if it lies there, and
  else by its name alone: where a bot lies is no part of it.
- Its settings: `env`, `image`, `limits`. Of an image only the name.
- Files that words of its command name; the program itself unless it lies in a
  folder of programs (`bin` and the like), as an interpreter does.
- Python files beside those, or packages, that they import by name, and those
  that these do; never `arena`.
- If its directory has a bot.toml, all files in it and below, but for that one,
  whose command counts already. Not those that are hidden, end in .pyc or
  .log, or lie in a folder named __pycache__, node_modules, target, build or
  dist: what is run from there is named by the command.
- Files (not directories) that its sandbox lets it `read`.

A bot that joins from elsewhere is known by its variable alone: its files are not
here. Everything is read anew at the beginning of a run.
"""

import ast
import json
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from hashlib import file_digest, sha256
from pathlib import Path

from arena.errors import ConfigError
from arena.league.bots import PYTHON
from arena.league.isolation import settings_of
from arena.match.bot import BotSpec
from arena.match.visible import is_of_programs

_TOLD = frozenset(("env", "image", "limits"))
_SKIPPED_ENDS = (".pyc", ".log")
SKIPPED_FOLDERS = frozenset(("__pycache__", "node_modules", "target", "build", "dist"))
_OWN_FILE = "bot.toml"


def version_hash(bot: BotSpec) -> str:
    """The hash of a bot as it is now, in hex. Raises ConfigError for a file that can't be read."""
    settings = settings_of(bot.sandbox)
    values = {
        "command": [_word(word, bot.directory) for word in bot.command],
        "settings": {key: value for key, value in settings.items() if key in _TOLD},
        "files": sorted((_name(path, bot.directory), _digest(path)) for path in files_of(bot)),
    }
    return sha256(json.dumps(values, sort_keys=True).encode()).hexdigest()


def files_of(bot: BotSpec) -> frozenset[Path]:
    """The files that count for its version."""
    named = {*_named(bot.command, bot.directory)}
    readable = {path for path in bot.sandbox.read if path.is_file()}
    own = {*_below(bot.directory)} if (bot.directory / _OWN_FILE).is_file() else set[Path]()
    return frozenset(named | readable | own | {*_imported(named)})


def _word(word: str, directory: Path) -> str:
    if word == sys.executable:
        return PYTHON
    path = directory / word
    return _name(path, directory) if os.sep in word and path.exists() else word


def _name(path: Path, directory: Path) -> str:
    """How a path is written: the same after both have moved."""
    inside = path.is_relative_to(directory)
    return str(path.relative_to(directory)) if inside else path.name


def _named(command: Sequence[str], directory: Path) -> Iterator[Path]:
    for number, word in enumerate(command):
        path = directory / word
        if _is_file(path) and (number > 0 or not is_of_programs(path)):
            yield path


def _below(directory: Path) -> Iterator[Path]:
    for folder, folders, names in os.walk(directory):
        folders[:] = [name for name in folders if name not in SKIPPED_FOLDERS and name[0] != "."]
        for name in names:
            path = Path(folder, name)
            skipped = name[0] == "." or name.endswith(_SKIPPED_ENDS)
            if not skipped and path != directory / _OWN_FILE and path.is_file():
                yield path


def _imported(files: Iterable[Path]) -> Iterator[Path]:
    """The Python files that some import from beside themselves, and those that these do."""
    seen, waiting = set[Path](), [path for path in files if path.suffix == ".py"]
    while waiting:
        path = waiting.pop()
        for name in {*_imports(path)} - {"arena"}:
            module = path.parent / name
            found = [module.with_suffix(".py"), *module.glob("**/*.py")]
            new = [one for one in found if one.is_file() and one not in seen]
            seen.update(new)
            waiting += new
    yield from seen


def _imports(path: Path) -> Iterator[str]:
    """The first parts of the modules that a Python file imports; none if it is not Python."""
    try:
        tree = ast.parse(path.read_bytes())
    except (OSError, SyntaxError, ValueError):  # Running it will tell.
        return
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module.partition(".")[0]
        elif isinstance(node, ast.ImportFrom):  # from . import x
            yield from (alias.name for alias in node.names)


def _digest(path: Path) -> str:
    try:
        with path.open("rb") as file:
            return file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise ConfigError(f"{path}: can't be read: {error.strerror}") from None


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):  # A word too long for a path.
        return False
