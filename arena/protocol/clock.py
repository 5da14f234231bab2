"""Deadlines of one stream and the banks of its tables; time comes in as an argument.

A turn's deadline is `max(now, latest deadline still open on the stream) +
turn_time`: a bot that needs at most `turn_time` a turn, one after another in
the order received, is never late. Time beyond it is taken from the bank that a
seat has at each table; a turn that is late with an empty bank is a timeout.

A bot does not pay for the arena: what the arena itself was late while a turn
was open is taken off before the bank is touched.
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


FAR_MARGIN = 0.25
"""The margin where bots run on other machines."""
BEAT_SECONDS = 0.025
"""How often the arena looks at how late it is itself."""


class Lag:
    """How late the arena has been in all, in seconds: between two beats, beyond half the margin."""

    __slots__ = ("_least", "total")

    def __init__(self, time: TimeControl) -> None:
        self._least = time.margin / 2
        self.total = 0.0

    def beat(self, planned: float, now: float) -> None:
        """Tells that what was planned for a time was done only now."""
        late = now - planned
        if late > self._least:
            self.total += late


def late_by(now: float, due: float, *, lag: float) -> float:
    """Seconds that an answer due at a time is late now, without the arena's own lag since it asked."""
    return max(0.0, now - due - lag)
