"""The league's database: every match once, and errors with a remedy."""

import sqlite3
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from time import process_time

import pytest

from arena.errors import InternalError, StoreError
from arena.league import rows
from arena.league.database import FILE, SCHEMA, connect
from arena.league.schedule import (
    Block,
    LeagueFormat,
    MatchKey,
    Pairing,
    Schedule,
    blocks,
    match_key,
    pairings,
)
from arena.league.standings import compute
from arena.league.stop import Decision, Sprt, Verdict
from arena.league.store import Store
from arena.league.tally import tally
from arena.match.result import Reason
from tests.league.leagues import CRASH, MEASURED, groups, league, match, played, result

ONE = Block(Pairing(0, (0, 1)), 0, 2)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """A new league of three bots, four deal groups a pairing, two a block."""
    with Store.create(tmp_path / "league", league("a", "b", "c")) as new:
        yield new


def test_a_league_is_kept_as_it_was_made(tmp_path: Path) -> None:
    """Identity, seed, schedule and bots come back from the directory alone."""
    made = league("a", "b", "ñandú")
    with Store.create(tmp_path, made) as store:
        assert store.league == made
    with Store.open(tmp_path) as store:
        assert store.league == made
        assert store.done_blocks() == frozenset()
        assert store.tallies() == ()


def test_matches_come_back_as_they_were_played(store: Store) -> None:
    """Every field of a match is kept, faults and records too."""
    matches = (
        match(0, 0, 0),
        match(0, 1, 1),
        match(1, 0, 0, fault=CRASH),
        *groups(1, [(None, None)])[1:],
    )
    store.add_block(ONE, result(matches))
    assert [match for _, match in store.matches()] == list(matches)
    assert [match for _, match in store.matches(faulty=True)] == list(matches[2:])
    assert store.match(MatchKey(0, 1, 0)) == matches[2]
    assert list(store.measured()) == [(ONE.pairing, MEASURED)]


def test_matches_come_in_order_of_number(store: Store) -> None:
    """Whatever the order in which blocks ended."""
    schedule = store.league.schedule
    for block in reversed(list(blocks(schedule))):
        store.add_block(block, played(block))
    keys = [key for key, _ in store.matches()]
    assert keys == [match_key(schedule, number) for number in range(1, schedule.matches + 1)]


def test_a_block_is_kept_once(store: Store) -> None:
    """A block that is in the database is refused, and changes nothing."""
    store.add_block(ONE, played(ONE))
    with pytest.raises(StoreError, match=r"block \(0, 0\) is in it already"):
        store.add_block(ONE, result(groups(0, [(1, 1), (1, 1)])))
    assert store.done_blocks() == {(0, 0)}
    assert [match for _, match in store.matches()] == list(played(ONE).matches)


def test_a_block_is_kept_whole_or_not_at_all(store: Store) -> None:
    """If one match can't be written, none is."""
    twice = (*groups(0, [(0, 0)]), *groups(0, [(0, 0)]))
    with pytest.raises(StoreError):
        store.add_block(ONE, result(twice))
    assert store.done_blocks() == frozenset()
    assert list(store.matches()) == []


def test_a_block_holds_its_own_groups_only(store: Store) -> None:
    """Matches of other groups would be an error of the arena."""
    with pytest.raises(InternalError):
        store.add_block(ONE, result(groups(1, [(0, 0), (0, 0)])))


def test_blocks_add_up_to_their_matches(store: Store) -> None:
    """The tallies are those of the matches themselves, pairing by pairing."""
    schedule = store.league.schedule
    for block in list(blocks(schedule))[:4]:
        store.add_block(block, played(block))
    fifth = list(blocks(schedule))[4]
    faulty = (match(2, 0, 0, fault=CRASH), match(2, 1, 1), *groups(3, [(None, None)]))
    store.add_block(fifth, result(faulty))
    found = [(key, match) for key, match in store.matches()]
    assert store.tallies() == tuple(
        tally(each.bots, [match for key, match in found if key.pairing == each.index])
        for each in pairings(schedule)
    )


def test_readers_and_a_writer_share_a_league(store: Store, tmp_path: Path) -> None:
    """Who reads sees the blocks that were kept, while another goes on writing."""
    with Store.open(tmp_path / "league") as reader:
        store.add_block(ONE, played(ONE))
        assert reader.done_blocks() == {(0, 0)}
        with pytest.raises(StoreError, match="it can't be written"):
            reader.add_block(Block(ONE.pairing, 2, 2), result(()))


def test_one_process_writes(store: Store, tmp_path: Path) -> None:
    """A second runner of the same league is refused as long as the first is there."""
    with pytest.raises(StoreError, match="is playing this league"):
        Store.open(tmp_path / "league", write=True)
    store.close()
    store.close()
    with Store.open(tmp_path / "league", write=True) as again:
        again.add_block(ONE, played(ONE))


def test_a_league_is_not_made_twice(store: Store, tmp_path: Path) -> None:
    """A directory that holds a league is not overwritten."""
    store.close()
    with pytest.raises(StoreError, match="holds a league"):
        Store.create(tmp_path / "league", league("x", "y"))
    with Store.open(tmp_path / "league") as kept:
        assert [bot.name for bot in kept.league.bots] == ["a", "b", "c"]


def test_a_match_that_was_not_played_is_named(store: Store) -> None:
    """By its number, with the remedy."""
    with pytest.raises(StoreError, match=r"match 4 has not been played"):
        store.match(MatchKey(0, 1, 1))


@pytest.mark.parametrize("write", [True, False])
def test_a_directory_without_a_league_is_told(tmp_path: Path, *, write: bool) -> None:
    """Neither a missing directory nor an empty one is made a league by opening it."""
    for directory in (tmp_path, tmp_path / "gone"):
        with pytest.raises(StoreError, match="no league there"):
            Store.open(directory, write=write)
    assert list(tmp_path.iterdir()) == []


def test_a_file_of_another_kind_is_told(tmp_path: Path) -> None:
    """A league.db that is no database, or another's, is one line with a remedy."""
    path = tmp_path / FILE
    path.write_bytes(b"not a database at all" * 100)
    with pytest.raises(StoreError, match="damaged or no league"):
        Store.open(tmp_path)
    path.unlink()
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE other(x)")
    connection.close()
    with pytest.raises(StoreError, match="it is no league"):
        Store.open(tmp_path, write=True)


def test_a_damaged_league_is_told(store: Store, tmp_path: Path) -> None:
    """Damage inside the file is one line with a remedy, whenever it is met."""
    store.add_block(ONE, played(ONE))
    store.close()
    path = tmp_path / "league" / FILE
    data = path.read_bytes()
    path.write_bytes(data[:100] + b"\xff" * (len(data) - 100))
    with pytest.raises(StoreError, match="damaged"):
        Store.open(tmp_path / "league")


def test_a_newer_schema_is_refused(store: Store, tmp_path: Path) -> None:
    """A league of a later arena is not touched."""
    store.close()
    path = tmp_path / "league" / FILE
    connection = connect(path, write=True)
    connection.execute("UPDATE league SET schema = 99")
    connection.close()
    with pytest.raises(StoreError, match=f"tables of version 99, this arena knows {SCHEMA}"):
        Store.open(tmp_path / "league")


def test_a_directory_that_can_not_be_made_is_told(tmp_path: Path) -> None:
    """A file in the way is one line."""
    (tmp_path / "file").touch()
    with pytest.raises(StoreError, match="Not a directory"):
        Store.create(tmp_path / "file" / "league", league("a", "b"))


@pytest.mark.slow
def test_a_million_matches_are_counted_in_seconds(tmp_path: Path) -> None:
    """Standings of a million matches in blocks of 100 groups take less than three seconds of a processor."""
    made = league("a", "b", "c", groups=166_700, block=100)
    with Store.create(tmp_path, made) as store:
        pass
    fill(tmp_path / FILE, made.schedule)
    with Store.open(tmp_path) as store:
        start = process_time()
        tallies = store.tallies()
        standings = compute(["a", "b", "c"], tallies, partial=not store.agenda().complete)
        seconds = process_time() - start
    assert (standings.matches, standings.partial) == (1_000_200, False)
    assert seconds < 3


def fill(path: Path, schedule: Schedule) -> None:
    """Keeps all blocks of a league, each match won by the bot in seat 0, but not the matches."""
    won = groups(0, [(0, 1)] * schedule.block)
    counted = rows.tally_text(tally((0, 1), won))
    more = schedule.block, rows.measured_text(MEASURED), 0, counted, bytes(32)
    connection = connect(path, write=True)
    connection.execute("BEGIN")
    every = ((*block.key, *more) for block in blocks(schedule))
    connection.executemany(rows.INSERT_BLOCK, every)
    connection.execute("COMMIT")
    connection.close()


def test_the_bots_of_a_league_may_change(store: Store, tmp_path: Path) -> None:
    """Entrants, newcomers and format are kept; what was played stays."""
    store.add_block(ONE, played(ONE))
    four = league("a", "b", "c", "d")
    gone = replace(four.entrants[1], withdrawn=True)
    plan = replace(
        four.schedule,
        format=LeagueFormat.GAUNTLET,
        newcomers=frozenset({3}),
        playing=(0, 2, 3),
    )
    made = replace(four, entrants=(four.entrants[0], gone, *four.entrants[2:]), schedule=plan)
    store.change(made)
    with Store.open(tmp_path / "league") as reader:
        assert reader.league == store.league == made
        assert [some.bots for some in reader.tallies()] == [(0, 1)]
        assert reader.agenda().matches == 2 * 4 * 2


def test_verdicts_are_kept_with_their_block(tmp_path: Path) -> None:
    """The latest of each pairing; one that is decided has no more blocks."""
    made = replace(league("a", "b"), stop=Sprt(0.5, 0.53))
    with Store.create(tmp_path, made) as store:
        assert store.league == made
        assert store.agenda().matches == 8
        store.add_block(ONE, played(ONE), Decision(Verdict.UNDECIDED, 2, 0.5))
        assert list(store.groups_of(0)) == [(0, 2), (0, 1)]
        assert store.agenda().matches == 4
    made = replace(made, schedule=replace(made.schedule, groups=6))
    with Store.create(tmp_path / "other", made) as store:
        store.add_block(ONE, played(ONE), Decision(Verdict.UNDECIDED, 2, 0.5))
        two = replace(ONE, first_group=2)
        store.add_block(two, played(two), Decision(Verdict.H1, 3, 3.5))
        assert store.decisions() == {0: Decision(Verdict.H1, 3, 3.5)}
        assert store.agenda().complete


def test_sides_of_two_are_counted_together(tmp_path: Path) -> None:
    """In cross-play a pairing has four bots, two sides, and faults of single bots."""
    made = league("a", "b", "c", "d")
    made = replace(made, schedule=replace(made.schedule, format=LeagueFormat.CROSS))
    (first, *_) = blocks(made.schedule)
    assert first.pairing.bots == (1, 2, 0, 3)
    fault = replace(CRASH, bot=3)
    some = (match(0, 0, 0, fault=fault), match(0, 1, 1), *groups(1, [(0, 0)]))
    with Store.create(tmp_path, made) as store:
        store.add_block(first, result(some))
        (counted,) = store.tallies()
    assert counted == tally(first.pairing.bots, some, partners=2)
    assert counted.outcomes == {(1, 1): 1, (2, 0): 1}
    assert counted.faults == {(3, Reason.CRASH): 1}
