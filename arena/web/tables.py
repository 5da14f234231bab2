"""The rows of tables as templates show them: standings, pairings, games, habits. Pure."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from arena.engine.hands import Lance
from arena.league.browse import Line
from arena.league.intervals import Rate
from arena.league.schedule import Schedule, match_number
from arena.league.standings import Standing
from arena.match.result import Reason
from arena.web.habits import Habits, share

FAULT_COLUMNS: Mapping[str, tuple[Reason, ...]] = {
    "illegal": (Reason.ILLEGAL_ACTION,),
    "timeout": (Reason.TIMEOUT, Reason.STALL),
    "crash": (Reason.CRASH, Reason.DISCONNECT, Reason.PROTOCOL, Reason.START_FAILED),
}
"""By column, the reasons counted in it."""

_HABITS: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "says_mus": (("mus",), ("mus", "no_mus")),
    "bets": (("bet",), ("paso", "bet")),
    "raises": (("raise",), ("raise", "accept", "refuse")),
    "accepts": (("accept",), ("raise", "accept", "refuse")),
    "refuses": (("refuse",), ("raise", "accept", "refuse")),
    "bluffs": (("bluff",), ("bet", "raise")),
    "says_ordago": (("ordago",), ("bet", "raise")),
}
"""By name, what is counted and of what it is a share."""


@dataclass(frozen=True, slots=True)
class HabitRow:
    """How often a bot does something: at each position, at all, and the field; None of nothing."""

    name: str
    places: tuple[float | None, ...]
    all: float | None
    field: float | None


@dataclass(frozen=True, slots=True)
class LanceRow:
    """Piedras a deal of a bot's side in a lance, dejes apart, and how many accepted órdagos.

    `field_won` and `field_deje` are the means of all bots.
    """

    lance: str
    won: float
    lost: float
    won_deje: float
    lost_deje: float
    won_ordago: int
    lost_ordago: int
    field_won: float
    field_deje: float

    @property
    def net(self) -> float:
        """All that is won less all that is lost."""
        return self.won + self.won_deje - self.lost - self.lost_deje


def fault_counts(row: Standing) -> dict[str, int]:
    """A bot's faults by column."""
    return {name: sum(row.faults[r] for r in some) for name, some in FAULT_COLUMNS.items()}


def heat(rate: Rate | None) -> str:
    """The class of a cell of the heat map: h0 for never won, h20 for always; nothing if unknown."""
    return "" if rate is None or not rate.matches else f"h{round(rate.value * 20)}"


def numbered(schedule: Schedule, lines: Sequence[Line]) -> Iterator[tuple[int, Line]]:
    """Matches with their numbers."""
    return ((match_number(schedule, line.key), line) for line in lines)


def habit_rows(bot: int, habits: Sequence[Habits], *, seats: int) -> Iterator[HabitRow]:
    """What a bot says by position, beside the field; what nobody ever could do is left out."""
    for name, (parts, whole) in _HABITS.items():
        known = [share(some, parts, whole) for some in habits]
        of_field = [value for value in known if value is not None]
        if not of_field:
            continue
        yield HabitRow(
            name=name,
            places=tuple(share(habits[bot], parts, whole, place=place) for place in range(seats)),
            all=known[bot],
            field=sum(of_field) / len(of_field),
        )


def lance_rows(bot: int, habits: Sequence[Habits]) -> Iterator[LanceRow]:
    """What a bot's side wins and loses by lance."""
    for lance in Lance:
        name = lance.value
        played = [some for some in habits if some["deals", ""]]
        yield LanceRow(
            lance=name,
            won=_a_deal(habits[bot], "won", name),
            lost=_a_deal(habits[bot], "lost", name),
            won_deje=_a_deal(habits[bot], "won_deje", name),
            lost_deje=_a_deal(habits[bot], "lost_deje", name),
            won_ordago=habits[bot]["won_ordago", name],
            lost_ordago=habits[bot]["lost_ordago", name],
            field_won=_mean([_a_deal(some, "won", name) for some in played]),
            field_deje=_mean([_a_deal(some, "won_deje", name) for some in played]),
        )


def _a_deal(habits: Habits, kind: str, lance: str) -> float:
    deals = habits["deals", ""]
    return habits[kind, lance] / deals if deals else 0.0


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0
