"""Tables: of lines and colours on a terminal, plain and aligned everywhere else."""

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import click
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table as RichTable
from rich.text import Text

_UNBOUNDED = 10_000
_NAME = 12
"""Names are not folded to less than this."""


@dataclass(frozen=True, slots=True)
class Table:
    """Cells in rows; the first column is text, the others are numbers. A title may have two lines."""

    titles: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def show(table: Table) -> None:
    """Prints a table for whoever reads standard output."""
    if sys.stdout.isatty():
        _print_rich(_rich(table))
    else:
        for line in plain(table):
            click.echo(line)


def plain(table: Table) -> Iterator[str]:
    """A table as lines of text, as wide as they need to be."""
    titles = [title.replace("-\n", "").split("\n") for title in table.titles]
    height = max(map(len, titles))
    heads = [[*[""] * (height - len(lines)), *lines] for lines in titles]
    rows = [*zip(*heads, strict=True), *table.rows]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        yield _aligned(row, widths)


def _aligned(row: Sequence[str], widths: Sequence[int]) -> str:
    first = row[0].ljust(widths[0])
    rest = (cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True))
    return "  ".join([first, *rest]).rstrip()


def _print_rich(rich: RichTable) -> None:
    """Folds names to fit the terminal; what is still too wide is broken by it, not cut."""
    console = Console(highlight=False)
    unbounded = console.options.update(max_width=_UNBOUNDED)
    least = console.measure(rich, options=unbounded).minimum
    console.width = max(console.width, least + _NAME)
    console.print(rich)


def _rich(table: Table) -> RichTable:
    rich = RichTable(box=SIMPLE_HEAD, padding=0, pad_edge=False, show_edge=False)
    for at, title in enumerate(table.titles):
        rich.add_column(
            Text(title),
            justify="right" if at else "left",
            vertical="bottom",
            overflow="fold",
            no_wrap=at > 0,
            min_width=None if at else min(_NAME, max(len(row[0]) for row in table.rows)),
        )
    for number, row in enumerate(table.rows):
        rich.add_row(*map(Text, row), style="bold" if number == 0 else "")
    return rich
