"""What a league is made of: league.toml as frozen values, each checked."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, InstanceOf, ValidationError

from arena.engine.rules import FIELDS, PROFILES, Rules, profile
from arena.errors import ConfigError
from arena.league.bots import Name, check_name, resolve
from arena.league.isolation import KindName, LimitsTable, SandboxKeys
from arena.league.remote.spec import joined, variable_of
from arena.league.schedule import Schedule
from arena.league.toml import dotted, problems, read_toml, shown, unknown, written
from arena.match.bot import BotSpec
from arena.match.result import OnFault
from arena.match.sandbox import USUAL, Kind, Sandbox
from arena.match.seating import rooms

LEAGUE_RULES: Mapping[str, str | float | bool] = {"games_to_win": 1, "signs": False}
"""What a league plays differently from its profile unless it says otherwise (R14)."""

SEED_BYTES = 32


def _seed(value: object) -> object:
    if value is None or isinstance(value, bytes):
        return value
    try:
        seed = bytes.fromhex(value) if isinstance(value, str) else b""
    except ValueError:
        seed = b""
    if len(seed) != SEED_BYTES:
        raise ValueError(f"{2 * SEED_BYTES} hex digits")
    return seed


def _on_fault(value: object) -> object:
    if isinstance(value, OnFault):
        return value
    allowed = [policy.value for policy in OnFault]
    if value not in allowed:
        raise ValueError(" or ".join(allowed))
    return OnFault(value)


Seconds = Annotated[float, Field(gt=0, allow_inf_nan=False)]
Count = Annotated[int, Field(ge=1)]


class Time(BaseModel):
    """How long bots may take, in seconds.

    `turn` for each turn, `bank` beyond it per game and seat, `start` to say hello.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    turn: Seconds = 1.0
    bank: Annotated[float, Field(ge=0, allow_inf_nan=False)] = 30.0
    start: Seconds = 30.0


def _address(value: object) -> object:
    host, _, port = value.rpartition(":") if isinstance(value, str) else ("", "", "")
    if not host or not port.isdecimal() or int(port) >= 1 << 16:
        raise ValueError('HOST:PORT, as in "0.0.0.0:7000"')
    return value


class ListenTable(BaseModel):
    """`[listen]`: where bots from elsewhere join. Paths are absolute, or none is given."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    address: Annotated[str, BeforeValidator(_address)]
    certificate: str = ""
    key: str = ""


class LeagueConfig(BaseModel):
    """One league. `build` makes it from plain values, `load` from a file.

    `groups` deal groups are dealt to each pairing, `block` of them are one
    piece of work; up to `tables` tables are open at a time in a room. `seed` is
    None if the league is to choose one. `on_fault` says what a fault costs: see
    `arena.match.result.OnFault`. `sandbox` and `limits` are for all bots
    that don't say otherwise. `listen` is where bots join that run elsewhere.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    name: Name
    seed: Annotated[
        Annotated[bytes, Field(min_length=SEED_BYTES, max_length=SEED_BYTES)] | None,
        BeforeValidator(_seed),
    ] = None
    groups: Count = 250
    block: Count = 2000
    tables: Count = 512
    rules: InstanceOf[Rules] = Field(default_factory=lambda: profile(**LEAGUE_RULES))
    time: Time = Time()
    on_fault: Annotated[OnFault, BeforeValidator(_on_fault)] = OnFault.FORFEIT
    sandbox: KindName = "auto"
    limits: LimitsTable = LimitsTable()
    listen: ListenTable | None = None
    bots: tuple[InstanceOf[BotSpec], ...]

    @property
    def schedule(self) -> Schedule:
        """The numbers that decide what is played."""
        return Schedule(
            bots=len(self.bots),
            size=self.rules.teams,
            rooms=rooms(self.rules),
            groups=self.groups,
            block=min(self.block, self.groups),
        )


class _JoinTable(BaseModel):
    """One `[[bots]]` that runs elsewhere: `join` is the environment variable with its token."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    name: Name
    join: Annotated[str, Field(pattern=r"^[A-Za-z_][A-Za-z0-9_]*$")]
    directory: str = "."


class _BotTable(SandboxKeys):
    """One `[[bots]]`: `directory` is where its path or command starts from."""

    bot: str
    name: Name | None = None
    directory: str = "."


def load(path: Path) -> LeagueConfig:
    """The league in a file. Raises ConfigError with one line for each thing wrong in it."""
    return build(read_toml(path), base=path.parent, where=str(path))


def build(
    values: Mapping[str, object], *, base: Path = Path(), where: str = "league"
) -> LeagueConfig:
    """A league from values as they stand in a league file.

    `rules` may be a `Rules` and each of `bots` a `BotSpec` too. Paths start from
    `base`. Raises ConfigError with one line for each thing wrong, each starting
    with `where`.
    """
    ready = dict(values)
    wrong: dict[str, list[str]] = {}
    if "rules" in values:
        ready["rules"], wrong["rules"] = _rules(values["rules"])
    if isinstance(listen := values.get("listen"), Mapping):
        ready["listen"] = rooted_listen(listen, base)
    if "bots" in values:
        ready["bots"], wrong["bots"] = _bots(values["bots"], base, common=_common(values))
    lines = [line for some in wrong.values() for line in some]
    try:
        config = LeagueConfig.model_validate(ready)
    except ValidationError as error:
        skip = {key for key, some in wrong.items() if some}
        lines = problems(error, LeagueConfig, skip=skip) + lines
    else:
        lines = lines or _too_few(config) or _listening(config)
        if not lines:
            return config
    raise ConfigError("\n".join(f"{where}: {line}" for line in lines))


def rooted_listen(listen: Mapping[str, object], base: Path) -> dict[str, object]:
    """A `[listen]` table whose paths start from `base`, with absolute ones."""
    files = {
        key: str(written(path, base=base).absolute())
        for key, path in listen.items()
        if key in {"certificate", "key"} and isinstance(path, str) and path
    }
    return {**listen, **files}


def _too_few(config: LeagueConfig) -> list[str]:
    """Nothing, or the line for a league whose bots do not fill a table."""
    count, least = len(config.bots), config.rules.teams
    return [] if count >= least else [f"bots: {count} given: these rules need {least} or more"]


def _listening(config: LeagueConfig) -> list[str]:
    """Nothing, or the lines for bots that join a league that does not listen, or half a certificate."""
    variables = [name for bot in config.bots if (name := variable_of(bot)) is not None]
    if config.listen is None:
        return ['listen: missing: bots with "join" need [listen] address = "…"'] * bool(variables)
    if not variables:
        return ["listen: no bot joins: remove it, or give a bot join = …"]
    if len({*variables}) < len(variables):
        return ["bots: two have the same join: each needs a token of its own"]
    if bool(config.listen.certificate) != bool(config.listen.key):
        return ["listen: certificate and key are given together, or neither"]
    return []


def _rules(value: object) -> tuple[object, list[str]]:
    """The rules that a `[rules]` table stands for, and what is wrong with it."""
    if isinstance(value, Rules):
        return value, []
    if not isinstance(value, dict):
        return value, [f"rules = {shown(value)}: allowed is a table"]
    keys = ("profile", *FIELDS)
    wrong = [unknown(f"rules.{key}", keys) for key in value if key not in keys]
    name = value.get("profile", "traditional")
    if name not in tuple(PROFILES):
        wrong.append(f"rules.profile = {shown(name)}: allowed is {', '.join(PROFILES)}")
    if wrong:
        return value, wrong
    fields = {key: value[key] for key in value if key != "profile"}
    try:
        return profile(name, **{**LEAGUE_RULES, **fields}), []
    except ConfigError as error:
        return value, ["rules." + str(error).removeprefix("rules field ")]


def _common(values: Mapping[str, object]) -> Sandbox:
    """The sandbox of all bots of a league, or the usual one if what is said of it is wrong."""
    said = {key: values[key] for key in ("sandbox", "limits") if key in values}
    try:
        return SandboxKeys.model_validate(said).over(USUAL, base=Path())
    except ValidationError:
        return USUAL


def _bots(value: object, base: Path, *, common: Sandbox) -> tuple[object, list[str]]:
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
