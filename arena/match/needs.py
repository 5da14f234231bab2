"""What a bot takes from a machine that it comes to: its share of it, and how it is built there."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Needs:
    """What a bot needs where it is not at home.

    `cpus`, `gpus` and `memory`, in MiB, are for all its processes in a block.
    `build` are commands, run in its directory; `built` is what they make there
    and need not travel. `whole` tells that all of its directory is its own.
    """

    cpus: float = 1.0
    gpus: float = 0.0
    memory: int = 0
    build: tuple[tuple[str, ...], ...] = ()
    built: str = ""
    whole: bool = False
