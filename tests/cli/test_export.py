"""A league as tables: every game, deal and decision, the same in all formats."""

import csv
import json
import shutil
import sqlite3
import sys
from contextlib import closing
from io import BytesIO
from pathlib import Path

import pytest
from pyarrow import parquet

from arena.engine.cards import DECK
from arena.engine.events import Said
from arena.errors import UsageError
from arena.league.columns import COLUMNS, Kind, What
from arena.league.formats import write_parquet
from arena.league.recorded import events_of
from arena.league.store import Store
from arena.league.tables import Row, table
from tests.cli.command import Finished, run

ALL = pytest.mark.parametrize("what", What)


@pytest.fixture(scope="module")
def directory(played: tuple[Path, Finished]) -> Path:
    """The directory of a league with faults."""
    return played[0]


def rows(directory: Path, what: What) -> list[Row]:
    """All rows of a league."""
    with Store.open(directory) as store:
        return list(table(store, what))


@ALL
def test_rows_hold_what_the_columns_say(directory: Path, what: What) -> None:
    """Every column and no other, with values of its kind."""
    kinds = {Kind.WHOLE: (int, None), Kind.TEXT: (str, None), Kind.WHOLES: int, Kind.TEXTS: str}
    for row in rows(directory, what):
        assert set(row) == {column.name for column in COLUMNS[what]}
        for column in COLUMNS[what]:
            value, kind = row[column.name], kinds[column.kind]
            if isinstance(kind, tuple):
                assert value is None or type(value) is kind[0], column
            else:
                assert isinstance(value, list), column
                assert all(type(one) is kind for one in value), column


@ALL
def test_formats_say_the_same(directory: Path, tmp_path: Path, what: What) -> None:
    """CSV, NDJSON and Parquet hold the same rows in the same order."""
    expected = rows(directory, what)
    files = [tmp_path / f"rows.{end}" for end in ("ndjson", "csv", "parquet")]
    for file in files:
        finished = run("league", "export", directory, what.value, "-o", file, cwd=tmp_path)
        assert (finished.code, finished.out, finished.err) == (0, "", "")
    ndjson, with_commas, columnar = files
    assert [json.loads(line) for line in ndjson.read_text().splitlines()] == expected
    assert parquet.read_table(columnar).to_pylist() == expected
    names = [column.name for column in COLUMNS[what]]
    cells = list(csv.reader(with_commas.read_text().splitlines()))
    assert cells == [names, *([_cell(row[name]) for name in names] for row in expected)]
    assert sorted(tmp_path.iterdir()) == sorted(files)


def _cell(value: object) -> str:
    if isinstance(value, list):
        return "|".join(map(str, value))
    return "" if value is None else str(value)


def test_games_are_those_of_the_league(directory: Path) -> None:
    """One row a game, in order, with names for bots, and its fault."""
    found = rows(directory, What.GAMES)
    with Store.open(directory) as store:
        matches = [match for _, match in store.matches()]
    assert [row["game"] for row in found] == list(range(1, 13))
    for row, match in zip(found, matches, strict=True):
        names = ("odds", "slips")
        assert row["winner"] == (None if match.winner is None else names[match.winner])
        assert row["seating"] == [names[bot] for bot in match.seating]
        assert row["fault"] == (match.fault and match.fault.reason.value)
        assert row["piedras"] == list(match.piedras)
    assert any(row["fault_bot"] == "slips" for row in found)


def test_deals_and_decisions_add_up(directory: Path) -> None:
    """As many as the game says; every deck whole; the last score is the game's."""
    games = rows(directory, What.GAMES)
    deals, decisions = rows(directory, What.DEALS), rows(directory, What.DECISIONS)
    for game in games:
        mine = [row for row in deals if row["game"] == game["game"]]
        assert [row["deal"] for row in mine] == list(range(1, len(mine) + 1))
        assert len(mine) == game["deals"]
        made = [row["decision"] for row in decisions if row["game"] == game["game"]]
        assert made == list(range(1, len(made) + 1))
        assert len(made) == game["decisions"]
        bots, seating, piedras = game["bots"], game["seating"], game["piedras"]
        assert isinstance(bots, list)
        assert isinstance(seating, list)
        assert isinstance(piedras, list)
        by_bot = dict(zip(bots, piedras, strict=True))
        assert mine[-1]["score"] == [by_bot[bot] for bot in seating[:2]]
    for row in deals:
        deck = row["deck"]
        assert isinstance(deck, list)
        assert sorted(map(str, deck)) == sorted(map(str, DECK))


def test_decisions_are_those_that_happened(directory: Path) -> None:
    """What a seat said is what the replay tells, word by word."""
    decisions = rows(directory, What.DECISIONS)
    with Store.open(directory) as store:
        for number, (key, match) in enumerate(store.matches(), start=1):
            mine = [row for row in decisions if row["game"] == number]
            said = [
                (event.seat, str(event.action))
                for event in events_of(store.league, key, match)
                if isinstance(event, Said)
            ]
            words = [(row["seat"], row["action"]) for row in mine if row["ask"] != "discard"]
            assert words == said
            for row in mine:
                legal, action = row["legal"], str(row["action"]).split()[0]
                assert isinstance(legal, list)
                assert action in {str(text).split()[0] for text in legal}


def test_standard_output_is_ndjson(directory: Path) -> None:
    """Without a file, or as another format if that is said."""
    finished = run("league", "export", directory, "games", cwd=directory)
    assert finished.code == 0
    assert finished.lines == rows(directory, What.GAMES)
    finished = run("league", "export", directory, "games", "--format", "csv", cwd=directory)
    assert finished.out.startswith("game,pairing,group,room,bots,")


def test_every_column_is_in_the_help(directory: Path) -> None:
    """The help says what stands in each column."""
    finished = run("league", "export", "--help", cwd=directory)
    for columns in COLUMNS.values():
        for column in columns:
            assert f"{column.about} ({column.kind.value})" in finished.out


def test_a_file_of_no_known_kind_is_refused(directory: Path, tmp_path: Path) -> None:
    """Wrong usage: 2, with what can be written."""
    finished = run("league", "export", directory, "games", "-o", "games.xls", cwd=tmp_path)
    assert finished.code == 2
    assert ".csv, .ndjson, .parquet" in finished.err
    finished = run("league", "export", directory, "games", "-o", "no/games.csv", cwd=tmp_path)
    assert finished.code == 1
    assert "No such file or directory" in finished.err
    assert list(tmp_path.iterdir()) == []


def test_half_an_export_is_not_left(directory: Path, tmp_path: Path) -> None:
    """A game that can't have been played is named, and nothing is left of the file."""
    copy = Path(shutil.copytree(directory, tmp_path / "copy"))
    with closing(sqlite3.connect(copy / "league.db")) as connection, connection:
        connection.execute("UPDATE records SET record = x'0106' WHERE grp = 2 AND room = 0")
    finished = run("league", "export", copy, "deals", "-o", "deals.csv", cwd=tmp_path)
    assert finished.code == 1
    assert "game 5 can't have been played" in finished.err
    assert list(tmp_path.iterdir()) == [copy]


def test_parquet_needs_pyarrow(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without it, one line says how to get it."""
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(UsageError, match="pip install 'mus-arena"):
        write_parquet([], COLUMNS[What.GAMES], BytesIO())
