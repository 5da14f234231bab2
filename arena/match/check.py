"""Tries whether bots start: each is started once, must say hello, and is sent away."""

from dataclasses import dataclass

import trio

from arena.engine.rules import Rules
from arena.match.bot import BotSpec
from arena.match.seating import fixed_seats
from arena.match.trial import Trial, try_bot
from arena.protocol.clock import TimeControl

AT_ONCE = 8
"""As many processes as a block of pairs has: a large league must not start all its bots at a time."""


@dataclass(frozen=True, slots=True)
class StartCheck:
    """What to try."""

    bots: tuple[BotSpec, ...]
    rules: Rules
    time: TimeControl


@dataclass(frozen=True, slots=True)
class StartFailure:
    """A bot that did not start, and what a person should know of it."""

    bot: BotSpec
    detail: str


async def check_start(check: StartCheck) -> tuple[StartFailure, ...]:
    """Starts all bots, a few at a time, one process each; those that failed, in their order."""
    failures: dict[int, StartFailure] = {}
    places = trio.CapacityLimiter(AT_ONCE)
    seat = 0 if fixed_seats(check.rules) else None

    async def one(number: int, bot: BotSpec) -> None:
        async with places:
            finding = await try_bot(Trial(bot, check.rules, check.time, seat=seat))
        if finding.failure is not None:
            failures[number] = StartFailure(bot, finding.failure)

    async with trio.open_nursery() as nursery:
        for number, bot in enumerate(check.bots):
            nursery.start_soon(one, number, bot)
    return tuple(failures[number] for number in sorted(failures))
