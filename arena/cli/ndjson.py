"""What programs read: one JSON object a line, each with `schema` and `type`.

| type | when | says |
|---|---|---|
| `league` | first | what is played, and the SHA-256 of its seed |
| `block` | a block is kept | its games, by number, and which side won how many; `bots` side by side |
| `fault` | after its block | one game that ended by a fault |
| `summary` | last | what this run played, the standings, what was measured; seed and digest if complete |

Within a schema only keys and types are added.
"""

import json
import sys

import click

from arena.cli.report import Report, Times
from arena.league.results import results_json
from arena.league.rows import League
from arena.league.runner import commitment
from arena.league.schedule import Block, MatchKey, match_number
from arena.league.store import Store
from arena.match.result import BlockResult, MatchResult

SCHEMA = "mus-arena/run/1"


def write(values: dict[str, object]) -> None:
    """Prints one object as a line, at once, whatever else prints meanwhile."""
    # Ray prints to sys.stdout, which is not the real one while a league is played on it.
    click.echo(json.dumps(values, allow_nan=False), file=sys.__stdout__)


def begin(store: Store) -> None:
    """The line `league`."""
    league, plan = store.league, store.league.schedule
    _line(
        "league",
        name=league.name,
        format=plan.format.value,
        bots=[league.bots[bot].name for bot in plan.field],
        pairings=plan.pairings,
        games=plan.matches,
        blocks=plan.blocks,
        blocks_played=len(store.done_blocks()),
        commitment=commitment(league.seed),
    )


def block(league: League, played: Block, result: BlockResult) -> None:
    """The line `block` and a line `fault` for each of its games that has one."""
    names = [league.bots[bot].name for bot in played.pairing.bots]
    winners = [match.winner for match in result.matches]
    _line(
        "block",
        bots=names,
        first_game=_number(league, played, result.matches[0]),
        games=len(winners),
        won=[winners.count(side) for side in range(len(played.pairing.sides))],
        void=winners.count(None),
    )
    for match in result.matches:
        if match.fault is not None:
            blamed = match.fault.bot
            _line(
                "fault",
                game=_number(league, played, match),
                bot=None if blamed is None else names[blamed],
                seat=match.fault.seat,
                reason=match.fault.reason.value,
                detail=match.fault.detail,
            )


def summary(report: Report) -> None:
    """The line `summary`."""
    played = report.played
    seconds, decisions = played.seconds, played.decisions
    directory = report.place.directory
    _line(
        "summary",
        complete=not report.standings.partial,
        stopped_by=report.stopped,
        directory=None if directory is None else str(directory),
        games=played.matches,
        decisions=decisions,
        deals=played.deals,
        seconds=round(seconds, 3),
        decisions_per_second=round(decisions / seconds, 1) if seconds else 0.0,
        arena_cpu_us_per_decision=_micros(played.arena_cpu_seconds, decisions),
        bot_cpu_us_per_decision=_micros(played.bot_cpu_seconds, decisions),
        forced_ends=played.forced,
        commitment=commitment(report.league.seed),
        earlier_seeds=[season.seed.hex() for season in report.league.earlier],
        seed=None if report.standings.partial else report.league.seed.hex(),
        digest=None if report.standings.partial else report.digest,
        standings=results_json(report.results),
        measured=[_measured(times) for times in report.times],
    )


def _measured(times: Times) -> dict[str, object]:
    each = times.per_decision
    return {
        "bot": times.name,
        "decisions": times.decisions,
        "ms_per_decision": None if each is None else round(each * 1e3, 6),
        "cpu_seconds": round(times.cpu_seconds, 3),
        "idle_seconds": round(times.idle_seconds, 3),
        "idle_cpu_seconds": round(times.idle_cpu_seconds, 3),
        "memory_bytes": times.memory,
    }


def _line(kind: str, **values: object) -> None:
    write({"schema": SCHEMA, "type": kind, **values})


def _micros(seconds: float, decisions: int) -> float | None:
    return round(seconds / decisions * 1e6, 3) if decisions else None


def _number(league: League, played: Block, match: MatchResult) -> int:
    return match_number(league.schedule, MatchKey(played.pairing.index, match.group, match.room))
