"""Everything that the arena can tell a person, and who is to blame.

    ArenaError            one line for a person; `exit_code` is what the process ends with
    ├── UsageError        the command line or a file given to us is wrong (2)
    │   └── ConfigError   a league file, bot file or rules profile is wrong (2)
    ├── StartError        a bot could not be started before the first game (4)
    ├── StoreError        a league directory can't be read, written or continued (1)
    ├── ClusterError      a cluster can't be reached, or was lost while a league was played (1)
    ├── InternalError     the arena itself is wrong: please report (1)
    └── IllegalMove       an action the rules forbid, or chance that can't be (1)
        ├── IllegalAction a seat's action is not among its legal ones
        └── IllegalChance a deck, reshuffle or interception that can't be

A bot's mistake during a league is data (`arena.match.result.Fault`), not an
exception.
"""


class ArenaError(Exception):
    """Something to tell the user in one line."""

    exit_code = 1


class UsageError(ArenaError):
    """What the user typed can't be done. The message says what can."""

    exit_code = 2


class ConfigError(UsageError):
    """A file or a value of a configuration is wrong: names key, value and what is allowed."""


class StartError(ArenaError):
    """A bot could not be started before the first game."""

    exit_code = 4


class StoreError(ArenaError):
    """A league directory can't be read, written or continued."""


class ClusterError(ArenaError):
    """A cluster can't be reached, or was lost while a league was played."""


class InternalError(ArenaError):
    """The arena broke a promise of its own."""


class IllegalMove(ArenaError):
    """A move that can't be made. Nothing was changed."""


class IllegalAction(IllegalMove):
    """A seat's action is not among its legal ones. Nothing was changed."""


class IllegalChance(IllegalMove):
    """A deck, a reshuffle or an interception that can't be. Nothing was changed."""
