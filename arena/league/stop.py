"""Early stopping as values: a test, and what it said. See `arena.league.sprt` for the mathematics."""

from dataclasses import dataclass
from enum import StrEnum
from math import log


class Verdict(StrEnum):
    """Which hypothesis a test has accepted."""

    H0 = "h0"
    H1 = "h1"
    UNDECIDED = "undecided"


@dataclass(frozen=True, slots=True)
class Sprt:
    """A test of the first bot's win rate: `h0` or less against `h1` or more.

    If the rate is `h0` then H1 is accepted with a probability of about `alpha`,
    if it is `h1` then H0 with one of about `beta`. Raises ValueError naming what
    is allowed.
    """

    h0: float
    h1: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not 0 < self.h0 < self.h1 < 1:
            given = f"h0 = {self.h0}, h1 = {self.h1}"
            raise ValueError(f"{given}: allowed are win rates with 0 < h0 < h1 < 1")
        for name, value in (("alpha", self.alpha), ("beta", self.beta)):
            if not 0 < value < 0.5:
                raise ValueError(f"{name} = {value}: allowed is more than 0 and less than 0.5")

    @property
    def bounds(self) -> tuple[float, float]:
        """Where the ratio of a test of such errors ends (Wald 1945): H0 below, H1 above."""
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)


@dataclass(frozen=True, slots=True)
class Decision:
    """A verdict, after how many groups it fell (all, if it did not), and the ratio there.

    `ratio` is the logarithm of how much likelier the groups are under H1 than under H0.
    """

    verdict: Verdict
    groups: int
    ratio: float
