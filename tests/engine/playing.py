"""Games for tests: hands written down, decks that give them, seeded random play."""

from collections.abc import Iterator, Sequence
from random import Random

from arena.engine.actions import (
    DISCARDS,
    Action,
    Chance,
    Deck,
    Envido,
    Interception,
    Legal,
    Reshuffle,
    Signs,
    Word,
)
from arena.engine.cards import DECK, Card
from arena.engine.deal import Deal
from arena.engine.envite import Envite
from arena.engine.events import Event
from arena.engine.game import Game, Match
from arena.engine.lances import Lances
from arena.engine.notation import parse_action
from arena.engine.rules import Rules
from arena.engine.service import Stock

LETTERS = dict(zip("A234567SCR", (1, 2, 3, 4, 5, 6, 7, 10, 11, 12), strict=True))

Move = Action | Chance


def numbers(text: str) -> tuple[int, ...]:
    """`numbers("R 3 A 2")`: what is printed on the cards named, in their order."""
    return tuple(LETTERS[letter] for letter in text.split())


def hand(text: str) -> tuple[Card, ...]:
    """`hand("R R 3 A")`: four different cards of these numbers."""
    return hands_of(text)[0]


def hands_of(*texts: str) -> list[tuple[Card, ...]]:
    """Hands without a card in common."""
    left = list(DECK)
    hands = []
    for text in texts:
        found = []
        for number in numbers(text):
            card = next(card for card in left if card.number == number)
            left.remove(card)
            found.append(card)
        hands.append(tuple(found))
    return hands


def deck_of(*texts: str, mano: int = 0) -> tuple[Card, ...]:
    """A deck that gives seat 0 the first hand named, and so on; one more text is on top of the stock."""
    named = hands_of(*texts)
    seats = len(named) if all(len(cards) == 4 for cards in named) else len(named) - 1
    order = [named[(mano + i) % seats][turn] for turn in range(4) for i in range(seats)]
    order += [card for cards in named[seats:] for card in cards]
    return (*order, *(card for card in DECK if card not in order))


class Table:
    """A game whose first deal has the hands named. Everything that happens is kept in `events`."""

    def __init__(
        self,
        rules: Rules,
        *texts: str,
        mano: int = 0,
        score: Sequence[int] = (),
        exposed: str | None = None,
    ) -> None:
        """Cards as `deck_of` gives them; `exposed` is turned up."""
        self.game = Game(rules, mano=mano, score=score)
        self.deal = self.game.deal
        deck = deck_of(*texts, mano=mano)
        turned_up = None
        if exposed is not None:
            card = Card.parse(exposed)
            turned_up = (mano + deck.index(card)) % rules.seats, card
        self.events = self.game.apply(Deck(deck, turned_up))

    def say(self, texts: str) -> "Table":
        """`say("no_mus, paso, envido 2")`: each by the seat to act."""
        for text in texts.split(", "):
            seat = self.game.to_act
            assert seat is not None, f"nobody can say {text}"
            self.events += self.game.apply(parse_action(text, self.game.deal.hands[seat]))
        return self

    def chance(self, move: Chance) -> "Table":
        """Chance moves."""
        self.events += self.game.apply(move)
        return self

    def asked(self) -> str:
        """`2 bet`: who is asked for what."""
        return "nobody" if self.game.ask is None else f"{self.game.to_act} {self.game.ask.value}"

    def of(self, kind: type[Event]) -> list[Event]:
        """The events of a kind so far."""
        return [event for event in self.events if isinstance(event, kind)]


def stacked(rng: Random) -> tuple[Card, ...]:
    """A deck, shuffled well or so badly that equal cards lie together."""
    cards = list(DECK)
    rng.shuffle(cards)
    if rng.random() < 0.4:
        spread = rng.choice((1, 3, 20))
        cards.sort(key=lambda card: -card.number % 7 * 3 + rng.random() * spread)
    return tuple(cards)


def chance_move(game: Game, rng: Random) -> Chance:
    """Any chance move that may come now."""
    rules, deal = game.rules, game.deal
    if game.awaits is Deck:
        cards = stacked(rng)
        if rng.random() >= rules.mus_visto:
            return Deck(cards)
        place = rng.randrange(4 * rules.seats)
        return Deck(cards, ((deal.mano + place) % rules.seats, cards[place]))
    if game.awaits is Reshuffle:
        pile = game.to_shuffle()
        return Reshuffle(tuple(rng.sample(pile, len(pile))))
    assert deal.to_act is not None
    rivals = [s for s in range(rules.seats) if rules.team[s] != rules.team[deal.to_act]]
    return Interception(tuple(s for s in rivals if rng.random() < rules.sign_interception))


def choose(legal: Legal, rng: Random) -> Action:
    """Any legal action; an órdago, a bet and a refusal are rarer than the rest."""
    if legal.discard is not None:
        least, most = legal.discard
        return rng.choice([d for d in DISCARDS if least <= len(d.positions) <= most])
    if legal.signs is not None:
        return Signs(tuple(rng.sample(legal.signs, rng.randint(0, len(legal.signs)))))
    words = sorted(legal.words - {Word.ORDAGO}, key=lambda word: word.value)
    if Word.ORDAGO in legal.words and rng.random() < 0.04:
        return Word.ORDAGO
    if legal.envido is not None and rng.random() < 0.35:
        low, high = legal.envido
        return Envido(min(high, low + int(rng.expovariate(0.3))))
    return rng.choice(words)


def move_for(game: Game, rng: Random) -> Move:
    """Any move that may come now."""
    return chance_move(game, rng) if game.awaits is not None else choose(game.legal(), rng)


def play(match: Match, rng: Random) -> Iterator[tuple[Move, list[Event]]]:
    """Plays a match to its end; gives each move, made, with what happened."""
    while not match.over:
        move = move_for(match.game, rng)
        yield move, match.apply(move)


def snapshot(value: object) -> object:
    """Everything in a match as nested tuples: equal if and only if nothing has changed."""
    if isinstance(value, Match | Game | Deal | Lances | Envite | Stock):
        names = [name for kind in type(value).__mro__ for name in getattr(kind, "__slots__", ())]
        return tuple((name, snapshot(getattr(value, name))) for name in names)
    if isinstance(value, list):
        return tuple(map(snapshot, value))
    return value


def asks(table: Table, texts: str) -> list[str]:
    """Who is asked for what before each text, and after the last: `["0 mus", "1 mus"]`."""
    found = [table.asked()]
    for text in texts.split(", "):
        table.say(text)
        found.append(table.asked())
    return found
