"""One game to look at: who sat where, how it ended, and its steps as one pair of eyes saw them.

What a seat may see is decided here, by `seen_by` of the engine; a page never
gets what it would have to hide.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from arena.engine.rules import Rules
from arena.league.recorded import events_of, rules_of
from arena.league.rows import League
from arena.league.schedule import MatchKey, match_number, pairing
from arena.match.result import MatchResult
from arena.web.scene import seen
from arena.web.steps import Json, Step, steps


@dataclass(frozen=True, slots=True)
class Game:
    """A match that was played; bots by index in the league. `view` is a seat, None for all cards.

    `seats` are the bots by seat, `winner` is a team, None if void. `rooms` are the numbers of all matches with the same cards, this one's among them.
    """

    number: int
    key: MatchKey
    rooms: tuple[int, ...]
    view: int | None
    rules: Rules
    seats: tuple[int, ...]
    winner: int | None
    match: MatchResult
    steps: tuple[Step, ...]

    @property
    def teams(self) -> tuple[tuple[int, ...], ...]:
        """The bots of each team."""
        seated = list(zip(self.seats, self.rules.team, strict=True))
        return tuple(
            tuple(dict.fromkeys(bot for bot, at in seated if at == team))
            for team in range(self.rules.teams)
        )

    @property
    def fault_is_told(self) -> bool:
        """Whether all about its fault may be told: a seat does not hear what another did in secret."""
        fault = self.match.fault
        return fault is not None and self.view in {None, fault.seat}


def game_of(league: League, key: MatchKey, match: MatchResult, *, view: int | None) -> Game:
    """A match as a seat saw it. Raises StoreError if its record does not fit the cards."""
    rules = rules_of(league)
    bots = pairing(league.schedule, key.pairing).bots
    rooms = range(league.schedule.rooms)
    a_side = len(bots) // rules.teams
    sides = [match.seating[rules.team.index(team)] // a_side for team in range(rules.teams)]
    return Game(
        number=match_number(league.schedule, key),
        key=key,
        rooms=tuple(match_number(league.schedule, key._replace(room=room)) for room in rooms),
        view=view,
        rules=rules,
        seats=tuple(bots[bot] for bot in match.seating),
        winner=None if match.winner is None else sides.index(match.winner),
        match=match,
        steps=tuple(steps(seen(events_of(league, key, match), view), rules)),
    )


def viewer_values(game: Game, names: Sequence[str]) -> dict[str, Json]:
    """What the viewer needs, as JSON values; `names` are the league's bots."""
    return {
        "number": game.number,
        "room": game.key.room,
        "view": game.view,
        "seats": [names[bot] for bot in game.seats],
        "team": list(game.rules.team),
        "teams": [team_name(bots, names) for bots in game.teams],
        "target": game.rules.target,
        "gamesToWin": game.rules.games_to_win,
        "steps": list(game.steps),
    }


def team_name(bots: Sequence[int], names: Sequence[str]) -> str:
    """What a team is called: as its bot, or its bots."""
    return " + ".join(names[bot] for bot in bots)


def parting(one: Game, other: Game) -> int | None:
    """The first step at which two rooms differ, None if they never do.

    Rooms have the same cards at the same seats; so the same words are the same play.
    """
    for at, (here, there) in enumerate(zip(one.steps, other.steps, strict=False)):
        if here["did"] != there["did"]:
            return at
    return None if len(one.steps) == len(other.steps) else min(len(one.steps), len(other.steps))
