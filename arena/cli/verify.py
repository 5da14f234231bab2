"""`mus-arena league verify`: whether a league is what it says it is."""

import os
import re
import time
from pathlib import Path

import click
import trio

from arena.cli import ndjson, options
from arena.cli.directories import directory_of
from arena.cli.progress import show
from arena.cli.running import cause
from arena.cli.words import count, number, told_safely
from arena.league.chunks import Finding
from arena.league.executors import check_locally
from arena.league.rows import commitments
from arena.league.store import Store
from arena.league.verify import Published, Verification

SCHEMA = "mus-arena/verify/1"
_WRONG = 1


def _hex(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
    """A SHA-256 as it was published."""
    if value is not None and not re.fullmatch(r"[0-9A-Fa-f]{64}", value):
        raise click.BadParameter(f"{value!r}: 64 hex digits are needed", ctx, param)
    return None if value is None else value.lower()


@click.command(
    epilog=options.examples(
        "mus-arena league verify spring",
        "mus-arena league verify spring --commitment 93d6… --digest 5f0c…",
        "mus-arena league verify spring --json > findings.ndjson",
    )
)
@click.argument("path", metavar="LEAGUE", type=click.Path(exists=True, path_type=Path))
@click.option(
    "--commitment",
    metavar="HEX",
    callback=_hex,
    help="What was told of the seed before the first game.",
)
@click.option(
    "--digest",
    metavar="HEX",
    callback=_hex,
    help="What was told of the whole league after the last.",
)
@click.option("--json", "as_json", is_flag=True, help="Print NDJSON: findings, then a summary.")
def verify(*, path: Path, commitment: str | None, digest: str | None, as_json: bool) -> int:
    """Look at every game of a league, and tell what can't be.

    Every deck is computed again from its key and every game replayed from its
    record; results, rows, digests and standings must be what follows. What the
    arena told when the league began and ended, --commitment and --digest, shows
    also whether somebody has written a whole league anew. Ends with 1 if anything is
    wrong.
    """
    directory = directory_of(path)
    began = time.monotonic()
    with Store.open(directory) as store:
        look = Verification(store, directory, Published(commitment, digest))
        if look.begin():
            _look_at_games(look)
            look.end()
        seconds = time.monotonic() - began
        seed = commitments(store.league)["seed"]
        if as_json:
            _print_json(look, seconds, seed=seed)
        else:
            _print(look, seconds, seed=seed)
    return _WRONG if look.findings else 0


def _look_at_games(look: Verification) -> None:
    try:
        trio.run(_look_and_show, look)
    except BaseExceptionGroup as group:
        raise cause(group) from group


async def _look_and_show(look: Verification) -> None:
    async with trio.open_nursery() as nursery:
        nursery.start_soon(show, lambda: _line(look))
        cores = len(os.sched_getaffinity(0))
        await check_locally(look.chunks(), concurrency=cores, done=look.add)
        nursery.cancel_scope.cancel()


def _line(look: Verification) -> str:
    """`1,234 of 3,000 games, 2 findings`."""
    wrong = len(look.findings) + look.more
    return f"{number(look.matches)} of {count(look.total, 'game')}, {count(wrong, 'finding')}"


def _print(look: Verification, seconds: float, *, seed: str) -> None:
    for finding in look.findings:
        click.echo(told_safely(_told(finding)))
    if look.more:
        click.echo(f"… and {count(look.more, 'finding')} more.")
    speed = look.deals / seconds if seconds else 0.0
    click.echo(
        f"{count(look.matches, 'game')}, {count(look.deals, 'deal')},"
        f" {count(look.decisions, 'decision')} in {seconds:.1f} s:"
        f" {number(round(speed))} deals a second."
    )
    click.echo(f"SHA-256 of the seed: {seed}")
    if look.matches:
        click.echo(f"Digest of the league: {look.digest}")
    if look.findings:
        click.echo(f"Not verified: {count(len(look.findings) + look.more, 'finding')}.")
    else:
        so_far = " The league is not complete." if look.partial else ""
        click.echo(
            f"Verified: cards, records, results, rows and standings are what they must be.{so_far}"
        )


def _told(finding: Finding) -> str:
    """`game 17 (odds against cautious): winner: found odds, expected cautious`."""
    against = " against ".join(finding.bots)
    game = "" if finding.game is None else f"game {finding.game} "
    where = f"{game}({against}): " if against else ""
    return f"{where}{finding.what}: found {finding.found}, expected {finding.expected}"


def _print_json(look: Verification, seconds: float, *, seed: str) -> None:
    for finding in look.findings:
        ndjson.write(
            {
                "schema": SCHEMA,
                "type": "finding",
                "game": finding.game,
                "bots": list(finding.bots),
                "what": finding.what,
                "found": finding.found,
                "expected": finding.expected,
            }
        )
    ndjson.write(
        {
            "schema": SCHEMA,
            "type": "summary",
            "verified": not look.findings,
            "findings": len(look.findings) + look.more,
            "complete": not look.partial,
            "games": look.matches,
            "deals": look.deals,
            "decisions": look.decisions,
            "seconds": round(seconds, 3),
            "deals_per_second": round(look.deals / seconds, 1) if seconds else 0.0,
            "commitment": seed,
            "digest": look.digest if look.matches else None,
        }
    )
