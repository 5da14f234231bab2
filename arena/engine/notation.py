"""Actions as texts, a discard with its cards named: `envido 2`, `discard Ro 3b`, `signs DUPLES`."""

import re
from collections.abc import Sequence

from arena.engine.actions import Action, Discard, Envido, Legal, Signs, Word
from arena.engine.cards import Card
from arena.engine.signs import Sign

_WORDS = {str(word): word for word in Word}
_SIGNS = {sign.name: sign for sign in Sign}
_WHOLE = re.compile(r"-?[0-9]{1,9}")


def action_text(action: Action, hand: Sequence[Card]) -> str:
    """The text of an action of a seat that holds `hand`."""
    if isinstance(action, Discard):
        return " ".join(["discard", *(str(hand[i]) for i in action.positions)])
    return str(action)


def parse_action(text: str, hand: Sequence[Card]) -> Action:
    """The action that a text names; it need not be legal.

    Raises ValueError for a text that names none, a discard of cards that are
    not in the hand included.
    """
    kind, *rest = text.split(" ")
    if kind in _WORDS and not rest:
        return _WORDS[kind]
    if kind == "envido" and len(rest) == 1 and _WHOLE.fullmatch(rest[0]):
        return Envido(int(rest[0]))
    if kind == "discard":
        return Discard(tuple(sorted(_position(name, hand) for name in rest)))
    if kind == "signs" and all(name in _SIGNS for name in rest):
        return Signs(tuple(_SIGNS[name] for name in rest))
    raise ValueError(f"{text!r} is not an action")


def legal_texts(legal: Legal) -> tuple[str, ...]:
    """What may be done, each kind of action a text: `paso`, `envido 2-40`, `discard 1-4`."""
    return tuple(str(legal).split(", ")) if legal != Legal() else ()


def _position(name: str, hand: Sequence[Card]) -> int:
    card = Card.parse(name)
    if card not in hand:
        raise ValueError(f"{name} is not in the hand {' '.join(map(str, hand))}")
    return hand.index(card)
