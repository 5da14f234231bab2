"""Digests: the same for the same results, another for any change, and computable from their description."""

from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest

from arena.league.digest import block_digest, league_digest
from arena.league.rows import identity_text
from arena.league.schedule import Block, Pairing, blocks
from arena.league.store import Store
from arena.match.result import MatchResult, Reason
from tests.league.leagues import CRASH, league, match, played, result

ONE = Block(Pairing(3, (1, 2)), 4, 1)
MATCHES = (match(4, 0, 0), match(4, 1, 1, fault=CRASH))


def test_a_block_is_encoded_as_described() -> None:
    """Bytes put together by hand, field by field, have the digest of the block."""

    def number(value: int) -> str:
        return (value % 2**64).to_bytes(8, "big").hex()

    def text(value: bytes) -> str:
        return len(value).to_bytes(4, "big").hex() + value.hex()

    def row(group: int, room: int, winner: int) -> str:
        wins, piedras = ((1, 0), (40, 20)) if winner == 0 else ((0, 1), (20, 40))
        lists = (wins, piedras, (0, 1, 0, 1) if room == 0 else (1, 0, 1, 0))
        numbers = [group, room, winner, 1, 9, 100]
        numbers += [number for some in lists for number in (len(some), *some)]
        return "".join(map(number, numbers))

    parts = [text(b"mus-arena/block/1"), *map(number, (3, 4, 1)), *map(number, (2, 1, 2))]
    parts += [number(2), row(4, 0, 0), text(b""), number(-1), number(-1), text(b"")]
    parts += [text(b"\x04\x00"), row(4, 1, 1), text(b"crash"), number(1), number(2)]
    parts += [text(b"exit code 1"), text(b"\x04\x01")]
    assert block_digest(ONE, MATCHES) == sha256(bytes.fromhex("".join(parts))).digest()


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
    """A block with any other value has another digest."""
    first, second = MATCHES
    assert block_digest(ONE, (first, change(second))) != block_digest(ONE, MATCHES)


def test_place_bots_and_order_of_a_block_count() -> None:
    """The same matches elsewhere, between others, or in another order are another block."""
    others = [
        block_digest(replace(ONE, first_group=5), MATCHES),
        block_digest(replace(ONE, groups=2), MATCHES),
        block_digest(replace(ONE, pairing=Pairing(4, (1, 2))), MATCHES),
        block_digest(replace(ONE, pairing=Pairing(3, (1, 3))), MATCHES),
        block_digest(ONE, MATCHES[::-1]),
        block_digest(ONE, MATCHES[:1]),
    ]
    assert len({block_digest(ONE, MATCHES), *others}) == 1 + len(others)


def test_seed_identity_and_blocks_make_the_league() -> None:
    """Another seed, configuration, block or order is another league."""
    found = [
        league_digest(b"seed", "{}", [b"a", b"b"]),
        league_digest(b"eeds", "{}", [b"a", b"b"]),
        league_digest(b"seed", "[]", [b"a", b"b"]),
        league_digest(b"seed", "{}", [b"b", b"a"]),
        league_digest(b"seed", "{}", [b"ab"]),
        league_digest(b"seed", "{}", []),
    ]
    assert len(set(found)) == len(found)


def test_a_league_has_one_digest_in_whatever_order_it_was_played(tmp_path: Path) -> None:
    """The digest goes over the blocks kept in schedule order."""
    made = league("a", "b", "c")
    order = list(blocks(made.schedule))
    digests = set()
    for number, some in enumerate((order, order[::-1])):
        with Store.create(tmp_path / str(number), made) as store:
            for block in some:
                store.add_block(block, played(block))
            digests.add(store.digest())
    each = [block_digest(block, played(block).matches) for block in order]
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
