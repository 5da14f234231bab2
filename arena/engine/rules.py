"""Everything two texts of the rules can differ in, and the four profiles (R14)."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from enum import Enum
from types import MappingProxyType

from arena.errors import ConfigError


class Format(Enum):
    """Who plays with whom (R3.1)."""

    PAIRS = "pairs"
    TRIOS = "trios"
    INDIVIDUAL = "individual"


class PuntoBonus(Enum):
    """When winning punto is worth a piedra of its own (R11.5)."""

    ALWAYS = "always"
    EN_PASO = "en_paso"


class Draws(Enum):
    """Which card of the stock a seat draws (R6.1, R6.2)."""

    STOCK = "stock"
    PER_SEAT = "per_seat"


_SEATS = {Format.PAIRS: (4,), Format.TRIOS: (6,), Format.INDIVIDUAL: (2, 3, 4, 5, 6)}
_CHOICES: Mapping[str, type[Enum]] = {
    "format": Format,
    "punto_bonus": PuntoBonus,
    "draws": Draws,
}
_FLAGS = ("ordago", "refuser_out", "real", "mus_corrido", "signs")
_CHANCES = ("mus_visto", "sign_interception")
_LEAST = {
    "target": 1,
    "games_to_win": 1,
    "bet_min": 1,
    "bet_max": 1,
    "raise_min": 1,
    "raise_max": 1,
    "max_mus_rounds": 0,
    "stake_limit": 1,
}
_FOLLOWS = {"players": "format", "stake_limit": "target"}
MOST_PIEDRAS = 1_000_000
"""No number of a `Rules` is above this: a score stays far inside 32 bits."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """One way to play Mus. Built by `profile`, which also reads plain text values.

    Defaults are those of the profile `traditional`. `stake_limit` 0 stands for
    the target, `players` 0 for the number that the format has; both are
    replaced when a Rules is made. Nonsense raises ConfigError.
    """

    format: Format = Format.PAIRS
    players: int = 0
    kings: int = 8
    target: int = 40
    games_to_win: int = 3
    bet_min: int = 2
    bet_max: int = 80
    raise_min: int = 2
    raise_max: int = 80
    ordago: bool = True
    refuser_out: bool = True
    punto_bonus: PuntoBonus = PuntoBonus.ALWAYS
    real: bool = False
    mus_corrido: bool = True
    mus_visto: float = 0.0
    signs: bool = True
    sign_interception: float = 0.0
    min_discard: int = 1
    max_mus_rounds: int = 20
    stake_limit: int = 0
    draws: Draws = Draws.PER_SEAT
    team: tuple[int, ...] = field(init=False, repr=False, compare=False)
    """The team of each seat (R1)."""
    _hash: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        _check_kinds(self)
        if self.players == 0 and self.format is not Format.INDIVIDUAL:
            object.__setattr__(self, "players", _SEATS[self.format][0])
        if self.stake_limit == 0:
            object.__setattr__(self, "stake_limit", self.target)
        _check_ranges(self)
        alone = self.format is Format.INDIVIDUAL
        teams = tuple(s if alone else s % 2 for s in range(self.players))
        object.__setattr__(self, "team", teams)
        object.__setattr__(self, "_hash", hash(tuple(getattr(self, name) for name in FIELDS)))

    def __hash__(self) -> int:
        return self._hash  # What depends on the rules alone is looked up all the time.

    @property
    def seats(self) -> int:
        """How many sit at the table."""
        return self.players

    @property
    def teams(self) -> int:
        """How many sides score."""
        return self.players if self.format is Format.INDIVIDUAL else 2

    def mates(self, seat: int) -> tuple[int, ...]:
        """The other seats of a seat's team."""
        team = self.team
        return tuple(s for s in range(self.players) if s != seat and team[s] == team[seat])

    def as_dict(self) -> dict[str, str | int | float | bool]:
        """Every field by name as plain values, in the order of R14."""
        values = {name: getattr(self, name) for name in FIELDS}
        return {n: v.value if isinstance(v, Enum) else v for n, v in values.items()}


FIELDS: tuple[str, ...] = tuple(f.name for f in fields(Rules) if f.init)


def _check_kinds(rules: Rules) -> None:
    for name in FIELDS:
        value = getattr(rules, name)
        if name in _CHOICES:
            if not isinstance(value, _CHOICES[name]):
                raise _refusal(name, value, f"a {_CHOICES[name].__name__}")
        elif name in _FLAGS:
            if not isinstance(value, bool):
                raise _refusal(name, value, "true or false")
        elif name in _CHANCES:
            number = isinstance(value, int | float) and not isinstance(value, bool)
            if not number or not 0 <= value <= 1:
                raise _refusal(name, value, "a probability, 0 to 1")
        elif not isinstance(value, int) or isinstance(value, bool):
            raise _refusal(name, value, "a whole number")


def _check_ranges(rules: Rules) -> None:
    for name, least in _LEAST.items():
        value = getattr(rules, name)
        if not least <= value <= MOST_PIEDRAS:
            raise _refusal(name, value, f"{least} to {MOST_PIEDRAS}")
    if rules.kings not in (4, 8):
        raise _refusal("kings", rules.kings, "4 or 8")
    if not 0 <= rules.min_discard <= 4:
        raise _refusal("min_discard", rules.min_discard, "0 to 4")
    for low, high in (("bet_min", "bet_max"), ("raise_min", "raise_max")):
        if getattr(rules, low) > getattr(rules, high):
            allowed = f"at most {high}, which is {getattr(rules, high)}"
            raise _refusal(low, getattr(rules, low), allowed)
    allowed_seats = _SEATS[rules.format]
    if rules.players not in allowed_seats:
        some = ", ".join(map(str, allowed_seats))
        raise _refusal("players", rules.players, f"{some} when format is {rules.format.value}")


def _refusal(name: str, value: object, allowed: str) -> ConfigError:
    return ConfigError(f"rules field {name} = {value!r}: allowed is {allowed}")


TRADITIONAL = Rules()
PROFILES: Mapping[str, Rules] = MappingProxyType(
    {
        "app": Rules(
            games_to_win=1,
            bet_max=2,
            raise_max=2,
            ordago=False,
            refuser_out=False,
            punto_bonus=PuntoBonus.EN_PASO,
            mus_corrido=False,
            signs=False,
        ),
        "online": Rules(
            games_to_win=2,
            bet_max=40,
            raise_min=1,
            raise_max=40,
            refuser_out=False,
            real=True,
            mus_corrido=False,
        ),
        "traditional": TRADITIONAL,
        "traditional4": Rules(kings=4),
    }
)


def profile(name: str = "traditional", /, **overrides: str | float | bool) -> Rules:
    """A profile with some fields changed, values as they stand in a league file.

    Raises ConfigError naming the field, the value and what is allowed.
    """
    base = PROFILES.get(name)
    if base is None:
        raise ConfigError(f"rules profile {name!r}: allowed are {', '.join(PROFILES)}")
    unknown = [key for key in overrides if key not in FIELDS]
    if unknown:
        raise ConfigError(f"rules field {unknown[0]!r}: allowed are {', '.join(FIELDS)}")
    for key, followed in _FOLLOWS.items():
        if overrides.get(key) == 0:
            raise _refusal(key, 0, f"more than 0, or leave it out to follow {followed}")
        if key not in overrides and followed in overrides:
            overrides[key] = 0
    values = {key: _from_text(key, value) for key, value in overrides.items()}
    return replace(base, **values)  # type: ignore[arg-type]


def _from_text(name: str, value: object) -> object:
    choice = _CHOICES.get(name)
    if choice is None or isinstance(value, choice):
        return value
    allowed = [member.value for member in choice]
    if value not in allowed:
        raise _refusal(name, value, "one of " + ", ".join(allowed))
    return choice(value)
