"""A chunk of a league verified: its rows are those that were kept, and follow from the cards."""

import sqlite3
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from arena.engine.rules import Rules
from arena.league import rows
from arena.league.digest import match_digest
from arena.league.recorded import rules_of, shuffle_key
from arena.league.rows import League
from arena.league.schedule import Block, MatchKey, match_number, pairing
from arena.league.store import Store
from arena.league.tally import Tally, tally
from arena.match.audit import Audit, Difference
from arena.match.result import MatchResult, OnFault

_ROWS = """
SELECT matches.*, record, digest FROM matches LEFT JOIN records USING (pairing, grp, room)
WHERE pairing = ? AND grp >= ? AND grp < ? ORDER BY grp, room
"""
MOST = 100
"""Findings that a chunk tells; of others it tells how many there are."""


@dataclass(frozen=True, slots=True)
class Chunk:
    """Some deal groups of a block that was kept, in the database in a directory."""

    directory: Path
    block: Block
    first_group: int
    groups: int


@dataclass(frozen=True, slots=True)
class Finding:
    """Something in a league that can't be: what, what was found there, what was expected.

    `game` is its number and `bots` are the names of its pairing, None and empty
    for what is not of one game.
    """

    what: str
    found: str
    expected: str
    game: int | None = None
    bots: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Checked:
    """What became of a chunk: the digests of its matches, what they add up to, what is wrong.

    `more` counts the findings beyond those told.
    """

    digests: bytes
    tally: Tally
    matches: int
    deals: int
    decisions: int
    findings: tuple[Finding, ...]
    more: int


def check_chunk(chunk: Chunk) -> Checked:
    """Looks at every row of a chunk."""
    with Store.open(chunk.directory) as store:
        return _Check(store, chunk).run()


class _Check:
    """One look at a chunk."""

    def __init__(self, store: Store, chunk: Chunk) -> None:
        self._store = store
        self._chunk = chunk
        self._league = store.league
        self._names = names_of(store.league, chunk.block.pairing.index)
        self._audit = audit_of(store.league)
        self._seats = rules_of(store.league).seats
        self._findings: list[Finding] = []
        self._digests: list[bytes] = []
        self._right: list[MatchResult] = []

    def run(self) -> Checked:
        """Looks at all rows in order; those that are missing are findings, too."""
        chunk, pairing = self._chunk, self._chunk.block.pairing
        index, last = pairing.index, chunk.first_group + chunk.groups
        selected = self._store.select(_ROWS, index, chunk.first_group, last)
        found = {(row["grp"], row["room"]): row for row in selected}
        for group in range(chunk.first_group, last):
            for room in range(self._league.schedule.rooms):
                self._row(MatchKey(index, group, room), found.pop((group, room), None))
        for group, room in found:
            where = f"deal group {group + 1}, room {room + 1}"
            self._find(None, Difference("row", where, "none: no such game was played"))
        return Checked(
            digests=b"".join(self._digests),
            tally=tally(pairing.bots, self._right, partners=pairing.partners),
            matches=len(self._right),
            deals=sum(match.deals for match in self._right),
            decisions=sum(match.decisions for match in self._right),
            findings=tuple(self._findings[:MOST]),
            more=max(0, len(self._findings) - MOST),
        )

    def _row(self, key: MatchKey, row: sqlite3.Row | None) -> None:
        if row is None:
            self._find(key, Difference("row", "none", "one for each game of a block"))
            return
        if row["record"] is None:
            self._find(key, Difference("record", "none", "one for each game of a block"))
            return
        try:
            match = self._read(row)
        except (ValueError, TypeError) as error:
            self._find(key, Difference("row", f"what can't be read: {error}", "a result"))
            return
        right, differences = self._audit.look(shuffle_key(self._league, key), match)
        digest = match_digest(match)
        for difference in differences:
            self._find(key, difference)
        if not differences and digest[: rows.SHORT] != row["digest"]:
            kept = f"{row['digest'].hex()}: this is not the row that was kept"
            self._find(key, Difference("row", f"digest {digest[: rows.SHORT].hex()}", kept))
        if any(each.what == "fault" for each in differences):
            right = replace(right, fault=None)  # Whom it blames can't be counted.
        self._digests.append(digest)
        self._right.append(right)

    def _read(self, row: sqlite3.Row) -> MatchResult:
        """A match whose lists hold whole numbers, as many as there are bots or seats."""
        _, match = rows.read_match(row)
        size = self._league.schedule.size
        for name, length in (("wins", size), ("piedras", size), ("seating", self._seats)):
            values = getattr(match, name)
            if len(values) != length or not all(map(_whole, values)):
                raise ValueError(f"{name} = {list(values)}")
        if (row["fault"] is None) != (row["fault_detail"] is None):
            raise ValueError("a fault has a reason and a detail, or neither")
        if row["fault"] is None and (row["fault_bot"], row["fault_seat"]) != (None, None):
            raise ValueError("somebody is blamed for no fault")
        return match

    def _find(self, key: MatchKey | None, wrong: Difference) -> None:
        number = None if key is None else match_number(self._league.schedule, key)
        found, expected = (self._text(wrong.what, some) for some in (wrong.found, wrong.expected))
        self._findings.append(Finding(wrong.what, found, expected, number, self._names))

    def _text(self, what: str, value: object) -> str:
        """A value in words: bots by their names."""
        if what == "winner":
            return "nobody" if value is None else self._side(value)
        if isinstance(value, tuple):
            return ", ".join(self._name(some) if what == "seating" else str(some) for some in value)
        return str(value)

    def _side(self, side: object) -> str:
        """The names of a side's bots."""
        partners = self._league.schedule.partners
        if not isinstance(side, int):
            return f"side {side}"
        return " and ".join(self._name(side * partners + at) for at in range(partners))

    def _name(self, bot: object) -> str:
        known = isinstance(bot, int) and 0 <= bot < len(self._names)
        return self._names[bot] if isinstance(bot, int) and known else f"bot {bot}"


def _whole(value: object) -> bool:
    """Whether a value of a list is a number that can be counted, and has a digest."""
    return type(value) is int and 0 <= value < 1 << 63


def names_of(league: League, index: int) -> tuple[str, ...]:
    """The names of the bots of a pairing."""
    return tuple(league.bots[bot].name for bot in pairing(league.schedule, index).bots)


def audit_of(league: League) -> Audit:
    """What looks at the matches of a league. Raises ConfigError or ValueError for rules that are none."""
    on_fault = OnFault(league.identity.get("on_fault"))
    return _audit(rules_of(league), on_fault, partners=league.schedule.partners)


@lru_cache(maxsize=1)
def _audit(rules: Rules, on_fault: OnFault, *, partners: int) -> Audit:
    """One for all chunks that a process looks at: it remembers what it met."""
    return Audit(rules, on_fault, partners=partners)
