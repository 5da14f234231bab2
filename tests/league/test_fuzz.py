"""Whatever a league file holds: a league, or one line for each thing wrong with it."""

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from arena.errors import ConfigError
from arena.league.config import LeagueConfig, load

GOOD = 'name = "x"\n[[bots]]\nbot = "random"\n[[bots]]\nbot = "odds"\n'
_KEYS = st.sampled_from(
    [
        "name",
        "seed",
        "groups",
        "block",
        "tables",
        "rules",
        "time",
        "on_fault",
        "sandbox",
        "limits",
        "bots",
        "turn",
        "bank",
        "start",
        "bot",
        "profile",
        "format",
        "players",
        "kings",
        "target",
        "mus_visto",
        "signs",
        "memory",
        "cpu",
        "directory",
        "environment",
        "read",
        "image",
        "rules.target",
        "time.turn",
        "limits.memory",
    ]
) | st.text(max_size=5)
_VALUES = st.sampled_from(
    (
        *("1", "-1", "0", "1.5", "nan", "inf", "true", '""', '"x"', '"random"', "[]", "{}", "[1]"),
        *('"/"', '"./x"', '"\\""', "'\\'", '"~"'),
        *('"docker"', '"bwrap"', '"none"', '"07"', f'"{"07" * 32}"', f'"{"/x" * 3000}"'),
        *("1979-05-27", "07:32:00", "0x10", "9223372036854775808", "{a = 1}", '[{bot = "odds"}]'),
        *("{memory = 1}", '{profile = "app"}', "{turn = 1}", '["A=b"]', '["\\u0000=\\u0000"]'),
    )
) | st.text(max_size=5)
_LINES = (
    st.builds("{} = {}".format, _KEYS, _VALUES)
    | st.sampled_from(
        ("[rules]", "[time]", "[limits]", "[[bots]]", "[bots]", "[x]", *GOOD.split("\n"))
    )
    | st.text(max_size=8)
)
league_files = st.builds(
    lambda good, lines: ("\n".join([*([GOOD] if good else []), *lines])).encode(),
    st.booleans(),
    st.lists(_LINES, max_size=6),
) | st.binary(max_size=60)


def any_file_is_a_league_or_a_config_error(data: bytes) -> None:
    """Reading it gives a league or ConfigError, each line of which names the file."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "league.toml"
        path.write_bytes(data)
        try:
            config = load(path)
        except ConfigError as error:
            lines = str(error).split("\n")
        else:
            lines = []
            assert isinstance(config, LeagueConfig)
            assert config.groups > 0
        assert all(lines)


@settings(max_examples=200)
@given(league_files)
@example(GOOD.encode())
def test_league_files(data: bytes) -> None:
    """The quick search."""
    any_file_is_a_league_or_a_config_error(data)


@pytest.mark.parametrize(
    "text",
    [
        '[[bots]]\nbot = "a\\u0000b"',
        '[[bots]]\nbot = "./a\\u0000b"',
        f'[[bots]]\nbot = "./x"\ndirectory = "{"x" * 5000}"',
        f'[[bots]]\nbot = "{"/x" * 5000}"',
        '[[bots]]\nbot = "odds"\nread = ["\\u0000"]',
    ],
    ids=range(5),
)
def test_odd_paths(text: str) -> None:
    """Names that no file can have."""
    any_file_is_a_league_or_a_config_error(text.encode())


@pytest.mark.parametrize(
    "text",
    [
        f"groups = {'1' * 5000}",
        f"groups = {'[' * 5000}",
        '[[bots]]\nbot = "~nosuchuser/bot.py"',
        '[[bots]]\nbot = "odds"\ndirectory = "~nosuchuser"',
        '[[bots]]\nbot = "odds"\ndirectory = "\\u0000"',
        '[[bots]]\nbot = "./x"\ndirectory = "\\u0000"',
        '[[bots]]\nbot = "odds"\nread = ["~nosuchuser"]',
    ],
    ids=range(7),
)
def test_found(text: str) -> None:
    """What this search has found: each is told, like any other mistake."""
    any_file_is_a_league_or_a_config_error(text.encode())


@pytest.mark.soak
@pytest.mark.timeout(600)
def test_long() -> None:
    """The same for longer."""
    settings(max_examples=5000)(given(league_files)(any_file_is_a_league_or_a_config_error))()
