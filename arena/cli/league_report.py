"""`mus-arena league report`: a league as one HTML file."""

from datetime import UTC, datetime
from pathlib import Path

import click

from arena.cli import options
from arena.cli.directories import directory_of
from arena.cli.watch import check_installed
from arena.errors import UsageError

GAMES = 20


@click.command(
    epilog=options.examples(
        "mus-arena league report mus-demo -o report.html",
        "mus-arena league report spring --games 100 --lang es",
    )
)
@click.argument("path", metavar="LEAGUE", type=click.Path(exists=True, path_type=Path))
@click.option(
    "--output",
    "-o",
    type=click.Path(dir_okay=False, path_type=Path),
    default=Path("report.html"),
    show_default=True,
    help="The file to write.",
)
@click.option(
    "--games",
    type=click.IntRange(min=0),
    default=GAMES,
    show_default=True,
    help="How many games it holds at most: about 150 kB each.",
)
@click.option(
    "--lang",
    type=click.Choice(["en", "es"]),
    default="en",
    show_default=True,
    help="The language it opens in; it holds both.",
)
def report(*, path: Path, output: Path, games: int, lang: str) -> None:
    """Write a league as one file that can be mailed.

    It holds the pages of `mus-arena watch`: the league, every bot, and some
    games at the table: those with faults, the closest, and the last. It opens in
    any browser and loads nothing from anywhere.
    """
    check_installed()
    from arena.web.reading import Reader
    from arena.web.report import report as made

    when = datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC")
    reader = Reader(directory_of(path))
    text = made(reader, games=games, when=when, language=lang, tell=_tell)
    try:
        output.write_text(text, encoding="utf-8")
    except OSError as error:
        raise UsageError(f"--output {output}: {error.strerror}: name another file") from None
    click.echo(f"{output}: {len(text.encode()) / 1e6:.1f} MB")


def _tell(line: str) -> None:
    click.echo(line, err=True)
