"""From what teams did at a table to what it means for the sides that sat there.

`sides` are those at each seat. A side is a bot, or two that are partners.
"""

from collections.abc import Sequence

from arena.engine.rules import Rules
from arena.match.result import OnFault


def by_side(values: Sequence[int], sides: Sequence[int], rules: Rules) -> tuple[int, ...]:
    """Values by team as values by side."""
    return tuple(values[rules.team[sides.index(side)]] for side in sorted(set(sides)))


def winning_side(
    team: int | None,
    sides: Sequence[int],
    rules: Rules,
    *,
    at_fault: int | None,
    on_fault: OnFault,
) -> int | None:
    """The side that won, given the team that won by play, if one did; None for a void match.

    The side at fault, if there is one, can't, unless the arena only substituted for it.
    """
    if team is None:
        others = {side for side in sides if side != at_fault}
        return others.pop() if len(others) == 1 else None
    side = sides[rules.team.index(team)]
    return None if on_fault is OnFault.FORFEIT and side == at_fault else side
