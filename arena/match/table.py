"""One table: a match being played, what its seats saw, its record and its chance."""

from arena.engine.actions import Action, Ask, Deck, Signs
from arena.engine.chance import new_match
from arena.engine.rules import Rules
from arena.engine.shuffle import TURNS_PER_KEY, MatchKey, turn_bits
from arena.match.record import append, new_record
from arena.protocol.views import Views

_NO_SIGNS = Signs()


class Table:
    """A match of one deal group in one room. `number` counts from 1 in the room.

    `seating[seat]` is the bot there, `chairs[seat]` the number of the chair in
    its room that plays the seat. `asks_signs` are the seats that are asked for
    señas; for the others the table passes none. `notices` is whether any seat
    wants them. `banks` are the seconds left, by seat.
    """

    __slots__ = (
        "_asks_signs",
        "_bits",
        "_chance",
        "_key",
        "_room",
        "_turns",
        "banks",
        "chairs",
        "decisions",
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
        notices: bool,
    ) -> None:
        self.match, self._chance = new_match(rules, key)
        self.views = Views(self.match, notices=notices)
        self.record = new_record()
        self.group = key.group
        self.number = number
        self.seating = seating
        self.chairs = chairs
        self.decisions = 0
        self.banks = [bank] * rules.seats
        self._asks_signs = asks_signs
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

    def act(self, action: Action) -> bool:
        """The seat to act acts. True if a deal ended by it.

        Raises IllegalAction, and then nothing has changed. Call `advance` next.
        """
        match = self.match
        deal = match.game.deal
        self.views.add(match.apply(action))
        self.decisions += 1
        code = action.code
        if code < 128:
            self.record.append(code)
        else:
            append(self.record, code)
        return deal.over

    def advance(self) -> None:
        """Lets chance, and seats that pass no signs, move until a seat has to be asked."""
        match = self.match
        while match.winner is None:
            deal = match.game.deal
            if deal.awaits is not None:
                if deal.awaits is Deck:
                    self._turns = [0] * len(self._turns)
                self.views.add(match.apply(self._chance.move(match)))
            elif deal.ask is Ask.SIGNS and deal.to_act not in self._asks_signs:
                self.views.add(match.apply(_NO_SIGNS))
                append(self.record, _NO_SIGNS.code)
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

    def _random(self, seat: int) -> bytes:
        turn = self._turns[seat]
        self._turns[seat] = turn + 1
        at = turn % TURNS_PER_KEY
        if at == 0:
            self._bits[seat] = turn_bits(
                self._key,
                room=self._room,
                game=self.match.games,
                deal=self.match.game.deals,
                seat=seat,
                block=turn // TURNS_PER_KEY,
            )
        return self._bits[seat][8 * at : 8 * at + 8]
