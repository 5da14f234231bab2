"""What a table looks like: as the engine has it, and to a seat only what it saw."""

import json
from collections.abc import Iterator
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from arena.engine.cards import Card
from arena.engine.events import DealStarted, Dealt, Drew, Event, Exposed, Shown
from arena.engine.game import Match
from arena.engine.rules import Rules, profile
from arena.web.scene import Scene, scenes, seen
from arena.web.steps import steps
from tests.engine.playing import Table, move_for, play
from tests.strategies import rules, seeds
from tests.web.site import CARD

few = settings(max_examples=20)


def played(found: Rules, seed: int) -> list[Event]:
    """What happens in a match played at random."""
    rng = Random(seed)
    match = Match(found, mano=rng.randrange(found.seats))
    return [event for _, events in play(match, rng) for event in events]


def views(events: list[Event], seat: int) -> Iterator[tuple[Event, frozenset[Card]]]:
    """What a seat sees, each with the cards that it knows in this deal by then."""
    known: frozenset[Card] = frozenset()
    for event in events:
        match event:
            case DealStarted():
                known = frozenset()
            case Exposed():
                known |= {event.card}
            case Shown():
                known |= set(event.cards)
            case Dealt() | Drew() if event.seat == seat:
                known |= set(event.cards)
        view = event.seen_by(seat)
        if view is not None:
            yield view, known


@few
@given(rules(), seeds)
def test_all_seeing_scenes_are_what_the_engine_has(found: Rules, seed: int) -> None:
    """After every move in the lances of a deal: hands, mano, lance, stake; the score at its end."""
    rng = Random(seed)
    match = Match(found, mano=rng.randrange(found.seats))
    events: list[Event] = []
    deal = match.game.deal
    is_over = False
    while not is_over:
        events += match.apply(move_for(match.game, rng))
        scene = list(scenes(events, found))[-1]
        assert scene.mano == deal.mano
        assert scene.hands == tuple(map(tuple, deal.hands))
        if deal.lance is not None:
            assert (scene.lances[-1].lance, scene.lances[-1].stake) == (deal.lance, deal.stake)
        is_over = deal.over
        if is_over:
            assert scene.score == tuple(deal.score)


@few
@given(rules(), seeds, st.integers(0, 5))
def test_a_seat_sees_no_card_that_it_was_not_shown(found: Rules, seed: int, seat: int) -> None:
    """In no scene, and in nothing that is told of a step."""
    seat %= found.seats
    seen_then_known = list(views(played(found, seed), seat))
    mine = [view for view, _ in seen_then_known]
    at = -1
    for scene, step in zip(scenes(mine, found), steps(mine, found), strict=True):
        at += len(scene.events)
        known = seen_then_known[at][1]
        assert {card for hand in scene.hands for card in hand if card} <= known
        assert set(map(Card.parse, CARD.findall(json.dumps(step)))) <= known


@few
@given(rules(), seeds)
def test_steps_add_up_to_the_scenes(found: Rules, seed: int) -> None:
    """Each step says what is new; put together they are the numbers of the scenes."""
    events = played(found, seed)
    table: dict[str, object] = {}
    for scene, step in zip(scenes(events, found), steps(events, found), strict=True):
        table |= step
        assert table["score"] == list(scene.score)
        assert table["deal"] == scene.deal
        assert table["words"] == list(scene.words)
        cards = [" ".join("?" if c is None else str(c) for c in hand) for hand in scene.hands]
        assert table["hands"] == cards


def last(table: Table) -> Scene:
    """The scene after all that happened at a table."""
    return list(scenes(table.events, table.game.rules))[-1]


def test_bubbles_stay_as_long_as_they_count() -> None:
    """A lance's words stay until the next begins; a raise is told from a bet; órdagos are marked."""
    rules = profile("traditional", mus_corrido=False, signs=False)
    table = Table(rules, "R R 4 5", "6 6 S C", "4 4 7 5", "A A S 6").say("no_mus")
    assert last(table).words == ("no_mus", "", "", "")
    assert last(table.say("paso, envido 2")).words == ("paso", "envido 2", "", "")
    assert last(table.say("envido 5")).words == ("paso", "envido 2", "raise 5", "")
    assert last(table).lances[-1].stake == 7
    assert last(table.say("no_quiero")).words[3] == "no_quiero"
    scene = last(table.say("no_quiero"))
    assert (scene.lances[0].deje, scene.score) == (2, (2, 0))
    assert last(table.say("ordago")).words == ("ordago", "", "", "")
    assert last(table).lances[-1].ordago


def test_cards_thrown_lie_on_the_pile() -> None:
    """Who throws cards has fewer; what others throw is a number."""
    rules = profile("traditional", mus_corrido=False, signs=False)
    table = Table(rules, "R R 4 5", "6 6 S C", "4 4 7 5", "A A S 6")
    thrown = table.deal.hands[0][:2], table.deal.hands[1][:1]
    table.say("mus, mus, mus, mus")
    table.say(", ".join(f"discard {' '.join(map(str, cards))}" for cards in thrown))
    assert last(table).thrown == 3
    assert [len(hand) for hand in last(table).hands] == [2, 3, 4, 4]
    view = list(scenes(seen(table.events, 3), rules))[-1]
    assert view.hands[0] == (None, None)
    assert None not in view.hands[3]
    assert view.words[:2] == ("discard 2", "discard 1")
