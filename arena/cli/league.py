"""`mus-arena league`: run a league, look at its standings."""

import os
from pathlib import Path
from typing import Unpack

import click

from arena.cli import ndjson, options, summary
from arena.cli.directories import directory_of, source
from arena.cli.export import export
from arena.cli.league_report import report
from arena.cli.options import Options, WhereChoices
from arena.cli.report import Place
from arena.cli.running import run as run_league
from arena.cli.verify import verify
from arena.cli.words import command
from arena.league.luck.pairings import adjusted_pairings
from arena.league.results import results_json, results_of
from arena.league.store import Store

_IN_THE_FILE = """\b
In league.toml:
  format = "round_robin"    every bot meets every other (default)
  format = "gauntlet"       those in newcomers = ["mine", …] meet all
  format = "swiss"          winners meet winners, for rounds = N
  format = "cross"          teams of two bots: who plays well with whom
  stop = {test = "sprt", h0 = 0.50, h1 = 0.53, alpha = 0.05, beta = 0.05}
                            a pairing ends when this is decided

"""


@click.group(
    epilog=options.examples(
        "mus-arena league run league.toml", "mus-arena league standings mus-demo --json"
    )
)
def league() -> None:
    """Run a league of your own.

    A league is a directory: league.toml says what is played, league.db keeps
    every game, logs/ what the bots printed, faults/ what went wrong.
    """


@league.command(
    epilog=_IN_THE_FILE
    + options.examples(
        "mus-arena league run league.toml",
        "mus-arena league run spring.toml --concurrency 4",
        "mus-arena league run spring --json > run.ndjson",
        "mus-arena league run spring --executor ray --address ray://head:10001",
    )
)
@click.argument("path", metavar="LEAGUE", type=click.Path(exists=True, path_type=Path))
@options.executor
@options.address
@options.concurrency
@options.as_json
@options.strict
@options.force
@click.pass_context
def run(ctx: click.Context, /, path: Path, **choices: Unpack[WhereChoices]) -> int:
    """Play a league, or go on with it.

    LEAGUE is a league's directory or its league.toml. A file of any other name,
    say spring.toml, is played in a directory beside it, spring/. Running the
    same league again continues it; a league that has begun keeps its rules.

    Bots may be added to league.toml, changed, or taken out of it: only missing
    games are played. A bot with other files or another command is a new
    version, and the old one is withdrawn.
    """
    found = source(path)
    words: list[str | Path] = ["league", "run", path]
    for name in ("executor", "address", "concurrency"):
        if ctx.get_parameter_source(name) is not click.core.ParameterSource.DEFAULT:
            words += [f"--{name}", str(ctx.params[name])]
    flags = {"--json": "as_json", "--strict": "strict", "--force": "force"}
    words += [flag for flag, key in flags.items() if choices.get(key)]
    place = Place(found.directory, command(*words))
    return run_league(found, Options(**choices), place=place)


@league.command(
    epilog=options.examples(
        "mus-arena league standings mus-demo",
        "mus-arena league standings mus-demo --json",
        "mus-arena league standings mus-demo --adjusted",
    )
)
@click.argument("path", metavar="LEAGUE", type=click.Path(exists=True, path_type=Path))
@click.option(
    "--adjusted",
    is_flag=True,
    help="Also the win rates without the luck of the cards, which are surer. Takes a while.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object; nothing measured.")
def standings(*, path: Path, adjusted: bool, as_json: bool) -> None:
    """Show the standings of a league, also while it is played.

    With --adjusted every game is played again from its record, and what its
    cards were worth is taken off: on average that is nothing, whatever the bots
    do, but the same games tell more.
    """
    directory = directory_of(path)
    with Store.open(directory) as store:
        cores = len(os.sched_getaffinity(0))
        luck = adjusted_pairings(directory, processes=cores) if adjusted else {}
        if as_json:
            ndjson.write(results_json(results_of(store, luck)))
        else:
            summary.show_standings(store, Place(directory, ""), adjusted=luck)


league.add_command(verify)
league.add_command(export)
league.add_command(report)
