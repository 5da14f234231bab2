"""How a bot that joins from elsewhere is written down: as the command of its relay."""

import sys
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from arena.match.bot import BotSpec
from arena.match.sandbox import Kind, Sandbox

_RELAY = (sys.executable, "-m", "arena.league.remote.relay")


def joined(name: str, variable: str) -> BotSpec:
    """A bot whose token is in an environment variable."""
    return BotSpec(name, (*_RELAY, variable), Path("/"), Sandbox(Kind.NONE))


def variable_of(bot: BotSpec) -> str | None:
    """The environment variable with the token of a bot that joins, None for any other."""
    is_relay = bot.command[1:-1] == _RELAY[1:]
    return bot.command[-1] if is_relay else None


def reachable(bots: Iterable[BotSpec], hub: Path | None) -> tuple[BotSpec, ...]:
    """The same bots, with what a relay must know to find its hub, if there is one."""
    return tuple(
        bot
        if hub is None or (variable := variable_of(bot)) is None
        else replace(bot, command=(*_RELAY, str(hub), variable))
        for bot in bots
    )
