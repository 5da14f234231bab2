"""`mus-arena bench`: what the arena costs on this machine."""

import json
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

import click

from arena.bench.bots import BotFigures, play_itself
from arena.bench.engine import EngineFigures, play_random
from arena.cli import options
from arena.engine.rules import PROFILES, profile
from arena.errors import ConfigError
from arena.league.bots import resolve, samples
from arena.match.bot import BotSpec

SCHEMA = "mus-arena/bench/1"


@click.group(
    epilog=options.examples(
        "mus-arena bench engine                the engine alone, in this process",
        "mus-arena bench engine --rules online --json",
        "mus-arena bench bots                  the starters, each against itself",
    )
)
def bench() -> None:
    """Measure what the arena costs on this machine.

    Machines and their load differ: quote ratios of figures from one run.
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
@click.option(
    "--seconds",
    type=click.FloatRange(min=0, min_open=True),
    default=10.0,
    show_default=True,
    help="How long to play.",
)
@click.option("--seed", type=int, default=1, show_default=True, help="Which random games.")
@options.as_json
def engine(name: str, *, seconds: float, seed: int, as_json: bool) -> None:
    """Random play in this process: events are made, and nobody sees them."""
    figures = play_random(profile(name), seconds=seconds, seed=seed)
    if as_json:
        head = {"schema": SCHEMA, "type": "engine", "rules": name, "seed": seed}
        click.echo(json.dumps(head | asdict(figures) | _rates(figures)))
        return
    rates = _rates(figures)
    click.echo(
        f"engine, {name}: {rates['decisions_per_second']:,.0f} decisions/s,"
        f" {rates['games_per_second']:,.1f} games/s,"
        f" {rates['cpu_us_per_decision']:.2f} µs CPU per decision"
    )
    click.echo(
        f"{figures.decisions:,} decisions, {figures.deals:,} deals, {figures.games:,} games"
        f" in {figures.seconds:.1f} s; peak memory {figures.peak_memory / 2**20:.0f} MiB"
    )


def _rates(figures: EngineFigures) -> dict[str, float]:
    return {
        "decisions_per_second": figures.decisions / figures.seconds,
        "games_per_second": figures.games / figures.seconds,
        "cpu_us_per_decision": figures.cpu_seconds / figures.decisions * 1e6,
    }


@bench.command(
    epilog=options.examples("mus-arena bench bots", "mus-arena bench bots starter-go odds")
)
@click.argument("names", metavar="[BOT]...", nargs=-1)
@options.as_json
def bots(*, names: tuple[str, ...], as_json: bool) -> None:
    """Bots against themselves, at 1 and at 256 tables in each of two rooms.

    Without BOT the starters that are built. CPU is that of one decision, in the
    arena and in the bot; what it takes to start and end is left out.
    """
    here = Path.cwd()
    chosen = [resolve(name, base=here) for name in names] or list(_starters(here))
    if not as_json:
        click.echo(f"{'bot':<20}{'tables':>7}{'decisions/s':>13}{'arena CPU':>11}{'bot CPU':>11}")
    for bot in chosen:
        click.echo(f"{bot.name} …", err=True)
        for figures in play_itself(bot):
            (_bot_json if as_json else _bot_line)(figures)


def _starters(here: Path) -> Iterator[BotSpec]:
    """The starters that are built; of the others it is told that they are not."""
    for sample in samples():
        if sample.name.startswith("starter-"):
            try:
                yield resolve(sample.name, base=here)
            except ConfigError as error:
                click.echo(f"skipped: {error}", err=True)


def _bot_line(figures: BotFigures) -> None:
    click.echo(
        f"{figures.bot:<20}{figures.tables:>7}{figures.decisions_per_second:>13,.0f}"
        f"{figures.arena_cpu_us:>8.0f} µs{figures.bot_cpu_us:>8.0f} µs"
    )


def _bot_json(figures: BotFigures) -> None:
    rate = {"decisions_per_second": figures.decisions_per_second}
    click.echo(json.dumps({"schema": SCHEMA, "type": "bots"} | asdict(figures) | rate))
