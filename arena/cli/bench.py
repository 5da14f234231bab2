"""`mus-arena bench`: what the arena costs on this machine."""

import json
from dataclasses import asdict

import click

from arena.bench.engine import EngineFigures, play_random
from arena.cli import options
from arena.engine.rules import PROFILES, profile

SCHEMA = "mus-arena/bench/1"


@click.group(
    epilog=options.examples(
        "mus-arena bench engine                the engine alone, in this process",
        "mus-arena bench engine --rules online --json",
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
