"""The columns of what a league exports: the one place that says what they hold."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum


class Kind(Enum):
    """What stands in a column; any may be empty but a list. CSV joins lists with `|`."""

    WHOLE = "whole number"
    TEXT = "text"
    WHOLES = "list of whole numbers"
    TEXTS = "list of texts"


class What(Enum):
    """What a row is of."""

    GAMES = "games"
    DEALS = "deals"
    DECISIONS = "decisions"


@dataclass(frozen=True, slots=True)
class Column:
    """One column: its name, what stands in it, and what that means."""

    name: str
    kind: Kind
    about: str


_PLACE = (
    Column("game", Kind.WHOLE, "its number in the league, from 1, as `mus-arena replay` takes it"),
    Column("pairing", Kind.WHOLE, "from 0: see arena/league/schedule.py"),
    Column("group", Kind.WHOLE, "the deal group in its pairing, from 0, as in the keys"),
    Column("room", Kind.WHOLE, "from 0; both rooms of a group have the same cards"),
)
_DEAL = (
    Column("round", Kind.WHOLE, "which game of the match, from 1: the `game` of the keys"),
    Column("deal", Kind.WHOLE, "in its round, from 1"),
)

COLUMNS: Mapping[What, tuple[Column, ...]] = {
    What.GAMES: (
        *_PLACE,
        Column("bots", Kind.TEXTS, "the pairing"),
        Column("seating", Kind.TEXTS, "the bot at each seat"),
        Column(
            "winner",
            Kind.TEXT,
            "the bot that won, in cross-play both partners; empty if the game is void",
        ),
        Column("wins", Kind.WHOLES, "games won in this match, by side in the order of `bots`"),
        Column("piedras", Kind.WHOLES, "points scored, by side in the order of `bots`"),
        Column("games", Kind.WHOLE, "begun in this match: 1 unless it goes to more"),
        Column("deals", Kind.WHOLE, "begun"),
        Column("decisions", Kind.WHOLE, "made by bots"),
        Column("fault", Kind.TEXT, "why it did not end by play, or the first that was made good"),
        Column("fault_bot", Kind.TEXT, "who is to blame"),
        Column("fault_seat", Kind.WHOLE, "where, if it was one seat"),
        Column("fault_detail", Kind.TEXT, "what happened, in words"),
    ),
    What.DEALS: (
        *_PLACE,
        *_DEAL,
        Column("key", Kind.TEXT, "the pairing id of the keys"),
        Column("season", Kind.WHOLE, "whose seed the keys have, from 0"),
        Column("mano", Kind.WHOLE, "the seat that was mano when the cards were dealt"),
        Column("deck", Kind.TEXTS, "forty cards, the top first"),
        Column("stocks", Kind.TEXTS, "each new stock made of discards, the top first"),
        Column("hands", Kind.TEXTS, "the four cards dealt to each seat"),
        Column("score_before", Kind.WHOLES, "by team"),
        Column("score", Kind.WHOLES, "by team, after the deal or at a fault"),
    ),
    What.DECISIONS: (
        *_PLACE,
        *_DEAL,
        Column("decision", Kind.WHOLE, "in its game, from 1"),
        Column("seat", Kind.WHOLE, "who was asked"),
        Column("bot", Kind.TEXT, "the bot there"),
        Column("ask", Kind.TEXT, "signs, mus, discard, bet or answer"),
        Column("lance", Kind.TEXT, "grande, chica, pares, juego or punto; empty before"),
        Column("score", Kind.WHOLES, "by team"),
        Column("stake", Kind.WHOLE, "piedras at stake in the lance, the bet to be answered too"),
        Column("hand", Kind.TEXT, "the four cards of the seat"),
        Column("legal", Kind.TEXTS, "what it could do, as in `envido 2-40`"),
        Column("action", Kind.TEXT, "what it did, or the arena for it after a fault"),
    ),
}
