"""Stored matches played again: from a league's database to what happened."""

from collections.abc import Iterator

from arena.engine.events import Event
from arena.engine.rules import Rules, profile
from arena.engine.shuffle import MatchKey as ShuffleKey
from arena.errors import StoreError
from arena.league.rows import League
from arena.league.schedule import MatchKey, pairing
from arena.match.record import replay
from arena.match.result import MatchResult


def rules_of(league: League) -> Rules:
    """The rules a league is played by. Raises StoreError if it does not say."""
    values = league.identity.get("rules")
    if not isinstance(values, dict):
        raise StoreError(f"league {league.name}: its database does not hold its rules")
    return profile(**values)


def shuffle_key(league: League, key: MatchKey) -> ShuffleKey:
    """What the cards of a match are computed from; both rooms of a group have the same."""
    names = (league.bots[bot].name for bot in pairing(league.schedule, key.pairing).bots)
    return ShuffleKey(league.seed_of(key.pairing, key.group), "|".join(names), key.group)


def events_of(league: League, key: MatchKey, match: MatchResult) -> Iterator[Event]:
    """Everything that happened in a match, in order; nothing if it was not played.

    Raises StoreError if its record does not fit the cards.
    """
    if match.record:
        yield from replay(rules_of(league), shuffle_key(league, key), match.record)
