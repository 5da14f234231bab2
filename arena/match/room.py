"""The tables of one room, stepped in batches: answers come in, turns and results go out.

There is no I/O here. `Room.answers` takes a message of decisions, `Chair.flush`
gives what is to be sent; a match that ends goes to `finished`.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from arena.engine.rules import Rules
from arena.engine.shuffle import MatchKey
from arena.errors import IllegalAction
from arena.match.chair import Chair
from arena.match.result import Evidence, Fault, MatchResult, OnFault, Reason, side_at_fault
from arena.match.seating import fixed_seats, seating
from arena.match.table import Table
from arena.match.verdict import by_side, winning_side
from arena.protocol import session
from arena.protocol.clock import Lag, TimeControl
from arena.protocol.lazy import DecisionList
from arena.protocol.reading import action_of
from arena.protocol.session import ProtocolError


@dataclass(frozen=True, slots=True)
class RoomSpec:
    """What a room plays: all that is the same at its tables. `number` counts from 0."""

    rules: Rules
    seed: bytes
    pairing: str
    number: int
    time: TimeControl
    on_fault: OnFault = OnFault.FORFEIT
    partners: int = 1


class Room:
    """One room of a block.

    It has a chair for each seat, or for each bot where a bot's seat is not the
    same at all tables.
    """

    __slots__ = ("_finished", "_opened", "_spec", "chairs", "number", "tables")

    def __init__(self, spec: RoomSpec, lag: Lag, finished: Callable[[MatchResult], None]) -> None:
        self._spec = spec
        self._finished = finished
        self.number = spec.number
        self._opened = 0
        self.tables: set[Table] = set()
        self.chairs = tuple(_chairs(spec, lag))

    @property
    def most_tables(self) -> int | None:
        """The most tables that all its bots take at once, None for any number."""
        return min((c.max_tables for c in self.chairs if c.max_tables), default=None)

    def open_table(self, group: int) -> None:
        """Starts the match of a deal group."""
        spec = self._spec
        seats = seating(spec.rules, group=group, room=spec.number, partners=spec.partners)
        places = tuple(range(len(seats))) if fixed_seats(spec.rules) else seats
        chairs = [self.chairs[place] for place in places]
        self._opened += 1
        table = Table(
            spec.rules,
            MatchKey(spec.seed, spec.pairing, group),
            room=spec.number,
            number=self._opened,
            bank=spec.time.bank,
            seating=seats,
            chairs=places,
            asks_signs=frozenset(seat for seat, chair in enumerate(chairs) if chair.signs),
            deal_over=self._notify if any(chair.results for chair in chairs) else None,
        )
        self.tables.add(table)
        self._go_on(table)

    def answers(self, chair: Chair, decisions: DecisionList, now: float) -> list[bytes]:
        """Plays the answers of a chair; gives the messages that tell it of refused ones.

        Raises ProtocolError for an answer to a turn that is not open on its stream.
        """
        told: list[bytes] = []
        for decision in decisions:
            turn_id = decision.turn_id
            turn = chair.answered(turn_id, now)
            if turn is None:
                if turn_id in chair.withdrawn:
                    chair.withdrawn.discard(turn_id)
                    continue
                raise ProtocolError(f"decision for turn {turn_id}, which is not open")
            table = turn.table
            try:
                table.act(action_of(decision.action))
            except (IllegalAction, ValueError) as error:
                told.append(session.fault(turn_id, "ILLEGAL_ACTION", str(error)))
                evidence = Evidence(turn.body, decision.action, now - turn.sent)
                fault = Fault(Reason.ILLEGAL_ACTION, chair.bot, table.seat, str(error), evidence)
                self.charge(table, fault)
            else:
                self._go_on(table)
        chair.batch_done(now)
        return told

    def charge(self, table: Table, fault: Fault) -> None:
        """Charges a fault of a bot to a match."""
        table.fault = table.fault or fault
        # Who is at fault need not be who is to act: a bot may crash while others think.
        to_act = table.seat == fault.seat
        if self._spec.on_fault is OnFault.SUBSTITUTE:
            if to_act:
                self._drop(table)
                table.play_mildly()
                self._go_on(table)
        elif self._spec.rules.teams > 2:
            table.absent.update(s for s, bot in enumerate(table.seating) if bot == fault.bot)
            if to_act:
                self._drop(table)
                self._go_on(table)
        else:
            self._drop(table)
            self._tell_forfeit(table, fault)
            self._finish(table)

    def _go_on(self, table: Table) -> None:
        table.advance()
        if table.match.winner is None:
            self.chairs[table.chairs[table.seat]].ask(table)
        else:
            self._finish(table)

    def _drop(self, table: Table) -> None:
        for chair in self.chairs:
            chair.drop(table)

    def _tell_forfeit(self, table: Table, fault: Fault) -> None:
        team = None if fault.seat is None else self._spec.rules.team[fault.seat]
        for chair in self.chairs:
            if chair.results:
                chair.notices.append(session.forfeit(table.number, fault.reason.name, team))

    def _notify(self, table: Table) -> None:
        for seat, place in enumerate(table.chairs):
            chair = self.chairs[place]
            if chair.results:
                chair.notices.append(table.views.notice(seat, table.number))

    def _finish(self, table: Table) -> None:
        self.tables.discard(table)
        self._finished(result_of(table, self._spec))


def _chairs(spec: RoomSpec, lag: Lag) -> Iterator[Chair]:
    """The chairs of a room: by seat, or by bot where seats change."""
    bots = seating(spec.rules, group=0, room=spec.number, partners=spec.partners)
    fixed = fixed_seats(spec.rules)
    for place, bot in enumerate(bots if fixed else sorted(bots)):
        yield Chair(spec.time, lag, bot=bot, room=spec.number, seat=place if fixed else None)


def result_of(table: Table, spec: RoomSpec) -> MatchResult:
    """The result of a match that has ended, by play or by a fault."""
    match, rules, fault = table.match, spec.rules, table.fault
    sides = [bot // spec.partners for bot in table.seating]
    at_fault = None if fault is None else side_at_fault(fault, partners=spec.partners)
    return MatchResult(
        group=table.group,
        room=spec.number,
        seating=table.seating,
        winner=winning_side(match.winner, sides, rules, at_fault=at_fault, on_fault=spec.on_fault),
        wins=by_side(match.wins, sides, rules),
        piedras=by_side(match.piedras, sides, rules),
        games=match.games,
        deals=match.deals,
        decisions=table.decisions,
        fault=fault,
        record=bytes(table.record),
    )
