"""Chance from keys: decks, first manos and the bits of a turn, the same wherever they are computed.

Nothing here is drawn from a running generator. A *key* names one thing that
chance decides; its bytes go through SHAKE-256 (FIPS 202) and the output is read
from the front. To recompute it in any language:

1. The key's bytes are its *domain*, the league seed, the pairing id, then whole
   numbers. A domain or id is UTF-8, preceded by its length as 4 bytes; the seed
   is preceded by its length likewise; a whole number is 8 bytes. All integers
   are big-endian. A league that goes on after its seed was told has another
   seed for what comes then. The pairing id are the labels of its bots, joined by `|`: in
   the order in which they came into the league, in cross-play side by side. A
   label is what standings call a bot: its name, and `name@2` and so on for its
   later versions.
2. *A number below n* is drawn by rejection: take one byte b; if
   b >= 256 - 256 mod n, throw it away and take the next; else b mod n.
3. *A shuffle* is Fisher-Yates from the end: for i = len-1 down to 1, draw j
   below i + 1 and swap items i and j. A deck starts from oros 1-7, 10, 11, 12,
   then copas, espadas and bastos likewise; index 0 of the result is the top.
   A reshuffle starts from the discards in that same order.

| domain | numbers | gives |
|---|---|---|
| `mano` | group | the first mano of the match: a number below the seats |
| `deck` | group, game, deal, reshuffle | reshuffle 0: the deck; k: the k-th new stock of the deal |
| `exposed` | group, game, deal | whether a card is exposed, and which (see `exposed_card`) |
| `caught` | group, game, deal, k | who saw the k-th sign of the deal (see `caught`) |
| `turn` | group, room, game, deal, seat, k | 16 turns' 64 bits, 8 bytes each, little-endian: turns 16k to 16k + 15 of the seat in the deal |

Group, room and seat count from 0, game and deal from 1. Both rooms of a group
have the same cards: only `turn` names the room.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import shake_256
from struct import Struct
from typing import Final

from arena.engine.cards import DECK, Card

TURNS_PER_KEY: Final = 16
# By n: bytes from here on are thrown away.
_LIMITS: Final = [0, *(256 - 256 % n for n in range(1, 41))]
_PLACE: Final = {card: i for i, card in enumerate(DECK)}


@dataclass(frozen=True, slots=True)
class MatchKey:
    """Names one deal group of a pairing: everything its chance comes from."""

    seed: bytes
    pairing: str
    group: int


def first_mano(key: MatchKey, seats: int) -> int:
    """The mano of the first deal of a match (R4.1)."""
    return _below(_stream(_encode("mano", key, ())), seats)


@lru_cache(maxsize=4096)  # Both rooms of a group ask for the same decks.
def deck(key: MatchKey, *, game: int, deal: int) -> tuple[Card, ...]:
    """The deck of a deal, top first."""
    return shuffled(DECK, key, game=game, deal=deal, reshuffle=0)


def shuffled(
    cards: Sequence[Card], key: MatchKey, *, game: int, deal: int, reshuffle: int
) -> tuple[Card, ...]:
    """Cards in the order of a key; the order they come in does not matter."""
    items = list(DECK) if cards is DECK else sorted(cards, key=_PLACE.__getitem__)
    draws = _stream(_encode("deck", key, (game, deal, reshuffle)))
    left = len(items)
    for byte in draws:
        if left < 2:
            break
        if byte < _LIMITS[left]:
            j = byte % left
            left -= 1
            items[left], items[j] = items[j], items[left]
    return tuple(items)


def exposed_card(key: MatchKey, *, game: int, deal: int, seats: int, chance: float) -> int | None:
    """The index in the deck of the exposed card, None if there is none (R5.10).

    The first 8 bytes as a fraction of 2^64 say whether: below `chance`. Then a
    number below `4 * seats` says which of the cards dealt.
    """
    if not chance:
        return None
    draws = _stream(_encode("exposed", key, (game, deal)))
    if not _happens(draws, chance):
        return None
    return _below(draws, 4 * seats)


def caught(
    rivals: Sequence[int], key: MatchKey, *, game: int, deal: int, sign: int, chance: float
) -> tuple[int, ...]:
    """The opponents, ascending, that saw a sign (R12.3): 8 bytes each, as a fraction of 2^64."""
    if not chance:
        return ()
    draws = _stream(_encode("caught", key, (game, deal, sign)))
    return tuple(seat for seat in sorted(rivals) if _happens(draws, chance))


def turn_bits(key: MatchKey, *, room: int, game: int, deal: int, seat: int, block: int) -> bytes:
    """The random bits of turns `16 * block` to `16 * block + 15`, 8 bytes each."""
    encoded = _encode("turn", key, (room, game, deal, seat, block))
    return shake_256(encoded).digest(8 * TURNS_PER_KEY)


def _encode(domain: str, key: MatchKey, numbers: tuple[int, ...]) -> bytes:
    return _texts(domain, key.seed, key.pairing) + _NUMBERS[len(numbers)](key.group, *numbers)


@lru_cache(maxsize=256)
def _texts(domain: str, seed: bytes, pairing: str) -> bytes:
    texts = (domain.encode(), seed, pairing.encode())
    return b"".join([len(text).to_bytes(4, "big") + text for text in texts])


_NUMBERS: Final = [Struct(f">{count + 1}Q").pack for count in range(6)]
"""Writes the group and so many numbers more, in 8 bytes each, the highest first."""


def _stream(encoded: bytes) -> Iterator[int]:
    """The bytes of a key, without end."""
    at, size = 0, 64
    while True:
        yield from shake_256(encoded).digest(size)[at:]
        at, size = size, 2 * size


def _below(draws: Iterator[int], n: int) -> int:
    return next(byte for byte in draws if byte < _LIMITS[n]) % n


def _happens(draws: Iterator[int], chance: float) -> bool:
    number = 0
    for _ in range(8):
        number = number << 8 | next(draws)
    return number < chance * 2**64
