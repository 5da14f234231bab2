"""Who sits where: the seat orders in which every deal group is played."""

from functools import lru_cache
from math import factorial

from arena.engine.rules import Format, Rules


def rooms(rules: Rules) -> int:
    """How often every deal group is played: as many rooms as teams.

    In pairs and trios these are the open and the closed room, in which the
    bots have exchanged their seats.
    """
    return rules.teams


def seating(rules: Rules, *, group: int, room: int, partners: int = 1) -> tuple[int, ...]:
    """The bot of the pairing at each seat.

    From room to room everybody moves on to the next team's seats, so each side
    plays all hands of a deal group. In individual play the order around the
    table changes from group to group: (n-1)! groups in a row have every seat
    order of n bots exactly once.

    A side of several `partners` sits in their order. That favours none of them:
    moving on by one team turns the order around the table into the other that
    there is for two sides of two, so a group has both; and who of a side sits at
    its first seat is of no matter, since every seat is as likely to be mano.
    """
    order = _circle(rules.teams, group % factorial(rules.teams - 1))
    sides = (order[(team + room) % rules.teams] for team in rules.team)
    return tuple(
        side * partners + seat // rules.teams % partners for seat, side in enumerate(sides)
    )


def fixed_seats(rules: Rules) -> bool:
    """Whether a bot process keeps one seat: where it has partners, they are other processes.

    In individual play one process plays a bot's seat at all tables of a room,
    whichever it is there.
    """
    return rules.format is not Format.INDIVIDUAL


@lru_cache(maxsize=1024)
def _circle(bots: int, number: int) -> tuple[int, ...]:
    """Bot 0, then the permutation of the others with this number in lexicographic order."""
    left, order = list(range(1, bots)), [0]
    while left:
        size = factorial(len(left) - 1)
        at, number = divmod(number, size)
        order.append(left.pop(at))
    return tuple(order)
