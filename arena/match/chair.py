"""One chair: what a bot process at one seat of one room was asked and has not answered."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from arena.match.table import Table
from arena.protocol import session
from arena.protocol.clock import Lag, TimeControl, late_by
from arena.protocol.writing import bytes_field, number_field, varint

MOST_BATCH_BYTES: Final = 1 << 20
"""A message of turns is cut above this: gRPC clients take 4 MiB unless told otherwise."""


class Open:
    """A turn that was asked.

    `body` is its bytes without the clock, `sent` when it was sent, `due` its
    deadline, `lag` the arena's lag in all until it was sent.
    """

    __slots__ = ("body", "due", "lag", "sent", "table")

    def __init__(self, table: Table, body: bytes, *, sent: float, due: float, lag: float) -> None:
        self.table = table
        self.body = body
        self.sent = sent
        self.due = due
        self.lag = lag


class _Waiting:
    """A turn to be sent. `bank` are the seconds that its seat has left."""

    __slots__ = ("bank", "body", "table", "turn_id")

    def __init__(self, turn_id: int, table: Table, body: bytes, *, bank: float) -> None:
        self.turn_id = turn_id
        self.table = table
        self.body = body
        self.bank = bank


class Chair:
    """The turns of one chair. Time comes in as an argument, in seconds of one clock.

    `seat` is None where the chair has another at each table (individual play).
    `signs`, `results` and `max_tables` are what the bot asked for in its hello.
    `busy` sums the time in which it had something to answer. `decisions` counts
    the answers, `messages` those with turns. `withdrawn` are turns whose match
    ended while they were open: an answer may be on its way.
    """

    __slots__ = (
        "_busy_since",
        "_lag",
        "_next_id",
        "_one_by_one",
        "_time",
        "_waiting",
        "bot",
        "busy",
        "decisions",
        "max_tables",
        "messages",
        "notices",
        "open",
        "results",
        "room",
        "seat",
        "signs",
        "withdrawn",
    )

    def __init__(
        self, time: TimeControl, lag: Lag, *, bot: int, room: int, seat: int | None
    ) -> None:
        self.bot, self.room, self.seat = bot, room, seat
        self.signs = self.results = False
        self.max_tables = 0
        self.open: dict[int, Open] = {}
        self.withdrawn: set[int] = set()
        self.notices: list[bytes] = []
        self.busy = 0.0
        self.decisions = 0
        self.messages = 0
        self._time = time
        self._lag = lag
        self._waiting: list[_Waiting] = []
        self._next_id = 1
        self._one_by_one = 0
        self._busy_since = 0.0

    def ask(self, table: Table) -> None:
        """Asks the seat to act at a table, which is this chair's; sent at the next flush."""
        turn_id = self._next_id
        self._next_id = turn_id + 1
        body, bank = table.turn(turn_id), table.banks[table.seat]
        self._waiting.append(_Waiting(turn_id, table, body, bank=bank))

    def answered(self, turn_id: int, now: float) -> Open | None:
        """Closes a turn that was answered now, or None if it is not open.

        What the answer was late is taken from the table's bank.
        """
        turn = self.open.pop(turn_id, None)
        if turn is None:
            return None
        self.decisions += 1
        if now > turn.due:
            table = turn.table
            table.banks[table.seat] -= self._late(turn, now)
        return turn

    def batch_done(self, now: float) -> None:
        """Tells that a message with answers was read now."""
        self.busy += now - self._busy_since
        self._busy_since = now

    def overdue(self, now: float) -> Open | None:
        """A turn that is late beyond its bank and the margin, if there is one."""
        margin = self._time.margin
        for turn in self.open.values():
            if now > turn.due + margin and self._late(turn, now) > self._left(turn) + margin:
                return turn
        return None

    def next_check(self, now: float) -> float:
        """When `overdue` should be asked again: turns asked from now on are not due before."""
        margin = self._time.margin
        times = (
            turn.due + self._lag.total - turn.lag + self._left(turn) + margin
            for turn in self.open.values()
        )
        return min(times, default=now + self._time.turn + margin)

    def drop(self, table: Table) -> None:
        """Withdraws the turns of a table."""
        gone = {i for i, turn in self.open.items() if turn.table is table}
        self.withdrawn |= gone
        self.open = {i: turn for i, turn in self.open.items() if i not in gone}
        self._waiting = [item for item in self._waiting if item.table is not table]

    def restarted(self, *, suspect: bool) -> None:
        """Puts the open turns back to be sent to a new process, before all that wait.

        If they are `suspect`, one of them made the last process fail: they are
        sent one by one, so that the next failure tells which.
        """
        again = [
            _Waiting(i, turn.table, turn.body, bank=self._left(turn))
            for i, turn in self.open.items()
        ]
        self._one_by_one = len(again) if suspect else 0
        self._waiting[:0] = again
        self.open = {}
        self.withdrawn = set()
        self.notices = []

    def news(self) -> Iterator[bytes]:
        """The message with notices to send now, if there are any."""
        if self.notices:
            yield session.notices(bytes_field(1, notice) for notice in self.notices)
            self.notices = []

    @property
    def waits(self) -> bool:
        """Whether there are turns that could be sent now."""
        return bool(self._waiting) and len(self._waiting) >= len(self.open)

    def flush(self, now: float, *, enough: float = 0.0) -> Iterator[bytes]:
        """The messages to send now; none with turns if fewer than `enough` wait."""
        yield from self.news()
        if not self._waiting or len(self._waiting) < enough:
            return
        if self._one_by_one:
            if not self.open:
                self._one_by_one -= 1
                yield session.turns(self._send(1, now))
            return
        if len(self._waiting) < len(self.open):
            return  # It has enough to do: few, large messages are faster.
        while self._waiting:
            yield session.turns(self._send(len(self._waiting), now))

    def _send(self, count: int, now: float) -> list[bytes]:
        """Opens up to `count` waiting turns; the field `turns` of each, in pieces.

        The clock starts now: see `arena.protocol.clock` for the deadline.
        """
        if not self.open:
            self._busy_since = now
        latest = next(reversed(self.open.values())).due if self.open else now
        parts: list[bytes] = []
        size = sent = 0
        per_turn, lag, opened = self._time.turn, self._lag.total, self.open
        for turn in self._waiting[:count]:
            latest = max(now, latest) + per_turn
            body = turn.body
            opened[turn.turn_id] = Open(turn.table, body, sent=now, due=latest, lag=lag)
            clock = _clock(int((latest - now) * 1000), turn.bank)
            parts += (b"\x0a", varint(len(body) + len(clock)), body, clock)
            sent += 1
            size += len(body)
            if size > MOST_BATCH_BYTES:
                break
        del self._waiting[:sent]
        self.messages += 1
        return parts

    def _late(self, turn: Open, now: float) -> float:
        return late_by(now, turn.due, lag=self._lag.total - turn.lag)

    def _left(self, turn: Open) -> float:
        table = turn.table
        return table.banks[table.seat]


@lru_cache(maxsize=4096)
def _clock(left_ms: int, bank: float) -> bytes:
    """The fields `time_left_ms`, written also if it is 0, and `bank_left_ms` of a `Turn`."""
    return b"\x38" + varint(left_ms) + number_field(8, int(bank * 1000))
