"""A league's directory: what is to be played, and every match that was started."""

import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from itertools import groupby
from pathlib import Path
from types import TracebackType
from typing import Self

from arena.errors import InternalError, StoreError
from arena.league import rows
from arena.league.agenda import Agenda, Past
from arena.league.database import FILE, SCHEMA, TABLES, connect, lock, told, transaction
from arena.league.digest import block_digest, league_digest, match_digest
from arena.league.rows import League
from arena.league.schedule import (
    Block,
    LeagueFormat,
    MatchKey,
    Pairing,
    match_number,
    pairing,
)
from arena.league.stop import Decision, Verdict
from arena.league.tally import Tally, merged
from arena.match.result import BlockResult, MatchResult, Measured

_GROUPS = """
SELECT sum(winner IS 1), count(winner) FROM matches WHERE pairing = ? GROUP BY grp ORDER BY grp
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

    def change(self, league: League) -> None:
        """Keeps what a league that has begun is now: see `League` for what may change."""
        run = self._connection
        with told(self._path), transaction(run):
            run.execute("DELETE FROM bots")
            run.executemany(rows.INSERT_BOT, rows.bot_rows(league))
            run.execute("DELETE FROM seasons")
            run.executemany(rows.INSERT_SEASON, rows.season_rows(league))
            how = league.schedule.format.value, league.seed, rows.commitments_text(league)
            run.execute("UPDATE league SET format = ?, seed = ?, commitments = ?", how)
        self.league = league

    def add_block(
        self, block: Block, result: BlockResult, decision: Decision | None = None
    ) -> None:
        """Keeps all matches of a block, or none. Raises StoreError if it was played before.

        `decision` is what early stopping says of its pairing after it.
        """
        index, first = block.key
        groups = range(first, first + block.groups)
        if any(match.group not in groups for match in result.matches):
            raise InternalError(f"block {block.key} came with matches of other groups")
        digests, season = [*map(match_digest, result.matches)], len(self.league.earlier)
        row = rows.block_row(
            block, result, season=season, digest=block_digest(block, digests, season=season)
        )
        matches = [rows.match_row(index, match) for match in result.matches]
        records = [
            (index, match.group, match.room, match.record, digest[: rows.SHORT])
            for match, digest in zip(result.matches, digests, strict=True)
        ]
        run = self._connection
        with told(self._path), transaction(run):
            if run.execute(rows.SELECT_BLOCK, block.key).fetchone():
                raise StoreError(f"{self._path}: block {block.key} is in it already")
            run.execute(rows.INSERT_BLOCK, row)
            run.executemany(rows.INSERT_MATCH, matches)
            run.executemany(rows.INSERT_RECORD, records)
            if decision is not None:
                run.execute(rows.INSERT_VERDICT, rows.verdict_row(index, decision))

    def done_blocks(self) -> frozenset[tuple[int, int]]:
        """The keys of the blocks that were played."""
        return frozenset((p, g) for p, g in self._all("SELECT pairing, first_group FROM blocks"))

    def digest(self) -> bytes:
        """The digest of the league as it is now, of the blocks that were played."""
        digests = (digest for *_, digest in self._all(rows.SELECT_BLOCKS))
        return league_digest(self.league.seeds, rows.identity_text(self.league), digests)

    def agenda(self) -> Agenda:
        """What is left to play."""
        return Agenda(self.league.schedule, self.past())

    def past(self) -> Past:
        """What was played, as far as it decides what is left."""
        schedule, ended = self.league.schedule, None
        if self.league.stop is not None:
            decisions = self.decisions().items()
            undecided = Verdict.UNDECIDED
            ended = frozenset(index for index, one in decisions if one.verdict is not undecided)
        won = dict[tuple[int, int], tuple[int, int]]()
        if schedule.format is LeagueFormat.SWISS:
            for some in self.tallies():
                one, other = some.bots
                won[one, other] = some.won(0), some.won(1)
        return Past(self.done_blocks(), ended, won)

    def groups_of(self, pairing: int) -> Iterator[tuple[int, int]]:
        """What early stopping tests: of each deal group, matches won by the second side, and counted.

        That is the one which came later: the challenger.
        """
        yield from ((won, counted) for won, counted in self._all(_GROUPS, pairing))

    def decisions(self) -> dict[int, Decision]:
        """What early stopping says of each pairing so far."""
        found = self._all("SELECT * FROM verdicts ORDER BY pairing")
        return {
            index: Decision(Verdict(verdict), groups, ratio)
            for index, verdict, groups, ratio in found
        }

    def tallies(self) -> tuple[Tally, ...]:
        """The counts of each pairing that was played, in order of pairing."""
        found = self._all("SELECT pairing, tally FROM blocks ORDER BY pairing, first_group")
        parts = (
            (each := pairing(self.league.schedule, index), rows.read_tally(each, text))
            for index, text in found
        )
        by_pairing = groupby(parts, key=lambda both: both[0].index)
        return tuple(some for _, both in by_pairing for some in merged(part for _, part in both))

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

    @contextmanager
    def at_once(self) -> Iterator[None]:
        """All that is read within is of one moment, also while the league is played."""
        with told(self._path):
            self._connection.execute("BEGIN")
            try:
                yield
            finally:
                self._connection.execute("ROLLBACK")

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
