"""What the bots and the sides of a pairing are called."""

from arena.league.rows import League
from arena.league.schedule import pairing


def names_of(league: League, index: int) -> tuple[str, ...]:
    """The names of the bots of a pairing."""
    return tuple(league.bots[bot].name for bot in pairing(league.schedule, index).bots)


def sides_of(league: League, index: int) -> tuple[str, ...]:
    """The names of the sides of a pairing: those of partners with a plus."""
    sides = pairing(league.schedule, index).sides
    return tuple(" + ".join(league.bots[bot].name for bot in side) for side in sides)
