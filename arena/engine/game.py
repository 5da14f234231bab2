"""Deals to the target make a game (R1); games to `games_to_win` make a match."""

from collections.abc import Sequence
from typing import Self

from arena.engine.actions import Action, Ask, Chance, Deck, Interception, Legal, Reshuffle
from arena.engine.cards import Card
from arena.engine.deal import Deal
from arena.engine.events import Event, GameOver, MatchOver
from arena.engine.hands import Lance
from arena.engine.rules import Rules
from arena.errors import IllegalAction


class Game:
    """Deals until a team reaches the target or an accepted órdago decides (R1).

    `to_act` is the seat that is asked for `ask`, `awaits` the chance move that
    is due; both are None when the game is over. Feed either to `apply`.

    A game can be set up between two deals: with the score by team, and the
    number of the deal to come.
    """

    __slots__ = ("deal", "deals", "rules", "score", "winner")

    def __init__(
        self, rules: Rules, *, mano: int, score: Sequence[int] = (), deals: int = 1
    ) -> None:
        self.rules = rules
        self.score = list(score) or [0] * rules.teams
        self.winner: int | None = None
        self.deals = deals
        self.deal = Deal(rules, self.score, mano=mano, number=deals)

    @property
    def to_act(self) -> int | None:
        """The seat that has to act, None if chance has to or the game is over."""
        return None if self.deal.awaits is not None else self.deal.to_act

    @property
    def ask(self) -> Ask | None:
        """What the seat to act is asked for."""
        return self.deal.ask

    @property
    def awaits(self) -> type[Chance] | None:
        """The kind of chance move that is due, if any."""
        return self.deal.awaits

    @property
    def lance(self) -> Lance | None:
        """The lance being played, None before grande."""
        return self.deal.lance

    @property
    def stake(self) -> int:
        """Piedras at stake in the lance, the bet to be answered included."""
        return self.deal.stake

    @property
    def over(self) -> bool:
        """Whether the game is decided."""
        return self.winner is not None

    def legal(self) -> Legal:
        """What the seat to act may do."""
        return self.deal.legal()

    def apply(self, move: Action | Chance) -> list[Event]:
        """Makes a move of the seat to act, or of chance; gives what happened.

        Raises IllegalAction or IllegalChance, and then nothing has changed.
        """
        deal = self.deal
        events: list[Event] = []
        if isinstance(move, (Deck, Reshuffle, Interception)):
            deal.chance(move, events)
        elif not deal.act(move, events):
            raise IllegalAction(self._refusal(move))
        if deal.over:
            self._after_deal(deal)
        return events

    def to_shuffle(self) -> list[Card]:
        """The discards to put in order when a Reshuffle is awaited."""
        return self.deal.to_shuffle()

    def fork(self) -> Self:
        """An independent copy, for search."""
        new = type(self)(self.rules, mano=self.deal.mano, score=self.score, deals=self.deals)
        new.winner = self.winner
        new.deal = self.deal.fork(new.score)
        return new

    def _after_deal(self, deal: Deal) -> None:
        if deal.winner is not None:
            self.winner = deal.winner
            return
        self.deals += 1
        mano = (deal.mano + 1) % self.rules.seats
        self.deal = Deal(self.rules, self.score, mano=mano, number=self.deals)

    def _refusal(self, move: Action) -> str:
        if self.over:
            return f"{move}: the game is over"
        if self.awaits is not None:
            return f"{move}: awaited is chance, a {self.awaits.__name__}"
        return f"{move}: seat {self.to_act} may {self.legal()}"


class Match:
    """Games until a team has won `games_to_win` of them; the mano goes on between games (R4.1).

    `game` is the one being played, or the last. Use it as a Game.
    """

    __slots__ = ("_past_deals", "_past_score", "game", "rules", "winner", "wins")

    def __init__(self, rules: Rules, *, mano: int) -> None:
        self.rules = rules
        self.wins = [0] * rules.teams
        self.winner: int | None = None
        self.game = Game(rules, mano=mano)
        self._past_deals = 0
        self._past_score = [0] * rules.teams

    @property
    def over(self) -> bool:
        """Whether the match is decided."""
        return self.winner is not None

    @property
    def games(self) -> int:
        """The number of the game being played, or of the last, from 1."""
        return sum(self.wins) + (self.winner is None)

    @property
    def deals(self) -> int:
        """Deals begun in all games so far."""
        return self._past_deals + self.game.deals

    @property
    def piedras(self) -> tuple[int, ...]:
        """Piedras scored in all games so far, by team."""
        return tuple(map(sum, zip(self._past_score, self.game.score, strict=True)))

    def apply(self, move: Action | Chance) -> list[Event]:
        """Makes a move in the game being played; see `Game.apply`."""
        game = self.game
        events = game.apply(move)
        if game.winner is not None:
            self._after_game(game, game.winner, events)
        return events

    def fork(self) -> Self:
        """An independent copy, for search."""
        new = type(self)(self.rules, mano=self.game.deal.mano)
        new.winner = self.winner
        new.wins = list(self.wins)
        new.game = self.game.fork()
        new._past_deals = self._past_deals
        new._past_score = list(self._past_score)
        return new

    def _after_game(self, game: Game, winner: int, events: list[Event]) -> None:
        self.wins[winner] += 1
        events.append(GameOver(winner, tuple(game.score), tuple(self.wins)))
        if self.wins[winner] == self.rules.games_to_win:
            self.winner = winner
            events.append(MatchOver(winner, tuple(self.wins)))
        else:
            self._past_deals += game.deals
            self._past_score = list(self.piedras)
            mano = (game.deal.mano + 1) % self.rules.seats
            self.game = Game(self.rules, mano=mano)
