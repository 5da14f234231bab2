"""The steps of a game as JSON values, each only what is new in it. Pure.

A step has some of these keys; what is missing is as it was the step before:

| key | says |
|---|---|
| `did` | always there: what happened, each a list that begins with its kind |
| `game` `deal` `mano` `score` `wins` `thrown` | the numbers of the scene |
| `actor` | the seat that did it, null for chance and the count |
| `hands` | by seat, the cards in one text; `?` is a card that is not seen |
| `words` | by seat, what it said last |
| `lances` | of each lance: name, stake, órdago, outcome, team, deje, piedras counted |
"""

from collections.abc import Iterable, Iterator
from typing import assert_never

from arena.engine.actions import Envido
from arena.engine.cards import Card
from arena.engine.events import (
    Counted,
    DealOver,
    DealStarted,
    Dealt,
    Declared,
    Discarded,
    Drew,
    Event,
    Exposed,
    GameOver,
    LanceClosed,
    LanceOpened,
    ManoMoved,
    MatchOver,
    Reshuffled,
    Said,
    Shown,
    Signed,
)
from arena.engine.hands import HandTable, Lance, table_for
from arena.engine.rules import Rules
from arena.web.scene import Hand, LanceNow, Scene, scenes

Json = None | bool | int | str | list["Json"] | dict[str, "Json"]
Step = dict[str, Json]


def steps(events: Iterable[Event], rules: Rules) -> Iterator[Step]:
    """The steps of a match from what somebody saw of it."""
    table = table_for(rules)
    before: Step = {}
    for scene in scenes(events, rules):
        now = _values(scene)
        new = {key: value for key, value in now.items() if before.get(key, ()) != value}
        yield {"did": list(_did(scene.events, table)), **new}
        before = now


def _values(scene: Scene) -> Step:
    return {
        "game": scene.game,
        "deal": scene.deal,
        "mano": scene.mano,
        "score": list(scene.score),
        "wins": list(scene.wins),
        "thrown": scene.thrown,
        "actor": scene.actor,
        "hands": [_hand(hand) for hand in scene.hands],
        "words": list(scene.words),
        "lances": [_lance(lance) for lance in scene.lances],
    }


def _hand(hand: Hand) -> str:
    return " ".join("?" if card is None else str(card) for card in hand)


def _cards(cards: Iterable[Card]) -> str:
    return " ".join(map(str, cards))


def _lance(now: LanceNow) -> list[Json]:
    outcome = None if now.outcome is None else now.outcome.value
    return [now.lance.value, now.stake, now.ordago, outcome, now.team, now.deje, now.counted]


def _did(events: Iterable[Event], table: HandTable) -> Iterator[list[Json]]:
    """What happened, for captions; seats that declare alike are told together."""
    declared: dict[Lance, list[Json]] = {}
    for event in events:
        if isinstance(event, Declared):
            declared.setdefault(event.lance, [])
            if event.holds:
                declared[event.lance].append(event.seat)
            continue
        for lance, holders in declared.items():
            yield ["holds", lance.value, holders]
        declared = {}
        if (told := _told(event, table)) is not None:
            yield told


def _told(event: Event, table: HandTable) -> list[Json] | None:
    match event:
        case DealStarted() | ManoMoved() | DealOver() | GameOver() | MatchOver():
            return _course(event)
        case Dealt() | Exposed() | Discarded() | Drew() | Reshuffled() | Shown():
            return _of_cards(event, table)
        case Said(seat, action):
            more: list[Json] = [action.piedras] if isinstance(action, Envido) else []
            word = "envido" if isinstance(action, Envido) else str(action)
            return ["said", seat, word, *more]
        case Signed(seat, signs, _, caught):
            names: list[Json] = [sign.name.lower() for sign in signs]
            return ["signs", seat, names, [list(by) for by in caught]] if signs else None
        case Declared():
            return None
        case LanceOpened(lance):
            return ["opened", lance.value]
        case LanceClosed(lance, outcome, stake, team, deje):
            return ["closed", lance.value, outcome.value, stake, team, deje]
        case Counted(lance, team, piedras):
            return ["counted", lance.value, team, piedras] if piedras else None
        case _:
            assert_never(event)


def _course(event: DealStarted | ManoMoved | DealOver | GameOver | MatchOver) -> list[Json]:
    match event:
        case DealStarted(deal, mano):
            return ["deal", deal, mano]
        case ManoMoved(mano):
            return ["mano", mano]
        case DealOver(score, adentro):
            return ["score", list(score), list(adentro)]
        case GameOver(winner, _, wins):
            return ["game", winner, list(wins)]
        case MatchOver(winner, wins):
            return ["match", winner, list(wins)]
        case _:
            assert_never(event)


def _of_cards(
    event: Dealt | Exposed | Discarded | Drew | Reshuffled | Shown, table: HandTable
) -> list[Json] | None:
    match event:
        case Dealt():
            return None
        case Exposed(seat, card):
            return ["exposed", seat, str(card)]
        case Discarded(seat, count, cards):
            return ["discards", seat, count, _cards(cards)]
        case Drew(seat, count, cards):
            return ["draws", seat, count, _cards(cards)]
        case Reshuffled(count):
            return ["stock", count]
        case Shown(seat, cards):
            worth = table[cards]
            kind = worth.pares_kind.name.lower()
            return ["shown", seat, _cards(cards), kind, worth.juego > 0, worth.punto]
        case _:
            assert_never(event)
