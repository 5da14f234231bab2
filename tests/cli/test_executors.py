"""Where a league is played, by the command line. Real processes."""

from pathlib import Path

import pytest

from tests.cli.command import league_file, run


def test_an_address_is_that_of_a_cluster(tmp_path: Path) -> None:
    """Without --executor ray it is refused."""
    path = league_file(tmp_path / "league.toml", "random", "cautious")
    told = run("league", "run", path, "--address", "auto", cwd=tmp_path)
    assert told.code == 2
    assert "--address goes with --executor ray" in told.err


def test_a_bot_that_joins_is_refused_on_a_cluster(tmp_path: Path) -> None:
    """Its files are not here to be brought there: before anything is asked of a cluster."""
    pytest.importorskip("ray", reason="Ray is not installed: pip install 'mus-arena[ray]'")
    path = league_file(tmp_path / "league.toml", "random")
    with path.open("a") as file:
        file.write('[[bots]]\nname = "far"\njoin = "FAR_TOKEN"\n[listen]\naddress = "[::1]:7000"\n')
    told = run("league", "run", path, "--executor", "ray", cwd=tmp_path)
    assert told.code == 2
    assert "far joins from elsewhere" in told.err
    assert "--executor local" in told.err
    assert not (tmp_path / "league.db").exists()


@pytest.mark.slow
def test_without_a_cluster_it_is_told_how_to_start_one(tmp_path: Path) -> None:
    """One line, with the address that was tried."""
    pytest.importorskip("ray", reason="Ray is not installed: pip install 'mus-arena[ray]'")
    path = league_file(tmp_path / "league.toml", "random", "cautious")
    where = "--executor", "ray", "--address", "127.0.0.1:1"
    told = run("league", "run", path, *where, cwd=tmp_path)
    assert told.code == 1
    assert "error: no Ray cluster at 127.0.0.1:1: start one with ray start --head" in told.err
    assert "Traceback" not in told.err
