"""`mus-arena bots`: builds the sample bots that this machine can build."""

import shutil
import subprocess
import sys
from time import monotonic

import click

from arena.cli import options
from arena.errors import ConfigError
from arena.league.bots import SampleBot, directory_of, samples


@click.command(epilog=options.examples("mus-arena bots", "mus-arena bots starter-go"))
@click.argument("names", metavar="[BOT]...", nargs=-1)
def bots(*, names: tuple[str, ...]) -> None:
    """Build the sample bots.

    Without BOT all of them; those whose tools are not here are skipped, and it
    is told why. What the build tools print goes to stderr.
    """
    chosen = [_sample(name) for name in names] or list(samples())
    results = [_build(sample) for sample in chosen]
    if not all(results):
        raise click.exceptions.Exit(1)


def _sample(name: str) -> SampleBot:
    for sample in samples():
        if sample.name == name:
            return sample
    names = ", ".join(sample.name for sample in samples())
    raise ConfigError(f"no sample bot is called {name!r}: they are {names}")


def _build(sample: SampleBot) -> bool:
    """Builds a bot, or says why not. False if its tools failed."""
    missing = [program for program in sample.needs if shutil.which(program) is None]
    if not sample.build:
        _tell(sample, "nothing to build")
    elif missing:
        how = "; ".join(f"{program} not found: {sample.needs[program]}" for program in missing)
        _tell(sample, f"skipped: {how}")
    else:
        return _run(sample)
    return True


def _run(sample: SampleBot) -> bool:
    began, directory = monotonic(), directory_of(sample)
    for command in sample.build:
        click.echo(f"{sample.name}: {' '.join(command)}", err=True)
        done = subprocess.run(command, cwd=directory, stdout=sys.stderr, check=False)
        if done.returncode != 0:
            _tell(sample, f"FAILED: {' '.join(command)} ended with {done.returncode}")
            return False
    _tell(sample, f"built in {monotonic() - began:.0f} s")
    return True


def _tell(sample: SampleBot, what: str) -> None:
    click.echo(f"{sample.name:<20}{what}")
    sys.stdout.flush()
