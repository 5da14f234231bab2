"""The results of a block as they come in, and when a bot has lost the rest of it.

Matches are settled in schedule order, group by group and room by room, however
they were played, so that giving up a block does not depend on speed.
"""

from collections.abc import Iterable, Mapping

from arena.engine.rules import Rules
from arena.match.result import Fault, MatchResult, OnFault, Reason, side_at_fault
from arena.match.seating import rooms, seating

FAULTS_IN_A_ROW = 3


class Ledger:
    """What became of each match of a block."""

    def __init__(
        self,
        rules: Rules,
        first_group: int,
        *,
        groups: int,
        on_fault: OnFault = OnFault.FORFEIT,
        partners: int = 1,
    ) -> None:
        self._rules = rules
        self._partners = partners
        self._first = first_group
        self._rooms = rooms(rules)
        self._results: list[MatchResult | None] = [None] * (groups * self._rooms)
        self._gives_up = on_fault is OnFault.FORFEIT
        self._settled = 0
        self._at_fault: int | None = None  # In the last match settled.
        self._streak = 0  # Matches in a row that ended so.

    def complete(self) -> bool:
        """Whether every match has its result."""
        return self._settled == len(self._results)

    def add(self, result: MatchResult) -> bool:
        """Takes the result of a match; False if the match was given up before."""
        if self.complete():
            return False
        at = (result.group - self._first) * self._rooms + result.room
        self._results[at] = result
        self._settle()
        return True

    def give_up(self, lost: Mapping[int, tuple[Reason, str]]) -> None:
        """All matches without a result are lost by one side, or void if more are to blame.

        That a bot is gone is nothing that the schedule decides, so what was
        played before counts. If two partners are to blame, the first is named.
        """
        if len({bot // self._partners for bot in lost}) == 1:
            bot = min(lost)
            reason, detail = lost[bot]
            fault = Fault(reason, bot, None, f"not played: {detail}")
        else:
            said = "; ".join(detail for _, detail in lost.values())
            fault = Fault(Reason.VOID, None, None, f"not played: {said}")
        self._lose([at for at, result in enumerate(self._results) if result is None], fault)

    def results(self) -> tuple[MatchResult, ...]:
        """All results in schedule order."""
        return tuple(result for result in self._results if result is not None)

    def _lose(self, places: Iterable[int], fault: Fault) -> None:
        """All matches at these places end with a fault before they begin, and so does the block."""
        for at in places:
            group, room = divmod(at, self._rooms)
            self._results[at] = unplayed(
                self._rules,
                fault,
                group=self._first + group,
                room=room,
                partners=self._partners,
            )
        self._settled = len(self._results)

    def _settle(self) -> None:
        while not self.complete() and (result := self._results[self._settled]) is not None:
            self._settled += 1
            fault = result.fault
            at_fault = None if fault is None else fault.bot
            self._streak = self._streak + 1 if at_fault == self._at_fault else 1
            self._at_fault = at_fault
            if (
                self._gives_up
                and fault
                and at_fault is not None
                and self._streak == FAULTS_IN_A_ROW
            ):
                said = f"not played: {FAULTS_IN_A_ROW} faults in a row, the last: {fault.detail}"
                rest = range(self._settled, len(self._results))
                self._lose(rest, Fault(fault.reason, at_fault, None, said))


def unplayed(
    rules: Rules, fault: Fault, *, group: int, room: int, partners: int = 1
) -> MatchResult:
    """The result of a match that never began."""
    sides = range(rules.teams)
    others = [side for side in sides if side != side_at_fault(fault, partners=partners)]
    return MatchResult(
        group=group,
        room=room,
        seating=seating(rules, group=group, room=room, partners=partners),
        winner=others[0] if len(others) == 1 else None,
        wins=(0,) * rules.teams,
        piedras=(0,) * rules.teams,
        games=0,
        deals=0,
        decisions=0,
        fault=fault,
        record=b"",
    )
