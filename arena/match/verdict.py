"""From what teams did at a table to what it means for the sides that sat there."""

from collections.abc import Sequence

from arena.engine.rules import Rules
from arena.match.result import Fault, OnFault, side_at_fault


def by_side(
    values: Sequence[int], seating: Sequence[int], rules: Rules, *, partners: int
) -> tuple[int, ...]:
    """Values by team as values by side; every `partners` bots in a row are a side."""
    team_of = {bot // partners: rules.team[seat] for seat, bot in enumerate(seating)}
    return tuple(values[team_of[side]] for side in sorted(team_of))


def winning_side(
    team: int | None,
    seating: Sequence[int],
    rules: Rules,
    *,
    fault: Fault | None,
    on_fault: OnFault,
    partners: int,
) -> int | None:
    """The side that won, given the team that won by play, if one did; None for a void match.

    One at fault can't, unless the arena only substituted for its bot.
    """
    sides = [bot // partners for bot in seating]
    at_fault = None if fault is None else side_at_fault(fault, partners=partners)
    if team is None:
        others = {side for side in sides if side != at_fault}
        return others.pop() if len(others) == 1 else None
    side = sides[rules.team.index(team)]
    lost = on_fault is OnFault.FORFEIT and side == at_fault
    return None if lost else side
