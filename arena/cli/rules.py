"""`mus-arena rules`: a profile in plain words, and the engine checked against games in files."""

import gzip
import json
import sys
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from pathlib import Path

import click
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table as RichTable

from arena.cli import options
from arena.cli.render import Table, plain
from arena.cli.rule_words import RULE_OF, Sentence, explained
from arena.cli.words import count, told_safely
from arena.engine.rules import FIELDS, PROFILES, profile
from arena.engine.vector_format import GameVector, read_vector
from arena.engine.vectors import Difference, replay
from arena.errors import UsageError

SCHEMA = "mus-arena/rules/1"
_GZIP = b"\x1f\x8b"
_as_json = click.option(
    "--json", "as_json", is_flag=True, help="Print NDJSON: one JSON object a line."
)


class _RulesGroup(click.Group):
    """What is no subcommand is the name of a profile, or nothing: then a profile is explained."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if not set(args[:1]) <= {*self.commands, *ctx.help_option_names}:
            args = ["explain", *args]
        return super().parse_args(ctx, args or ["explain"])

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        return ["[PROFILE]", "[--json]", "|", "check FILE..."]


@click.group(
    cls=_RulesGroup,
    epilog=options.examples(
        "mus-arena rules                   the rules that are played by default",
        "mus-arena rules online            another profile, and where it differs",
        "mus-arena rules check games.gz    does the engine play these games likewise?",
    ),
)
def rules() -> None:
    """Explain the rules of a PROFILE: app, online, traditional, traditional4.

    Numbers such as R9.2 name the rule in the rule book.
    """


@rules.command(hidden=True)
@click.argument("name", metavar="PROFILE", default="traditional")
@_as_json
def explain(*, name: str, as_json: bool) -> None:
    """Explain a profile, and show how the others differ."""
    chosen = profile(name)
    sentences = explained(chosen)
    if as_json:
        said = [asdict(sentence) for sentence in sentences]
        _line("profile", name=name, rules=chosen.as_dict(), explained=said)
        return
    click.echo(f"The profile {name}\n")
    _show_sentences(sentences)
    click.echo("\nWhere the profiles differ\n")
    _show_profiles(name)


@rules.command(
    epilog=options.examples("mus-arena rules check games.jsonl.gz scenarios.jsonl"),
)
@click.argument(
    "files", metavar="FILE...", nargs=-1, required=True, type=click.Path(path_type=Path)
)
@click.option(
    "--most",
    type=click.IntRange(min=1),
    default=10,
    show_default=True,
    metavar="N",
    help="Differences shown of each file.",
)
@_as_json
@click.pass_context
def check(ctx: click.Context, *, files: tuple[Path, ...], most: int, as_json: bool) -> None:
    """Replay the games in FILEs, and show where the engine differs.

    A file has one game a line in the format of the test vectors (JSON; it may
    be compressed with gzip). Ends with exit code 1 if there is any difference.
    """
    different = [_check_file(path, most=most, as_json=as_json) for path in files]
    ctx.exit(int(any(different)))


def _check_file(path: Path, *, most: int, as_json: bool) -> bool:
    """Replays a file and tells of it; whether there is any difference."""
    games = decisions = differing = 0
    shown: list[Difference] = []
    for played in replay(_vectors(path)):
        games += 1
        decisions += played.decisions
        differing += bool(played.differences)
        shown += played.differences[: most - len(shown)]
    if as_json:
        found = [asdict(difference) for difference in shown]
        values = {"games": games, "decisions": decisions, "games_that_differ": differing}
        _line("file", file=str(path), **values, differences=found)
    else:
        verb = "differs" if differing == 1 else "differ"
        result = f"{count(differing, 'game')} {verb}" if differing else "no difference"
        played_words = f"{count(games, 'game')}, {count(decisions, 'decision')}"
        click.echo(told_safely(f"{path}: {played_words}, {result}"))
        for difference in shown:
            click.echo(told_safely(f"  {_words(difference)}"))
    return differing > 0


def _words(found: Difference) -> str:
    where = [f"game {found.game}"]
    where += [f"deal {found.deal}"] if found.deal else []
    where += [f"step {found.step}"] if found.step else []
    return f"{', '.join(where)}: {found.what}: expected {found.expected}, got {found.got}"


def _vectors(path: Path) -> Iterator[GameVector]:
    """The games of a file. Raises UsageError naming the file, and the line if it is that."""
    for number, line in enumerate(_lines(path), 1):
        try:
            if line.strip():
                yield read_vector(json.loads(line))
        except UsageError as error:
            raise UsageError(f"{path}, line {number}: {error}") from None
        except (ValueError, RecursionError) as error:
            raise UsageError(f"{path}, line {number}: not JSON: {error}") from None


def _lines(path: Path) -> Iterator[bytes]:
    try:
        with path.open("rb") as file:
            packed = file.read(2) == _GZIP
        with gzip.open(path) if packed else path.open("rb") as file:
            yield from file
    except (OSError, EOFError, zlib.error) as error:
        told = error.strerror if isinstance(error, OSError) else None
        raise UsageError(f"{path}: {told or error}") from None


def _show_sentences(sentences: Iterable[Sentence]) -> None:
    if not sys.stdout.isatty():
        for sentence in sentences:
            click.echo(f"{sentence.rule:<6} {sentence.text}")
        return
    grid = RichTable.grid(padding=(0, 2, 0, 0))
    for sentence in sentences:
        grid.add_row(f"[dim]{sentence.rule}[/]", sentence.text)
    Console(highlight=False).print(grid)


def _show_profiles(name: str) -> None:
    """The fields in which profiles differ; on a terminal what is not as in `name` stands out."""
    others = [other for other in PROFILES if other != name]
    titles = ("", "rule", name, *others)
    rows = list(_differing(name, others))
    if not sys.stdout.isatty():
        for line in plain(Table(titles, tuple(rows))):
            click.echo(line)
        return
    table = RichTable(box=SIMPLE_HEAD, show_edge=False, pad_edge=False)
    for title in titles:
        table.add_column(title)
    for field, rule, own, *rest in rows:
        cells = (cell if cell == own else f"[bold yellow]{cell}[/]" for cell in rest)
        table.add_row(field, f"[dim]{rule}[/]", own, *cells)
    Console(highlight=False).print(table)


def _differing(name: str, others: list[str]) -> Iterator[tuple[str, ...]]:
    values = {each: PROFILES[each].as_dict() for each in (name, *others)}
    for field in FIELDS:
        cells = [_cell(values[each][field]) for each in (name, *others)]
        if len(set(cells)) > 1:
            yield field, RULE_OF[field], *cells


def _cell(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def _line(kind: str, **values: object) -> None:
    click.echo(json.dumps({"schema": SCHEMA, "type": kind, **values}, allow_nan=False))
