"""`mus-arena demo`: a league of the Python sample bots."""

from pathlib import Path
from typing import Unpack

import click

from arena.cli import options
from arena.cli.directories import Source, check_free, forget
from arena.cli.options import Choices, Options
from arena.cli.report import Place
from arena.cli.running import run
from arena.cli.words import command
from arena.league.config import build
from arena.league.database import FILE
from arena.league.identity import identity
from arena.league.store import Store

NAME = "demo"
BOTS = ("random", "cautious", "aggressive", "odds")


@click.command(
    epilog=options.examples(
        "mus-arena demo",
        "mus-arena demo -n 50 --dir /tmp/demo",
    )
)
@click.option(
    "--groups",
    "-n",
    type=click.IntRange(min=1),
    metavar="N",
    default=250,
    show_default=True,
    help="Deal groups per pairing: the same cards played twice. 2 N games per pairing.",
)
@click.option(
    "--dir",
    "directory",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("mus-demo"),
    show_default=True,
    help="Where the league is kept. A demo that is there goes on, or makes place when finished.",
)
@options.concurrency
@options.as_json
@options.strict
@options.force
def demo(groups: int, directory: Path, **choices: Unpack[Choices]) -> int:
    """Play a league of the sample bots and say who is best.

    Every bot meets every other, each in processes of its own; 3,000 games take
    less than a minute. The games are kept, so that they can be replayed.
    """
    values = {"name": NAME, "groups": groups, "bots": [{"bot": bot} for bot in BOTS]}
    source = Source(build(values, where=NAME), directory, values)
    _make_place(source)
    resume = command("league", "run", directory)
    return run(source, Options(**choices), place=Place(directory, resume))


def _make_place(source: Source) -> None:
    """Forgets an old demo unless it can be continued. Raises UsageError for anything else."""
    directory = source.directory
    check_free(directory, name=NAME, option="--dir")
    if not (directory / FILE).is_file():
        return
    with Store.open(directory, write=True) as store:
        goes_on = store.league.identity == identity(source.config)
        if not goes_on or store.agenda().complete:
            forget(directory)
