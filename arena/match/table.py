"""One table: a match being played, what its seats saw, its record and its chance."""

from collections.abc import Callable

from arena.engine.actions import ASK_SIGNS, Action, Deck, mildest
from arena.engine.chance import new_match
from arena.engine.rules import Rules
from arena.engine.shuffle import TURNS_PER_KEY, MatchKey, turn_bits
from arena.match.record import append, new_record
from arena.match.result import Fault
from arena.protocol.views import Views


class Table:
    """A match of one deal group in one room. `number` counts from 1 in the room.

    `seating[seat]` is the bot there, `chairs[seat]` the number of the chair in
    its room that plays the seat. `asks_signs` are the seats that are asked for
    señas; for the others the table passes none. `absent` are those that the
    arena plays to the end. `deal_over` is called when a deal has ended, before
    the next begins. `banks` are the seconds left, by seat; `fault` is the first.
    """

    __slots__ = (
        "_asks_signs",
        "_bits",
        "_chance",
        "_deal_over",
        "_key",
        "_room",
        "_turns",
        "absent",
        "banks",
        "chairs",
        "decisions",
        "fault",
        "group",
        "match",
        "number",
        "record",
        "seating",
        "views",
    )

    def __init__(
        self,
        rules: Rules,
        key: MatchKey,
        *,
        room: int,
        number: int,
        bank: float,
        seating: tuple[int, ...],
        chairs: tuple[int, ...],
        asks_signs: frozenset[int],
        deal_over: Callable[["Table"], None] | None,
    ) -> None:
        self.match, self._chance = new_match(rules, key)
        self.views = Views(self.match, notices=deal_over is not None)
        self.record = new_record()
        self.group = key.group
        self.number = number
        self.seating = seating
        self.chairs = chairs
        self.decisions = 0
        self.banks = [bank] * rules.seats
        self.absent: set[int] = set()
        self.fault: Fault | None = None
        self._asks_signs = asks_signs
        self._deal_over = deal_over
        self._key = key
        self._room = room
        self._turns = [0] * rules.seats
        self._bits = [b""] * rules.seats

    @property
    def seat(self) -> int:
        """The seat to act."""
        seat = self.match.game.deal.to_act
        assert seat is not None
        return seat

    def act(self, action: Action) -> None:
        """The seat to act acts. Call `advance` next.

        Raises IllegalAction, and then nothing has changed.
        """
        self._apply(action)
        self.decisions += 1

    def play_mildly(self) -> None:
        """The arena acts for the seat to act, as mildly as it can. Call `advance` next."""
        self._apply(mildest(self.match.game.legal()))

    def advance(self) -> None:
        """Lets chance, and seats that nobody is asked for, move until a seat has to be asked."""
        match, absent = self.match, self.absent
        while match.winner is None:
            deal = match.game.deal
            if deal.awaits is not None:
                if deal.awaits is Deck:
                    self._turns = [0] * len(self._turns)
                self.views.add(match.apply(self._chance.move(match)))
            elif (deal.ask is ASK_SIGNS and deal.to_act not in self._asks_signs) or (
                absent and deal.to_act in absent
            ):
                self.play_mildly()
            else:
                return

    def turn(self, turn_id: int) -> bytes:
        """The turn of the seat to act, up to its clock."""
        deal = self.match.game.deal
        seat, ask = deal.to_act, deal.ask
        assert seat is not None
        assert ask is not None
        return self.views.turn(
            seat, ask, turn_id=turn_id, table_id=self.number, random=self._random(seat)
        )

    def _apply(self, action: Action) -> None:
        match = self.match
        deal = match.game.deal
        self.views.add(match.apply(action))
        code = action.code
        if code < 128:
            self.record.append(code)
        else:
            append(self.record, code)
        if deal.over and self._deal_over is not None:
            self._deal_over(self)

    def _random(self, seat: int) -> bytes:
        turn = self._turns[seat]
        self._turns[seat] = turn + 1
        at = turn % TURNS_PER_KEY
        if not at:
            self._bits[seat] = turn_bits(
                self._key,
                room=self._room,
                game=self.match.games,
                deal=self.match.game.deals,
                seat=seat,
                block=turn // TURNS_PER_KEY,
            )
        return self._bits[seat][8 * at : 8 * at + 8]
