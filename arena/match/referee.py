"""Who is to blame: charges late turns, ended processes and bots that never start to matches."""

from collections.abc import Sequence

from arena.match.chair import Open
from arena.match.ledger import Ledger
from arena.match.player import Player
from arena.match.result import Evidence, Fault, Reason
from arena.match.room import Room
from arena.protocol.clock import TimeControl

MOST_UNEXPLAINED = 2
"""Crashes of a process in a row of which nobody knows the turn, before one is charged all the same."""


class Referee:
    """The referee of one block. Time comes in as an argument."""

    def __init__(self, rooms: Sequence[Room], ledger: Ledger, time: TimeControl) -> None:
        self._rooms = rooms
        self._ledger = ledger
        self._time = time
        self._unstarted: dict[int, tuple[Reason, str]] = {}
        self.started = False

    def start_failed(self, player: Player, why: tuple[Reason, str]) -> None:
        """A process ended before play began for it: its bot loses the block."""
        bot = player.chair.bot
        reason, detail = why
        reason = Reason.START_FAILED if reason is Reason.CRASH else reason
        self._unstarted.setdefault(bot, (reason, detail))
        if self.started:
            self._ledger.give_up({bot: self._unstarted[bot]})

    def check_start(self, players: Sequence[Player]) -> None:
        """Once every bot has said hello or failed, play begins; who failed has lost the block."""
        if self.started or any(p.process is not None and p.stream is None for p in players):
            return
        self.started = True
        if self._unstarted:
            self._ledger.give_up(self._unstarted)

    def check_time(self, players: Sequence[Player], now: float) -> float:
        """Ends what is too late; when to look again at the latest."""
        again = now + self._time.turn
        for player in players:
            if player.blame is not None or player.process is None:
                continue
            if player.stream is not None:
                again = min(again, self._check_turns(player, now))
            elif now < player.start_by:
                again = min(again, player.start_by)
            else:
                player.condemn(Reason.START_FAILED, f"no hello within {self._time.start:g} s")
        return again

    def charge(self, player: Player, why: tuple[Reason, str], now: float) -> None:
        """Charges the end of a process to a match, or finds out to which.

        A crash with several turns open may be due to any of them: they are
        tried one by one. All else is the oldest open turn's fault, or that of
        the oldest match if none is open; so is a crash after others that did
        not come again, or such a bot would be started for ever.
        """
        reason, detail = why
        chair = player.chair
        room = self._rooms[chair.room]
        turns = list(chair.open.values())
        suspect = (
            reason is Reason.CRASH and len(turns) > 1 and player.unexplained < MOST_UNEXPLAINED
        )
        player.unexplained = player.unexplained + 1 if suspect else 0
        if suspect or reason is Reason.TIMEOUT:
            pass  # Not known yet; or charged when it was late.
        elif turns:
            self._forfeit(player, turns[0], why, now=now)
        elif room.tables:
            table = min(room.tables, key=lambda table: table.group)
            seat = table.seating.index(chair.bot) if chair.seat is None else chair.seat
            room.charge(table, Fault(reason, chair.bot, seat, detail))
        chair.restarted(suspect=suspect)

    def _check_turns(self, player: Player, now: float) -> float:
        late = player.chair.overdue(now)
        if late is None:
            return player.chair.next_check(now)
        detail = f"no answer {now - late.sent:.3f} s after it was asked; the bank is empty"
        player.condemn(Reason.TIMEOUT, detail)
        self._forfeit(player, late, (Reason.TIMEOUT, detail), now=now)
        return now + self._time.turn

    def _forfeit(self, player: Player, turn: Open, why: tuple[Reason, str], *, now: float) -> None:
        """Ends the match of an open turn by a fault of the bot that was asked."""
        reason, detail = why
        chair, table = player.chair, turn.table
        evidence = Evidence(turn.body, None, now - turn.sent)
        fault = Fault(reason, chair.bot, table.seat, detail, evidence)
        self._rooms[chair.room].charge(table, fault)
