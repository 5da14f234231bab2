"""What must not change while a league is played, and how two configurations differ."""

import sys
from collections.abc import Iterator, Mapping

from arena.league.bots import PYTHON
from arena.league.config import LeagueConfig
from arena.league.isolation import settings_of
from arena.match.bot import BotSpec

_ABSENT = "(not given)"


def identity(config: LeagueConfig) -> dict[str, object]:
    """Everything in a configuration that decides results, as plain JSON values.

    Left out are the league's name, how many tables are open at a time, and the
    seed unless the file gives it. The Python that runs the arena is written
    `{python}`, so that it may move.
    """
    seed = {} if config.seed is None else {"seed": config.seed.hex()}
    return {
        **seed,
        "groups": config.groups,
        "block": config.schedule.block,
        "rules": dict(config.rules.as_dict()),
        "time": config.time.model_dump(),
        "on_fault": config.on_fault.value,
        "bots": [_bot(bot) for bot in config.bots],
    }


def differences(old: Mapping[str, object], new: Mapping[str, object]) -> list[str]:
    """A line for each value that two identities do not share: `groups: 250 -> 300`.

    Keys are dotted and count from 1, as in the messages about a league file.
    """
    before, after = dict(_leaves(old, "")), dict(_leaves(new, ""))
    return [
        f"{key}: {before.get(key, _ABSENT)} -> {after.get(key, _ABSENT)}"
        for key in {**before, **after}
        if before.get(key, _ABSENT) != after.get(key, _ABSENT)
    ]


def _bot(bot: BotSpec) -> dict[str, object]:
    return {
        "name": bot.name,
        "command": [PYTHON if word == sys.executable else word for word in bot.command],
        "directory": str(bot.directory),
        "sandbox": settings_of(bot.sandbox),
    }


def _leaves(value: object, key: str) -> Iterator[tuple[str, str]]:
    """The plain values in a tree, each with its dotted key, as texts."""
    if isinstance(value, Mapping):
        for name, inner in value.items():
            yield from _leaves(inner, f"{key}.{name}".lstrip("."))
    elif isinstance(value, list):
        for number, inner in enumerate(value, start=1):
            yield from _leaves(inner, f"{key}.{number}")
    else:
        yield key, str(value)
