"""The SQLite file of a league: its tables, how it is opened, and what its errors mean."""

import fcntl
import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from arena.errors import StoreError

FILE = "league.db"
LOCK = "league.lock"
SCHEMA = 3
"""Version of the tables: a higher one can't be read."""

TABLES = """
CREATE TABLE league(          -- one row
    schema INTEGER NOT NULL,
    name TEXT NOT NULL,
    identity TEXT NOT NULL,   -- JSON: what decides results
    seed BLOB NOT NULL,       -- of the season that is played
    created TEXT NOT NULL,
    size INTEGER NOT NULL,    -- bots in a pairing
    rooms INTEGER NOT NULL,
    groups INTEGER NOT NULL,  -- deal groups per pairing, at most
    block INTEGER NOT NULL,   -- deal groups per block
    format TEXT NOT NULL,     -- who meets whom
    rounds INTEGER NOT NULL,  -- of a Swiss
    stop TEXT,                -- JSON: the test of early stopping
    commitments TEXT NOT NULL -- JSON: SHA-256 of what it is, by part
) STRICT;
CREATE TABLE seasons(         -- those that are over: their seeds were told
    season INTEGER PRIMARY KEY,
    seed BLOB NOT NULL
) STRICT;
CREATE TABLE bots(            -- all versions that ever were in the league
    bot INTEGER PRIMARY KEY,  -- index in the league, from 0
    label TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,       -- in the league file
    hash TEXT NOT NULL,       -- what makes it this version
    withdrawn INTEGER NOT NULL,
    newcomer INTEGER NOT NULL, -- in a gauntlet
    command TEXT NOT NULL,    -- JSON: words
    directory TEXT NOT NULL,
    sandbox TEXT NOT NULL     -- JSON: what is not as usual of where it runs
) STRICT;
CREATE TABLE blocks(          -- those that were played
    pairing INTEGER NOT NULL,
    first_group INTEGER NOT NULL,
    groups INTEGER NOT NULL,
    measured TEXT NOT NULL,   -- JSON: not part of the result
    season INTEGER NOT NULL,  -- from 0; whose seed its cards come from
    tally TEXT NOT NULL,      -- JSON: its matches, counted
    digest BLOB NOT NULL,     -- see arena.league.digest
    PRIMARY KEY (pairing, first_group)
) STRICT, WITHOUT ROWID;
CREATE TABLE verdicts(        -- with early stopping: what the test says of a pairing so far
    pairing INTEGER PRIMARY KEY,
    verdict TEXT NOT NULL,
    groups INTEGER NOT NULL,  -- it fell after so many
    ratio REAL NOT NULL
) STRICT;
CREATE TABLE matches(         -- every match that was started; bots by index in the pairing
    pairing INTEGER NOT NULL,
    grp INTEGER NOT NULL,
    room INTEGER NOT NULL,
    winner INTEGER,           -- index of the side; NULL: void
    games INTEGER NOT NULL,
    deals INTEGER NOT NULL,
    decisions INTEGER NOT NULL,
    wins TEXT NOT NULL,       -- JSON: games won, by side
    piedras TEXT NOT NULL,    -- JSON: points scored, by side
    seating TEXT NOT NULL,    -- JSON: bot, by seat
    fault TEXT,               -- the reason
    fault_bot INTEGER,
    fault_seat INTEGER,
    fault_detail TEXT,
    PRIMARY KEY (pairing, grp, room)
) STRICT, WITHOUT ROWID;
CREATE TABLE records(         -- apart, so that counting matches does not read them
    pairing INTEGER NOT NULL,
    grp INTEGER NOT NULL,
    room INTEGER NOT NULL,
    record BLOB NOT NULL,
    digest BLOB NOT NULL,     -- of the whole match; its first 8 bytes
    PRIMARY KEY (pairing, grp, room)
) STRICT, WITHOUT ROWID;
"""

_BUSY_SECONDS = 10.0
_REMEDIES = {
    "readonly": "it can't be written: change its rights, or copy the directory",
    "not a database": "it is damaged or no league: restore a copy, or start another league",
    "malformed": "it is damaged: restore a copy, or start another league",
    "no such": "it is no league: name the directory of one",
    "locked": "another program is using it: try again when that has ended",
    "unable to open": "it can't be opened: check the rights of the file and its directory",
    "full": "the disk is full: make room, then run the same command again",
}


@contextmanager
def told(path: Path) -> Iterator[None]:
    """Turns whatever SQLite or the system says about a file into a StoreError with a remedy."""
    try:
        yield
    except sqlite3.Error as error:
        known = (remedy for sign, remedy in _REMEDIES.items() if sign in str(error))
        remedy = next(known, "check the disk and the rights")
        raise StoreError(f"{path}: {remedy} ({error})") from error
    except OSError as error:
        raise StoreError(f"{path}: {error.strerror}: check its rights and the disk") from error


def connect(path: Path, *, write: bool) -> sqlite3.Connection:
    """A connection in which every statement is its own transaction unless BEGIN says otherwise."""
    mode = "rw" if write else "ro&immutable=1" if _still(path) else "ro"
    connection = sqlite3.connect(
        f"{path.absolute().as_uri()}?mode={mode}",
        uri=True,
        timeout=_BUSY_SECONDS,
        isolation_level=None,
    )
    if write:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = NORMAL")
    return connection


def _still(path: Path) -> bool:
    """Whether nobody can write the file: then there can't be the file that readers wait by, either."""
    log = path.with_name(f"{path.name}-wal")
    return not os.access(path.parent, os.W_OK) and not log.exists()


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """All that is written within, or nothing of it."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
    except BaseException:
        connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")


def lock(directory: Path) -> IO[bytes]:
    """The right to write a league, for as long as the file is open; the system takes it back.

    The file holds the number of the process that has it. Raises StoreError if
    another process does.
    """
    path = directory / LOCK
    with told(path):
        file = path.open("a+b")
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            file.seek(0)
            holder = file.read(20).decode(errors="replace").strip()
            file.close()
            raise StoreError(
                f"{directory}: process {holder} is playing this league: wait for it, or end it"
            ) from None
        file.truncate(0)
        file.write(b"%d\n" % os.getpid())
        file.flush()
    return file
