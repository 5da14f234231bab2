"""Options that several commands have."""

import os
from dataclasses import dataclass
from typing import TypedDict

import click


@dataclass(frozen=True, slots=True)
class Options:
    """How a league is played and told: nothing here changes a result."""

    concurrency: int | None
    as_json: bool
    strict: bool
    force: bool = False
    executor: str = "local"
    address: str | None = None


class Choices(TypedDict):
    """The same, as a command gets them."""

    concurrency: int | None
    as_json: bool
    strict: bool
    force: bool


class WhereChoices(Choices):
    """And where blocks are played."""

    executor: str
    address: str | None


def default_concurrency() -> int:
    """A block for every two cores: it keeps eight bots and the arena busy."""
    return max(1, len(os.sched_getaffinity(0)) // 2)


def examples(*lines: str) -> str:
    """What a command's help ends with."""
    return "\n".join(["\b", "Examples:", *(f"  {line}" for line in lines)])


concurrency = click.option(
    "--concurrency",
    "-c",
    type=click.IntRange(min=1),
    metavar="N",
    help="How many pairings (blocks of one) are played at the same time.  [default: half the cores; on Ray twice what it can play]",
)
executor = click.option(
    "--executor",
    type=click.Choice(("local", "ray")),
    default="local",
    show_default=True,
    help="Play in processes of this machine, or on a Ray cluster.",
)
address = click.option(
    "--address",
    metavar="ADDRESS",
    help="The Ray cluster: auto, HOST:PORT, or ray://HOST:10001 from outside.  [default: auto]",
)
force = click.option(
    "--force", is_flag=True, help="Play even if this machine seems too small for it."
)
as_json = click.option(
    "--json", "as_json", is_flag=True, help="Print NDJSON: one JSON object a line, summary last."
)
strict = click.option(
    "--strict", is_flag=True, help="End with exit code 3 if any bot was at fault."
)
