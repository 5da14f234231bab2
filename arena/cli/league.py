"""`mus-arena league`: run a league, look at its standings."""

from pathlib import Path
from typing import Unpack

import click

from arena.cli import ndjson, options, summary
from arena.cli.directories import directory_of, source
from arena.cli.league_report import report
from arena.cli.options import Choices, Options
from arena.cli.report import Place, standings_of
from arena.cli.running import run as run_league
from arena.cli.words import command
from arena.league.standings import to_json
from arena.league.store import Store


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
    epilog=options.examples(
        "mus-arena league run league.toml",
        "mus-arena league run spring.toml --concurrency 4",
        "mus-arena league run spring --json > run.ndjson",
    )
)
@click.argument("path", metavar="LEAGUE", type=click.Path(exists=True, path_type=Path))
@options.concurrency
@options.as_json
@options.strict
@options.force
@click.pass_context
def run(ctx: click.Context, /, path: Path, **choices: Unpack[Choices]) -> int:
    """Play a league, or go on with it.

    LEAGUE is a league's directory or its league.toml. A file of any other name,
    say spring.toml, is played in a directory beside it, spring/. Running the
    same league again continues it; a league that has begun keeps its rules.
    """
    found = source(path)
    words: list[str | Path] = ["league", "run", path]
    if ctx.get_parameter_source("concurrency") is not click.core.ParameterSource.DEFAULT:
        words += ["--concurrency", str(choices["concurrency"])]
    flags = {"--json": "as_json", "--strict": "strict", "--force": "force"}
    words += [flag for flag, key in flags.items() if choices.get(key)]
    place = Place(found.directory, command(*words))
    return run_league(found, Options(**choices), place=place)


@league.command(
    epilog=options.examples(
        "mus-arena league standings mus-demo",
        "mus-arena league standings mus-demo --json",
    )
)
@click.argument("path", metavar="LEAGUE", type=click.Path(exists=True, path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object; nothing measured.")
def standings(*, path: Path, as_json: bool) -> None:
    """Show the standings of a league, also while it is played."""
    directory = directory_of(path)
    with Store.open(directory) as store:
        if as_json:
            ndjson.write(to_json(standings_of(store)))
        else:
            summary.show_standings(store, Place(directory, ""))


league.add_command(report)
