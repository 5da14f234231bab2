"""What a block asks of a node, and how many blocks a cluster can play at a time. Pure."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from arena.errors import UsageError
from arena.league.remote.spec import variable_of
from arena.match.bot import BotSpec

_MEBIBYTE = 1 << 20
_LEAST_CPUS = 2.0
"""What a block of two usual bots takes; where no node has as much, still one block each is counted."""


@dataclass(frozen=True, slots=True)
class Demand:
    """What a block takes of its node; `memory` in bytes."""

    cpus: float
    gpus: float
    memory: int

    def fits(self, node: Mapping[str, float]) -> bool:
        """Whether a node with these resources, as Ray names them, could ever play it."""
        there = (node.get(name, 0.0) for name in ("CPU", "GPU", "memory"))
        asked = self.cpus, self.gpus, self.memory
        return all(need <= has for need, has in zip(asked, there, strict=True))

    def __str__(self) -> str:
        parts = [f"{self.cpus:g} CPUs"]
        parts += [f"{self.gpus:g} GPUs"] * bool(self.gpus)
        parts += [f"{self.memory // _MEBIBYTE} MiB"] * bool(self.memory)
        return ", ".join(parts)


def demand_of(bots: Iterable[BotSpec]) -> Demand:
    """The sum over its bots."""
    needs = [bot.needs for bot in bots]
    return Demand(
        cpus=sum(need.cpus for need in needs),
        gpus=sum(need.gpus for need in needs),
        memory=sum(need.memory for need in needs) * _MEBIBYTE,
    )


def slots(nodes: Iterable[Mapping[str, float]]) -> int:
    """How many usual blocks nodes with these resources play at a time, at least one."""
    return max(1, sum(int(node.get("CPU", 0.0) // _LEAST_CPUS) for node in nodes))


def check_travels(bots: Iterable[BotSpec]) -> None:
    """Raises UsageError for bots that are not here, and so can't be brought to a cluster."""
    guests = [bot.name for bot in bots if variable_of(bot) is not None]
    if guests:
        raise UsageError(
            f"--executor ray: {', '.join(guests)} joins from elsewhere, and its files are not"
            " here to be brought to a cluster: play with --executor local"
        )
