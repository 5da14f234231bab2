"""A league's directory: what is to be played, and every match that was started."""

import sqlite3
from collections import defaultdict
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from types import TracebackType
from typing import Self

from arena.errors import InternalError, StoreError
from arena.league import rows
from arena.league.database import FILE, SCHEMA, TABLES, connect, lock, told, transaction
from arena.league.digest import block_digest, league_digest, match_digest
from arena.league.rows import League
from arena.league.schedule import Block, MatchKey, Pairing, match_number, pairing
from arena.league.tally import Tally
from arena.match.result import BlockResult, MatchResult, Measured, Reason

_OUTCOMES = """
SELECT pairing, w0, w1, w2, w3, w4, w5, count(*) FROM (
    SELECT pairing, sum(winner IS 0) AS w0, sum(winner IS 1) AS w1, sum(winner IS 2) AS w2,
        sum(winner IS 3) AS w3, sum(winner IS 4) AS w4, sum(winner IS 5) AS w5
    FROM matches GROUP BY pairing, grp
) GROUP BY pairing, w0, w1, w2, w3, w4, w5
"""
_TOTALS = """
SELECT pairing, sum(winner IS NULL), sum(iif(winner IS NULL, 0, games)),
    sum(iif(winner IS NULL, 0, decisions))
FROM matches GROUP BY pairing
"""
_PIEDRAS = """
SELECT pairing, sum(json_extract(piedras, ?)) FROM matches
WHERE winner IS NOT NULL GROUP BY pairing
"""
_FAULTS = """
SELECT pairing, fault_bot, fault, count(*) FROM matches
WHERE fault_bot IS NOT NULL GROUP BY pairing, fault_bot, fault
"""


class Store:
    """An open league directory; a context manager. One process at a time may write.

    `create` and `open` make one. Every method raises StoreError if the file
    can't be used.
    """

    def __init__(self, path: Path, connection: sqlite3.Connection, *, closing: ExitStack) -> None:
        self._path = path
        self._connection = connection
        self._closing = closing
        self.league: League = rows.read_league(connection)
        connection.row_factory = sqlite3.Row

    @classmethod
    def create(cls, directory: Path, league: League) -> Self:
        """A new league, open for writing. Raises StoreError if the directory holds one."""
        path = directory / FILE
        with told(directory):
            directory.mkdir(parents=True, exist_ok=True)
        with lock(directory):
            if path.exists():
                raise StoreError(f"{directory}: holds a league: continue it, or name another")
            with told(path):
                _write_new(path, league)
        return cls.open(directory, write=True)

    @classmethod
    def open(cls, directory: Path, *, write: bool = False) -> Self:
        """A league that exists. Raises StoreError if another process has it open to `write`, too."""
        path = directory / FILE
        if not path.is_file():
            raise StoreError(f"{directory}: no league there: name a directory that has a {FILE}")
        with ExitStack() as stack:
            if write:
                stack.enter_context(lock(directory))
            with told(path):
                connection = stack.enter_context(closing(connect(path, write=write)))
                _check_schema(path, connection)
                _check_readable(path, connection)
                return cls(path, connection, closing=stack.pop_all())

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Gives the file back; doing it twice does no harm."""
        self._closing.close()

    def add_block(self, block: Block, result: BlockResult) -> None:
        """Keeps all matches of a block, or none. Raises StoreError if it was played before."""
        index, first = block.key
        groups = range(first, first + block.groups)
        if any(match.group not in groups for match in result.matches):
            raise InternalError(f"block {block.key} came with matches of other groups")
        row = index, first, block.groups, rows.measured_text(result.measured)
        digests = [match_digest(match) for match in result.matches]
        matches = [rows.match_row(index, match) for match in result.matches]
        records = [
            (index, match.group, match.room, match.record, digest[: rows.SHORT])
            for match, digest in zip(result.matches, digests, strict=True)
        ]
        run = self._connection
        with told(self._path), transaction(run):
            if run.execute(rows.SELECT_BLOCK, block.key).fetchone():
                raise StoreError(f"{self._path}: block {block.key} is in it already")
            run.execute(rows.INSERT_BLOCK, (*row, block_digest(block, digests)))
            run.executemany(rows.INSERT_MATCH, matches)
            run.executemany(rows.INSERT_RECORD, records)

    def done_blocks(self) -> frozenset[tuple[int, int]]:
        """The keys of the blocks that were played."""
        return frozenset((p, g) for p, g in self._all("SELECT pairing, first_group FROM blocks"))

    def digest(self) -> bytes:
        """The digest of the league as it is now, of the blocks that were played."""
        digests = (digest for *_, digest in self._all(rows.SELECT_BLOCKS))
        return league_digest(self.league.seed, rows.identity_text(self.league), digests)

    def tallies(self) -> tuple[Tally, ...]:
        """The counts of each pairing that has a match, in order of pairing."""
        size = self.league.schedule.size
        outcomes: defaultdict[int, dict[tuple[int, ...], int]] = defaultdict(dict)
        for index, *won, groups in self._all(_OUTCOMES):
            outcomes[index][tuple(won[:size])] = groups
        faults: defaultdict[int, dict[tuple[int, Reason], int]] = defaultdict(dict)
        for index, bot, reason, count in self._all(_FAULTS):
            bots = pairing(self.league.schedule, index).bots
            faults[index][bots[bot], Reason(reason)] = count
        piedras: defaultdict[int, list[int]] = defaultdict(list)
        for bot in range(size):
            for index, total in self._all(_PIEDRAS, f"$[{bot}]"):
                piedras[index].append(total)
        return tuple(
            Tally(
                bots=pairing(self.league.schedule, index).bots,
                outcomes=outcomes[index],
                faults=faults[index],
                void=void,
                games=games,
                decisions=decisions,
                piedras=tuple(piedras[index]) or (0,) * size,
            )
            for index, void, games, decisions in self._all(_TOTALS)
        )

    def match(self, key: MatchKey) -> MatchResult:
        """One match. Raises StoreError if it was not played yet."""
        for row in self._all(rows.SELECT_MATCHES + rows.WITH_KEY, *key):
            return rows.read_match(row)[1]
        number = match_number(self.league.schedule, key)
        raise StoreError(f"{self._path}: match {number} has not been played: continue the league")

    def matches(self, *, faulty: bool = False) -> Iterator[tuple[MatchKey, MatchResult]]:
        """All matches in order of number, read as they are asked for; or those with a fault."""
        condition = rows.WITH_FAULT if faulty else ""
        for row in self._all(rows.SELECT_MATCHES + condition + rows.IN_ORDER):
            yield rows.read_match(row)

    def select(self, query: str, *values: int) -> Iterator[sqlite3.Row]:
        """The rows that a query of one of the modules of the league gives, as they are read."""
        return self._all(query, *values)

    def matches_of(self, index: int) -> Iterator[tuple[MatchKey, MatchResult]]:
        """The matches of the pairing with this index, in order of number."""
        for row in self._all(rows.SELECT_MATCHES + rows.OF_PAIRING + rows.IN_ORDER, index):
            yield rows.read_match(row)

    def measured(self) -> Iterator[tuple[Pairing, Measured]]:
        """What was measured of each block."""
        for index, text in self._all("SELECT pairing, measured FROM blocks"):
            yield pairing(self.league.schedule, index), rows.read_measured(text)

    def _all(self, query: str, *values: int | str) -> Iterator[sqlite3.Row]:
        with told(self._path):
            yield from self._connection.execute(query, values)


def _write_new(path: Path, league: League) -> None:
    """Makes the file whole before it has its name: a league killed here was never begun."""
    new = path.with_suffix(".new")
    new.unlink(missing_ok=True)
    with closing(sqlite3.connect(new, isolation_level=None)) as connection:
        connection.executescript(TABLES)
        with transaction(connection):
            connection.execute(rows.INSERT_LEAGUE, rows.league_row(league, schema=SCHEMA))
            connection.executemany(rows.INSERT_BOT, rows.bot_rows(league))
    new.rename(path)


def _check_schema(path: Path, connection: sqlite3.Connection) -> None:
    (schema,) = connection.execute("SELECT schema FROM league").fetchone()
    if schema != SCHEMA:
        raise StoreError(
            f"{path}: has tables of version {schema}, this arena knows {SCHEMA}:"
            " use the mus-arena that wrote it"
        )


def _check_readable(path: Path, connection: sqlite3.Connection) -> None:
    try:
        rows.read_league(connection)
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise StoreError(
            f"{path}: what it says of its league can't be read: restore a copy ({error})"
        ) from error
