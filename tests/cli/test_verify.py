"""A league that was tampered with is found out, and what was changed is named."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from arena.errors import StoreError
from arena.league.chunks import Finding, check_chunk
from arena.league.digest import block_digest, match_digest
from arena.league.rows import SHORT
from arena.league.schedule import blocks
from arena.league.store import Store
from arena.league.verify import Published, Verification
from tests.cli.command import Finished, run

FAULTY = "(grp, room) = (SELECT grp, room FROM matches WHERE fault IS NOT NULL LIMIT 1)"
FIRST = "grp = 0 AND room = 0"


@pytest.fixture
def copy(played: tuple[Path, Finished], tmp_path: Path) -> Path:
    """A copy of it to tamper with."""
    return Path(shutil.copytree(played[0], tmp_path / "copy"))


def change(directory: Path, *statements: str) -> None:
    """Does something to the database of a league."""
    with closing(sqlite3.connect(directory / "league.db")) as connection, connection:
        for statement in statements:
            assert connection.execute(statement).rowcount, statement


def findings(directory: Path, published: Published = Published()) -> list[Finding]:  # noqa: B008
    """What is found when a league is verified."""
    with Store.open(directory) as store:
        look = Verification(store, directory, published)
        if look.begin():
            for chunk in look.chunks():
                look.add(chunk, check_chunk(chunk))
            look.end()
        return look.findings


def told(directory: Path) -> list[str]:
    """What is found, each in a few words: `3 winner`, `seed`."""
    some = (f"{'' if f.game is None else f.game} {f.what}".strip() for f in findings(directory))
    return [text for text in some if text != "standings"]


def test_a_league_as_it_was_played_is_verified(played: tuple[Path, Finished]) -> None:
    """With whole games, faults in the middle of one, and what was published of it."""
    directory, finished = played
    summary = finished.summary
    assert any(line["type"] == "fault" for line in finished.lines)
    published = Published(str(summary["commitment"]), str(summary["digest"]))
    assert findings(directory, published) == []


def _swap(table: str, *columns: str) -> list[str]:
    """Exchanges some columns of games 1 and 3."""
    other = f"FROM before WHERE room = 0 AND grp = 1 - {table}.grp"
    sets = ", ".join(f"{column} = (SELECT {column} {other})" for column in columns)
    return [
        f"CREATE TEMP TABLE before AS SELECT * FROM {table}",
        f"UPDATE {table} SET {sets} WHERE room = 0 AND grp IN (0, 1)",
    ]


def _renumber(one: int, other: int) -> list[str]:
    """Gives a deal group the number of another, in both tables."""
    tables = ("matches", "records")
    return [f"UPDATE {table} SET grp = {other} WHERE grp = {one}" for table in tables]


def _double(one: int, other: int) -> list[str]:
    """Puts a deal group in the place of another, or behind the last."""
    found = []
    for table in ("matches", "records"):
        found += [f"DELETE FROM {table} WHERE grp = {other}"] if other < 6 else []
        found += [
            f"CREATE TEMP TABLE twin_{table} AS SELECT * FROM {table} WHERE grp = {one}",
            f"UPDATE twin_{table} SET grp = {other}",
            f"INSERT INTO {table} SELECT * FROM twin_{table}",
        ]
    return found


def _added(table: str, **values: int) -> list[str]:
    """Adds a row like that of game 1."""
    sets = ", ".join(f"{column} = {value}" for column, value in values.items())
    return [
        f"CREATE TEMP TABLE added AS SELECT * FROM {table} WHERE {FIRST}",
        f"UPDATE added SET {sets}",
        f"INSERT INTO {table} SELECT * FROM added",
    ]


TAMPERED = {
    "winner": ([f"UPDATE matches SET winner = 1 - winner WHERE {FIRST}"], ["1 winner"]),
    "no winner": ([f"UPDATE matches SET winner = NULL WHERE {FIRST}"], ["1 winner"]),
    "wins": ([f"UPDATE matches SET wins = '[2, 0]' WHERE {FIRST}"], ["1 wins"]),
    "piedras": ([f"UPDATE matches SET piedras = '[40, 39]' WHERE {FIRST}"], ["1 piedras"]),
    "games": ([f"UPDATE matches SET games = 2 WHERE {FIRST}"], ["1 games"]),
    "deals": ([f"UPDATE matches SET deals = deals + 1 WHERE {FIRST}"], ["1 deals"]),
    "decisions": ([f"UPDATE matches SET decisions = 7 WHERE {FIRST}"], ["1 decisions"]),
    "seating": ([f"UPDATE matches SET seating = '[1, 0, 1, 0]' WHERE {FIRST}"], ["1 seating"]),
    "nobody's seat": (
        [f"UPDATE matches SET seating = '[0, 7, 0, 7]' WHERE {FIRST}"],
        ["1 seating"],
    ),
    "no small number": (
        [f"UPDATE matches SET piedras = '[1{'0' * 30}, 1]' WHERE {FIRST}"],
        ["1 row"],
    ),
    "no list": ([f"UPDATE matches SET piedras = '40' WHERE {FIRST}"], ["1 row"]),
    "no JSON": ([f"UPDATE matches SET wins = 'all' WHERE {FIRST}"], ["1 row"]),
    "record cut": (
        [f"UPDATE records SET record = substr(record, 1, 9) WHERE {FIRST}"],
        ["1 deals", "1 decisions", "1 piedras", "1 record", "1 winner", "1 wins"],
    ),
    "record lengthened": (
        [f"UPDATE records SET record = CAST(record || x'03' AS BLOB) WHERE {FIRST}"],
        ["1 record"],
    ),
    "record emptied": ([f"UPDATE records SET record = x'' WHERE {FIRST}"], ["1 record"]),
    "records swapped": (_swap("records", "record"), ["1 record", "3 record"]),
    "records and digests swapped": (
        _swap("records", "record", "digest"),
        ["1 record", "3 record"],
    ),
    "games renumbered": (
        [*_renumber(0, 1000), *_renumber(1, 0), *_renumber(1000, 1)],
        ["1 record", "2 record", "3 record", "4 record"],
    ),
    "group doubled": (_double(0, 1), ["3 record", "4 record"]),
    "group doubled behind the last": (
        _double(0, 6),
        ["row", "row", "row", "row"],
    ),
    "row deleted": ([f"DELETE FROM matches WHERE {FIRST}"], ["row", "1 row"]),
    "record deleted": ([f"DELETE FROM records WHERE {FIRST}"], ["1 record"]),
    "game deleted": (
        [f"DELETE FROM matches WHERE {FIRST}", f"DELETE FROM records WHERE {FIRST}"],
        ["1 row"],
    ),
    "row added": (_added("matches", room=2), ["row"]),
    "row of another pairing added": (_added("matches", pairing=1), ["row"]),
    "record added": (_added("records", grp=6), ["row"]),
    "digest of a game": (
        [f"UPDATE records SET digest = x'0123456789abcdef' WHERE {FIRST}"],
        ["1 row"],
    ),
    "digest of a block": (
        ["UPDATE blocks SET digest = zeroblob(32) WHERE first_group = 3"],
        ["7 block digest"],
    ),
    "block forgotten": (
        ["DELETE FROM blocks WHERE first_group = 3"],
        ["row"] * 12,
    ),
    "block cut": (
        ["UPDATE blocks SET groups = 2 WHERE first_group = 3"],
        ["block", *["row"] * 4],
    ),
    "reason": ([f"UPDATE matches SET fault = 'timeout' WHERE {FAULTY}"], ["N row"]),
    "no reason": ([f"UPDATE matches SET fault = 'tired' WHERE {FAULTY}"], ["N row"]),
    "void": (
        [f"UPDATE matches SET fault = 'void' WHERE {FAULTY}"],
        ["N fault"],
    ),
    "blamed bot": (
        [f"UPDATE matches SET fault_bot = 1 - fault_bot WHERE {FAULTY}"],
        ["N fault", "N winner"],
    ),
    "blamed stranger": (
        [f"UPDATE matches SET fault_bot = 2 WHERE {FAULTY}"],
        ["N fault", "N winner"],
    ),
    "blamed seat": (
        [f"UPDATE matches SET fault_seat = (fault_seat + 1) % 4 WHERE {FAULTY}"],
        ["N fault"],
    ),
    "detail": ([f"UPDATE matches SET fault_detail = 'none' WHERE {FAULTY}"], ["N row"]),
    "fault taken back": (
        [
            f"UPDATE matches SET fault = NULL, fault_bot = NULL, fault_seat = NULL, fault_detail = NULL WHERE {FAULTY}"
        ],
        ["N record", "N winner"],
    ),
    "half a fault": ([f"UPDATE matches SET fault = 'crash' WHERE {FIRST}"], ["1 row"]),
    "fault added": (
        [
            f"UPDATE matches SET fault = 'crash', fault_bot = 1 - winner, fault_detail = '' WHERE {FIRST}"
        ],
        ["1 fault"],
    ),
    "seed": (["UPDATE league SET seed = zeroblob(32)"], ["seed"]),
    "rules": (
        ["""UPDATE league SET identity = replace(identity, '"target": 40', '"target": 30')"""],
        ["configuration"],
    ),
    "rules that are none": (
        ["""UPDATE league SET identity = replace(identity, '"target": 40', '"target": 0')"""],
        ["configuration"],
    ),
    "counts of a block": (
        ["UPDATE blocks SET tally = (SELECT tally FROM blocks WHERE first_group = 0)"],
        ["7 counts"],
    ),
    "no counts of a block": (
        ["UPDATE blocks SET tally = '' WHERE first_group = 3"],
        ["7 counts"],
    ),
    "season of a block": (
        ["UPDATE blocks SET season = 1 WHERE first_group = 3"],
        ["7 block digest", "season"],
    ),
    "verdict of no test": (["INSERT INTO verdicts VALUES (0, 'h1', 6, 9.5)"], ["verdict"]),
    "season that never was": (["INSERT INTO seasons VALUES (0, zeroblob(32))"], ["earlier seeds"]),
    "name of a bot": (["UPDATE bots SET label = 'oddz' WHERE bot = 0"], ["bots"]),
    "withdrawn bot": (["UPDATE bots SET withdrawn = 1 WHERE bot = 0"], ["bots"]),
    "format": (["UPDATE league SET format = 'gauntlet'"], ["schedule"]),
    "command of a bot": (["""UPDATE bots SET command = '["x"]' WHERE bot = 0"""], ["bots"]),
    "schedule": (["UPDATE league SET groups = 3"], ["schedule"]),
    "no blocks": (["UPDATE league SET block = 0"], ["schedule"]),
    "commitments": (
        ["UPDATE league SET commitments = '{}'"],
        ["bots", "configuration", "earlier seeds", "schedule", "seed"],
    ),
    "no commitments": (["UPDATE league SET commitments = ''"], ["configuration"]),
}


@pytest.mark.parametrize("name", TAMPERED)
def test_tampering_is_found_and_named(copy: Path, name: str) -> None:
    """One change at a time: the game and what is wrong with it, and nothing besides."""
    with Store.open(copy) as store:
        keys = [key for key, _ in store.matches(faulty=True)]
    number = 2 * keys[0].group + keys[0].room + 1
    statements, expected = TAMPERED[name]
    change(copy, *statements)
    assert sorted(told(copy)) == sorted(text.replace("N ", f"{number} ") for text in expected)


KEPT_OUT = {
    ("league", "schema"),  # Of another version it is refused.
    ("league", "name"),
    ("league", "created"),
    ("blocks", "measured"),
}
"""What no result depends on."""


ROWS = {
    "league": "schema > 0",
    "bots": "bot = 0",
    "blocks": "first_group = 0",
    "matches": FIRST,
    "records": FIRST,
    "seasons": "season = 0",
    "verdicts": "pairing = 0",
}
"""A row of each table."""


def _columns(directory: Path) -> list[tuple[str, str, str]]:
    """Table, name and type of every column that counts."""
    with closing(sqlite3.connect(directory / "league.db")) as connection:
        tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_schema")]
        return [
            (table, column, kind)
            for table in tables
            for _, column, kind, *_ in connection.execute(f"PRAGMA table_info({table})")
            if (table, column) not in KEPT_OUT
        ]


@pytest.mark.slow
def test_no_cell_can_be_changed(grown: Path, tmp_path: Path) -> None:
    """Whatever stands in any column of any table: another value there is found, or refused."""
    columns = _columns(grown)
    assert len(columns) > 45
    assert findings(grown) == []
    for number, (table, column, kind) in enumerate(columns):
        changed = Path(shutil.copytree(grown, tmp_path / str(number)))
        value = {
            "INTEGER": f"coalesce({column}, 0) + 100",
            "TEXT": f"coalesce({column}, '') || 'x'",
            "BLOB": f"CAST({column} || x'00' AS BLOB)",
            "REAL": f"{column} + 1.0",
        }[kind]
        change(changed, f"UPDATE {table} SET {column} = {value} WHERE {ROWS[table]}")
        assert _is_found(changed), f"{table}.{column}"


def _is_found(directory: Path) -> bool:
    """Whether something is found in a league, or it can't be opened."""
    try:
        return bool(findings(directory))
    except StoreError as error:
        return "restore a copy" in str(error)


def _forge(directory: Path) -> None:
    """Changes the detail of a fault and all digests with it, as one would who knows how."""
    change(directory, "UPDATE matches SET fault_detail = 'an excuse' WHERE fault IS NOT NULL")
    with Store.open(directory) as store:
        matches = dict(store.matches())
        plan = list(blocks(store.league.schedule))
    for block in plan:
        groups = range(block.first_group, block.first_group + block.groups)
        some = {key: match for key, match in matches.items() if key.group in groups}
        digests = {key: match_digest(match) for key, match in some.items()}
        whole = block_digest(block, digests.values(), season=0).hex()
        change(
            directory,
            f"UPDATE blocks SET digest = x'{whole}' WHERE first_group = {block.first_group}",
            *(
                f"UPDATE records SET digest = x'{digest[:SHORT].hex()}'"
                f" WHERE grp = {key.group} AND room = {key.room}"
                for key, digest in digests.items()
            ),
        )


def test_a_league_written_anew_is_found_by_what_was_published(
    played: tuple[Path, Finished], copy: Path
) -> None:
    """Who changes all digests too is found out by the league's, and by nothing else."""
    summary = played[1].summary
    _forge(copy)
    assert findings(copy) == []
    (found,) = findings(copy, Published(digest=str(summary["digest"])))
    assert (found.what, found.expected) == ("league digest", summary["digest"])


def test_another_seed_is_found_by_the_commitment(copy: Path) -> None:
    """A seed that is not the one promised is told, whatever the database says."""
    (found,) = findings(copy, Published(commitment="00" * 32))
    assert (found.what, found.expected) == ("seed", "00" * 32 + ", as published")


def test_a_league_that_goes_on_is_verified_so_far(copy: Path) -> None:
    """Blocks that were not played yet are no finding."""
    for table, column in (("blocks", "first_group"), ("matches", "grp"), ("records", "grp")):
        change(copy, f"DELETE FROM {table} WHERE {column} >= 3")
    assert findings(copy) == []
    finished = run("league", "verify", copy, cwd=copy)
    assert finished.code == 0
    assert "The league is not complete." in finished.out


def test_the_command_tells_what_is_verified(played: tuple[Path, Finished]) -> None:
    """0, the digest that was published, and a sentence; as NDJSON a summary."""
    directory, league = played
    digest = str(league.summary["digest"])
    finished = run("league", "verify", directory, "--digest", digest.upper(), cwd=directory)
    assert finished.code == 0, finished.err
    assert f"Digest of the league: {digest}" in finished.out
    assert "Verified: " in finished.out
    finished = run("league", "verify", directory, "--json", cwd=directory)
    assert finished.code == 0
    (summary,) = finished.lines
    assert (summary["schema"], summary["type"]) == ("mus-arena/verify/1", "summary")
    assert (summary["verified"], summary["findings"], summary["complete"]) == (True, 0, True)
    assert (summary["games"], summary["digest"]) == (12, digest)


def test_the_command_tells_what_is_wrong_and_1(copy: Path) -> None:
    """Each finding with game, bots, what was found and what was expected."""
    change(copy, f"UPDATE matches SET winner = 1 - winner WHERE {FIRST}")
    finished = run("league", "verify", copy, cwd=copy)
    assert finished.code == 1
    told, *_ = (line for line in finished.out.splitlines() if line.startswith("game 1 "))
    assert told.startswith("game 1 (odds against slips): winner: found ")
    assert ", expected " in told
    assert "Not verified: 1 finding." in finished.out
    finished = run("league", "verify", copy, "--json", cwd=copy)
    assert finished.code == 1
    kinds = [(line["type"], line.get("game"), line.get("what")) for line in finished.lines]
    assert kinds == [
        ("finding", 1, "winner"),
        ("summary", None, None),
    ]
    assert finished.summary["verified"] is False


def test_what_is_no_digest_is_refused(copy: Path) -> None:
    """Wrong usage: 2."""
    finished = run("league", "verify", copy, "--digest", "5f0c", cwd=copy)
    assert finished.code == 2
    assert "64 hex digits" in finished.err
