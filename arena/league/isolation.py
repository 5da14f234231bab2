"""What a league file says of sandboxes, which files its bots may not see, and how it is told."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from arena.league.database import FILE, LOCK
from arena.league.remote.spec import variable_of
from arena.league.toml import written
from arena.match.bot import BotSpec
from arena.match.limits import Limits
from arena.match.sandbox import USUAL, Kind, Sandbox, settled, why_not
from arena.match.visible import own

KindName = Literal["auto", "bwrap", "docker", "none"]
Count = Annotated[int, Field(ge=1)]
Setting = Annotated[str, StringConstraints(pattern=r"^[A-Za-z_][A-Za-z0-9_]*(=.*)?$")]
_OF_A_LEAGUE = ("league.toml", FILE, f"{FILE}-wal", f"{FILE}-shm", f"{FILE}-journal", LOCK)
_FOLDERS = ("logs", "faults")


class LimitsTable(BaseModel):
    """`[limits]`, and the same of one bot: what is not given is as for all bots.

    For each bot process: `memory` in MiB, `processes` and threads, open
    `files`, `cpu` in seconds.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    memory: Annotated[int, Field(ge=32, le=1 << 30)] | None = None
    processes: Count | None = None
    files: Annotated[int, Field(ge=16)] | None = None
    cpu: Count | None = None

    def over(self, limits: Limits) -> Limits:
        """The limits with those that are given here changed."""
        return replace(limits, **self.model_dump(exclude_none=True))


class SandboxKeys(BaseModel):
    """What one bot of a league file may say of its sandbox.

    `env` are variables it gets: `NAME` with the arena's value, or `NAME=value`.
    `read` are paths it may read besides its own. `image` is what `docker` runs.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    sandbox: KindName | None = None
    limits: LimitsTable = LimitsTable()
    env: Annotated[tuple[Setting, ...], Field(strict=False)] = ()
    read: Annotated[tuple[str, ...], Field(strict=False)] = ()
    image: str = ""

    def over(self, sandbox: Sandbox, *, base: Path) -> Sandbox:
        """The sandbox of all bots, changed for this one; paths start from `base`."""
        return replace(
            sandbox,
            kind=Kind(self.sandbox or sandbox.kind),
            limits=self.limits.over(sandbox.limits),
            environment=self.env,
            read=tuple(written(path, base=base).absolute() for path in self.read),
            image=self.image,
        )


def settings_of(sandbox: Sandbox) -> dict[str, object]:
    """What a sandbox has that others have not, as plain JSON values: nothing of the usual one.

    What is hidden is not among it: that is the league's to say, anew each time.
    """
    limits, most = asdict(sandbox.limits), asdict(USUAL.limits)
    values: dict[str, object] = {
        "kind": "" if sandbox.kind is USUAL.kind else sandbox.kind.value,
        "limits": {key: value for key, value in limits.items() if value != most[key]},
        "env": list(sandbox.environment),
        "read": [*map(str, sandbox.read)],
        "image": sandbox.image,
    }
    return {key: value for key, value in values.items() if value}


def sandbox_of(values: Mapping[str, object]) -> Sandbox:
    """The opposite of `settings_of`. Raises ValueError for anything else."""
    keys = SandboxKeys.model_validate(
        {("sandbox" if key == "kind" else key): value for key, value in values.items()}
    )
    return keys.over(USUAL, base=Path("/"))


def isolated(bots: Sequence[BotSpec], directory: Path) -> tuple[BotSpec, ...]:
    """The bots of a league, kept from the files of the league and of each other.

    A bot whose directory holds one of these does not see it there. Bots that lie
    in one directory, or one above the other, share what the outer one has.
    """
    directory = directory.absolute()
    league = [directory / name for name in (*_OF_A_LEAGUE, *_FOLDERS)]
    league.append(
        directory.parent / f"{directory.name}.toml"
    )  # As `mus-arena league run NAME.toml` has it.
    places = [own(bot.command, bot.directory) for bot in bots]
    return tuple(
        replace(bot, sandbox=replace(bot.sandbox, hidden=(*league, *_others(mine, places))))
        for bot, mine in zip(bots, places, strict=True)
    )


def sentence(bots: Iterable[BotSpec]) -> str:
    """What to tell a person of how the bots are kept apart, in one line."""
    kinds: dict[Kind, list[str]] = {}
    by_chance = False
    bots = [*bots]
    here = [bot for bot in bots if variable_of(bot) is None]
    if len(here) < len(bots):
        elsewhere = [bot.name for bot in bots if bot not in here]
        told = f"run elsewhere: {', '.join(elsewhere)}"
        return f"{sentence(here)}; {told}" if here else told
    for bot in bots:
        kind = settled(bot.sandbox.kind)
        kinds.setdefault(kind, []).append(bot.name)
        by_chance |= kind is Kind.NONE and bot.sandbox.kind is Kind.AUTO
    if by_chance:
        return f"warning: bots run without a sandbox and can read your files: {why_not()}"
    if len(kinds) == 1:
        return f"sandbox: {next(iter(kinds))}"
    return "sandbox: " + "; ".join(f"{kind} for {', '.join(n)}" for kind, n in kinds.items())


def _others(mine: frozenset[Path], places: Iterable[frozenset[Path]]) -> list[Path]:
    """The places of other bots, but for those in which this one's lie."""
    return sorted(
        place
        for place in frozenset().union(*places)
        if not any(one.is_relative_to(place) for one in mine)
    )
