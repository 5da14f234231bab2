"""Digests of what was played: 32 bytes that change with any bit of a block's or a league's results.

A record alone can't tell what a careful forger changed: another action with the
result that follows from it replays as well. So each block gets a digest when it
is kept, and a league one over all of them, which is published beside its seed.

SHA-256 goes over an encoding like that of the keys of the cards
(`arena.engine.shuffle`): a text (UTF-8) or bytes are preceded by their length
as 4 bytes, a whole number is 8 bytes, "nobody" is -1; all integers are
big-endian, two's complement. A list is preceded by its length, a whole number.

| digest | of |
|---|---|
| block | text `mus-arena/block/1`; pairing, first group, how many groups; bots (a list of indices in the league); matches (a list in order of group, then room) |
| a match in it | group, room, winner, games, deals, decisions; wins, piedras, seating (three lists); reason (text, empty without a fault), bot and seat at fault, detail (text); record (bytes) |
| league | text `mus-arena/league/1`; SHA-256 of the seed (bytes); identity (text, as the database has it); blocks (a list in schedule order, each its digest as bytes) |

Nothing that was measured is in it: a league that is played again by the same
bots has the same digest, unless faults tell of times.
"""

from collections.abc import Iterable, Sequence
from hashlib import sha256

from arena.league.schedule import Block
from arena.match.result import MatchResult

BLOCK = "mus-arena/block/1"
LEAGUE = "mus-arena/league/1"
_NOBODY = -1


def block_digest(block: Block, matches: Sequence[MatchResult]) -> bytes:
    """The digest of a block; `matches` are all of it, in order of group, then room."""
    head = [
        _text(BLOCK),
        _numbers(block.pairing.index, block.first_group, block.groups),
        _list(block.pairing.bots),
        _numbers(len(matches)),
    ]
    return sha256(b"".join([*head, *map(_match, matches)])).digest()


def league_digest(seed: bytes, identity: str, blocks: Iterable[bytes]) -> bytes:
    """The digest of a league; `blocks` are the digests of those played, in schedule order."""
    each = [_bytes(digest) for digest in blocks]
    head = [_text(LEAGUE), _bytes(sha256(seed).digest()), _text(identity), _numbers(len(each))]
    return sha256(b"".join([*head, *each])).digest()


def _match(match: MatchResult) -> bytes:
    fault = match.fault
    blamed = (None, None) if fault is None else (fault.bot, fault.seat)
    numbers = match.group, match.room, match.winner, match.games, match.deals, match.decisions
    return b"".join(
        (
            _numbers(*numbers),
            *map(_list, (match.wins, match.piedras, match.seating)),
            _text("" if fault is None else fault.reason.value),
            _numbers(*blamed),
            _text("" if fault is None else fault.detail),
            _bytes(match.record),
        )
    )


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
