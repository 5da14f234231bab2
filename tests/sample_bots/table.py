"""A table for bots in this process: every turn and answer goes over the real wire format."""

import sys
from collections.abc import Iterator, Sequence
from importlib import import_module
from pathlib import Path
from random import Random
from types import ModuleType

from arena.engine.actions import Action, Ask, Chance, Deck, Interception, Reshuffle, Signs
from arena.engine.cards import DECK, Card
from arena.engine.events import Event
from arena.engine.game import Match
from arena.engine.rules import Rules
from arena.match.seating import fixed_seats
from arena.protocol import lazy, session
from arena.protocol.clock import TimeControl
from arena.protocol.reading import action_of
from arena.protocol.turn import Place, place_of
from arena.protocol.views import Views
from arena.protocol.writing import bytes_field
from arena.sdk import Bot, answer

SAMPLES = Path(__file__).parents[2] / "sample_bots" / "python"


def sample(name: str) -> ModuleType:
    """The module of a sample bot, which may import its neighbours: `sample("odds")`."""
    if str(SAMPLES) not in sys.path:
        sys.path.append(str(SAMPLES))
    return import_module(name)


def sample_bot(name: str) -> Bot:
    """A sample bot by the name of its file: `sample_bot("odds")`."""
    module = sample(name)
    kinds = [kind for kind in vars(module).values() if isinstance(kind, type)]
    (kind,) = (k for k in kinds if issubclass(k, Bot) and k.__module__ == module.__name__)
    bot: Bot = kind()
    return bot


def place(rules: Rules, seat: int) -> Place:
    """The place of a seat, by way of the welcome that its bot would get."""
    told = seat if fixed_seats(rules) else None
    welcome = session.welcome(rules, TimeControl(), seat=told)
    return place_of(lazy.Response.FromString(welcome).welcome)


def ask(bot: Bot, turn: bytes, *, at: Place) -> Action:
    """What a bot answers to one serialized turn, read from what it would send."""
    message = lazy.Response.FromString(bytes_field(2, bytes_field(1, turn)))
    (request,) = answer(bot, message, place=at)
    (decision,) = lazy.Request.FromString(request).decisions.decisions
    assert decision.turn_id == 1
    return action_of(decision.action)


def play(rules: Rules, bots: Sequence[Bot], *, seed: int) -> Match:
    """A match of bots, one for each seat, with the cards of a seed."""
    match = Match(rules, mano=seed % rules.seats)
    for _ in moves(match, bots, seed=seed):
        pass
    return match


def moves(match: Match, bots: Sequence[Bot], *, seed: int) -> Iterator[list[Event]]:
    """Plays a match to its end, and gives what happened at each move.

    The cards of a deal come from the seed alone, whoever plays what. Raises
    IllegalAction if a bot does what it may not.
    """
    views, dice, seats = Views(match), Random(seed), range(match.rules.seats)
    cards = dice
    places = [place(match.rules, seat) for seat in seats]
    for seat in seats:
        bots[seat].on_welcome(places[seat])
    while not match.over:
        game = match.game
        asked, mover = game.ask, game.to_act
        if game.awaits is Deck:
            cards = Random(f"{seed} {match.games} {game.deals}")
        if game.awaits is not None:
            events = match.apply(chance(match, cards))
        elif asked is None or mover is None:
            raise AssertionError("a match that is not over awaits somebody")
        elif asked is Ask.SIGNS and not bots[mover].signs:
            events = match.apply(Signs())
        else:
            bits = dice.randbytes(8)
            turn = views.turn(mover, asked, turn_id=1, table_id=1, random=bits)
            events = match.apply(ask(bots[mover], turn, at=places[mover]))
        views.add(events)
        yield events


def chance(match: Match, dice: Random) -> Chance:
    """What chance does next."""
    game, rules = match.game, match.rules
    if game.awaits is Deck:
        deck = dice.sample(DECK, 40)
        if dice.random() >= rules.mus_visto:
            return Deck(tuple(deck))
        at = dice.randrange(4 * rules.seats)
        return Deck(tuple(deck), exposed=((game.deal.mano + at) % rules.seats, deck[at]))
    if game.awaits is Reshuffle:
        left: list[Card] = game.to_shuffle()
        dice.shuffle(left)
        return Reshuffle(tuple(left))
    seat = game.deal.to_act
    assert seat is not None
    rivals = [s for s in range(rules.seats) if rules.team[s] != rules.team[seat]]
    return Interception(tuple(s for s in rivals if dice.random() < rules.sign_interception))
