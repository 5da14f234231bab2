"""Runs a league from the command line: signals, progress, results, exit code."""

import os
import signal
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from tempfile import TemporaryDirectory

import click
import trio

from arena.cli import ndjson, summary
from arena.cli.directories import Source, opened
from arena.cli.executors import executor_of
from arena.cli.options import Options
from arena.cli.progress import Progress
from arena.cli.report import Place, Report, report_of
from arena.cli.words import count, format_words
from arena.errors import ArenaError
from arena.league.config import LeagueConfig
from arena.league.isolation import sentence
from arena.league.remote.hub import Listen, open_hub
from arena.league.remote.tls import Files
from arena.league.runner import Run, Settings, commitment
from arena.league.schedule import Block, LeagueFormat
from arena.league.store import Store
from arena.match.result import BlockResult
from arena.protocol.clock import FAR_MARGIN, TimeControl

_AT_FAULT = 3


@dataclass(slots=True)
class _Stop:
    """How a run is stopped: the scope to cancel, and the signal that asked for it."""

    scope: trio.CancelScope = field(default_factory=trio.CancelScope)
    signal: int | None = None


def run(source: Source, options: Options, *, place: Place) -> int:
    """Plays a league to its end, or until it is told to stop; gives the exit code.

    Raises ArenaError for what is not a bot's fault.
    """
    executor = executor_of(source.config, options, _tell)
    with opened(source, _tell) as store:
        _begin(store, options)
        progress = Progress([bot.name for bot in store.league.bots])
        with TemporaryDirectory(prefix="mus-") as folder:
            hub = Path(folder) / "hub"
            the_run = Run(
                store,
                settings(source.config),
                directory=source.directory,
                executor=executor,
                watch=progress.watch,
                finished=lambda block, result: _block(store, options, (block, result)),
                hub=hub,
            )
            stopped = _play(the_run, progress, _Door(source.config, store, hub))
        report = report_of(store, played=the_run.played, place=place, stopped=stopped)
        _end(store, report, options)
    return _exit_code(report, options)


def settings(config: LeagueConfig) -> Settings:
    """How a league is played, from its configuration."""
    limits = config.time
    clock = TimeControl(turn=limits.turn, bank=limits.bank, start=limits.start)
    if config.listen is not None:
        clock = replace(clock, margin=FAR_MARGIN)  # For all bots, so that none has an advantage.
    return Settings(config.rules, clock, config.tables, config.on_fault)


@dataclass(frozen=True, slots=True)
class _Door:
    """Where the bots of a league join that run elsewhere; `relays` is the socket of their relays."""

    config: LeagueConfig
    store: Store
    relays: Path


@asynccontextmanager
async def _open(door: _Door) -> AsyncIterator[None]:
    """Waits until all bots have joined; they may come and go until the end of this."""
    listen, store = door.config.listen, door.store
    if listen is None or store.agenda().complete:
        yield
        return
    host, _, port = listen.address.rpartition(":")
    files = Files(Path(listen.certificate), Path(listen.key)) if listen.certificate else None
    where = Listen(host.strip("[]"), int(port), files)
    async with open_hub(where, door.config.bots, relays=door.relays, tell=_tell) as hub:
        await hub.all_here()
        yield


def _tell(line: str) -> None:
    click.echo(line, err=True)


def _exit_code(report: Report, options: Options) -> int:
    if report.stopped is not None:
        return 128 + report.stopped
    faulty = any(sum(row.faults.values()) for row in report.standings.standings)
    return _AT_FAULT if options.strict and faulty else 0


# What is told


def _begin(store: Store, options: Options) -> None:
    league = store.league
    plan = league.schedule
    click.echo(sentence(league.bots[bot] for bot in plan.field), err=True)
    if options.as_json:
        ndjson.begin(store)
        return
    how = "" if plan.format is LeagueFormat.ROUND_ROBIN else f"{format_words(plan)}, "
    most = "" if league.stop is None else "at most "
    click.echo(
        f"{league.name}: {how}{count(len(plan.field), 'bot')},"
        f" {count(plan.pairings, 'pairing')}, {most}{count(plan.matches, 'game')}",
        err=True,
    )
    if done := len(store.done_blocks()):
        left = store.agenda().matches
        click.echo(f"{count(done, 'block')} played before, {count(left, 'game')} left", err=True)
    click.echo(f"seed commitment (SHA-256): {commitment(league.seed)}", err=True)


def _block(store: Store, options: Options, played: tuple[Block, BlockResult]) -> None:
    if options.as_json:
        ndjson.block(store.league, *played)


def _end(store: Store, report: Report, options: Options) -> None:
    if options.as_json:
        ndjson.summary(report)
    else:
        summary.show(store, report)
    if report.stopped is not None:
        click.echo(f"Stopped. {report.place.to_continue}", err=True)


# Signals


def _play(the_run: Run, progress: Progress, door: _Door) -> int | None:
    """Plays; gives the number of the signal that stopped it, None if it came to its end."""
    try:
        return trio.run(_play_until_told, the_run, progress, door)
    except BaseExceptionGroup as group:
        raise cause(group) from group


async def _play_until_told(the_run: Run, progress: Progress, door: _Door) -> int | None:
    stop = _Stop()
    with trio.open_signal_receiver(signal.SIGINT, signal.SIGTERM) as signals:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(_listen, signals, stop)
            with stop.scope:
                await _play_and_show(the_run, progress, door)
            nursery.cancel_scope.cancel()
    return stop.signal if stop.scope.cancelled_caught else None


async def _play_and_show(the_run: Run, progress: Progress, door: _Door) -> None:
    async with _open(door), trio.open_nursery() as nursery:
        nursery.start_soon(progress.show)
        await the_run.play()
        nursery.cancel_scope.cancel()


async def _listen(signals: AsyncIterator[int], stop: _Stop) -> None:
    """The first signal stops the run, the second the process: its workers then end themselves."""
    async for number in signals:
        if stop.signal is not None:
            os._exit(128 + number)
        stop.signal = number
        stop.scope.cancel()
        click.echo("Stopping; what is complete is kept. Once more stops at once.", err=True)


def cause(group: BaseExceptionGroup[BaseException]) -> BaseException:
    """The one error of a group to tell a person; the group itself if it is a bug."""
    causes = list(_leaves(group))
    if any(not isinstance(c, ArenaError | BrokenPipeError | KeyboardInterrupt) for c in causes):
        return group
    return causes[0]


def _leaves(error: BaseException) -> Iterator[BaseException]:
    if isinstance(error, BaseExceptionGroup):
        for inner in error.exceptions:
            yield from _leaves(inner)
    else:
        yield error
