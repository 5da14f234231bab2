"""Rows of a league's tables as values, and values as rows."""

import json
import sqlite3
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path

from arena.league.entrants import Entrant, playing
from arena.league.isolation import sandbox_of, settings_of
from arena.league.schedule import Block, LeagueFormat, MatchKey, Pairing, Schedule
from arena.league.stop import Decision, Sprt
from arena.league.tally import Tally, tally
from arena.match.bot import BotSpec
from arena.match.result import BlockResult, Fault, MatchResult, Measured, Reason


@dataclass(frozen=True, slots=True)
class Season:
    """A time in the life of a league after which its seed was told, and the blocks played in it."""

    seed: bytes
    blocks: frozenset[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class League:
    """What a league is; `created` is a time as people write it.

    `bots` are all that ever were in it, named by their labels, and `entrants`
    says of each what it is; `stop` is the test of early stopping. `seed` is that
    of the season that is played, `earlier` are those that are over. Bots that
    are added, replaced or withdrawn, seasons, and a round robin that becomes a
    gauntlet or the other way, are all that changes in a league that has begun.
    """

    name: str
    identity: Mapping[str, object]
    seed: bytes
    schedule: Schedule
    bots: tuple[BotSpec, ...]
    created: str
    entrants: tuple[Entrant, ...]
    stop: Sprt | None = None
    earlier: tuple[Season, ...] = ()

    @property
    def seeds(self) -> tuple[bytes, ...]:
        """The seeds of all seasons, the one that is played last."""
        return (*(season.seed for season in self.earlier), self.seed)

    def season_of(self, pairing: int, group: int) -> int:
        """The season of a deal group, from 0: the one in which its block was played, or will be."""
        block = pairing, group - group % self.schedule.block
        seasons = enumerate(self.earlier)
        return next((at for at, some in seasons if block in some.blocks), len(self.earlier))

    def seed_of(self, pairing: int, group: int) -> bytes:
        """The seed of a deal group."""
        return self.seeds[self.season_of(pairing, group)]


INSERT_LEAGUE = "INSERT INTO league VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
INSERT_BOT = "INSERT INTO bots VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
INSERT_SEASON = "INSERT INTO seasons VALUES (?, ?)"
INSERT_BLOCK = "INSERT INTO blocks VALUES (?, ?, ?, ?, ?, ?, ?)"
INSERT_VERDICT = "INSERT OR REPLACE INTO verdicts VALUES (?, ?, ?, ?)"
INSERT_MATCH = "INSERT INTO matches VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
INSERT_RECORD = "INSERT INTO records VALUES (?, ?, ?, ?, ?)"
SELECT_MATCHES = "SELECT * FROM matches JOIN records USING (pairing, grp, room)"
SELECT_BLOCKS = (
    "SELECT pairing, first_group, groups, season, tally, digest FROM blocks"
    " ORDER BY pairing, first_group"
)
SELECT_BLOCK = "SELECT 1 FROM blocks WHERE pairing = ? AND first_group = ?"
WITH_KEY = " WHERE pairing = ? AND grp = ? AND room = ?"
OF_PAIRING = " WHERE pairing = ?"
WITH_FAULT = " WHERE fault IS NOT NULL"
IN_ORDER = " ORDER BY pairing, grp, room"

SHORT = 8
"""Bytes kept of a match's digest: enough to tell which match of a block was changed."""

Row = tuple[object, ...]


def league_row(league: League, *, schema: int) -> Row:
    """The one row of `league`."""
    plan = league.schedule
    numbers = plan.size, plan.rooms, plan.groups, plan.block
    head = schema, league.name, identity_text(league), league.seed, league.created
    return *head, *numbers, *_how(league), commitments_text(league)


def identity_text(league: League) -> str:
    """What decides the results of a league, as its database has it."""
    return json.dumps(league.identity, ensure_ascii=False)


def commitments(league: League) -> dict[str, str]:
    """SHA-256, in hex, of the parts of a league, which change only when it goes on with others."""
    plan = league.schedule
    schedule = plan.size, plan.rooms, plan.groups, plan.block, *_how(league)
    parts = {
        "seed": league.seed,
        "earlier seeds": b"".join(season.seed for season in league.earlier),
        "configuration": identity_text(league).encode(),
        "bots": json.dumps(list(bot_rows(league)), ensure_ascii=False).encode(),
        "schedule": json.dumps(schedule).encode(),
    }
    return {name: sha256(part).hexdigest() for name, part in parts.items()}


def commitments_text(league: League) -> str:
    """The commitments as the database has them."""
    return json.dumps(commitments(league))


def _how(league: League) -> tuple[str, int, str | None]:
    """Format, rounds and early stopping."""
    plan = league.schedule
    return plan.format.value, plan.rounds, None if league.stop is None else _json(league.stop)


def bot_rows(league: League) -> Iterable[Row]:
    """The rows of `bots`."""
    both = zip(league.bots, league.entrants, strict=True)
    for index, (bot, entrant) in enumerate(both):
        here = int(entrant.withdrawn), int(index in league.schedule.newcomers)
        what = entrant.label, entrant.name, entrant.hash
        sandbox = json.dumps(settings_of(bot.sandbox), ensure_ascii=False)
        yield index, *what, *here, json.dumps(bot.command), str(bot.directory), sandbox


def read_league(connection: sqlite3.Connection) -> League:
    """The league of a database whose schema is ours."""
    rows = [*connection.execute("SELECT * FROM bots ORDER BY bot")]
    bots = tuple(
        BotSpec(label, tuple(json.loads(words)), Path(at), sandbox_of(json.loads(sandbox)))
        for _, label, *_, words, at, sandbox in rows
    )
    entrants = tuple(
        Entrant(name, label, digest, withdrawn=bool(withdrawn))
        for _, label, name, digest, withdrawn, *_ in rows
    )
    (row,) = connection.execute("SELECT * FROM league")
    _, name, identity, seed, created, size, rooms, groups, block, how, rounds, stop, _ = row
    schedule = Schedule(
        bots=len(bots),
        size=size,
        rooms=rooms,
        groups=groups,
        block=block,
        format=LeagueFormat(how),
        playing=playing(entrants),
        newcomers=frozenset(bot for bot, *_, newcomer, _, _, _ in rows if newcomer),
        rounds=rounds,
    )
    return League(
        name=name,
        identity=json.loads(identity),
        seed=seed,
        schedule=schedule,
        bots=bots,
        created=created,
        entrants=entrants,
        stop=None if stop is None else Sprt(**json.loads(stop)),
        earlier=tuple(_seasons(connection)),
    )


def _seasons(connection: sqlite3.Connection) -> Iterable[Season]:
    blocks = "SELECT pairing, first_group FROM blocks WHERE season = ?"
    found = connection.execute("SELECT * FROM seasons ORDER BY season").fetchall()
    for number, (season, seed) in enumerate(found):
        if season != number:
            raise ValueError(f"season {season} after {number} others")
        yield Season(seed, frozenset((p, g) for p, g in connection.execute(blocks, (season,))))


def season_rows(league: League) -> Iterable[Row]:
    """The rows of `seasons`."""
    return ((number, season.seed) for number, season in enumerate(league.earlier))


def tally_text(tally: Tally) -> str:
    """The counts of a block, as JSON; whose they are is known from its pairing."""
    outcomes = sorted((*won, groups) for won, groups in tally.outcomes.items())
    faults = sorted((bot, reason.value, n) for (bot, reason), n in tally.faults.items())
    counts = tally.void, tally.games, tally.decisions
    return json.dumps([outcomes, faults, counts, tally.piedras], separators=(",", ":"))


def read_tally(pairing: Pairing, text: str) -> Tally:
    """The opposite of `tally_text`."""
    outcomes, faults, (void, games, decisions), piedras = json.loads(text)
    return Tally(
        bots=pairing.bots,
        outcomes={tuple(won): groups for *won, groups in outcomes},
        faults={(bot, Reason(reason)): n for bot, reason, n in faults},
        void=void,
        games=games,
        decisions=decisions,
        piedras=tuple(piedras),
        partners=pairing.partners,
    )


def verdict_row(pairing: int, decision: Decision) -> Row:
    """A row of `verdicts`."""
    return pairing, decision.verdict.value, decision.groups, decision.ratio


def block_row(block: Block, result: BlockResult, *, season: int, digest: bytes) -> Row:
    """A row of `blocks`."""
    pairing = block.pairing
    counted = tally(pairing.bots, result.matches, partners=pairing.partners)
    kept = measured_text(result.measured), season, tally_text(counted), digest
    return *block.key, block.groups, *kept


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
    return _json(measured)


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


def _json(value: Measured | Sprt) -> str:
    return json.dumps(asdict(value))
