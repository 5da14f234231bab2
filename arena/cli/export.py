"""`mus-arena league export`: a league's games as a table for other programs."""

import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import BinaryIO

import click

from arena.cli import options
from arena.cli.directories import directory_of
from arena.errors import UsageError
from arena.league.columns import COLUMNS, What
from arena.league.database import told
from arena.league.formats import WRITERS, Format
from arena.league.store import Store
from arena.league.tables import table


def _columns() -> str:
    """All columns, for the help: the table that the rows are made by."""
    lines = ["\b", "Columns, with what stands in them:"]
    for what, columns in COLUMNS.items():
        width = max(len(column.name) for column in columns)
        lines += ["", "\b", f"{what.value}:"]
        lines += [f"  {c.name:<{width}}  {c.about} ({c.kind.value})" for c in columns]
    return "\n".join(lines)


@click.command(
    epilog="\n\n".join(
        [
            _columns(),
            options.examples(
                "mus-arena league export spring games -o games.csv",
                "mus-arena league export spring decisions -o decisions.parquet",
                "mus-arena league export spring deals > deals.ndjson",
            ),
        ]
    )
)
@click.argument("path", metavar="LEAGUE", type=click.Path(exists=True, path_type=Path))
@click.argument("what", type=click.Choice([what.value for what in What]))
@click.option(
    "--output",
    "-o",
    metavar="FILE",
    default="-",
    help="Where to write, - for standard output; it gets its name when it is complete.",
)
@click.option(
    "--format",
    "kind",
    type=click.Choice([kind.value for kind in Format]),
    help="By default what FILE ends with, ndjson for standard output.",
)
def export(*, path: Path, what: str, output: str, kind: str | None) -> None:
    """Write the games, deals or decisions of a league as CSV, NDJSON or Parquet.

    Rows are in order of game and hold everything, all cards too. Only blocks
    that were played to their end are in a league's database, so no game that
    is still being played is told. Seats, groups, rooms and pairings count from 0,
    all else from 1.
    """
    rows_of = What(what)
    chosen = _format_of(output) if kind is None else Format(kind)
    if chosen is Format.PARQUET and output == "-" and sys.stdout.isatty():
        raise UsageError("Parquet is not for a terminal: name a file with -o FILE")
    with (
        Store.open(directory_of(path)) as store,
        closing(table(store, rows_of)) as rows,
        _opened(output) as file,
    ):
        WRITERS[chosen](rows, COLUMNS[rows_of], file)


def _format_of(output: str) -> Format:
    if output == "-":
        return Format.NDJSON
    end = Path(output).suffix.removeprefix(".")
    try:
        return Format(end)
    except ValueError:
        known = ", ".join(f".{known.value}" for known in Format)
        raise UsageError(
            f"-o {output}: name a file that ends with one of {known}, or say --format"
        ) from None


@contextmanager
def _opened(output: str) -> Iterator[BinaryIO]:
    """The file to write; what was written of it is gone if not all could be."""
    if output == "-":
        yield sys.stdout.buffer
        return
    part = Path(f"{output}.part")
    with told(part):
        file = part.open("wb")
    try:
        with file:
            yield file
    except BaseException:
        part.unlink()
        raise
    part.replace(output)
