"""The chance moves of one match, each computed from its key when it is due."""

from arena.engine.actions import Chance, Deck, Interception, Reshuffle
from arena.engine.game import Match
from arena.engine.rules import Rules
from arena.engine.shuffle import MatchKey, caught, deck, exposed_card, first_mano, shuffled
from arena.errors import InternalError


class KeyedChance:
    """Chance for one match: both rooms of a deal group get the same."""

    __slots__ = ("_key", "_reshuffles", "_signs")

    def __init__(self, key: MatchKey) -> None:
        self._key = key
        self._reshuffles = 0
        self._signs = 0

    def move(self, match: Match) -> Chance:
        """The chance move that a match awaits."""
        game = match.game
        if game.awaits is Deck:
            self._reshuffles = self._signs = 0
            return _deck_move(match, self._key)
        if game.awaits is Reshuffle:
            self._reshuffles += 1
            new = shuffled(
                game.to_shuffle(),
                self._key,
                game=match.games,
                deal=game.deals,
                reshuffle=self._reshuffles,
            )
            return Reshuffle(new)
        if game.awaits is Interception:
            self._signs += 1
            return _interception(match, self._key, sign=self._signs)
        raise InternalError("no chance move is due")


def new_match(rules: Rules, key: MatchKey) -> tuple[Match, KeyedChance]:
    """The match of a deal group before its first move, and its chance."""
    return Match(rules, mano=first_mano(key, rules.seats)), KeyedChance(key)


def _deck_move(match: Match, key: MatchKey) -> Deck:
    rules, game = match.rules, match.game
    cards = deck(key, game=match.games, deal=game.deals)
    place = exposed_card(
        key, game=match.games, deal=game.deals, seats=rules.seats, chance=rules.mus_visto
    )
    if place is None:
        return Deck(cards)
    return Deck(cards, ((game.deal.mano + place) % rules.seats, cards[place]))


def _interception(match: Match, key: MatchKey, *, sign: int) -> Interception:
    rules, seat = match.rules, match.game.deal.to_act
    assert seat is not None
    rivals = [s for s in range(rules.seats) if rules.team[s] != rules.team[seat]]
    seats = caught(
        rivals,
        key,
        game=match.games,
        deal=match.game.deals,
        sign=sign,
        chance=rules.sign_interception,
    )
    return Interception(seats)
