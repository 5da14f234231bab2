"""The profiles, and the nonsense that is refused."""

import math

import pytest
from hypothesis import given

from arena.engine.rules import (
    FIELDS,
    MOST_PIEDRAS,
    PROFILES,
    TRADITIONAL,
    Draws,
    Format,
    PuntoBonus,
    Rules,
    profile,
)
from arena.errors import ConfigError
from tests.strategies import rules

R14 = """
                app      online  traditional traditional4
kings           8        8       8           4
target          40       40      40          40
games_to_win    1        2       3           3
bet_min         2        2       2           2
bet_max         2        40      80          80
raise_min       2        1       2           2
raise_max       2        40      80          80
ordago          no       yes     yes         yes
refuser_out     no       no      yes         yes
punto_bonus     en_paso  always  always      always
real            no       yes     no          no
mus_corrido     no       no      yes         yes
signs           no       yes     yes         yes
min_discard     1        1       1           1
max_mus_rounds  20       20      20          20
stake_limit     40       40      40          40
draws           per_seat per_seat per_seat   per_seat
format          pairs    pairs   pairs       pairs
players         4        4       4           4
mus_visto       0        0       0           0
sign_interception 0      0       0           0
"""


def value_of(text: str) -> str | int | bool:
    """A value of the table."""
    if text in {"yes", "no"}:
        return text == "yes"
    return int(text) if text.isdigit() else text


@pytest.mark.parametrize("name", PROFILES)
def test_profiles_are_the_table(name: str) -> None:
    """R14: every field of every profile."""
    names, *lines = (line.split() for line in R14.split("\n") if line)
    column = names.index(name) + 1
    expected = {line[0]: value_of(line[column]) for line in lines}
    assert profile(name).as_dict() == expected
    assert set(expected) == set(FIELDS)


def test_traditional_is_the_default() -> None:
    """R14: what nobody names is the profile `traditional`."""
    assert profile() == PROFILES["traditional"] == TRADITIONAL == Rules()
    assert list(PROFILES) == ["app", "online", "traditional", "traditional4"]


NONSENSE: list[tuple[dict[str, str | float | bool], str]] = [
    ({"target": 0}, "target = 0: allowed is 1 to 1000000"),
    ({"target": -1}, "target = -1: allowed is 1 to 1000000"),
    ({"target": MOST_PIEDRAS + 1}, "target = 1000001: allowed is 1 to 1000000"),
    ({"target": "40"}, "target = '40': allowed is a whole number"),
    ({"target": 40.0}, "target = 40.0: allowed is a whole number"),
    ({"target": True}, "target = True: allowed is a whole number"),
    ({"games_to_win": 0}, "games_to_win = 0: allowed is 1 to 1000000"),
    ({"bet_min": 0}, "bet_min = 0: allowed is 1 to 1000000"),
    ({"raise_min": 0}, "raise_min = 0: allowed is 1 to 1000000"),
    ({"bet_min": 5, "bet_max": 4}, "bet_min = 5: allowed is at most bet_max, which is 4"),
    ({"raise_min": 81}, "raise_min = 81: allowed is at most raise_max, which is 80"),
    ({"kings": 5}, "kings = 5: allowed is 4 or 8"),
    ({"ordago": 1}, "ordago = 1: allowed is true or false"),
    ({"real": "no"}, "real = 'no': allowed is true or false"),
    ({"mus_visto": 1.5}, "mus_visto = 1.5: allowed is a probability, 0 to 1"),
    ({"mus_visto": math.nan}, "mus_visto = nan: allowed is a probability, 0 to 1"),
    ({"sign_interception": -0.1}, "sign_interception = -0.1: allowed is a probability"),
    ({"sign_interception": True}, "sign_interception = True: allowed is a probability"),
    ({"min_discard": 5}, "min_discard = 5: allowed is 0 to 4"),
    ({"min_discard": -1}, "min_discard = -1: allowed is 0 to 4"),
    ({"max_mus_rounds": -1}, "max_mus_rounds = -1: allowed is 0 to 1000000"),
    ({"stake_limit": 0}, "stake_limit = 0: allowed is more than 0, or leave it out to follow"),
    ({"stake_limit": -2}, "stake_limit = -2: allowed is 1 to 1000000"),
    ({"players": 0}, "players = 0: allowed is more than 0, or leave it out to follow format"),
    ({"players": 6}, "players = 6: allowed is 4 when format is pairs"),
    ({"format": "trios", "players": 4}, "players = 4: allowed is 6 when format is trios"),
    ({"format": "individual"}, "players = 0: allowed is 2, 3, 4, 5, 6 when format is individual"),
    ({"format": "individual", "players": 7}, "players = 7: allowed is 2, 3, 4, 5, 6 when"),
    ({"format": "duos"}, "format = 'duos': allowed is one of pairs, trios, individual"),
    ({"punto_bonus": "never"}, "punto_bonus = 'never': allowed is one of always, en_paso"),
    ({"draws": "top"}, "draws = 'top': allowed is one of stock, per_seat"),
]


@pytest.mark.parametrize(("changes", "message"), NONSENSE)
def test_nonsense_is_refused(changes: dict[str, str | float | bool], message: str) -> None:
    """R14: the message names the field, its value and what is allowed."""
    with pytest.raises(ConfigError) as refused:
        profile(**changes)
    assert str(refused.value).startswith(f"rules field {message}")


def test_unknown_names_are_refused() -> None:
    """The message lists the names there are."""
    with pytest.raises(ConfigError, match="profile 'poker': allowed are app, online, traditional"):
        profile("poker")
    with pytest.raises(ConfigError, match="rules field 'jokers': allowed are format, players, kin"):
        profile(jokers=2)


def test_a_choice_of_the_wrong_kind_is_refused() -> None:
    """A Rules built by hand checks its choices like its numbers."""
    with pytest.raises(ConfigError, match="format = 'pairs': allowed is a Format"):
        Rules(format="pairs")  # type: ignore[arg-type]
    assert profile(format=Format.TRIOS.value) == Rules(format=Format.TRIOS)


def test_the_stake_limit_follows_the_target() -> None:
    """R9.8: it is the target of the same rules unless given."""
    assert profile(target=30).stake_limit == 30
    assert profile(target=30, stake_limit=12).stake_limit == 12
    assert Rules(target=25).stake_limit == 25


@pytest.mark.parametrize(
    ("kind", "players", "team", "teams"),
    [
        ("pairs", 4, (0, 1, 0, 1), 2),
        ("trios", 6, (0, 1, 0, 1, 0, 1), 2),
        ("individual", 2, (0, 1), 2),
        ("individual", 5, (0, 1, 2, 3, 4), 5),
    ],
)
def test_teams(kind: str, players: int, team: tuple[int, ...], teams: int) -> None:
    """R1, R3.1: seats 0, 2 (and 4) against the others; alone every seat is its own team."""
    found = profile(format=kind, players=players)
    assert (found.seats, found.team, found.teams) == (players, team, teams)
    if kind != "individual":
        assert profile(format=kind) == found


def test_mates() -> None:
    """R1: the other seats of the team."""
    assert profile(format="trios").mates(3) == (1, 5)
    assert profile().mates(0) == (2,)
    assert profile(format="individual", players=3).mates(1) == ()


@given(rules())
def test_rules_are_built_again_from_their_plain_values(found: Rules) -> None:
    """`as_dict` gives every field as it stands in a file."""
    assert profile(**found.as_dict()) == found
    assert isinstance(found.punto_bonus, PuntoBonus)
    assert isinstance(found.draws, Draws)
