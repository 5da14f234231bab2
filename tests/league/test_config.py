"""league.toml: what it may say, and what is said of one that is wrong."""

from dataclasses import replace
from pathlib import Path

import pytest

from arena.engine.rules import profile
from arena.errors import ConfigError
from arena.league.config import LeagueConfig, build, load
from arena.league.remote.spec import variable_of
from arena.league.stop import Sprt
from arena.match.bot import BotSpec

BOTS = '[[bots]]\nbot = "odds"\n[[bots]]\nbot = "random"\n'
SPECS = tuple(BotSpec(name, ("sh",), Path("/")) for name in ("a", "b", "c"))


def league(tmp_path: Path, text: str) -> Path:
    """A league file with this text."""
    path = tmp_path / "league.toml"
    path.write_text(text)
    return path


def refusal(tmp_path: Path, text: str) -> list[str]:
    """The lines said of a league file, without its path."""
    path = league(tmp_path, text)
    with pytest.raises(ConfigError) as caught:
        load(path)
    lines = str(caught.value).split("\n")
    assert all(line.startswith(f"{path}: ") for line in lines)
    return [line.removeprefix(f"{path}: ") for line in lines]


def test_a_name_and_two_bots_are_enough(tmp_path: Path) -> None:
    """Everything else has a default: one game a match, no signs, a second a turn."""
    config = load(league(tmp_path, 'name = "demo"\n' + BOTS))
    assert config.name == "demo"
    assert config.seed is None
    assert (config.groups, config.schedule.block, config.tables) == (250, 250, 512)
    assert (config.time.turn, config.time.bank, config.time.start) == (1.0, 30.0, 30.0)
    assert config.rules == profile(games_to_win=1, signs=False)
    assert [bot.name for bot in config.bots] == ["odds", "random"]


def test_everything_can_be_said(tmp_path: Path) -> None:
    """All keys of a league file are read."""
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "bot.py").touch()
    text = f"""
        name = "full"
        seed = "{"0a" * 32}"
        groups = 10
        block = 4
        tables = 2
        [rules]
        profile = "online"
        target = 30
        signs = true
        punto_bonus = "en_paso"
        [time]
        turn = 2
        bank = 0
        start = 5.5
        [[bots]]
        bot = "bot.py"
        name = "my bot"
        directory = "mine"
        [[bots]]
        bot = "odds"
    """
    config = load(league(tmp_path, text))
    assert config.seed == b"\x0a" * 32
    assert (config.groups, config.block, config.tables) == (10, 4, 2)
    expected = profile("online", games_to_win=1, target=30, signs=True, punto_bonus="en_paso")
    assert config.rules == expected
    assert (config.time.turn, config.time.bank, config.time.start) == (2.0, 0.0, 5.5)
    assert config.bots[0].name == "my bot"
    assert config.bots[0].directory == tmp_path / "mine"
    assert config.schedule.blocks == 3


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("groups = 0", "groups = 0: allowed is 1 or more"),
        ('groups = "many"', "groups = 'many': allowed is a whole number"),
        ("groups = 1.5", "groups = 1.5: allowed is a whole number"),
        ("groups = true", "groups = True: allowed is a whole number"),
        ('seed = "abc"', "seed = 'abc': allowed is 64 hex digits"),
        ("seed = 5", "seed = 5: allowed is 64 hex digits"),
        ("[time]\nturn = 0", "time.turn = 0: allowed is more than 0"),
        ("[time]\nturn = inf", "time.turn = inf: allowed is a finite number"),
        ("[time]\nbank = nan", "time.bank = nan: allowed is a finite number"),
        ("time = 3", "time = 3: allowed is a table"),
        ("rules = 3", "rules = 3: allowed is a table"),
        ("[rules]\ntarget = 0", "rules.target = 0: allowed is 1 to 1000000"),
        ("[rules]\ntarget = []", "rules.target = []: allowed is a whole number"),
        (
            '[rules]\nprofile = "tradition"',
            "rules.profile = 'tradition': allowed is app, online, traditional, traditional4",
        ),
        (
            "[rules]\nprofile = []",
            "rules.profile = []: allowed is app, online, traditional, traditional4",
        ),
        (
            '[rules]\ndraws = ["stock"]',
            "rules.draws = ['stock']: allowed is one of stock, per_seat",
        ),
    ],
)
def test_a_wrong_value_is_shown_with_what_is_allowed(tmp_path: Path, text: str, line: str) -> None:
    """One line: key, value given, what is allowed."""
    assert refusal(tmp_path, f'name = "x"\n{text}\n{BOTS}') == [line]


def test_an_unknown_key_is_answered_with_the_nearest(tmp_path: Path) -> None:
    """A misspelt key is met with the one that was meant, in every table."""
    text = 'name = "x"\ngroup = 3\n[rules]\ntargt = 3\n[time]\nturns = 1\n'
    lines = refusal(tmp_path, text + BOTS + "nam = 3\n")
    hints = [line.split(" allowed")[0] for line in lines]
    assert hints == [
        "time.turns: unknown; did you mean turn?",
        "group: unknown; did you mean groups?",
        "rules.targt: unknown; did you mean target?",
        "bots.2.nam: unknown; did you mean name?",
    ]


def test_a_league_needs_a_name_and_bots(tmp_path: Path) -> None:
    """What is missing is named."""
    assert refusal(tmp_path, "") == [
        "name: missing; it has no default",
        "bots: missing; it has no default",
    ]


def test_one_bot_makes_no_league(tmp_path: Path) -> None:
    """At least two bots are needed."""
    (line,) = refusal(tmp_path, 'name = "x"\n[[bots]]\nbot = "odds"\n')
    assert line == "bots: 1 given: these rules need 2 or more"


def test_a_table_must_be_filled(tmp_path: Path) -> None:
    """In individual play as many bots are needed as sit at a table."""
    text = f'name = "x"\n[rules]\nformat = "individual"\nplayers = 3\n{BOTS}'
    assert refusal(tmp_path, text) == ["bots: 2 given: these rules need 3 or more"]


def test_two_bots_with_one_name_are_refused(tmp_path: Path) -> None:
    """The name is the bot's identity, given or taken from the BOT; the hint says what to do."""
    (line,) = refusal(tmp_path, f'name = "x"\n{BOTS}[[bots]]\nbot = "odds"\n')
    assert line == (
        "bots.3.name = 'odds': bots.1 has that name already:"
        ' give one of them another, as in name = "odds 2"'
    )


@pytest.mark.parametrize("name", ["", "  ", " x", "a|b", "tab\\t", "x" * 61])
def test_bad_names_are_refused(tmp_path: Path, name: str) -> None:
    """A name is printable, has no "|", no space at its ends and 1 to 60 characters."""
    (line,) = refusal(tmp_path, f'name = "x"\n{BOTS}name = "{name}"\n')
    assert line.startswith("bots.2.name = ")
    assert "allowed is" in line


def test_a_command_too_long_for_a_name_asks_for_one(tmp_path: Path) -> None:
    """A bot named by its command line may need a name of its own."""
    text = f'name = "x"\n{BOTS}[[bots]]\nbot = "sh -c {"x" * 60}"\n'
    (line,) = refusal(tmp_path, text)
    assert line.startswith("bots.3.name = ")
    assert line.endswith('set name = "…"')


def test_a_bot_that_is_not_there_is_refused_with_its_place(tmp_path: Path) -> None:
    """What is wrong with a BOT is said with the key it stands at."""
    (line,) = refusal(tmp_path, f'name = "x"\n{BOTS}[[bots]]\nbot = "gone.py"\n')
    assert line.startswith("bots.3.bot: bot 'gone.py': ")


@pytest.mark.parametrize("text", ['bots = "odds"', 'bots = ["odds", "random"]'])
def test_bots_are_tables(tmp_path: Path, text: str) -> None:
    """Anything else in their place is refused."""
    assert all("allowed is a" in line for line in refusal(tmp_path, f'name = "x"\n{text}'))


def test_everything_wrong_is_said_at_once(tmp_path: Path) -> None:
    """One line for each mistake."""
    text = f'name = ""\ngroups = 0\n[rules]\ntarget = 0\n{BOTS}[[bots]]\nbot = 3\n'
    keys = [line.split(" ")[0] for line in refusal(tmp_path, text)]
    assert keys == ["name", "groups", "rules.target", "bots.3.bot"]


def test_what_is_not_toml_is_refused(tmp_path: Path) -> None:
    """The place of the mistake is named."""
    (line,) = refusal(tmp_path, "name = \n")
    assert line.startswith("not TOML: ")
    assert "line 1" in line


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    """A league file that is not there is one line too."""
    with pytest.raises(ConfigError, match=r"gone\.toml: can't be read: No such file"):
        load(tmp_path / "gone.toml")


def test_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    """A binary file given as a league is one line too."""
    path = tmp_path / "league.toml"
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(ConfigError, match="not a text file"):
        load(path)


def test_a_league_can_be_built_from_values() -> None:
    """Rules and bots may be given ready-made; mistakes are told in the same words."""
    config = build({"name": "demo", "bots": SPECS, "rules": profile("app"), "groups": 3})
    assert isinstance(config, LeagueConfig)
    assert config.bots == SPECS
    assert config.rules == profile("app")
    assert config.schedule.matches == 18
    with pytest.raises(ConfigError, match=r"^play: groups = 0: allowed is 1 or more$"):
        build({"name": "demo", "bots": SPECS, "groups": 0}, where="play")


def test_a_block_is_no_larger_than_the_groups() -> None:
    """A small league is one block per pairing."""
    config = build({"name": "demo", "bots": SPECS, "groups": 3, "block": 250})
    assert config.schedule.block == 3
    assert config.schedule.blocks == 3


FAR = '[[bots]]\nname = "far"\njoin = "FAR"\n'
LISTEN = '[listen]\naddress = "0.0.0.0:7000"\n'


def test_a_bot_may_join_from_elsewhere(tmp_path: Path) -> None:
    """It has a name and a variable; the certificate's path starts from the file."""
    more = 'certificate = "c.pem"\nkey = "/k.pem"\n'
    config = load(league(tmp_path, f'name = "x"\n{LISTEN}{more}{BOTS}{FAR}'))
    assert [variable_of(bot) for bot in config.bots] == [None, None, "FAR"]
    assert config.listen is not None
    assert config.listen.certificate == str(tmp_path / "c.pem")
    assert config.listen.key == "/k.pem"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (BOTS + FAR, 'listen: missing: bots with "join" need [listen] address = "…"'),
        (LISTEN + BOTS, "listen: no bot joins: remove it, or give a bot join = …"),
        (LISTEN + BOTS + FAR + FAR.replace("far", "2"), "bots: two have the same join"),
        (LISTEN + 'key = "k"\n' + BOTS + FAR, "listen: certificate and key are given together"),
        (LISTEN.replace(":7", "") + BOTS + FAR, "listen.address = '0.0.0.0000': allowed is HOST"),
        (LISTEN + BOTS + FAR + 'bot = "odds"\n', "bots.3.bot: unknown;"),
        (LISTEN + BOTS + '[[bots]]\njoin = "FAR"\n', "bots.3.name: missing"),
    ],
)
def test_a_league_that_is_joined_wrongly_is_refused(tmp_path: Path, text: str, told: str) -> None:
    """One line says what is wrong."""
    (line,) = refusal(tmp_path, f'name = "x"\n{text}')
    assert line.startswith(told)


FIVE = tuple(BotSpec(name, ("run",), Path("/")) for name in "abcde")
TEST = {"test": "sprt", "h0": 0.5, "h1": 0.53}


def made(**values: object) -> LeagueConfig:
    """A league of five bots."""
    return build({"name": "x", "bots": FIVE, **values})


def test_a_format_decides_the_schedule() -> None:
    """Newcomers by name; the usual rounds of a Swiss, or those given; pairings counted."""
    assert made().schedule.pairings == 10
    gauntlet = made(format="gauntlet", newcomers=["d", "b"]).schedule
    assert (sorted(gauntlet.newcomers), gauntlet.pairings) == ([1, 3], 7)
    assert made(format="swiss").schedule.rounds == 3
    assert made(format="swiss", rounds=2).schedule.pairings == 4
    cross = made(format="cross").schedule
    assert (cross.pairings, cross.partners) == (15, 2)


def test_early_stopping_makes_blocks_small() -> None:
    """A pairing ends only with a block; a league may say otherwise."""
    assert made(groups=5000).schedule.block == 2000
    config = made(groups=5000, stop=TEST)
    assert config.schedule.block == 100
    assert config.stop is not None
    assert config.stop.sprt == Sprt(0.5, 0.53, 0.05, 0.05)
    assert made(groups=5000, stop=TEST, block=20).schedule.block == 20


ALONE = {"format": "individual", "players": 3}


@pytest.mark.parametrize(
    ("values", "told"),
    [
        (
            {"format": "knockout"},
            "format = 'knockout': allowed is round_robin or gauntlet or swiss",
        ),
        ({"format": ["swiss"]}, "format = ['swiss']: allowed is round_robin or"),
        ({"format": "gauntlet"}, 'newcomers: goes with format = "gauntlet"'),
        ({"newcomers": ["a"]}, 'newcomers: goes with format = "gauntlet"'),
        ({"format": "gauntlet", "newcomers": ["odd"]}, "newcomers: odd: unknown;"),
        ({"rounds": 2}, 'rounds: goes with format = "swiss" alone'),
        ({"format": "swiss", "rounds": 4}, "rounds = 4: allowed is at most 3 with 5 bots"),
        ({"format": "swiss", "rules": ALONE}, "format = 'swiss': these rules have 3 at a table"),
        ({"format": "cross", "rules": {"format": "trios"}}, "format = 'cross': allowed with rules"),
        ({"format": "cross", "bots": FIVE[:2]}, "bots: 2 given: cross-play needs 3 or more"),
        ({"stop": {**TEST, "h1": 0.4}}, "stop: h0 = 0.5, h1 = 0.4: allowed are win rates"),
        ({"stop": {**TEST, "test": "t"}}, "stop.test = 't': allowed is 'sprt'"),
        ({"stop": {**TEST, "h2": 0.4}}, "stop.h2: unknown; allowed are test, h0, h1"),
        ({"stop": {"test": "sprt"}}, "stop.h0: missing"),
        ({"stop": TEST, "rules": ALONE}, "stop: these rules have 3 at a table, allowed is 2"),
    ],
)
def test_a_format_that_can_not_be_is_refused(values: dict[str, object], told: str) -> None:
    """With what is allowed."""
    with pytest.raises(ConfigError) as caught:
        made(**values)
    assert str(caught.value).splitlines()[0].startswith(f"league: {told}")


def test_resources_of_a_bot_are_kept_and_decide_nothing(tmp_path: Path) -> None:
    """They are what it needs on a cluster: another share makes no other bot."""
    bots = '[[bots]]\nbot = "random"\n[[bots]]\nbot = "cautious"\n'
    plain = load(league(tmp_path, 'name = "a"\n' + bots)).bots
    more = 'sandbox = "none"\nresources = {cpus = 2.0, gpus = 0.5, memory = 100}\n'
    (_, neural) = load(league(tmp_path, 'name = "a"\n' + bots + more)).bots
    assert (neural.needs.cpus, neural.needs.gpus, neural.needs.memory) == (2, 0.5, 100)
    assert replace(neural, sandbox=plain[1].sandbox) == plain[1]


def test_a_sandbox_shows_no_gpu(tmp_path: Path) -> None:
    """A bot that needs one says that it has none."""
    bots = '[[bots]]\nbot = "random"\n[[bots]]\nbot = "cautious"\nresources = {gpus = 1.0}\n'
    (line,) = refusal(tmp_path, 'name = "a"\n' + bots)
    assert line == 'bots.2.bot: resources.gpus: no sandbox shows a GPU: set sandbox = "none"'
