"""Rows of a league's tables as values, and values as rows."""

import json
import sqlite3
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path

from arena.league.isolation import sandbox_of, settings_of
from arena.league.schedule import MatchKey, Schedule
from arena.match.bot import BotSpec
from arena.match.result import Fault, MatchResult, Measured, Reason


@dataclass(frozen=True, slots=True)
class League:
    """What a league is, from its first moment on; `created` is a time as people write it."""

    name: str
    identity: Mapping[str, object]
    seed: bytes
    schedule: Schedule
    bots: tuple[BotSpec, ...]
    created: str


INSERT_LEAGUE = "INSERT INTO league VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
INSERT_BOT = "INSERT INTO bots VALUES (?, ?, ?, ?, ?)"
INSERT_BLOCK = "INSERT INTO blocks VALUES (?, ?, ?, ?, ?)"
INSERT_MATCH = "INSERT INTO matches VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
INSERT_RECORD = "INSERT INTO records VALUES (?, ?, ?, ?, ?)"
SELECT_MATCHES = "SELECT * FROM matches JOIN records USING (pairing, grp, room)"
SELECT_BLOCKS = "SELECT pairing, first_group, groups, digest FROM blocks"
SELECT_BLOCK = "SELECT 1 FROM blocks WHERE pairing = ? AND first_group = ?"
WITH_KEY = " WHERE pairing = ? AND grp = ? AND room = ?"
WITH_FAULT = " WHERE fault IS NOT NULL"
IN_ORDER = " ORDER BY pairing, grp, room"

SHORT = 8
"""Bytes kept of a match's digest: enough to tell which match of a block was changed."""

Row = tuple[object, ...]


def league_row(league: League, *, schema: int) -> Row:
    """The one row of `league`."""
    plan = league.schedule
    numbers = plan.size, plan.rooms, plan.groups, plan.block
    promised = json.dumps(commitments(league))
    head = schema, league.name, identity_text(league), league.seed, league.created
    return *head, *numbers, promised


def identity_text(league: League) -> str:
    """What decides the results of a league, as its database has it."""
    return json.dumps(league.identity, ensure_ascii=False)


def commitments(league: League) -> dict[str, str]:
    """SHA-256, in hex, of the parts of a league that never change."""
    plan = league.schedule
    parts = {
        "seed": league.seed,
        "configuration": identity_text(league).encode(),
        "bots": json.dumps(list(bot_rows(league)), ensure_ascii=False).encode(),
        "schedule": json.dumps([plan.size, plan.rooms, plan.groups, plan.block]).encode(),
    }
    return {name: sha256(part).hexdigest() for name, part in parts.items()}


def bot_rows(league: League) -> Iterable[Row]:
    """The rows of `bots`."""
    for index, bot in enumerate(league.bots):
        sandbox = json.dumps(settings_of(bot.sandbox), ensure_ascii=False)
        yield index, bot.name, json.dumps(bot.command), str(bot.directory), sandbox


def read_league(connection: sqlite3.Connection) -> League:
    """The league of a database whose schema is ours."""
    rows = connection.execute("SELECT name, command, directory, sandbox FROM bots ORDER BY bot")
    bots = tuple(
        BotSpec(name, tuple(json.loads(words)), Path(at), sandbox_of(json.loads(sandbox)))
        for name, words, at, sandbox in rows
    )
    (row,) = connection.execute("SELECT * FROM league")
    _, name, identity, seed, created, size, rooms, groups, block, _ = row
    schedule = Schedule(bots=len(bots), size=size, rooms=rooms, groups=groups, block=block)
    return League(name, json.loads(identity), seed, schedule, bots, created)


def match_row(pairing: int, match: MatchResult) -> Row:
    """A row of `matches`."""
    fault = match.fault
    return (
        *(pairing, match.group, match.room, match.winner),
        *(match.games, match.deals, match.decisions),
        *(json.dumps(some) for some in (match.wins, match.piedras, match.seating)),
        *((fault.reason.value, fault.bot, fault.seat, fault.detail) if fault else (None,) * 4),
    )


def read_match(row: sqlite3.Row) -> tuple[MatchKey, MatchResult]:
    """What a row of `matches` with its record says."""
    fault = None
    if row["fault"] is not None:
        reason = Reason(row["fault"])
        fault = Fault(reason, row["fault_bot"], row["fault_seat"], row["fault_detail"])
    key = MatchKey(row["pairing"], row["grp"], row["room"])
    return key, MatchResult(
        group=key.group,
        room=key.room,
        seating=tuple(json.loads(row["seating"])),
        winner=row["winner"],
        wins=tuple(json.loads(row["wins"])),
        piedras=tuple(json.loads(row["piedras"])),
        games=row["games"],
        deals=row["deals"],
        decisions=row["decisions"],
        fault=fault,
        record=row["record"],
    )


def measured_text(measured: Measured) -> str:
    """What was measured of a block, as JSON."""
    return json.dumps(asdict(measured))


def read_measured(text: str) -> Measured:
    """The opposite of `measured_text`."""
    values = json.loads(text)
    return Measured(
        seconds=values["seconds"],
        arena_cpu_seconds=values["arena_cpu_seconds"],
        bot_cpu_seconds=tuple(values["bot_cpu_seconds"]),
        bot_seconds=tuple(values["bot_seconds"]),
        bot_decisions=tuple(values["bot_decisions"]),
        bot_messages=tuple(values["bot_messages"]),
        bot_idle_seconds=tuple(values["bot_idle_seconds"]),
        bot_idle_cpu_seconds=tuple(values["bot_idle_cpu_seconds"]),
        bot_memory=tuple(values["bot_memory"]),
        lag_seconds=values["lag_seconds"],
        forced=values["forced"],
    )
