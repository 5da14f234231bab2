"""The `[[bots]]` of a league file, as what is to be started."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from arena.errors import ConfigError
from arena.league.bots import Name, check_name, resolve
from arena.league.isolation import SandboxKeys
from arena.league.remote.spec import joined
from arena.league.toml import dotted, problems, shown, written
from arena.match.bot import BotSpec
from arena.match.sandbox import USUAL, Kind, Sandbox


class _JoinTable(BaseModel):
    """One `[[bots]]` that runs elsewhere: `join` is the environment variable with its token."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    name: Name
    join: Annotated[str, Field(pattern=r"^[A-Za-z_][A-Za-z0-9_]*$")]
    directory: str = "."


class _ResourcesTable(BaseModel):
    """What a bot's processes in a block need of a machine: `memory` in MiB."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    cpus: Annotated[float, Field(gt=0, allow_inf_nan=False)] = 1.0
    gpus: Annotated[float, Field(ge=0, allow_inf_nan=False)] = 0.0
    memory: Annotated[int, Field(ge=0)] = 0


class _BotTable(SandboxKeys):
    """One `[[bots]]`: `directory` is where its path or command starts from."""

    bot: str
    name: Name | None = None
    directory: str = "."
    resources: _ResourcesTable = _ResourcesTable()


def common_sandbox(values: Mapping[str, object]) -> Sandbox:
    """The sandbox of all bots of a league, or the usual one if what is said of it is wrong."""
    said = {key: values[key] for key in ("sandbox", "limits") if key in values}
    try:
        return SandboxKeys.model_validate(said).over(USUAL, base=Path())
    except ValidationError:
        return USUAL


def read_bots(value: object, base: Path, *, common: Sandbox) -> tuple[object, list[str]]:
    """The bots that a list of `[[bots]]` stands for, and what is wrong with it."""
    if not isinstance(value, list | tuple):
        return value, [f"bots = {shown(value)}: allowed is a list of tables, [[bots]]"]
    wrong: list[str] = []
    specs: list[tuple[int, BotSpec]] = []
    for index, entry in enumerate(value):
        try:
            specs.append((index, _bot(entry, base, common=common)))
        except ValidationError as error:
            model = _JoinTable if _joins(entry) else _BotTable
            wrong += problems(error, model, within=("bots", index))
        except ConfigError as error:
            wrong += [
                f"{dotted(('bots', index, 'bot'))}: {line}" for line in str(error).split("\n")
            ]
    wrong += _bad_names(specs)
    return tuple(spec for _, spec in specs), wrong


def _bot(entry: object, base: Path, *, common: Sandbox) -> BotSpec:
    if isinstance(entry, BotSpec):
        return replace(entry, sandbox=common) if entry.sandbox == USUAL else entry
    if _joins(entry):
        guest = _JoinTable.model_validate(entry)
        return joined(guest.name, guest.join)
    table = _BotTable.model_validate(entry)
    start = written(table.directory, base=base)
    spec = replace(resolve(table.bot, base=start), sandbox=table.over(common, base=start))
    spec = replace(spec, needs=replace(spec.needs, **table.resources.model_dump()))
    if spec.needs.gpus and spec.sandbox.kind is not Kind.NONE:
        raise ConfigError('resources.gpus: no sandbox shows a GPU: set sandbox = "none"')
    if spec.sandbox.kind is Kind.DOCKER and not spec.sandbox.image:
        raise ConfigError('sandbox = "docker" needs the name of an image: set image = "…"')
    return spec if table.name is None else replace(spec, name=table.name)


def _joins(entry: object) -> bool:
    return isinstance(entry, Mapping) and "join" in entry


def _bad_names(specs: Iterable[tuple[int, BotSpec]]) -> list[str]:
    """Lines for bots whose name, given or taken from the BOT, can't be or is another's."""
    wrong: list[str] = []
    first: dict[str, int] = {}
    for index, spec in specs:
        key = dotted(("bots", index, "name"))
        try:
            check_name(spec.name)
        except ValueError as error:
            wrong.append(f'{key} = {shown(spec.name)}: allowed is {error}: set name = "…"')
        if spec.name in first:
            other = dotted(("bots", first[spec.name]))
            wrong.append(
                f"{key} = {shown(spec.name)}: {other} has that name already:"
                f' give one of them another, as in name = "{spec.name} 2"'
            )
        first.setdefault(spec.name, index)
    return wrong
