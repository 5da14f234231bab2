"""From what teams did at a table to what it means for the bots that sat there."""

from collections.abc import Sequence

from arena.engine.rules import Rules
from arena.match.result import Fault, OnFault


def by_bot(values: Sequence[int], seating: Sequence[int], rules: Rules) -> tuple[int, ...]:
    """Values by team as values by bot."""
    return tuple(values[rules.team[seating.index(bot)]] for bot in sorted(set(seating)))


def winning_bot(
    team: int | None,
    seating: Sequence[int],
    rules: Rules,
    *,
    fault: Fault | None,
    on_fault: OnFault,
) -> int | None:
    """The bot that won, given the team that won by play, if one did; None for a void match.

    A bot at fault can't, unless the arena only substituted for it.
    """
    if team is None:
        others = {bot for bot in seating if fault is None or bot != fault.bot}
        return others.pop() if len(others) == 1 else None
    bot = seating[rules.team.index(team)]
    lost = fault is not None and on_fault is OnFault.FORFEIT and bot == fault.bot
    return None if lost else bot
