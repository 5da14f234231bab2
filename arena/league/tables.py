"""A league's games as rows of a table: whole games, deals with their cards, decisions.

Rows are made one after another from records and keys: nothing is kept in
memory. All cards are in them. They come from the database, where only blocks
are that were played to their end, never a game that a bot still plays.
"""

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from arena.engine.actions import Action, Chance, Deck, Interception, Reshuffle
from arena.engine.cards import Card
from arena.engine.chance import KeyedChance, new_match
from arena.engine.game import Match
from arena.engine.notation import action_text, legal_texts
from arena.engine.rules import Rules
from arena.engine.service import dealt
from arena.errors import IllegalMove, StoreError
from arena.league.chunks import names_of
from arena.league.columns import What
from arena.league.recorded import rules_of, shuffle_key
from arena.league.rows import League
from arena.league.schedule import MatchKey, match_number
from arena.league.store import Store
from arena.match.record import moves
from arena.match.result import Fault, MatchResult

Value = int | str | list[int] | list[str] | None
Row = dict[str, Value]


@dataclass(frozen=True, slots=True)
class _Game:
    """A match of a league, with what all its rows say."""

    league: League
    rules: Rules
    key: MatchKey
    result: MatchResult
    place: Row
    names: tuple[str, ...]


def table(store: Store, what: What) -> Generator[Row]:
    """The rows of a league in order of game, by name of column."""
    league = store.league
    rules, rows_of = rules_of(league), _ROWS[what]
    for key, result in store.matches():
        place: Row = {
            "game": match_number(league.schedule, key),
            "pairing": key.pairing,
            "group": key.group,
            "room": key.room,
        }
        names = names_of(league, key.pairing)
        yield from rows_of(_Game(league, rules, key, result, place, names))


def _games(game: _Game) -> Iterator[Row]:
    result, names = game.result, game.names
    yield {
        **game.place,
        "bots": list(names),
        "seating": [names[bot] for bot in result.seating],
        "winner": None if result.winner is None else _side(game, result.winner),
        "wins": list(result.wins),
        "piedras": list(result.piedras),
        "games": result.games,
        "deals": result.deals,
        "decisions": result.decisions,
        **_fault(result.fault, names),
    }


def _side(game: _Game, side: int) -> str:
    """The bot of a side, or both partners."""
    first, partners = side * game.league.schedule.partners, game.league.schedule.partners
    return " + ".join(game.names[first : first + partners])


def _fault(fault: Fault | None, names: Sequence[str]) -> Row:
    if fault is None:
        return dict.fromkeys(("fault", "fault_bot", "fault_seat", "fault_detail"))
    return {
        "fault": fault.reason.value,
        "fault_bot": None if fault.bot is None else names[fault.bot],
        "fault_seat": fault.seat,
        "fault_detail": fault.detail,
    }


def _deals(game: _Game) -> Iterator[Row]:
    match, chance = _begun(game)
    row: Row = {}
    for move in moves(match, chance, game.result.record):
        before, deal = match.game, match.game.deal
        if isinstance(move, Deck):
            row = {**game.place, **_new_deal(game, match, move), "stocks": []}
        elif isinstance(move, Reshuffle):
            row["stocks"] = [*_texts(row["stocks"]), _cards(move.cards)]
        _apply(game, match, move)
        row["score"] = list(before.score)
        if deal.over:
            yield row
            row = {}
    if row:
        yield row


def _new_deal(game: _Game, match: Match, move: Deck) -> Row:
    mano = match.game.deal.mano
    hands = dealt(move.cards, game.rules.seats, mano=mano)
    return {
        **_deal(match),
        "key": shuffle_key(game.league, game.key).pairing,
        "season": game.league.season_of(game.key.pairing, game.key.group),
        "mano": mano,
        "deck": [str(card) for card in move.cards],
        "hands": [_cards(hand) for hand in hands],
        "score_before": list(match.game.score),
    }


def _decisions(game: _Game) -> Iterator[Row]:
    match, chance = _begun(game)
    number = 0
    for move in moves(match, chance, game.result.record):
        now, seat, ask = match.game, match.game.to_act, match.game.ask
        if not isinstance(move, Deck | Reshuffle | Interception):
            if seat is None or ask is None:
                raise _unplayable(game, f"{move}: nobody is asked")
            number += 1
            hand = now.deal.hands[seat]
            yield {
                **game.place,
                **_deal(match),
                "decision": number,
                "seat": seat,
                "bot": game.names[game.result.seating[seat]],
                "ask": ask.value,
                "lance": now.lance and now.lance.value,
                "score": list(now.score),
                "stake": now.stake,
                "hand": _cards(hand),
                "legal": list(legal_texts(now.legal())),
                "action": action_text(move, hand),
            }
        _apply(game, match, move)


_ROWS: Mapping[What, Callable[[_Game], Iterator[Row]]] = {
    What.GAMES: _games,
    What.DEALS: _deals,
    What.DECISIONS: _decisions,
}


def _begun(game: _Game) -> tuple[Match, KeyedChance]:
    return new_match(game.rules, shuffle_key(game.league, game.key))


def _apply(game: _Game, match: Match, move: Action | Chance) -> None:
    try:
        match.apply(move)
    except IllegalMove as error:
        raise _unplayable(game, str(error)) from None


def _unplayable(game: _Game, why: str) -> StoreError:
    number = game.place["game"]
    return StoreError(f"game {number} can't have been played: {why}: run `league verify`")


def _deal(match: Match) -> Row:
    return {"round": match.games, "deal": match.game.deals}


def _cards(cards: Iterable[Card]) -> str:
    return " ".join(map(str, cards))


def _texts(value: Value) -> list[str]:
    assert isinstance(value, list)
    return [str(one) for one in value]
