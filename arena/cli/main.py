"""The command `mus-arena`: its groups of commands, and how everything that goes wrong is told."""

import os
import sys
from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec

import click

from arena import __version__
from arena.cli import options
from arena.cli.words import told_safely
from arena.errors import ArenaError, ConfigError

# Commands are imported when they are needed: what is not used need not be waited for.
_COMMANDS: Mapping[str, str] = {
    "demo": "arena.cli.demo",
    "play": "arena.cli.play",
    "league": "arena.cli.league",
    "watch": "arena.cli.watch",
    "replay": "arena.cli.replay",
    "rules": "arena.cli.rules",
    "new": "arena.cli.new",
    "check": "arena.cli.check",
    "join": "arena.cli.join",
    "bots": "arena.cli.bots",
    "bench": "arena.cli.bench",
}
_INTERRUPTED = 130
_BROKEN_PIPE = 141


class _Commands(click.Group):
    """The commands of the table above; each module has a command of its name."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [name for name, module in _COMMANDS.items() if find_spec(module)]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self.list_commands(ctx):
            return None
        command = getattr(import_module(_COMMANDS[cmd_name]), cmd_name)
        assert isinstance(command, click.Command)
        return command


@click.group(
    cls=_Commands,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog=options.examples(
        "mus-arena demo                        a league of the sample bots",
        "mus-arena play odds my_bot.py -n 100  two bots, 200 games",
        "mus-arena league run league.toml      a league of your own",
        "mus-arena replay mus-demo 17          a game told in words",
        "mus-arena watch mus-demo              the league in a browser",
    ),
)
@click.version_option(__version__, prog_name="mus-arena")
def cli() -> None:
    """An arena where bots play Mus, and leagues tell which bot is better."""


def main() -> None:
    """Runs the command line and ends the process."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # Nothing fails for want of an accent.
    sys.exit(_run())


def _run() -> int:
    """Runs the command line; gives the exit code."""
    try:
        code = cli.main(prog_name="mus-arena", standalone_mode=False)
        sys.stdout.flush()
        return code if isinstance(code, int) else 0
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except (KeyboardInterrupt, click.Abort):
        return _INTERRUPTED
    except (
        BrokenPipeError,
        SystemExit,
    ):  # Click ends itself for a broken pipe, and for nothing else.
        # Who read our results has enough of them; the last flush must not fail again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return _BROKEN_PIPE
    except ArenaError as error:
        _tell(error)
        return error.exit_code


def _tell(error: ArenaError) -> None:
    """Tells what went wrong: each thing wrong with a configuration is an error of its own."""
    first, *more = str(error).splitlines() or [type(error).__name__]
    start = "error: " if isinstance(error, ConfigError) else "  "
    lines = [f"error: {first}", *(f"{start}{line}" for line in more)]
    for line in lines:
        click.echo(told_safely(line), err=True)
