"""`mus-arena new`: a bot of one's own, from the starter of a language."""

import json
import shlex
import shutil
from collections.abc import Sequence
from pathlib import Path

import click

from arena.cli import options
from arena.cli.words import command
from arena.errors import UsageError
from arena.league.bots import SampleBot, check_name, directory_of, samples
from arena.protocol.session import MOST_NAME_BYTES

_STARTER = "starter-"
_STRATEGY = "STRATEGY.md"
_BUILT = ("build", "dist", "node_modules", "target", "__pycache__")


@click.command(
    epilog=options.examples(
        "mus-arena new my-bot --lang go",
        'mus-arena new bots/second --lang rust --name "Second try"',
    )
)
@click.argument("directory", metavar="DIR", type=click.Path(path_type=Path))
@click.option(
    "--lang", metavar="LANG", required=True, help="python, typescript, go, rust, java or cpp."
)
@click.option("--name", metavar="NAME", help="What the bot is called; the name of DIR if left out.")
def new(*, directory: Path, lang: str, name: str | None) -> None:
    """Make a bot of your own from the starter of a language.

    DIR is made, and is a BOT for all commands once it is built. What to do next
    is printed.
    """
    starter = _starter(lang)
    called = _name(directory.resolve().name if name is None else name)
    _check_free(directory)
    _copy(starter, directory)
    _rename(directory, starter.name, called)
    (directory / "bot.toml").write_text(_bot_toml(starter, called), encoding="utf-8")
    click.echo(f"{directory} is a bot called {called}, made from {starter.name}. Next:\n")
    for line in _next(starter, directory):
        click.echo(f"    {line}")
    for program, how in starter.needs.items():
        if shutil.which(program) is None:
            click.echo(f"note: {program} is not here, and it takes it to build: {how}", err=True)


def _starter(lang: str) -> SampleBot:
    starters = [sample for sample in samples() if sample.name.startswith(_STARTER)]
    for starter in starters:
        if lang.lower() in {starter.name.removeprefix(_STARTER), starter.language}:
            return starter
    known = ", ".join(starter.name.removeprefix(_STARTER) for starter in starters)
    raise UsageError(f"no starter for {lang!r}: there are {known or 'none installed'}")


def _name(text: str) -> str:
    """The name, if it can stand in any language between quotes."""
    allowed = f"letters, digits, spaces and . _ - of at most {MOST_NAME_BYTES} bytes"
    try:
        name = check_name(text)
    except ValueError as error:
        raise UsageError(f"name {text!r}: allowed are {error}; choose one with --name") from None
    plain = all(letter.isalnum() or letter in " ._-" for letter in name)
    if not plain or len(name.encode()) > MOST_NAME_BYTES:
        raise UsageError(f"name {text!r}: allowed are {allowed}; choose one with --name")
    return name


def _check_free(directory: Path) -> None:
    if directory.is_dir() and any(directory.iterdir()):
        raise UsageError(f"{directory} is there and not empty: name another directory")
    if directory.exists() and not directory.is_dir():
        raise UsageError(f"{directory} is a file: name another directory")


def _copy(starter: SampleBot, directory: Path) -> None:
    """Copies what is written by hand, with the proto and the strategy, of which there are links."""
    source = directory_of(starter)
    try:
        if starter.build:
            ignore = shutil.ignore_patterns(*_BUILT)
            shutil.copytree(source, directory, ignore=ignore, dirs_exist_ok=True)
        else:  # It shares its directory with other bots.
            directory.mkdir(parents=True, exist_ok=True)
            shutil.copy(source / starter.command[-1], directory)
        shutil.copy(source.parent / _STRATEGY, directory)
    except OSError as error:
        raise UsageError(f"can't make {directory}: {error}") from None


def _rename(directory: Path, old: str, new: str) -> None:
    """Changes the name that the bot says in its hello, and the way to the strategy."""
    changes = ((f'"{old}"', f'"{new}"'), (f"](../{_STRATEGY})", f"]({_STRATEGY})"))
    for path in directory.rglob("*"):
        if path.is_file():
            text = path.read_text(encoding="utf-8")
            changed = text
            for before, after in changes:
                changed = changed.replace(before, after)
            if changed != text:
                path.write_text(changed, encoding="utf-8")


def _bot_toml(starter: SampleBot, name: str) -> str:
    values = {"name": name, "language": starter.language, "command": list(starter.command)}
    lines = [f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in values.items()]
    return "\n".join(["# What the arena starts, in this directory.", *lines, ""])


def _next(starter: SampleBot, directory: Path) -> Sequence[str]:
    """The commands to build, check and play it, as they can be typed here."""
    lines = []
    if starter.build:
        build = " && ".join(map(shlex.join, starter.build))
        lines.append(f"(cd {shlex.quote(str(directory))} && {build})")
    taken = str(directory) in {sample.name for sample in samples()}
    bot = f"./{directory}" if taken else str(directory)
    return (*lines, command("check", bot), command("play", bot, "random"))
