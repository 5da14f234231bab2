"""What happens in the thread of the streams: answers are played, turns are sent.

The other side of a block is trio's (see `arena.match.block`). Both have the
same players, rooms and ledger, so whoever touches these holds the `lock`.
"""

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from threading import Lock

from arena.match.ledger import Ledger
from arena.match.player import Player
from arena.match.referee import Referee
from arena.match.room import Room
from arena.protocol.clock import BEAT_SECONDS, Lag
from arena.protocol.lazy import DecisionList
from arena.protocol.session import ProtocolError
from arena.protocol.streams import Loop, Stream

_SHARE = 0.75
"""Turns are kept back for a chair until so many wait, as a part of the tables of a chair."""
_HOLD_SECONDS = 0.002
"""Or until so long has passed: few, large messages are what makes play fast."""


@dataclass(frozen=True, slots=True)
class Said:
    """A message of a stream, or its end, that is not only answers."""

    player: Player
    stream: Stream
    message: bytes | None


@dataclass(frozen=True, slots=True)
class Broke:
    """A stream broke the contract."""

    player: Player
    stream: Stream
    detail: str


@dataclass(frozen=True, slots=True)
class Ended:
    """A process has ended."""

    player: Player


News = Said | Broke | Ended | Exception
"""What is left to trio; an exception is the arena's own mistake."""


class Floor:
    """Where the tables of a block are played.

    `fill` opens tables in a room as long as there are any to open. `ring` tells
    trio that there is something in the `inbox`, or that all has been played.
    `now` is the time in seconds, of the clock of all deadlines.
    """

    def __init__(
        self,
        rooms: Sequence[Room],
        players: Sequence[Player],
        ledger: Ledger,
        *,
        referee: Referee,
        lag: Lag,
        loop: Loop,
        now: Callable[[], float],
        fill: Callable[[Room], None],
        ring: Callable[[], None],
    ) -> None:
        self._rooms, self._players, self._ledger = rooms, players, ledger
        self._referee = referee
        self._lag, self._loop, self._now = lag, loop, now
        self._fill, self._ring = fill, ring
        self._flush_is_due = self._rest_is_due = False
        self._closed = False
        self.lock = Lock()
        self.inbox: deque[News] = deque()

    def open(self) -> None:
        """Begins to measure how late it is. To be called in any thread."""
        self._loop.soon(partial(self._beat, self._now()))

    def close(self) -> None:
        """Ends what is done again and again."""
        self._closed = True

    def hear(self, player: Player, stream: Stream, message: bytes | None) -> None:
        """Takes a message of a stream, or its end: plays answers, leaves all else to trio."""
        with self.lock:
            try:
                # What is left to trio stays in order with what comes after it.
                if self.inbox or message is None or not self._heard(player, stream, message):
                    self.post(Said(player, stream, message))
            except Exception as error:  # noqa: BLE001 - it is raised in trio
                self.post(error)

    def post(self, news: News) -> None:
        """Leaves something to trio. The lock is held."""
        self.inbox.append(news)
        self._ring()

    def flush(self, now: float, *, share: float = 0.0) -> None:
        """Opens tables, and sends the turns of chairs with enough of them. The lock is held.

        Enough is a share of the tables that a chair of the room has, were they dealt out evenly.
        """
        if not self._referee.started or self._ledger.complete():
            return
        for room in self._rooms:
            self._fill(room)
        for player in self._players:
            if player.ready:
                room = self._rooms[player.chair.room]
                enough = share * len(room.tables) / len(room.chairs)
                for message in player.chair.flush(now, enough=enough):
                    player.send(message)

    def play(self, player: Player, decisions: DecisionList) -> None:
        """Plays answers of a player. Raises ProtocolError as `Room.answers` does. The lock is held."""
        room = self._rooms[player.chair.room]
        for reply in room.answers(player.chair, decisions, self._now()):
            player.send(reply)

    def _heard(self, player: Player, stream: Stream, message: bytes) -> bool:
        """Plays the answers in a message; False if it has none to play."""
        decisions = player.decisions(stream, message)
        if decisions is None:
            return False
        try:
            self.play(player, decisions)
        except ProtocolError as error:
            self.post(Broke(player, stream, str(error)))
        if self._ledger.complete():
            self._ring()
        elif not self._flush_is_due:
            self._flush_is_due = True
            self._loop.next(self._flush_most)  # After all that has come in: larger messages.
        return True

    def _flush_most(self) -> None:
        """Sends turns to chairs for which enough wait, to the others a moment later."""
        self._flush_is_due = False
        self._flush_here(share=_SHARE)
        if not self._rest_is_due and any(player.chair.waits for player in self._players):
            self._rest_is_due = True
            self._loop.later(self._flush_rest, seconds=_HOLD_SECONDS)

    def _flush_rest(self) -> None:
        self._rest_is_due = False
        self._flush_here(share=0.0)

    def _flush_here(self, *, share: float) -> None:
        with self.lock:
            try:
                self.flush(self._now(), share=share)
            except Exception as error:  # noqa: BLE001 - it is raised in trio
                self.post(error)

    def _beat(self, planned: float) -> None:
        """Measures how late answers are read, until closed."""
        with self.lock:
            now = self._now()
            self._lag.beat(planned, now)
        if not self._closed:
            again = partial(self._beat, now + BEAT_SECONDS)
            self._loop.later(again, seconds=BEAT_SECONDS)
