"""Answers that are made beforehand, so that what carries them can be measured without bots."""

from functools import cache

from arena.engine.actions import Action, Envido, Legal, Word, every
from arena.protocol.answering import action_bytes


@cache
def answers(legal: Legal) -> tuple[bytes, ...]:
    """The serialized `Action`s that are legal, the mildest first, without the boldest."""
    return tuple(action_bytes(action.code) for action in every(legal) if not _bold(legal, action))


def _bold(legal: Legal, action: Action) -> bool:
    """Whether an action would end most games soon."""
    least = 0 if legal.envido is None else legal.envido[0]
    return action is Word.ORDAGO or (isinstance(action, Envido) and action.piedras > least)
