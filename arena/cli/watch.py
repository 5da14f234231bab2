"""`mus-arena watch`: a web site over a league, running or finished."""

import signal
from importlib.util import find_spec
from pathlib import Path

import click
import trio

from arena.cli import options
from arena.cli.directories import directory_of
from arena.errors import UsageError

PORT = 8040
_NEEDED = ("starlette", "hypercorn", "jinja2")


def check_installed() -> None:
    """Raises UsageError if what draws and serves pages is not installed."""
    missing = [name for name in _NEEDED if find_spec(name) is None]
    if missing:
        raise UsageError(
            f"the web site needs {', '.join(missing)}: run pip install 'mus-arena[web]'"
        )


@click.command(
    epilog=options.examples(
        "mus-arena watch mus-demo",
        "mus-arena watch spring --port 9000",
    )
)
@click.argument("path", metavar="LEAGUE", type=click.Path(exists=True, path_type=Path))
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen at.")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=PORT,
    show_default=True,
    help="The port to listen at; 0 takes any that is free.",
)
def watch(*, path: Path, host: str, port: int) -> int:
    """Look at a league in a browser, also while it is played.

    Serves standings, bots and every game at the address that is printed, until
    Ctrl-C. It changes nothing. Other machines see it only with --host 0.0.0.0;
    everybody who reaches that address may look.
    """
    check_installed()
    return trio.run(_serve, directory_of(path), host, port)


def _ready(url: str) -> None:
    click.echo(url)
    click.echo("Open it in a browser; Ctrl-C ends this.", err=True)


async def _serve(directory: Path, host: str, port: int) -> int:
    from arena.web.reading import Reader
    from arena.web.server import run

    reader = Reader(directory)
    number = 0
    with trio.open_signal_receiver(signal.SIGINT, signal.SIGTERM) as signals:

        async def told_to_stop() -> None:
            nonlocal number
            number = await anext(aiter(signals))

        try:
            await run(reader, host=host, port=port, ready=_ready, stop=told_to_stop)
        except* OSError as group:
            raise UsageError(
                f"--host {host} --port {port}: {group.exceptions[0]}: name another"
            ) from None
    return 128 + number
