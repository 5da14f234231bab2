"""Test vectors replayed: where the engine differs from games that were played elsewhere.

    for played in replay(read_vector(json.loads(line)) for line in lines):
        print(played.game, played.decisions, *played.differences)

Games of one match have to come in order: they are played as one match.
"""

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NoReturn

from arena.engine.actions import Action, Chance, Interception, Reshuffle
from arena.engine.cards import Card
from arena.engine.count import LanceResult
from arena.engine.deal import Deal
from arena.engine.events import DealOver, Event
from arena.engine.game import Game, Match
from arena.engine.notation import legal_texts, parse_action
from arena.engine.vector_format import DealVector, GameVector, StepVector
from arena.errors import IllegalAction, IllegalMove


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that the engine sees in another way.

    `deal` and `step` count from 1; 0 where it is about the whole game or deal.
    """

    game: str
    deal: int
    step: int
    what: str
    expected: str
    got: str


@dataclass(frozen=True, slots=True)
class Played:
    """A vector replayed. `decisions` are the steps that were played."""

    game: str
    decisions: int
    differences: tuple[Difference, ...]


def replay(vectors: Iterable[GameVector]) -> Iterator[Played]:
    """Replays vectors one by one. After a difference that it can't go on from, a game ends."""
    matches: dict[str, Match] = {}
    for vector in vectors:
        known = None if vector.chain is None else matches.pop(vector.chain.match, None)
        replayer = _Replayer(vector, known)
        replayer.run()
        if vector.chain is not None and not replayer.differences:
            matches[vector.chain.match] = replayer.match
        yield Played(vector.id, replayer.decisions, tuple(replayer.differences))


class _Stuck(Exception):
    """The engine can't follow the vector any further; the difference is noted."""


class _Replayer:
    """Plays one vector. `known` is the match it goes on with, None for a new one."""

    def __init__(self, vector: GameVector, known: Match | None) -> None:
        self.vector = vector
        self.match = known or Match(vector.rules, mano=vector.first_mano)
        self.differences: list[Difference] = []
        self.decisions = 0
        self._whole_match = known is not None or vector.chain is None or vector.chain.game == 1
        self._events: list[Event] = []
        self._deal = 0
        self._step = 0

    def run(self) -> None:
        """Plays until the end, or until the engine is stuck."""
        game, vector = self.match.game, self.vector
        self._same("rules", vector.rules, self.match.rules)
        self._same("first mano", vector.first_mano, game.deal.mano)
        try:
            for self._deal, deal in enumerate(vector.deals, 1):
                self._play_deal(game, deal)
        except _Stuck:
            return
        self._deal = 0
        self._same("winner", vector.winner, game.winner)
        if vector.chain is not None and self._whole_match:
            self._same("games won", vector.chain.wins, tuple(self.match.wins))
            self._same("winner of the match", vector.chain.winner, self.match.winner)

    def _play_deal(self, game: Game, vector: DealVector) -> None:
        deal = game.deal
        chance: dict[type[Chance] | None, deque[Chance]] = {
            Reshuffle: deque(vector.reshuffles),
            Interception: deque(vector.interceptions),
        }
        self._step = 0
        if game.over:
            self._stuck("deal", "one more", "the game is over")
        self._apply(vector.deck)
        for self._step, step in enumerate(vector.steps, 1):
            self._check_step(game, step)
            hand = deal.hands[step.seat] if 0 <= step.seat < len(deal.hands) else ()
            self._apply(self._parsed(step.action, hand))
            self.decisions += 1
            while game.awaits in chance:
                self._apply(self._next(chance[game.awaits], _state(game)))
        self._step = 0
        if not deal.over:
            self._stuck("after the last step", "the deal is over", _state(game))
        self._same("chance moves left", 0, sum(map(len, chance.values())))
        self._compare_end(deal, vector)

    def _check_step(self, game: Game, step: StepVector) -> None:
        """Compares the question; what must be refused is tried on a copy."""
        self._same("seat", step.seat, game.to_act)
        self._same("ask", step.ask, None if game.ask is None else game.ask.value)
        self._same("lance", step.lance, None if game.lance is None else game.lance.value)
        self._same("legal", _sorted(step.legal), _sorted(legal_texts(game.legal())))
        for text in step.illegal:
            try:
                game.fork().apply(parse_action(text, game.deal.hands[step.seat]))
            except (IllegalAction, ValueError):
                continue
            self._same("illegal action", f"{text} is refused", f"{text} is accepted")

    def _compare_end(self, deal: Deal, vector: DealVector) -> None:
        self._same("mano", vector.mano, deal.mano)
        self._same("lances", _lances(vector.lances), _lances(deal.results))
        self._same("hands", _hands(vector.hands), _hands(deal.hands))
        self._same("score", vector.score, tuple(deal.score))
        over = [event for event in self._events if isinstance(event, DealOver)]
        self._same("adentro", vector.adentro, over[0].adentro)

    def _same(self, what: str, expected: object, got: object) -> None:
        if expected != got:
            where = (self.vector.id, self._deal, self._step)
            self.differences.append(Difference(*where, what, str(expected), str(got)))

    def _stuck(self, what: str, expected: object, got: object) -> NoReturn:
        self._same(what, expected, got)
        raise _Stuck

    def _parsed(self, text: str, hand: Sequence[Card]) -> Action:
        try:
            return parse_action(text, hand)
        except ValueError as error:
            self._stuck("action", text, error)

    def _next(self, moves: deque[Chance], state: str) -> Chance:
        if not moves:
            self._stuck("chance", "no more of it", state)
        return moves.popleft()

    def _apply(self, move: Action | Chance) -> None:
        try:
            self._events = self.match.apply(move)
        except IllegalMove as error:
            self._stuck("move", "it is legal", error)


def _state(game: Game) -> str:
    if game.awaits is not None:
        return f"chance is awaited: {game.awaits.__name__}"
    return f"seat {game.to_act} may {game.legal()}"


def _sorted(texts: Sequence[str]) -> str:
    return ", ".join(sorted(texts))


def _lances(results: Iterable[LanceResult]) -> str:
    parts = (
        f"{r.lance.value} {r.outcome.value} stake {r.stake} team {r.team} deje {r.deje}"
        f" counted {r.counted}"
        for r in results
    )
    return "; ".join(parts)


def _hands(hands: Iterable[Iterable[Card]]) -> str:
    return " | ".join(" ".join(sorted(map(str, hand))) for hand in hands)
