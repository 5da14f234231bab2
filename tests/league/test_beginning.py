"""From a configuration to a league that begins, and to one that goes on."""

from dataclasses import replace
from pathlib import Path

import pytest

from arena.league.beginning import changes, continued, new_league, new_season, season_seed
from arena.league.config import LeagueConfig, build
from arena.league.rows import League
from arena.league.schedule import blocks
from arena.league.store import Store
from tests.league.leagues import played

SEED = b"\x07" * 32


@pytest.fixture(autouse=True)
def bots(tmp_path: Path) -> None:
    """Three bots, each a file."""
    for name in "abc":
        (tmp_path / f"{name}.py").write_text(f"# {name}\n")


def config(base: Path, bots: str, **values: object) -> LeagueConfig:
    """A league of some of them."""
    given = [{"name": name, "bot": f"{name}.py"} for name in bots]
    return build({"name": "x", "groups": 2, "bots": given, **values}, base=base)


def begun(base: Path, bots: str, **values: object) -> League:
    """The same as a league."""
    return new_league(config(base, bots, **values), SEED, "2030")


def test_a_new_league_comes_back_from_its_database(tmp_path: Path) -> None:
    """As it was made: nothing of a league that did not begin changes by running it again."""
    how = {"sandbox": "none", "limits": {"memory": 64}, "format": "swiss"}
    made = begun(tmp_path, "abc", stop={"test": "sprt", "h0": 0.5, "h1": 0.6}, **how)
    with Store.create(tmp_path / "x", made) as store:
        assert store.league == made
        assert continued(store.league, config(tmp_path, "abc", **how)) == (made, ())


def test_bots_are_named_by_their_labels(tmp_path: Path) -> None:
    """Who is here is started from where it lies now; who has left stays as it was."""
    league = begun(tmp_path, "ab")
    (tmp_path / "a.py").write_text("# better\n")
    after, news = continued(league, config(tmp_path, "ca"))
    assert [bot.name for bot in after.bots] == ["a", "b", "c", "a@2"]
    assert after.schedule.playing == (2, 3)
    assert after.schedule.bots == 4
    assert [*map(str, news)] == ["added: c", "replaced: a, by a@2", "withdrawn: b"]
    assert after.bots[1] == league.bots[1]


def test_the_newcomer_of_a_gauntlet_is_its_latest_version(tmp_path: Path) -> None:
    """It is given by name."""
    how = {"format": "gauntlet", "newcomers": ["a"]}
    league = begun(tmp_path, "abc", **how)
    assert league.schedule.newcomers == {0}
    (tmp_path / "a.py").write_text("# better\n")
    after, _ = continued(league, config(tmp_path, "abc", **how))
    assert after.schedule.newcomers == {3}
    assert after.schedule.pairings == 2


def test_a_round_robin_may_become_a_gauntlet(tmp_path: Path) -> None:
    """And go on; a Swiss it may not become, and a Swiss keeps its bots."""
    league = begun(tmp_path, "ab")
    gauntlet = config(tmp_path, "abc", format="gauntlet", newcomers=["c"])
    assert changes(league, gauntlet) == []
    swiss = config(tmp_path, "ab", format="swiss")
    assert changes(league, swiss) == ["format: (not given) -> swiss"]
    league = new_league(swiss, SEED, "2030")
    assert changes(league, swiss) == []
    assert changes(league, config(tmp_path, "ac", format="swiss")) == [
        "bots of a Swiss: added: c",
        "bots of a Swiss: withdrawn: b",
    ]


def test_a_league_may_move_with_its_bots(tmp_path: Path) -> None:
    """They are the same versions, and are started from where they are."""
    league = begun(tmp_path, "ab")
    moved = tmp_path / "moved"
    moved.mkdir()
    for name in "ab":
        (tmp_path / f"{name}.py").rename(moved / f"{name}.py")
    after, news = continued(league, config(moved, "ab"))
    assert news == ()
    assert [bot.directory for bot in after.bots] == [moved, moved]
    assert replace(after, bots=league.bots) == league


def test_after_its_seed_was_told_a_league_has_another(tmp_path: Path) -> None:
    """Each block's cards come from the seed of the season in which it was played."""
    first, second, third = b"\x01" * 32, b"\x02" * 32, b"\x03" * 32
    made = replace(begun(tmp_path, "abc"), seed=first)
    with Store.create(tmp_path / "x", made) as store:
        for seed, block in zip((second, third), blocks(made.schedule), strict=False):
            store.add_block(block, played(block))
            store.change(new_season(store.league, seed, store.done_blocks()))
        assert [store.league.seed_of(pairing, 1) for pairing in range(3)] == [first, second, third]
    with Store.open(tmp_path / "x") as reader:
        assert reader.league == store.league
        assert [len(season.blocks) for season in reader.league.earlier] == [1, 1]


def test_a_seed_that_is_given_gives_those_of_all_seasons(tmp_path: Path) -> None:
    """A league that is played again in the same way has the same cards; else nobody knows them."""
    given, free = config(tmp_path, "ab", seed="07" * 32), config(tmp_path, "ab")
    assert season_seed(given, 0) == SEED
    assert season_seed(given, 1) == season_seed(given, 1)
    assert len({season_seed(given, season) for season in range(5)}) == 5
    assert season_seed(free, 0) != season_seed(free, 0)
