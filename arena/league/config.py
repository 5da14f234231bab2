"""What a league is made of: league.toml as frozen values, each checked."""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, InstanceOf, ValidationError

from arena.engine.rules import FIELDS, PROFILES, Format, Rules, profile
from arena.errors import ConfigError
from arena.league.bot_tables import common_sandbox, read_bots
from arena.league.bots import Name
from arena.league.isolation import KindName, LimitsTable
from arena.league.remote.spec import variable_of
from arena.league.schedule import LeagueFormat, Schedule
from arena.league.stop import Sprt
from arena.league.swiss import most_rounds, usual_rounds
from arena.league.toml import problems, read_toml, shown, unknown, written
from arena.match.bot import BotSpec
from arena.match.result import OnFault
from arena.match.seating import rooms

LEAGUE_RULES: Mapping[str, str | float | bool] = {"games_to_win": 1, "signs": False}
"""What a league plays differently from its profile unless it says otherwise (R14)."""

SEED_BYTES = 32
_BLOCK, _BLOCK_TO_STOP = 2000, 100
"""Deal groups of a block unless a league says otherwise. A pairing ends only with a block."""
_LEAST_TO_CROSS = 3


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


def _format(value: object) -> object:
    if isinstance(value, str) and value in [*LeagueFormat]:
        return LeagueFormat(value)
    raise ValueError(" or ".join(LeagueFormat))


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


class StopTable(BaseModel):
    """`stop`: the test by which a pairing ends early, see `arena.league.sprt`."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    test: Literal["sprt"]
    h0: float
    h1: float
    alpha: float = 0.05
    beta: float = 0.05

    @property
    def sprt(self) -> Sprt:
        """The test. Raises ValueError naming what is allowed."""
        return Sprt(self.h0, self.h1, self.alpha, self.beta)


class LeagueConfig(BaseModel):
    """One league. `build` makes it from plain values, `load` from a file.

    `format` says who meets whom, `newcomers` are the names of those that do in
    a gauntlet, `rounds` are those of a Swiss, None for the usual number. `groups`
    deal groups are dealt to each pairing unless `stop` ends it before, `block`
    of them are one piece of work, None for the usual number; up to `tables` tables are open at a time in a room. `seed` is
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
    format: Annotated[LeagueFormat, BeforeValidator(_format)] = LeagueFormat.ROUND_ROBIN
    newcomers: Annotated[tuple[str, ...], Field(strict=False)] = ()
    rounds: Count | None = None
    groups: Count = 250
    block: Count | None = None
    stop: StopTable | None = None
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
        """The numbers that decide what is played, if these bots are all that ever were here."""
        bots = len(self.bots)
        block = self.block or (_BLOCK if self.stop is None else _BLOCK_TO_STOP)
        swiss = self.format is LeagueFormat.SWISS
        return Schedule(
            bots=bots,
            size=self.rules.teams,
            rooms=rooms(self.rules),
            groups=self.groups,
            block=min(block, self.groups),
            format=self.format,
            newcomers=frozenset(
                at for at, bot in enumerate(self.bots) if bot.name in self.newcomers
            ),
            rounds=(self.rounds or usual_rounds(bots)) if swiss else 0,
        )


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
        ready["bots"], wrong["bots"] = read_bots(
            values["bots"], base, common=common_sandbox(values)
        )
    lines = [line for some in wrong.values() for line in some]
    try:
        config = LeagueConfig.model_validate(ready)
    except ValidationError as error:
        skip = {key for key, some in wrong.items() if some}
        lines = problems(error, LeagueConfig, skip=skip) + lines
    else:
        lines = lines or _too_few(config) or _meeting(config) or _listening(config)
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


def _meeting(config: LeagueConfig) -> list[str]:
    """Nothing, or the lines for a format or a test that these bots and rules can't have."""
    names = [bot.name for bot in config.bots]
    how, teams = config.format, config.rules.teams
    lines = [unknown(f"newcomers: {name}", names) for name in config.newcomers if name not in names]
    if (how is LeagueFormat.GAUNTLET) != bool(config.newcomers):
        lines.append('newcomers: goes with format = "gauntlet": give both, or neither')
    if config.rounds is not None and how is not LeagueFormat.SWISS:
        lines.append('rounds: goes with format = "swiss" alone')
    if config.rounds is not None and config.rounds > most_rounds(len(names)):
        most = most_rounds(len(names))
        lines.append(
            f"rounds = {config.rounds}: allowed is at most {most} with {len(names)} bots,"
            " so that nobody meets an opponent twice"
        )
    if how is LeagueFormat.SWISS and teams != 2:
        lines.append(f"format = 'swiss': these rules have {teams} at a table, allowed is 2")
    if how is LeagueFormat.CROSS and config.rules.format is not Format.PAIRS:
        lines.append("format = 'cross': allowed with rules.format = \"pairs\"")
    if how is LeagueFormat.CROSS and len(names) < _LEAST_TO_CROSS:
        lines.append(f"bots: {len(names)} given: cross-play needs {_LEAST_TO_CROSS} or more")
    return lines + _stopping(config.stop, teams)


def _stopping(stop: StopTable | None, teams: int) -> list[str]:
    """Nothing, or the lines for a test of early stopping that can't be."""
    if stop is None:
        return []
    if teams != 2:
        return [f"stop: these rules have {teams} at a table, allowed is 2"]
    try:
        stop.sprt  # noqa: B018 - made to hear what is wrong with it
    except ValueError as error:
        return [f"stop: {error}"]
    return []


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
