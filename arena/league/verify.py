"""A league verified: what it began with, its blocks, every game, and the standings.

Games are looked at chunk by chunk (`arena.league.chunks`), anywhere and in any
order; what only the whole can tell is told here. What can't be seen from a
database alone is whether somebody rewrote all of it, digests included: for
that, compare with the commitment and the digest that were published.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

from arena.errors import ConfigError, StoreError
from arena.league import rows
from arena.league.chunks import Checked, Chunk, Finding, audit_of
from arena.league.course import has_block, planned, wrong_endings
from arena.league.digest import block_digest, league_digest
from arena.league.names import sides_of
from arena.league.rows import commitments, identity_text
from arena.league.schedule import Block, MatchKey, match_number, pairing
from arena.league.standings import compute
from arena.league.standings_json import to_json
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
_STRAYS = (_OUTSIDE.format("matches"), _OUTSIDE.format("records"), _ALONE)


@dataclass(frozen=True, slots=True)
class Published:
    """What was told of a league outside of it, in any of its seasons, in hex, each if given."""

    commitment: str | None = None
    digest: str | None = None


@dataclass(slots=True)
class _Kept:
    """A block that was kept, with its digest and its counts, None if they can't be read.

    `parts` are the digests of its matches and `tallies` the counts of these, by
    first group of a chunk.
    """

    block: Block
    season: int
    digest: bytes
    tally: Tally | None
    parts: dict[int, bytes] = field(default_factory=dict)
    tallies: tuple[Tally, ...] = ()
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
        self._tallies: dict[tuple[int, ...], Tally] = {}
        self.partial = True
        self.findings: list[Finding] = []
        self.more = 0
        self.total = self.matches = self.deals = self.decisions = 0

    def begin(self) -> bool:
        """Looks at what the league began with, and at its blocks; False if that is all.

        On another seed, with other rules or other bots no game would fit.
        """
        self._find(*_beginning(self._store, self._published.commitment))
        if self.findings:
            return False
        with self._store.at_once():
            allowed = self._course()
            for index, first, groups, season, text, digest in self._store.select(
                rows.SELECT_BLOCKS
            ):
                unknown = allowed is not None and index not in allowed
                if unknown or not has_block(self._league.schedule, index, first, groups=groups):
                    told = f"{groups} groups from {_place(index, first)} on"
                    self._find(Finding("block", told, "one of the schedule"))
                    continue
                block = Block(pairing(self._league.schedule, index), first, groups)
                self._keep(_Kept(block, season, digest, _read(block, text), groups_left=groups))
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
        kept.tallies = merged((*kept.tallies, checked.tally))
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
        stored = [kept.tally for kept in self._kept.values()]
        readable = [some for some in stored if some is not None]
        if self._standings(merged(readable)) != self._standings(self._tallies.values()):
            self._find(Finding("standings", "those of its counts", "those of the games"))
        published = self._published.digest
        if published is not None and published not in self._digests():
            self._find(Finding("league digest", self.digest, published))
        self.findings.sort(key=lambda finding: (finding.game or 0, finding.what))

    @property
    def digest(self) -> str:
        """The digest of the league in hex, by the games that were looked at."""
        return self._digests()[-1]

    def _digests(self) -> list[str]:
        """What the digest of the league was at the end of each season, and is now."""
        seeds, identity = self._league.seeds, identity_text(self._league)
        found = []
        for season in range(len(seeds)):
            before = (kept for _, kept in sorted(self._kept.items()) if kept.season <= season)
            digests = (kept.digest for kept in before)
            found.append(league_digest(seeds[: season + 1], identity, digests).hex())
        return found

    def _course(self) -> frozenset[int] | None:
        """Looks at how the league went; the pairings that it can have, None for all."""
        try:
            past = self._store.past()
            self.partial = not self._store.agenda().complete
            self._find(*wrong_endings(self._store, past))
            return planned(self._league.schedule, past)
        except (ValueError, TypeError, IndexError, KeyError) as error:
            told = f"what can't be read: {error}"
            self._find(Finding("course", told, "blocks and verdicts that follow from the games"))
            return None

    def _keep(self, kept: _Kept) -> None:
        self._kept[kept.block.key] = kept
        self.total += kept.block.groups * self._league.schedule.rooms
        seasons = len(self._league.seeds)
        if not 0 <= kept.season < seasons:
            told = f"season {kept.season + 1} for {_place(*kept.block.key)}"
            self._find(Finding("season", told, f"one of {seasons}"))

    def _find(self, *findings: Finding) -> None:
        room = max(0, MOST - len(self.findings))
        self.findings += findings[:room]
        self.more += len(findings[room:])

    def _standings(self, tallies: Iterable[Tally]) -> dict[str, object]:
        names = [bot.name for bot in self._league.bots]
        return to_json(compute(names, tallies, partial=self.partial))

    def _strays(self) -> Iterator[Finding]:
        for query in _STRAYS:
            for table, index, group, room in self._store.select(query):
                told = f"{_place(index, group)}, room {room + 1}, in the table {table}"
                yield Finding("row", told, "none: no such game was played")

    def _close(self, kept: _Kept) -> None:
        """A block of which all was seen: from here on its digest is that of its games."""
        block = kept.block
        digests = b"".join(part for _, part in sorted(kept.parts.items()))
        digest = block_digest(block, [digests], season=kept.season)
        first = MatchKey(block.pairing.index, block.first_group, 0)
        number = match_number(self._league.schedule, first)
        names = sides_of(self._league, block.pairing.index)
        if digest != kept.digest and kept.sound:
            expected = f"{kept.digest.hex()}, as it was kept for the block that begins here"
            self._find(Finding("block digest", digest.hex(), expected, number, names))
        if kept.sound and kept.tallies != (kept.tally,):
            found = "others for the block that begins here"
            self._find(Finding("counts", found, "those of its games", number, names))
        kept.digest = digest
        kept.parts.clear()
        kept.tallies = ()


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
            yield Finding(part, f"SHA-256 {digest}", f"{kept.get(part)}, as was kept")
    seeds = [sha256(seed).hexdigest() for seed in league.seeds]
    if published is not None and published not in seeds:
        yield Finding("seed", f"SHA-256 {', '.join(seeds)}", f"{published}, as published")


def _read(block: Block, text: str) -> Tally | None:
    """The counts of a block, None if they can't be read."""
    try:
        return rows.read_tally(block.pairing, text)
    except (ValueError, TypeError):
        return None


def _place(index: int, group: int) -> str:
    return f"pairing {index + 1}, deal group {group + 1}"
