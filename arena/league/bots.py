"""From what a person calls a bot to the command that starts it."""

import os
import shlex
import shutil
import sys
from collections.abc import Sequence
from dataclasses import replace
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, TypeVar

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from arena.errors import ConfigError
from arena.league.toml import problems, read_toml, written
from arena.match.bot import BotSpec
from arena.match.needs import Needs

PYTHON = "{python}"
"""Stands for the Python that runs the arena, in the command of a bots.toml."""

LONGEST_NAME = 60

_PACKAGE = Path(__file__).resolve().parents[1]
_SAMPLES = (_PACKAGE.parent / "sample_bots", _PACKAGE / "sample_bots")


def check_name(name: str) -> str:
    """The name, if a bot or a league can be called so. Raises ValueError saying what is allowed."""
    if not name.strip() or name != name.strip() or len(name) > LONGEST_NAME:
        raise ValueError(f"1 to {LONGEST_NAME} characters, no space at either end")
    if "|" in name or not name.isprintable():
        raise ValueError('printable characters, without "|"')
    return name


Name = Annotated[str, AfterValidator(check_name)]
Words = Annotated[tuple[str, ...], Field(min_length=1, strict=False)]


class SampleBot(BaseModel):
    """A bot that comes with the arena: one `[[bots]]` of sample_bots/bots.toml.

    A bot that has to be built tells how: `build` are commands, run in its
    directory; `built` is the file there that the last of them makes; `needs`
    are the programs they take, each with how to get it.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    name: Name
    language: str
    command: Words
    directory: str
    about: str
    build: Annotated[tuple[Words, ...], Field(strict=False)] = ()
    built: str = ""
    needs: dict[str, str] = {}


class _Samples(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    bots: Annotated[tuple[SampleBot, ...], Field(strict=False)]


class _OneBot(BaseModel):
    """A bot.toml; `build` and `built` are as those of a sample bot, for other machines."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    name: Name | None = None
    language: str = ""
    command: Words
    about: str = ""
    build: Annotated[tuple[Words, ...], Field(strict=False)] = ()
    built: str = ""


_Model = TypeVar("_Model", _Samples, _OneBot)


def samples() -> tuple[SampleBot, ...]:
    """The bots that come with the arena; none if they were not installed with it."""
    for directory in _SAMPLES:
        path = directory / "bots.toml"
        if path.is_file():
            return _read(path, _Samples).bots
    return ()


def directory_of(sample: SampleBot) -> Path:
    """Where a sample bot lies, is built and is run."""
    root = next(d for d in _SAMPLES if (d / "bots.toml").is_file())
    return root / sample.directory


def resolve(text: str, *, base: Path) -> BotSpec:
    """What a BOT stands for: the name of a sample bot, a path, or a command line.

    Paths and commands start from `base`, which is the working directory of
    Python files and commands; sample bots and directories with a bot.toml bring
    their own. Raises ConfigError if nothing can be started.
    """
    base = base.resolve()
    for sample in samples():
        if sample.name == text:
            return _sample(sample)
    path = written(text, base=base)
    if text.strip() and _exists(path):
        return _directory(path, text) if path.is_dir() else _file(path, text, base=base)
    return _command(text, base)


def distinct(specs: Sequence[BotSpec]) -> tuple[BotSpec, ...]:
    """The same bots, those named like an earlier one with a number behind: odds, odds 2, odds 3."""
    taken: dict[str, BotSpec] = {}
    for spec in specs:
        name, number = spec.name, 1
        while name in taken:
            number += 1
            name = f"{spec.name} {number}"
        taken[name] = replace(spec, name=name)
    return tuple(taken.values())


def _sample(sample: SampleBot) -> BotSpec:
    name, directory = sample.name, directory_of(sample)
    if not (directory / sample.built).exists():
        raise ConfigError(f"bot {name!r}: not built: run make bots, or mus-arena bots {name}")
    needs = Needs(whole=bool(sample.built))
    return _checked(BotSpec(name, _with_python(sample.command), directory, needs=needs), name)


def _directory(path: Path, text: str) -> BotSpec:
    path = path.resolve()
    file = path / "bot.toml"
    if not file.is_file():
        raise ConfigError(f"bot {text!r}: the directory {path} has no bot.toml")
    bot = _read(file, _OneBot)
    needs = Needs(build=bot.build, built=bot.built, whole=True)
    spec = BotSpec(bot.name or path.name, _with_python(bot.command), path, needs=needs)
    return _checked(spec, text)


def _file(path: Path, text: str, *, base: Path) -> BotSpec:
    starter = (sys.executable,) if path.suffix == ".py" else ()
    return _checked(BotSpec(path.stem, (*starter, str(path)), base), text)


def _command(text: str, base: Path) -> BotSpec:
    words = _words(text)
    if not words:
        raise ConfigError(f"bot {text!r}: allowed is a name, a path or a command line")
    if len(words) == 1 and _program(words[0], base) is None:
        names = [sample.name for sample in samples()]
        near = get_close_matches(text, names, n=1)
        hint = f" did you mean {near[0]}?" if near else ""
        raise ConfigError(
            f"bot {text!r}: no sample bot, file, directory or program of that name;{hint}"
            f" sample bots are {', '.join(names) or 'not installed'};"
            f" paths start from {base}"
        )
    return _checked(BotSpec(text, tuple(words), base), text)


def _exists(path: Path) -> bool:
    try:
        path.stat()
    except (OSError, ValueError):  # Also a command line too long for a path.
        return False
    return True


def _words(text: str) -> list[str]:
    try:
        return shlex.split(text)
    except ValueError as error:
        raise ConfigError(f"bot {text!r}: not a command line: {error}") from None


def _checked(spec: BotSpec, text: str) -> BotSpec:
    """The same bot with its program found, as a path if it was given as one."""
    program = spec.command[0]
    if not spec.directory.is_dir():
        raise ConfigError(f"bot {text!r}: no such directory: {spec.directory}")
    found = _program(program, spec.directory)
    if found is None:
        raise ConfigError(
            f"bot {text!r}: program {program!r} not found:"
            f" looked for {_looked_for(program, spec.directory)}"
        )
    return replace(spec, command=(found, *spec.command[1:]))


def _program(word: str, directory: Path) -> str | None:
    """The program as it can be started from `directory`, None if it can't."""
    if os.sep not in word:
        return word if shutil.which(word) else None
    path = written(word, base=directory)
    return str(path) if shutil.which(path) else None


def _looked_for(word: str, directory: Path) -> str:
    if os.sep in word:
        return f"an executable file {written(word, base=directory)}"
    return "it on the PATH (a program of the bot's own is written ./like-this)"


def _with_python(command: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(word.replace(PYTHON, sys.executable) for word in command)


def _read(path: Path, model: type[_Model]) -> _Model:
    try:
        return model.model_validate(read_toml(path))
    except ValidationError as error:
        lines = (f"{path}: {line}" for line in problems(error, model))
        raise ConfigError("\n".join(lines)) from None
