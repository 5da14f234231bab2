"""Test vectors read: whole games with every question, answer and result (tests/vectors/README.md).

A vector is one JSON object; `read_vector` checks it and makes frozen values of
it. Whether the engine agrees with it is for `arena.engine.vectors`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import TypeVar

from arena.engine.actions import Deck, Interception, Reshuffle
from arena.engine.cards import Card
from arena.engine.count import LanceResult
from arena.engine.events import Outcome
from arena.engine.hands import Lance
from arena.engine.rules import FIELDS, Rules, profile
from arena.errors import ConfigError, UsageError


@dataclass(frozen=True, slots=True)
class StepVector:
    """One question to a seat, in texts: what it was asked, might do, did, and what is refused."""

    seat: int
    ask: str
    lance: str | None
    legal: tuple[str, ...]
    action: str
    illegal: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DealVector:
    """One deal: the moves of chance, the steps, and how it ended. `hands` are by seat."""

    deck: Deck
    reshuffles: tuple[Reshuffle, ...]
    interceptions: tuple[Interception, ...]
    steps: tuple[StepVector, ...]
    mano: int
    lances: tuple[LanceResult, ...]
    hands: tuple[frozenset[Card], ...]
    score: tuple[int, ...]
    adentro: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Chain:
    """The place of a game in its match; `wins` by team and `winner` are as after this game."""

    match: str
    game: int
    wins: tuple[int, ...]
    winner: int | None


@dataclass(frozen=True, slots=True)
class GameVector:
    """One game. `winner` is None if it stops before the game ends."""

    id: str
    rules: Rules
    first_mano: int
    deals: tuple[DealVector, ...]
    winner: int | None
    chain: Chain | None


def read_vector(data: object) -> GameVector:
    """The vector that a parsed line of JSON holds. Raises UsageError naming the wrong place."""
    game = _Node(data, "")
    rules = _rules(game["rules"])
    match = game.find("match")
    return GameVector(
        id=game["id"].text(),
        rules=rules,
        first_mano=game["first_mano"].below(rules.seats),
        deals=game["deals"].each(_deal),
        winner=game["winner"].whole_or_none(),
        chain=None if match is None else _chain(match),
    )


_T = TypeVar("_T")
_E = TypeVar("_E", bound=Enum)


@dataclass(frozen=True, slots=True)
class _Node:
    """A value inside a JSON object, and where: `deals[0].steps[3].seat`."""

    value: object
    path: str

    def __getitem__(self, key: str) -> "_Node":
        if not isinstance(self.value, dict):
            raise self.wrong("an object")
        if key not in self.value:
            raise UsageError(f"{self.path or 'the game'} has no {key!r}")
        return _Node(self.value[key], f"{self.path}.{key}" if self.path else key)

    def find(self, key: str) -> "_Node | None":
        """The value of a key that may be missing."""
        return self[key] if isinstance(self.value, dict) and key in self.value else None

    def each(self, read: Callable[["_Node"], _T]) -> tuple[_T, ...]:
        """A list, each of its items read."""
        if not isinstance(self.value, list):
            raise self.wrong("a list")
        return tuple(read(_Node(v, f"{self.path}[{i}]")) for i, v in enumerate(self.value))

    def text(self) -> str:
        if not isinstance(self.value, str):
            raise self.wrong("a text")
        return self.value

    def text_or_none(self) -> str | None:
        return None if self.value is None else self.text()

    def whole(self) -> int:
        if not isinstance(self.value, int) or isinstance(self.value, bool):
            raise self.wrong("a whole number")
        return self.value

    def whole_or_none(self) -> int | None:
        return None if self.value is None else self.whole()

    def below(self, limit: int) -> int:
        number = self.whole()
        if not 0 <= number < limit:
            raise self.wrong(f"0 to {limit - 1}")
        return number

    def card(self) -> Card:
        try:
            return Card.parse(self.text())
        except ValueError:
            raise self.wrong("a card such as Ro") from None

    def cards(self) -> tuple[Card, ...]:
        return self.each(_Node.card)

    def one_of(self, kind: type[_E]) -> _E:
        found = [member for member in kind if member.value == self.value]
        if not found:
            raise self.wrong("one of " + ", ".join(str(member.value) for member in kind))
        return found[0]

    def wrong(self, wanted: str) -> UsageError:
        text = repr(self.value)
        short = text if len(text) <= 40 else text[:37] + "..."
        return UsageError(f"{self.path or 'the game'} must be {wanted}, not {short}")


def _rules(node: _Node) -> Rules:
    values = {name: node[name].value for name in FIELDS}
    plain = {n: v for n, v in values.items() if isinstance(v, str | int | float)}
    if len(plain) < len(values):
        raise node.wrong("plain values")
    try:
        return profile(**plain)
    except ConfigError as error:
        raise UsageError(str(error)) from None


def _deal(deal: _Node) -> DealVector:
    exposed, caught = deal["exposed"], deal.find("interceptions")
    place = None
    if exposed.value is not None:
        place = exposed["seat"].whole(), exposed["card"].card()
    return DealVector(
        deck=Deck(deal["deck"].cards(), place),
        reshuffles=deal["reshuffles"].each(lambda stock: Reshuffle(stock.cards())),
        interceptions=() if caught is None else caught.each(lambda by: Interception(_wholes(by))),
        steps=deal["steps"].each(_step),
        mano=deal["mano"].whole(),
        lances=deal["lances"].each(_lance),
        hands=deal["hands"].each(lambda hand: frozenset(hand.cards())),
        score=_wholes(deal["score"]),
        adentro=_wholes(deal["adentro"]),
    )


def _step(step: _Node) -> StepVector:
    illegal = step.find("illegal")
    return StepVector(
        seat=step["seat"].whole(),
        ask=step["ask"].text(),
        lance=step["lance"].text_or_none(),
        legal=step["legal"].each(_Node.text),
        action=step["action"].text(),
        illegal=() if illegal is None else illegal.each(_Node.text),
    )


def _lance(lance: _Node) -> LanceResult:
    return LanceResult(
        lance=lance["lance"].one_of(Lance),
        outcome=lance["outcome"].one_of(Outcome),
        stake=lance["stake"].whole(),
        team=lance["team"].whole_or_none(),
        deje=lance["deje"].whole(),
        counted=lance["counted"].whole(),
    )


def _chain(match: _Node) -> Chain:
    return Chain(
        match=match["id"].text(),
        game=match["game"].whole(),
        wins=_wholes(match["wins"]),
        winner=match["winner"].whole_or_none(),
    )


def _wholes(node: _Node) -> tuple[int, ...]:
    return node.each(_Node.whole)
