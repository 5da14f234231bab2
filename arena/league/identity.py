"""What must not change while a league is played, and how two configurations differ."""

from collections.abc import Iterator, Mapping

from arena.league.config import LeagueConfig
from arena.league.schedule import LeagueFormat

_ABSENT = "(not given)"
_OPEN = frozenset((LeagueFormat.ROUND_ROBIN, LeagueFormat.GAUNTLET))
"""Formats that a league may change between: their pairings are the same ones, more or fewer."""


def identity(config: LeagueConfig) -> dict[str, object]:
    """Everything in a configuration that decides results for good, as plain JSON values.

    Left out are the league's name, how many tables are open at a time, and the
    seed unless the file gives it. Bots may come and go (see
    `arena.league.entrants`), and which of them meet in a round robin or a
    gauntlet changes no game.
    """
    plan = config.schedule
    seed = {} if config.seed is None else {"seed": config.seed.hex()}
    stop = {} if config.stop is None else {"stop": config.stop.model_dump()}
    rounds = {} if config.rounds is None else {"rounds": config.rounds}
    how = {} if config.format in _OPEN else {"format": config.format.value, **rounds}
    return {
        **seed,
        **how,
        "groups": config.groups,
        "block": plan.block,
        **stop,
        "rules": dict(config.rules.as_dict()),
        "time": config.time.model_dump(),
        "on_fault": config.on_fault.value,
        "sandbox": config.sandbox,
        "limits": config.limits.model_dump(exclude_none=True),
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
