"""What `mus-arena bench store` writes is a league like any other."""

from pathlib import Path

from arena.bench.store import read_standings, write_games
from arena.league.store import Store


def test_games_that_are_written_are_counted(tmp_path: Path) -> None:
    """As many matches as asked for, spread over all pairings."""
    written = write_games(tmp_path / "league", games=600, bots=4)
    read = read_standings(tmp_path / "league")
    assert written.games == read.games == 600
    assert written.decisions == read.decisions
    assert (written.file_bytes or 0) > 600 * 50
    with Store.open(tmp_path / "league") as store:
        assert len(store.tallies()) == 6
        assert sum(1 for _ in store.matches()) == 600


def test_a_league_may_be_small(tmp_path: Path) -> None:
    """There is at least one deal group in each pairing."""
    assert write_games(tmp_path / "league", games=1, bots=3).games == 2 * 3
