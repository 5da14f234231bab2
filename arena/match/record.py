"""The record of a match: every action of a seat, in order, and nothing else.

Chance is computed again from the key, so a record replays to the very events.
It is a format byte, 1, then the code of each action (`arena.engine.actions`) as
a varint: seven bits a byte, the lowest first, the high bit set on all but the
last byte. Most actions are one byte.
"""

from collections.abc import Iterator
from typing import Final

from arena.engine.actions import Action, Chance, of_code
from arena.engine.chance import KeyedChance, new_match
from arena.engine.events import Event
from arena.engine.game import Match
from arena.engine.rules import Rules
from arena.engine.shuffle import MatchKey
from arena.errors import IllegalMove, StoreError

FORMAT: Final = 1


def new_record() -> bytearray:
    """A record without actions. Add to it with `append`."""
    return bytearray((FORMAT,))


def append(record: bytearray, code: int) -> None:
    """Adds the code of an action."""
    while code >= 128:
        record.append(code & 127 | 128)
        code >>= 7
    record.append(code)


def actions_of(record: bytes) -> Iterator[Action]:
    """The actions of a record. Raises StoreError for bytes that are none."""
    return map(_action, codes_of(record))


def codes_of(record: bytes) -> Iterator[int]:
    """The codes in a record. Raises StoreError for bytes that are none."""
    if not record or record[0] != FORMAT:
        raise StoreError(f"record of format {record[:1].hex() or 'none'}: known is {FORMAT:02x}")
    code = shift = 0
    for byte in record[1:]:
        code |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            yield code
            code = shift = 0
        elif shift > 77:
            raise StoreError("record with a number that is too long")
    if shift:
        raise StoreError("record cut in the middle of an action")


def _action(code: int) -> Action:
    try:
        return of_code(code)
    except ValueError as error:
        raise StoreError(f"record with {error}") from None


def replay(rules: Rules, key: MatchKey, record: bytes) -> Iterator[Event]:
    """Everything that happened in a recorded match, in order.

    Raises StoreError if the record can't have been played on these cards.
    """
    match, chance = new_match(rules, key)
    for move in moves(match, chance, record):
        try:
            events = match.apply(move)
        except IllegalMove as error:
            raise StoreError(f"record with an illegal action: {error}") from None
        yield from events


def moves(match: Match, chance: KeyedChance, record: bytes) -> Iterator[Action | Chance]:
    """The moves of a new match, chance's too: apply each before you ask for the next.

    Raises StoreError for bytes that are no record.
    """
    for action in actions_of(record):
        while match.game.awaits is not None:
            yield chance.move(match)
        yield action
    while not match.over and match.game.awaits is not None:
        yield chance.move(match)
