"""What was served in a match, and from which cards."""

from itertools import pairwise
from random import Random

import pytest

from arena.engine.cards import DECK
from arena.engine.chance import new_match
from arena.engine.events import DealOver, DealStarted, Event, Shown
from arena.engine.rules import PROFILES, Rules, profile
from arena.engine.shuffle import MatchKey
from arena.league.luck.services import Service, services
from tests.league.luck.tables import Policy, careless, greedy, hoarder, play, spoiler

POLICIES = [careless, greedy, hoarder, spoiler]


@pytest.mark.parametrize("rules", PROFILES.values(), ids=PROFILES)
@pytest.mark.parametrize("policy", POLICIES)
def test_new_cards_come_from_the_pool_and_old_ones_do_not(rules: Rules, policy: Policy) -> None:
    """Sixteen different cards; those drawn were in the pool, those kept were not."""
    for service in play(rules, 1, bots=(policy, policy), room=0).services:
        held = [card for hand in service.hands for card in hand]
        assert len(set(held)) == 16
        pairs = zip(service.hands, service.drawn, strict=True)
        new = {card for hand, drawn in pairs for card in hand[4 - drawn :]}
        assert new == set(held) & service.pool
        assert sum(service.drawn) == len(new) > 0


@pytest.mark.parametrize("policy", POLICIES)
def test_a_pool_is_what_the_stock_held(policy: Policy) -> None:
    """First hands come from the whole deck, then what was drawn is gone, until a stock runs out."""
    found = play(profile("traditional"), 2, bots=(policy, policy), room=0).services
    assert found[0].exchange == 0
    for before, after in pairwise(found):
        if after.exchange == 0:
            assert after.pool == frozenset(DECK)
        elif after.exchange == before.exchange + 1:
            held = {card for hand in before.hands for card in hand}
            assert after.pool == before.pool - held or len(after.pool) < 24


def test_the_hands_shown_are_those_served_last() -> None:
    """Nothing was missed: where no stock ran out, a deal ends with the hands of its last service."""
    rules, checked = profile("traditional", games_to_win=1), 0
    for group in range(20):
        events = events_of(rules, group)
        last = {place(service): service for service in services(events, seats=4, teams=2)}
        deal, shown = None, dict[int, frozenset[object]]()
        for event in events:
            if isinstance(event, DealStarted):
                deal, shown = event, {}
            elif isinstance(event, Shown):
                shown[event.seat] = frozenset(event.cards)
            elif isinstance(event, DealOver) and deal is not None:
                service = last[(deal.score, deal.deal)]
                assert shown == {seat: frozenset(hand) for seat, hand in enumerate(service.hands)}
                checked += 1
    assert checked > 30


def place(service: Service) -> tuple[tuple[int, ...], int]:
    """Which deal of its game it belongs to."""
    return service.score, service.deal


def events_of(rules: Rules, group: int) -> list[Event]:
    """A match between a bot that exchanges cards and one that does not care."""
    match, chance = new_match(rules, MatchKey(b"luck", "a|b", group))
    rng, events = Random(group), list[Event]()
    while not match.over:
        if match.game.awaits is not None:
            events += match.apply(chance.move(match))
        else:
            policy = hoarder if match.game.to_act in {0, 2} else careless
            events += match.apply(policy(match.game.deal, rng))
    return events


def test_a_service_in_which_a_stock_ran_out_is_left_out() -> None:
    """Four new cards for all, again and again: two services from 24 cards, and no third."""
    for group in range(5):
        found = play(profile("app"), group, bots=(greedy, greedy), room=0).services
        assert {service.exchange for service in found} >= {0, 1}
        assert all(sum(service.drawn) <= len(service.pool) for service in found)
        assert 2 not in {service.exchange for service in found}
