"""What the result of a match has to be: from its cards, its record, and its fault."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from arena.engine.quick import Course, Quick
from arena.engine.rules import Rules
from arena.engine.shuffle import MatchKey
from arena.errors import IllegalAction, StoreError
from arena.match.ledger import unplayed
from arena.match.record import codes_of
from arena.match.result import Fault, MatchResult, OnFault, Reason, side_at_fault
from arena.match.seating import seating
from arena.match.verdict import by_side, winning_side

_SILENT = 1 << 24
"""The code of passing no signs: the arena says it for bots that don't want to be asked."""


@dataclass(frozen=True, slots=True)
class Difference:
    """Something in a match that can't be: its name, what stands there, and what should.

    Values of the fields of a `MatchResult`, or a text.
    """

    what: str
    found: object
    expected: object


_FIELDS: tuple[tuple[str, Callable[[MatchResult], object]], ...] = (
    ("seating", lambda match: match.seating),
    ("winner", lambda match: match.winner),
    ("wins", lambda match: match.wins),
    ("piedras", lambda match: match.piedras),
    ("games", lambda match: match.games),
    ("deals", lambda match: match.deals),
    ("decisions", lambda match: match.decisions),
)
"""What follows from cards, record and fault."""


class Audit:
    """Looks at matches of one set of rules; every `partners` bots of a pairing are a side."""

    def __init__(self, rules: Rules, on_fault: OnFault, *, partners: int = 1) -> None:
        self._rules = rules
        self._partners = partners
        self._on_fault = on_fault
        self._quick = Quick(rules)

    def look(self, key: MatchKey, match: MatchResult) -> tuple[MatchResult, list[Difference]]:
        """The match as it has to be, and in what it differs from that."""
        fault, rules, partners = match.fault, self._rules, self._partners
        seats = seating(rules, group=match.group, room=match.room, partners=partners)
        wrong = [] if fault is None else _wrong_fault(match, fault, seats)
        if fault is not None and not match.record:
            right = unplayed(rules, fault, group=match.group, room=match.room, partners=partners)
            return right, [*_differences(match, right), *wrong]
        try:
            codes = list(codes_of(match.record))
            course = self._quick.play(key, codes)
        except (IllegalAction, StoreError) as error:
            return match, [Difference("record", str(error), "actions that these cards allow")]
        right = self._right(match, course, codes, seats=seats)
        ending = self._wrong_end(over=course.winner is not None, fault=fault)
        return right, [*_differences(match, right), *ending, *wrong]

    def _right(
        self, match: MatchResult, course: Course, codes: Sequence[int], *, seats: tuple[int, ...]
    ) -> MatchResult:
        rules, partners, fault = self._rules, self._partners, match.fault
        sides = [bot // partners for bot in seats]
        at_fault = None if fault is None else side_at_fault(fault, partners=partners)
        winner = winning_side(
            course.winner, sides, rules, at_fault=at_fault, on_fault=self._on_fault
        )
        return replace(
            match,
            seating=seats,
            winner=winner,
            wins=by_side(course.wins, sides, rules),
            piedras=by_side(course.piedras, sides, rules),
            games=course.games,
            deals=course.deals,
            decisions=self._decisions(match, codes),
        )

    def _decisions(self, match: MatchResult, codes: Sequence[int]) -> int:
        """How many actions were a bot's own: as many as are told, if that can be."""
        most = len(codes)
        silent = codes.count(_SILENT)
        if match.fault is not None and not self._forfeits:
            silent = most  # The arena may have played for a bot from the first action on.
        return min(max(match.decisions, most - silent), most)

    @property
    def _forfeits(self) -> bool:
        """Whether a fault ends a match."""
        return self._on_fault is OnFault.FORFEIT and self._rules.teams == 2

    def _wrong_end(self, *, over: bool, fault: Fault | None) -> list[Difference]:
        if not over and (fault is None or not self._forfeits):
            return [Difference("record", "it ends before the match does", "a whole match")]
        if over and fault is not None and self._forfeits:
            return [Difference("fault", _told(fault), "none: it was played to its end")]
        return []


def _differences(match: MatchResult, right: MatchResult) -> list[Difference]:
    return [
        Difference(name, get(match), get(right))
        for name, get in _FIELDS
        if get(match) != get(right)
    ]


def _wrong_fault(match: MatchResult, fault: Fault, seats: tuple[int, ...]) -> list[Difference]:
    """Whom a fault can blame: nobody for a void match, else a bot in a seat of its own."""
    bot, seat = fault.bot, fault.seat
    if fault.reason is Reason.VOID:
        allowed = bot is None and seat is None and not match.record
        expected = "nobody at fault, and nothing played"
    else:
        at = range(len(seats)) if match.record else ()
        allowed = bot in seats and (seat is None or (seat in at and seats[seat] == bot))
        expected = "a bot of the pairing in a seat of its own"
    return [] if allowed else [Difference("fault", _told(fault), expected)]


def _told(fault: Fault) -> str:
    return f"{fault.reason.value} by bot {fault.bot} in seat {fault.seat}"
