"""`mus-arena join`: a bot that runs here, for a league elsewhere."""

import os
import shlex
import signal
from dataclasses import replace
from pathlib import Path

import click
import trio

from arena.cli import options
from arena.errors import ArenaError, UsageError
from arena.league.bots import resolve
from arena.league.isolation import sentence
from arena.league.remote.joining import Arena
from arena.league.remote.joining import join as join_arena
from arena.match.bot import BotSpec
from arena.match.sandbox import Kind

_VARIABLE = "MUS_ARENA_JOIN_TOKEN"
_KINDS = [Kind.AUTO.value, Kind.BWRAP.value, Kind.NONE.value]


@click.command(
    epilog=options.examples(
        "mus-arena join --address arena.example:7000 --token T -- python my_bot.py",
        "mus-arena join --address 10.0.0.5:7000 --fingerprint 3f… -- ./my_bot",
    )
)
@click.option("--address", required=True, metavar="HOST:PORT", help="Where the league listens.")
@click.option(
    "--token",
    required=True,
    metavar="T",
    envvar=_VARIABLE,
    show_envvar=True,
    help="The token of the bot: who runs the league has it. Others here can see a command line.",
)
@click.option(
    "--fingerprint",
    metavar="SHA256",
    help="Of the league's certificate, as the league prints it; without it, it must be trusted.",
)
@click.option(
    "--sandbox",
    type=click.Choice(_KINDS),
    default=Kind.AUTO.value,
    show_default=True,
    help="What keeps the bot in on this machine.",
)
@click.argument("command", nargs=-1, required=True)
def join(
    *, address: str, token: str, fingerprint: str | None, sandbox: str, command: tuple[str, ...]
) -> int:
    """Run a bot here for a league elsewhere.

    It is started as often as the league asks for, and joins again by itself
    after a loss of the connection. It ends when the league does.
    """
    os.environ.pop(_VARIABLE, None)  # Not for the bot to see.
    bot = _bot(command, Kind(sandbox))
    click.echo(sentence([bot]), err=True)
    return trio.run(_join, _arena(address, token, fingerprint), bot)


async def _join(arena: Arena, bot: BotSpec) -> int:
    """Joins until the league ends, or a signal comes; gives the exit code."""
    stopped, wrong = 0, None
    with trio.open_signal_receiver(signal.SIGINT, signal.SIGTERM) as signals:
        async with trio.open_nursery() as nursery:

            async def listen() -> None:
                nonlocal stopped
                async for number in signals:
                    stopped = 128 + number
                    nursery.cancel_scope.cancel()

            nursery.start_soon(listen)
            try:
                _tell(await join_arena(arena, bot, tell=_tell))
            except ArenaError as error:
                wrong = error
            nursery.cancel_scope.cancel()
    if wrong is not None:
        raise wrong
    return stopped


def _tell(line: str) -> None:
    click.echo(line, err=True)


def _bot(command: tuple[str, ...], kind: Kind) -> BotSpec:
    text = command[0] if len(command) == 1 else shlex.join(command)
    bot = resolve(text, base=Path.cwd())
    return replace(bot, sandbox=replace(bot.sandbox, kind=kind))


def _arena(address: str, token: str, fingerprint: str | None) -> Arena:
    host, _, port = address.rpartition(":")
    if not host or not port.isdecimal() or not 0 < int(port) < 1 << 16:
        raise UsageError(f"--address {address}: allowed is HOST:PORT")
    return Arena(host.strip("[]"), int(port), token, fingerprint)
