"""Deadlines of one stream and the banks of its tables; time comes in as an argument.

A turn's deadline is `max(now, latest deadline still open on the stream) +
turn_time`: a bot that needs at most `turn_time` a turn, one after another in
the order received, is never late. Time beyond it is taken from the bank that a
seat has at each table; a turn that is late with an empty bank is a timeout.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TimeControl:
    """All in seconds: for a turn, beyond it for a seat in a match, to say hello.

    `margin` is granted on top before a timeout is called, for the way between
    bot and arena.
    """

    turn: float = 1.0
    bank: float = 30.0
    start: float = 30.0
    margin: float = 0.05


def bank_after(now: float, due: float, bank: float) -> float:
    """What is left of a bank when an answer due then comes now; below 0 is a timeout."""
    return bank - (now - due) if now > due else bank
