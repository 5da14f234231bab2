"""A league verified: what it began with, its blocks, every game, and the standings.

Games are looked at chunk by chunk (`arena.league.chunks`), anywhere and in any
order; what only the whole can tell is told here. What can't be seen from a
database alone is whether somebody rewrote all of it, digests included: for
that, compare with the commitment and the digest that were published.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from arena.errors import ConfigError, StoreError
from arena.league import rows
from arena.league.chunks import Checked, Chunk, Finding, audit_of, names_of
from arena.league.digest import block_digest, league_digest
from arena.league.rows import commitments, identity_text
from arena.league.schedule import Block, MatchKey, Schedule, block, match_number, pairing
from arena.league.sprt import decide
from arena.league.standings import compute, to_json
from arena.league.stop import Decision
from arena.league.store import Store
from arena.league.tally import Tally, merged

GROUPS = 250
"""Deal groups of a chunk: half a second of work."""
MOST = 1000
"""Findings that are kept; others are counted."""
_OUTSIDE = """
SELECT '{0}', pairing, grp, room FROM {0} WHERE NOT EXISTS (
    SELECT 1 FROM blocks WHERE blocks.pairing = {0}.pairing
    AND grp >= first_group AND grp < first_group + blocks.groups
)
"""
_ALONE = """
SELECT 'records', pairing, grp, room FROM records WHERE NOT EXISTS (
    SELECT 1 FROM matches WHERE matches.pairing = records.pairing
    AND matches.grp = records.grp AND matches.room = records.room
) AND EXISTS (
    SELECT 1 FROM blocks WHERE blocks.pairing = records.pairing
    AND grp >= first_group AND grp < first_group + blocks.groups
)
"""
_OF_NO_SEASON = "SELECT pairing, first_group, season FROM blocks WHERE season NOT BETWEEN 0 AND ?"
_STRAYS = (_OUTSIDE.format("matches"), _OUTSIDE.format("records"), _ALONE)


@dataclass(frozen=True, slots=True)
class Published:
    """What was told of a league outside of it, in hex, each if given."""

    commitment: str | None = None
    digest: str | None = None


@dataclass(slots=True)
class _Kept:
    """A block that was kept, with its digest. `parts` are those of its matches, by first group."""

    block: Block
    digest: bytes
    parts: dict[int, bytes] = field(default_factory=dict)
    groups_left: int = 0
    sound: bool = True


class Verification:
    """One look at a league: `begin`; if that says so, `add` each chunk; then `end`."""

    def __init__(self, store: Store, directory: Path, published: Published) -> None:
        self._store = store
        self._league = store.league
        self._directory = directory
        self._published = published
        self._kept: dict[tuple[int, int], _Kept] = {}
        self._stored: dict[str, object] | None = None
        self._tallies: dict[tuple[int, ...], Tally] = {}
        self.findings: list[Finding] = []
        self.more = 0
        self.partial = True
        self.total = self.matches = self.deals = self.decisions = 0

    def begin(self) -> bool:
        """Looks at what the league began with, and at its blocks; False if that is all.

        On another seed, with other rules or other bots no game would fit.
        """
        self._find(*_beginning(self._store, self._published.commitment))
        if self.findings:
            return False
        found, tallies = self._snapshot()
        self.partial = self._is_partial()
        for index, first, groups, digest in found:
            block = _block(self._league.schedule, index, first)
            if block is None or block.groups != groups:
                told = f"{groups} groups from {_place(index, first)} on"
                self._find(Finding("block", told, "one of the schedule"))
                continue
            self._kept[block.key] = _Kept(block, digest, groups_left=groups)
            self.total += groups * self._league.schedule.rooms
        self._find(*self._seasons())
        self._stored = None if tallies is None else self._standings(tallies)
        self._find(*self._strays())
        return True

    def chunks(self) -> Iterator[Chunk]:
        """All there is to look at, in order of game."""
        for _, kept in sorted(self._kept.items()):
            last = kept.block.first_group + kept.block.groups
            for first in range(kept.block.first_group, last, GROUPS):
                yield Chunk(self._directory, kept.block, first, min(GROUPS, last - first))

    def add(self, chunk: Chunk, checked: Checked) -> None:
        """Takes what was found in a chunk."""
        kept, bots = self._kept[chunk.block.key], checked.tally.bots
        kept.sound = kept.sound and not checked.findings
        kept.parts[chunk.first_group] = checked.digests
        kept.groups_left -= chunk.groups
        if not kept.groups_left:
            self._close(kept)
        before = (self._tallies[bots],) if bots in self._tallies else ()
        (self._tallies[bots],) = merged((*before, checked.tally))
        self.matches += checked.matches
        self.deals += checked.deals
        self.decisions += checked.decisions
        self.more += checked.more
        self._find(*checked.findings)

    def end(self) -> None:
        """Looks at what only the whole can tell: the league's digest and its standings."""
        if self._stored != self._standings(self._tallies.values()):
            self._find(Finding("standings", "those of the rows", "those of the games"))
        self._find(*self._verdicts())
        published = self._published.digest
        if published is not None and self.digest != published:
            self._find(Finding("league digest", self.digest, published))
        self.findings.sort(key=lambda finding: (finding.game or 0, finding.what))

    @property
    def digest(self) -> str:
        """The digest of the league in hex, by the games that were looked at."""
        digests = (kept.digest for _, kept in sorted(self._kept.items()))
        return league_digest(self._league.seed, identity_text(self._league), digests).hex()

    def _is_partial(self) -> bool:
        """Whether blocks are still to be played, as far as can be told."""
        try:
            return not self._store.agenda().complete
        except (StoreError, ValueError, IndexError, TypeError):
            return True  # What is wrong with it is found block by block.

    def _find(self, *findings: Finding) -> None:
        room = max(0, MOST - len(self.findings))
        self.findings += findings[:room]
        self.more += len(findings[room:])

    def _snapshot(self) -> tuple[list[tuple[int, int, int, bytes]], tuple[Tally, ...] | None]:
        """The blocks that were kept, and what the rows add up to just then."""
        while True:
            found = self._block_rows()
            try:
                tallies = self._store.tallies()
            except (StoreError, ValueError, IndexError, TypeError):
                return found, None  # The rows that can't be counted are found one by one.
            if found == self._block_rows():
                return found, tallies

    def _block_rows(self) -> list[tuple[int, int, int, bytes]]:
        return [(p, g, n, digest) for p, g, n, digest in self._store.select(rows.SELECT_BLOCKS)]

    def _standings(self, tallies: Iterable[Tally]) -> dict[str, object]:
        names = [bot.name for bot in self._league.bots]
        return to_json(compute(names, tallies, partial=self.partial))

    def _seasons(self) -> Iterator[Finding]:
        last = len(self._league.earlier)
        for index, first, season in self._store.select(_OF_NO_SEASON, last):
            told = f"season {season + 1} of {_place(index, first)}"
            yield Finding("block", told, f"one of the seasons 1 to {last + 1}")

    def _strays(self) -> Iterator[Finding]:
        for query in _STRAYS:
            for table, index, group, room in self._store.select(query):
                told = f"{_place(index, group)}, room {room + 1}, in the table {table}"
                yield Finding("row", told, "none: no such game was played")

    def _verdicts(self) -> Iterator[Finding]:
        """What early stopping says of pairings, where their games say otherwise."""
        test = self._league.stop
        played = {index for index, _ in self._kept} if test is not None else set[int]()
        try:
            kept = {index: _told(one) for index, one in self._store.decisions().items()}
        except ValueError as error:
            yield Finding("verdict", f"what can't be read: {error}", "those of the games")
            return
        for index in sorted({*kept, *played}):
            right = "none"
            if test is not None and index in played:
                right = _told(decide(test, self._store.groups_of(index)))
            if kept.get(index, "none") != right:
                yield Finding("verdict", f"{kept.get(index, 'none')} in pairing {index + 1}", right)

    def _close(self, kept: _Kept) -> None:
        """A block of which all was seen: from here on its digest is that of its games."""
        block = kept.block
        digests = b"".join(part for _, part in sorted(kept.parts.items()))
        digest = block_digest(block, [digests])
        if digest != kept.digest and kept.sound:
            first = MatchKey(block.pairing.index, block.first_group, 0)
            number = match_number(self._league.schedule, first)
            names = names_of(self._league, block.pairing.index)
            expected = f"{kept.digest.hex()}, as it was kept for the block that begins here"
            self._find(Finding("block digest", digest.hex(), expected, number, names))
        kept.digest = digest
        kept.parts.clear()


def _block(schedule: Schedule, index: int, first: int) -> Block | None:
    """The block that begins there, None if there can be none."""
    if first % schedule.block or not 0 <= first < schedule.groups:
        return None
    try:
        return block(schedule, pairing(schedule, index), first)
    except IndexError:
        return None


def _beginning(store: Store, published: str | None) -> Iterator[Finding]:
    """Whether the league is the one that began."""
    league = store.league
    now = commitments(league)
    ((text,),) = store.select("SELECT commitments FROM league")
    try:
        kept = dict(json.loads(text))
        audit_of(league)
    except (ValueError, TypeError, ConfigError, StoreError) as error:
        yield Finding("configuration", f"what can't be read: {error}", "what the league began with")
        return
    for part, digest in now.items():
        if kept.get(part) != digest:
            yield Finding(part, f"SHA-256 {digest}", f"{kept.get(part)}, as when the league began")
    if published is not None and now["seed"] != published:
        yield Finding("seed", f"SHA-256 {now['seed']}", f"{published}, as published")


def _told(decision: Decision) -> str:
    return f"{decision.verdict} after {decision.groups} groups, ratio {decision.ratio:.6f}"


def _place(index: int, group: int) -> str:
    return f"pairing {index + 1}, deal group {group + 1}"
