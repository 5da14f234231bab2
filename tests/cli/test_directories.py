"""Where a league lives, and what its league.toml says."""

import tomllib
from pathlib import Path

import pytest

from arena.cli.directories import check_free, directory_of, opened, source, toml
from arena.errors import StoreError, UsageError
from arena.league.identity import identity
from arena.league.schedule import blocks
from tests.cli.command import league_file
from tests.league.leagues import played


def test_a_league_lies_where_its_file_does(tmp_path: Path) -> None:
    """league.toml stands for its directory; spring.toml has spring/ beside it."""
    assert directory_of(tmp_path) == tmp_path
    assert directory_of(tmp_path / "league.toml") == tmp_path
    assert directory_of(tmp_path / "spring.toml") == tmp_path / "spring"


def test_toml_is_written_as_it_is_read() -> None:
    """Texts of any kind, numbers, flags, tables and lists of tables come back."""
    values = {
        "name": 'ñ "q" \\ \x7f \n 🂡',
        "groups": 3,
        "rules": {"ordago": True, "mus_visto": 0.25},
        "bots": [{"bot": "a b", "limits": {"memory": 1.5, "paths": ["/x", "y"]}}, {"bot": "c"}],
        "few": [],
    }
    assert tomllib.loads(toml(values)) == values


def test_the_copy_of_a_league_file_means_the_same(tmp_path: Path) -> None:
    """Beside or inside its directory, a league's bots are found in the same places."""
    (tmp_path / "mine.py").write_text("")
    first = source(league_file(tmp_path / "spring.toml", "random", "mine.py"))
    with opened(first):
        assert first.directory == tmp_path / "spring"
    again = source(tmp_path / "spring")
    assert again.values is None
    assert identity(again.config) == identity(first.config)


def test_a_league_moves_with_its_file_and_its_bots(tmp_path: Path) -> None:
    """From the file beside its directory or from the copy within it: the same league, no news."""
    here, there = tmp_path / "here", tmp_path / "there"
    here.mkdir()
    (here / "mine.py").write_text("")
    with opened(source(league_file(here / "spring.toml", "random", "mine.py"))) as store:
        block = next(blocks(store.league.schedule))
        store.add_block(block, played(block))
        seed = store.league.seed
    here.rename(there)
    for path in (there / "spring", there / "spring.toml"):
        news: list[str] = []
        with opened(source(path), news.append) as store:
            assert store.league.bots[1].directory == there
            assert store.league.seed == seed
            assert len(store.done_blocks()) == 1
        assert news == []


def test_a_league_that_was_not_begun_may_change(tmp_path: Path) -> None:
    """Without a game there is nothing to continue: the new configuration counts."""
    path = league_file(tmp_path / "league.toml", "random", "cautious", groups=2)
    with opened(source(path)):
        pass
    league_file(path, "random", "odds", groups=5)
    with opened(source(path)) as store:
        assert [bot.name for bot in store.league.bots] == ["random", "odds"]
        assert store.league.schedule.groups == 5


def test_a_league_is_played_by_one_process_at_a_time(tmp_path: Path) -> None:
    """A second one is told so."""
    found = source(league_file(tmp_path / "league.toml", "random", "cautious"))
    with (
        opened(found),
        pytest.raises(StoreError, match="is playing this league"),
        opened(found),
    ):
        pass


def test_nothing_of_the_user_is_overwritten(tmp_path: Path) -> None:
    """With --keep and --dir, play and demo take a new or empty directory, or one of their own."""
    check_free(tmp_path, name="demo", option="--dir")
    check_free(tmp_path / "new", name="demo", option="--dir")
    path = league_file(tmp_path / "league.toml", "random", "cautious")
    with pytest.raises(UsageError, match="not empty and no league"):
        check_free(tmp_path, name="demo", option="--dir")
    with opened(source(path)):
        pass
    with pytest.raises(UsageError, match="the league 'small' is kept there"):
        check_free(tmp_path, name="demo", option="--dir")
