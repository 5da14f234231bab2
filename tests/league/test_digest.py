"""Digests: the same for the same results, another for any change, and computable from their description."""

from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest

from arena.league.digest import block_digest, league_digest, match_digest
from arena.league.rows import identity_text
from arena.league.schedule import Block, Pairing, blocks
from arena.league.store import Store
from arena.match.result import MatchResult, Reason
from tests.league.leagues import CRASH, league, match, played, result

ONE = Block(Pairing(3, (1, 2)), 4, 1)
MATCHES = (match(4, 0, 0), match(4, 1, 1, fault=CRASH))
DIGESTS = [*map(match_digest, MATCHES)]


def number(value: int) -> bytes:
    """A whole number as it is encoded."""
    return (value % 2**64).to_bytes(8, "big")


def text(value: bytes) -> bytes:
    """A text as it is encoded."""
    return len(value).to_bytes(4, "big") + value


def test_a_match_is_encoded_as_described() -> None:
    """Bytes put together by hand, field by field, have the digest of the match."""
    parts = [text(b"mus-arena/match/1"), *map(number, (4, 1, 1, 1, 9, 100))]
    parts += map(number, (2, 0, 1, 2, 20, 40, 4, 1, 0, 1, 0))
    parts += [text(b"crash"), number(1), number(2), text(b"exit code 1"), text(b"\x04\x01")]
    assert match_digest(MATCHES[1]) == sha256(b"".join(parts)).digest()


def test_nobody_and_no_fault_are_encoded_as_described() -> None:
    """Nobody is -1, a fault that did not happen has no reason and no detail."""
    without = replace(match(4, 0, 0), winner=None)
    parts = [text(b"mus-arena/match/1"), *map(number, (4, 0, -1, 1, 9, 100))]
    parts += map(number, (2, 1, 0, 2, 40, 20, 4, 0, 1, 0, 1))
    parts += [text(b""), number(-1), number(-1), text(b""), text(b"\x04\x00")]
    assert match_digest(without) == sha256(b"".join(parts)).digest()


def test_blocks_and_leagues_are_encoded_as_described() -> None:
    """A block holds the digests of its matches, a league those of its blocks."""
    parts = [text(b"mus-arena/block/1"), *map(number, (3, 4, 1)), *map(number, (2, 1, 2))]
    block = sha256(b"".join([*parts, text(b"".join(DIGESTS))])).digest()
    assert block_digest(ONE, DIGESTS) == block
    parts = [text(b"mus-arena/league/1"), text(sha256(b"seed").digest()), text(b"{}")]
    league = sha256(b"".join([*parts, text(block * 2)])).digest()
    assert league_digest(b"seed", "{}", [block, block]) == league


@pytest.mark.parametrize(
    "change",
    [
        lambda m: replace(m, group=5),
        lambda m: replace(m, room=0),
        lambda m: replace(m, winner=0),
        lambda m: replace(m, winner=None),
        lambda m: replace(m, games=2),
        lambda m: replace(m, deals=8),
        lambda m: replace(m, decisions=99),
        lambda m: replace(m, wins=(1, 0)),
        lambda m: replace(m, piedras=(21, 40)),
        lambda m: replace(m, seating=(0, 1, 0, 1)),
        lambda m: replace(m, fault=None),
        lambda m: replace(m, fault=replace(CRASH, reason=Reason.TIMEOUT)),
        lambda m: replace(m, fault=replace(CRASH, bot=0)),
        lambda m: replace(m, fault=replace(CRASH, seat=0)),
        lambda m: replace(m, fault=replace(CRASH, detail="exit code 2")),
        lambda m: replace(m, record=b"\x04\x02"),
    ],
)
def test_every_field_of_a_match_counts(change: Callable[[MatchResult], MatchResult]) -> None:
    """A match with any other value has another digest."""
    assert match_digest(change(MATCHES[1])) != DIGESTS[1]


def test_place_bots_and_order_of_a_block_count() -> None:
    """The same matches elsewhere, between others, or in another order are another block."""
    others = [
        block_digest(replace(ONE, first_group=5), DIGESTS),
        block_digest(replace(ONE, groups=2), DIGESTS),
        block_digest(replace(ONE, pairing=Pairing(4, (1, 2))), DIGESTS),
        block_digest(replace(ONE, pairing=Pairing(3, (1, 3))), DIGESTS),
        block_digest(ONE, DIGESTS[::-1]),
        block_digest(ONE, DIGESTS[:1]),
    ]
    assert len({block_digest(ONE, DIGESTS), *others}) == 1 + len(others)


def test_seed_identity_and_blocks_make_the_league() -> None:
    """Another seed, configuration, block or order is another league."""
    found = [
        league_digest(b"seed", "{}", [b"a", b"b"]),
        league_digest(b"eeds", "{}", [b"a", b"b"]),
        league_digest(b"seed", "[]", [b"a", b"b"]),
        league_digest(b"seed", "{}", [b"b", b"a"]),
        league_digest(b"seed", "{}", []),
    ]
    assert len(set(found)) == len(found)


def test_a_league_has_one_digest_in_whatever_order_it_was_played(tmp_path: Path) -> None:
    """The digest goes over the blocks kept in order of pairing, then first group."""
    made = league("a", "b", "c")
    order = list(blocks(made.schedule))
    digests = set()
    for number, some in enumerate((order, order[::-1])):
        with Store.create(tmp_path / str(number), made) as store:
            for block in some:
                store.add_block(block, played(block))
            digests.add(store.digest())
    order.sort(key=lambda block: block.key)
    each = [block_digest(block, map(match_digest, played(block).matches)) for block in order]
    assert digests == {league_digest(made.seed, identity_text(made), each)}


def test_what_was_measured_does_not_count(tmp_path: Path) -> None:
    """Two leagues that differ in their times alone have one digest."""
    made = league("a", "b", groups=2)
    digests = set()
    for number in range(2):
        with Store.create(tmp_path / str(number), made) as store:
            (block,) = blocks(made.schedule)
            some = result(played(block).matches)
            measured = replace(some.measured, seconds=1.0 + number)
            store.add_block(block, replace(some, measured=measured))
            digests.add(store.digest())
    assert len(digests) == 1
