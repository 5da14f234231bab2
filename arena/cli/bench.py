"""`mus-arena bench`: what the arena costs on this machine."""

import json
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from arena.bench import scaling as sweeps
from arena.bench.engine import play_random
from arena.bench.figures import Figures
from arena.bench.league import Plan, play_league, verify_league
from arena.bench.plain import plain
from arena.bench.play import play_itself, start_up
from arena.bench.store import read_standings, write_games
from arena.bench.transport import SIZES, echo_turns
from arena.cli import options
from arena.cli.render import Table, show
from arena.engine.rules import PROFILES, profile
from arena.league.bots import resolve
from arena.league.worker import collect_seldom

SCHEMA = "mus-arena/bench/2"
_PLAIN_SECONDS = 3.0
_NOTHING = "–"

_bot = click.option(
    "--bot", metavar="BOT", default="cautious", show_default=True, help="Who plays."
)


def _seconds(default: float, about: str) -> Callable[..., Callable[..., None]]:
    kind = click.FloatRange(min=0, min_open=True)
    return click.option("--seconds", type=kind, default=default, show_default=True, help=about)


def _number(name: str, default: int, about: str) -> Callable[..., Callable[..., None]]:
    kind = click.IntRange(min=1)
    return click.option(name, type=kind, default=default, show_default=True, help=about)


@click.group(
    epilog=options.examples(
        "mus-arena bench engine                the engine alone, in this process",
        "mus-arena bench transport             gRPC and the wire format, without a game",
        "mus-arena bench play --json           the whole arena",
    )
)
def bench() -> None:
    """Measure what the arena costs on this machine, each in under a minute.

    CPU is that of one decision, in the arena and in the bots; memory the most that a
    process of either had. The last two lines tell what plain gRPC and plain
    protobuf do on this machine in the same minute: machines and their load
    differ, so quote ratios.
    """


@bench.command(epilog=options.examples("mus-arena bench engine --rules app --seconds 20"))
@click.option(
    "--rules",
    "name",
    type=click.Choice(list(PROFILES)),
    default="traditional",
    show_default=True,
    help="The profile to play.",
)
@_seconds(10.0, "How long to play.")
@click.option("--seed", type=int, default=1, show_default=True, help="Which random games.")
@options.as_json
def engine(name: str, *, seconds: float, seed: int, as_json: bool) -> None:
    """Random play in this process: events are made, and nobody sees them."""
    _tell([play_random(profile(name), seconds=seconds, seed=seed)], as_json=as_json)


@bench.command(epilog=options.examples("mus-arena bench transport --seconds 10"))
@_seconds(5.0, "How long for each size of message.")
@options.as_json
def transport(*, seconds: float, as_json: bool) -> None:
    """Turns of past games to four Python processes that answer at once."""
    _tell(
        (echo_turns(batch, seconds, streams=streams) for streams, batch in SIZES), as_json=as_json
    )


@bench.command(
    epilog=options.examples(
        "mus-arena bench play",
        "mus-arena bench play starter-go starter-rust --tables 1 --tables 256",
    )
)
@click.argument("names", metavar="[BOT]...", nargs=-1)
@click.option(
    "--tables",
    type=click.IntRange(min=1),
    multiple=True,
    default=(1, 64, 512),
    show_default=True,
    help="How many are open in each of two rooms; may be given several times.",
)
@options.as_json
def play(*, names: tuple[str, ...], tables: tuple[int, ...], as_json: bool) -> None:
    """Bots against themselves, eight processes each. Without BOT it is cautious.

    The first line of a bot is what it takes to start and end its processes, with
    a game in each room; from the others that is taken off.
    """
    collect_seldom()  # As a worker of a league does.
    bots = [resolve(name, base=Path.cwd()) for name in names or ("cautious",)]
    _tell(
        (
            figures
            for bot in bots
            for figures in (start_up(bot), *(play_itself(bot, number) for number in tables))
        ),
        as_json=as_json,
    )


@bench.command(epilog=options.examples("mus-arena bench league --bot odds --bots 6"))
@_bot
@_number("--bots", 4, "How many of it.")
@_number("--groups", 100, "Deal groups for each pairing.")
@options.as_json
def league(*, bot: str, bots: int, groups: int, as_json: bool) -> None:
    """A league from the command to the standings, everything included."""
    with TemporaryDirectory(prefix="mus-") as folder:
        _tell([play_league(Path(folder) / "league", Plan(bot, bots, groups))], as_json=as_json)


@bench.command(epilog=options.examples("mus-arena bench verify --groups 1000"))
@_bot
@_number("--groups", 500, "Deal groups that two bots play before.")
@options.as_json
def verify(*, bot: str, groups: int, as_json: bool) -> None:
    """`league verify` of a league that is played before."""
    with TemporaryDirectory(prefix="mus-") as folder:
        directory = Path(folder) / "league"
        play_league(directory, Plan(bot, 2, groups))
        _tell([verify_league(directory)], as_json=as_json)


@bench.command(epilog=options.examples("mus-arena bench store --games 1000000 --bots 16"))
@_number("--games", 100_000, "How many are written.")
@click.option(
    "--bots", type=click.IntRange(min=2), default=4, show_default=True, help="Of the league."
)
@options.as_json
def store(*, games: int, bots: int, as_json: bool) -> None:
    """Games into a league's database, and the standings out of it."""
    with TemporaryDirectory(prefix="mus-") as folder:
        directory = Path(folder) / "league"
        parts = (write_games(directory, games=games, bots=bots), read_standings(directory))
        _tell(parts, as_json=as_json)


@bench.command(epilog=options.examples("mus-arena bench scaling performance"))
@click.argument("directory", type=click.Path(path_type=Path))
@click.option(
    "--only",
    type=click.Choice(list(sweeps.SWEEPS)),
    multiple=True,
    help="Which sweep; may be given several times. All if not given.",
)
@_bot
@click.option("--most", type=click.IntRange(min=1), help="Leave out sizes above this.")
def scaling(*, directory: Path, only: tuple[str, ...], bot: str, most: int | None) -> None:
    """How cost grows with tables, bots and games: numbers and charts. Takes many minutes.

    DIRECTORY gets a CSV file and an SVG chart for each sweep. Charts take
    matplotlib: pip install 'mus-arena[bench]'.
    """
    for name in only or sweeps.SWEEPS:
        click.echo(f"{name} …", err=True)
        for path in sweeps.run(name, directory, bot=bot, most=most):
            click.echo(path)


# How figures are told


def _tell(parts: Iterable[Figures], *, as_json: bool) -> None:
    """Prints figures, and those of plain gRPC and protobuf behind them."""
    found: list[Figures] = []
    for figures in _with_plain(parts):
        click.echo(f"{_named(figures)} …", err=True)
        found.append(figures)
        if as_json:
            click.echo(json.dumps({"schema": SCHEMA, "type": "figures"} | figures.as_dict()))
    if not as_json:
        show(table(found))


def _with_plain(parts: Iterable[Figures]) -> Iterator[Figures]:
    yield from parts
    yield from plain(_PLAIN_SECONDS)


def table(parts: Iterable[Figures]) -> Table:
    """Figures for people."""
    titles = (
        "",
        "decisions\n/s",
        "games\n/s",
        "turns a\nmessage",
        "CPU\narena",
        "CPU\nbots",
        "memory\narena",
        "memory\na bot",
        "database",
        "seconds",
    )
    return Table(titles, tuple(map(_row, parts)))


def _row(some: Figures) -> tuple[str, ...]:
    return (
        _named(some),
        _shown(some.decisions_per_second, "{:,.0f}"),
        _shown(some.games_per_second, "{:,.1f}"),
        _shown(some.batch, "{:,.1f}"),
        _shown(some.arena_cpu_us, "{:,.2f} µs"),
        _shown(some.bot_cpu_us, "{:,.2f} µs"),
        _mebibytes(some.arena_memory),
        _mebibytes(some.bot_memory),
        _mebibytes(some.file_bytes),
        f"{some.seconds:.2f}",
    )


def _named(some: Figures) -> str:
    return f"{some.part}, {some.of}" if some.of else some.part


def _shown(value: float | None, form: str) -> str:
    return _NOTHING if value is None else form.format(value)


def _mebibytes(size: int | None) -> str:
    return _NOTHING if size is None else f"{size / 2**20:,.0f} MiB"
