"""Digests of what was played: 32 bytes that change with any bit of a result.

A record alone can't tell what a careful forger changed: another action with the
result that follows from it replays as well. So each block gets a digest when it
is kept, and a league one over all of them, which is published beside its seed.

SHA-256 goes over an encoding like that of the keys of the cards
(`arena.engine.shuffle`): a text (UTF-8) or bytes are preceded by their length
as 4 bytes, a whole number is 8 bytes, "nobody" is -1; all integers are
big-endian, two's complement. A list is preceded by its length, a whole number.

| digest | of |
|---|---|
| match | text `mus-arena/match/1`; group, room, winner, games, deals, decisions; wins, piedras, seating (three lists); reason (text, empty without a fault), bot and seat at fault, detail (text); record (bytes) |
| block | text `mus-arena/block/1`; pairing, first group, how many groups; bots (a list of indices in the league); the digests of its matches in order of group, then room (bytes, one behind the other) |
| league | text `mus-arena/league/1`; SHA-256 of the seed (bytes); identity (text, as the database has it); the digests of the blocks that were played in order of pairing, then first group (bytes, one behind the other) |

Nothing that was measured is in it: a league that is played again by the same
bots has the same digest, unless faults tell of times.
"""

from collections.abc import Iterable, Sequence
from hashlib import sha256

from arena.league.schedule import Block
from arena.match.result import MatchResult

MATCH = "mus-arena/match/1"
BLOCK = "mus-arena/block/1"
LEAGUE = "mus-arena/league/1"
_NOBODY = -1


def match_digest(match: MatchResult) -> bytes:
    """The digest of a match."""
    fault = match.fault
    blamed = (None, None) if fault is None else (fault.bot, fault.seat)
    numbers = match.group, match.room, match.winner, match.games, match.deals, match.decisions
    parts = (
        _text(MATCH),
        _numbers(*numbers),
        *map(_list, (match.wins, match.piedras, match.seating)),
        _text("" if fault is None else fault.reason.value),
        _numbers(*blamed),
        _text("" if fault is None else fault.detail),
        _bytes(match.record),
    )
    return sha256(b"".join(parts)).digest()


def block_digest(block: Block, matches: Iterable[bytes]) -> bytes:
    """The digest of a block from those of all its matches, in order of group, then room."""
    head = (
        _text(BLOCK),
        _numbers(block.pairing.index, block.first_group, block.groups),
        _list(block.pairing.bots),
    )
    return sha256(b"".join((*head, _bytes(b"".join(matches))))).digest()


def league_digest(seed: bytes, identity: str, blocks: Iterable[bytes]) -> bytes:
    """The digest of a league from those of its blocks, in order of pairing, then first group."""
    head = _text(LEAGUE), _bytes(sha256(seed).digest()), _text(identity)
    return sha256(b"".join((*head, _bytes(b"".join(blocks))))).digest()


def _bytes(value: bytes) -> bytes:
    return len(value).to_bytes(4, "big") + value


def _text(value: str) -> bytes:
    return _bytes(value.encode())


def _numbers(*values: int | None) -> bytes:
    return b"".join(
        (_NOBODY if value is None else value).to_bytes(8, "big", signed=True) for value in values
    )


def _list(values: Sequence[int]) -> bytes:
    return _numbers(len(values), *values)
