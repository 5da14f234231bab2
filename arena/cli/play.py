"""`mus-arena play`: two bots against each other."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from arena.cli import options
from arena.cli.directories import Source, check_free
from arena.cli.options import Options
from arena.cli.report import Place
from arena.cli.running import run
from arena.cli.words import command
from arena.engine.rules import PROFILES
from arena.league.bots import LONGEST_NAME, distinct, resolve
from arena.league.config import LeagueConfig, build
from arena.match.bot import BotSpec

NAME = "play"


@click.command(
    epilog=options.examples(
        "mus-arena play odds cautious",
        "mus-arena play my_bot.py odds -n 500 --keep my-games",
        'mus-arena play "node bot.js --deep" random --rules app --json',
    )
)
@click.argument("first", metavar="BOT")
@click.argument("second", metavar="BOT")
@click.option(
    "--groups",
    "-n",
    type=click.IntRange(min=1),
    metavar="N",
    default=100,
    show_default=True,
    help="Deal groups: the same cards played twice, sides changed. N groups are 2 N games.",
)
@click.option(
    "--rules",
    type=click.Choice(list(PROFILES)),
    default="traditional",
    show_default=True,
    help="The rules, as in a league: one game, no señas.",
)
@click.option("--seed", metavar="HEX", help="64 hex digits: the same seed gives the same cards.")
@click.option(
    "--tables",
    type=click.IntRange(min=1),
    metavar="T",
    default=128,
    show_default=True,
    help="How many games a room plays at a time.",
)
@click.option(
    "--keep",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Keep the games in this directory, to continue or replay.",
)
@options.as_json
@options.strict
def play(
    *,
    first: str,
    second: str,
    groups: int,
    rules: str,
    seed: str | None,
    tables: int,
    keep: Path | None,
    as_json: bool,
    strict: bool,
) -> int:
    """Play two bots against each other.

    BOT is the name of a sample bot, a Python file or a program, a directory with
    a bot.toml, or a command in quotes.
    """
    given = {} if seed is None else {"seed": seed}
    values = {
        "name": NAME,
        **given,
        "groups": groups,
        "tables": tables,
        "rules": {"profile": rules},
    }
    how = Options(1, as_json, strict)
    if keep is not None:
        check_free(keep, name=NAME, option="--keep")
        source = _source((first, second), values, directory=keep)
        return run(source, how, place=Place(keep, command("league", "run", keep)))
    with TemporaryDirectory(prefix="mus-play-") as folder:
        source = _source((first, second), values, directory=Path(folder))
        return run(source, how, place=Place(None, ""))


def _source(texts: tuple[str, str], values: Mapping[str, object], *, directory: Path) -> Source:
    """A league of two bots named on the command line, and its league.toml."""
    here = Path.cwd()
    bots = distinct([_named(resolve(text, base=here)) for text in texts])
    tables = [
        {"name": bot.name, "bot": text, "directory": str(here)}
        for bot, text in zip(bots, texts, strict=True)
    ]
    return Source(_config({**values, "bots": bots}), directory, {**values, "bots": tables})


def _config(values: Mapping[str, object]) -> LeagueConfig:
    return build(values, where=NAME)


def _named(bot: BotSpec) -> BotSpec:
    """The same bot with a name that a league allows, if that of its command is none."""
    name = "".join(c if c.isprintable() and c != "|" else "?" for c in bot.name).strip()
    room = LONGEST_NAME - len(" 2")
    return replace(bot, name=name if len(name) <= room else f"{name[: room - 1].strip()}…")
