"""A bot as it travels to another machine: its files in an archive, and how to start it there.

What travels is what counts for its version (see `arena.league.versions`); of a
bot with a directory of its own all of it, but for names that begin with a dot,
and for what its build makes if it has one. What its sandbox hides stays at
home, and so does what links lead to outside of its directory.
"""

import io
import os
import sys
import tarfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path

from arena.errors import ConfigError
from arena.league.bots import PYTHON
from arena.league.versions import SKIPPED_FOLDERS, files_of
from arena.match.bot import BotSpec
from arena.match.sandbox import Kind, Sandbox, settled

FILES = "{files}"
"""Stands for where the archive was unpacked, at the beginning of a path."""
_PROGRAM_RIGHTS, _FILE_RIGHTS = 0o755, 0o644


@dataclass(frozen=True, slots=True)
class Luggage:
    """A bot without its archive. Paths in `spec` begin with FILES, its Python is PYTHON.

    `hash` is of the archive and of what builds the bot: the same hash, the same bot.
    """

    hash: str
    spec: BotSpec


def pack(bot: BotSpec) -> tuple[Luggage, bytes]:
    """A bot's luggage and archive, the same bytes wherever the bot lies.

    Raises ConfigError for a file that can't be read.
    """
    directory = Path(os.path.abspath(bot.directory))  # noqa: PTH100 - links stay
    files = sorted({*_files(replace(bot, directory=directory))})
    root = Path(os.path.commonpath([directory, *(file.parent for file in files)]))
    archive = _archive(files, root)
    digest = sha256(archive + repr((bot.needs.build, bot.needs.built)).encode()).hexdigest()
    travels = frozenset(files)

    def told(path: Path) -> str | None:
        mine = path in travels or (bot.needs.whole and path.is_relative_to(directory))
        return f"{FILES}/{path.relative_to(root)}" if mine else None

    command = tuple(_word(word, told(directory / word)) for word in bot.command)
    read = tuple(Path(told(path) or path) for path in bot.sandbox.read)
    place = Path(FILES) / directory.relative_to(root)
    spec = BotSpec(bot.name, command, place, _sandbox(bot.sandbox, read), bot.needs)
    return Luggage(digest, spec), archive


def _word(word: str, told: str | None) -> str:
    if word == sys.executable:
        return PYTHON
    return told if told is not None and os.sep in word else word


def _sandbox(sandbox: Sandbox, read: tuple[Path, ...]) -> Sandbox:
    """The same one elsewhere: with the values of here, and as strict as here."""
    kind = Kind.BWRAP if settled(sandbox.kind) is Kind.BWRAP else sandbox.kind
    environment = tuple(
        f"{said}={os.environ[said]}" if said in os.environ else said for said in sandbox.environment
    )
    return replace(sandbox, kind=kind, environment=environment, read=read, hidden=())


def _files(bot: BotSpec) -> Iterator[Path]:
    hidden = [path.resolve() for path in bot.sandbox.hidden]
    built = bot.directory / bot.needs.built if bot.needs.built else None
    home = bot.directory.resolve()
    own = _below(bot) if bot.needs.whole else ()
    for file in {*files_of(bot), *own}:
        path = Path(os.path.abspath(file))  # noqa: PTH100 - links stay
        real = path.resolve()
        leads_out = path.is_relative_to(bot.directory) and not real.is_relative_to(home)
        if path != built and not leads_out and not any(map(real.is_relative_to, hidden)):
            yield path


def _below(bot: BotSpec) -> Iterator[Path]:
    """The files of a directory that is the bot's own."""
    skipped = SKIPPED_FOLDERS if bot.needs.build else frozenset(("__pycache__",))
    for folder, folders, names in os.walk(bot.directory):
        folders[:] = [name for name in folders if name not in skipped and name[0] != "."]
        for path in (Path(folder, name) for name in names if name[0] != "."):
            if path.is_file():
                yield path


def _archive(files: Iterable[Path], root: Path) -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w", format=tarfile.GNU_FORMAT) as archive:
        for path in files:
            info = tarfile.TarInfo(str(path.relative_to(root)))
            info.mode = _PROGRAM_RIGHTS if os.access(path, os.X_OK) else _FILE_RIGHTS
            try:
                data = path.read_bytes()
            except OSError as error:
                raise ConfigError(f"{path}: can't be read: {error.strerror}") from None
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
    return buffer.getvalue()
