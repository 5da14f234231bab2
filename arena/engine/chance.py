"""The chance moves of one match, each computed from its key when it is due."""

from arena.engine.actions import Chance, Deck, Interception, Reshuffle
from arena.engine.deal import Deal
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
        return self.for_deal(match.game.deal, game=match.games)

    def for_deal(self, deal: Deal, *, game: int) -> Chance:
        """The chance move that a deal of the match's `game`th game awaits."""
        if deal.awaits is Deck:
            self._reshuffles = self._signs = 0
            return _deck_move(deal, self._key, game=game)
        if deal.awaits is Reshuffle:
            self._reshuffles += 1
            new = shuffled(
                deal.to_shuffle(),
                self._key,
                game=game,
                deal=deal.number,
                reshuffle=self._reshuffles,
            )
            return Reshuffle(new)
        if deal.awaits is Interception:
            self._signs += 1
            return _interception(deal, self._key, game=game, sign=self._signs)
        raise InternalError("no chance move is due")


def new_match(rules: Rules, key: MatchKey) -> tuple[Match, KeyedChance]:
    """The match of a deal group before its first move, and its chance."""
    return Match(rules, mano=first_mano(key, rules.seats)), KeyedChance(key)


def _deck_move(deal: Deal, key: MatchKey, *, game: int) -> Deck:
    rules, number = deal.rules, deal.number
    cards = deck(key, game=game, deal=number)
    place = exposed_card(key, game=game, deal=number, seats=rules.seats, chance=rules.mus_visto)
    if place is None:
        return Deck(cards)
    return Deck(cards, ((deal.mano + place) % rules.seats, cards[place]))


def _interception(deal: Deal, key: MatchKey, *, game: int, sign: int) -> Interception:
    rules, seat = deal.rules, deal.to_act
    assert seat is not None
    rivals = [s for s in range(rules.seats) if rules.team[s] != rules.team[seat]]
    seats = caught(
        rivals,
        key,
        game=game,
        deal=deal.number,
        sign=sign,
        chance=rules.sign_interception,
    )
    return Interception(seats)
