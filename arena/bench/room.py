"""The arena's own work of a decision: one room in this process, its bots are canned answers.

    python -m arena.bench.room 16 24

plays 24 deal groups at 16 tables. It is the same work in every run, to the last
move: `arena.bench.instructions` counts what it takes.
"""

import random
import sys
import time
from collections.abc import Iterator

from arena.bench.answers import answers
from arena.bench.figures import Figures, own_memory
from arena.engine.rules import profile
from arena.match.chair import Chair
from arena.match.result import MatchResult
from arena.match.room import Room, RoomSpec
from arena.protocol.clock import Lag, TimeControl
from arena.protocol.session import Hello, Session
from arena.protocol.writing import bytes_field, number_field

_SEED = b"mus-arena bench"
_TIME = TimeControl()
_MILDNESS = 3
"""The higher, the seldomer the bold answers: games last as long as those of sample bots."""


def play_room(tables: int, groups: int) -> Figures:
    """Plays deal groups in one room, up to `tables` at a time."""
    began, cpu = time.perf_counter(), time.process_time()
    results: list[MatchResult] = []
    messages = sum(1 for _ in conversation(tables, groups, results))
    return Figures(
        part="room",
        of=f"{tables} tables",
        seconds=time.perf_counter() - began,
        decisions=sum(match.decisions for match in results),
        deals=sum(match.deals for match in results),
        games=sum(match.games for match in results),
        messages=messages,
        arena_cpu_seconds=time.process_time() - cpu,
        arena_memory=own_memory(),
    )


def conversation(tables: int, groups: int, results: list[MatchResult]) -> Iterator[bytes]:
    """All messages with turns of a room, each answered before the next is made."""
    rules = profile("traditional", games_to_win=1, signs=False)
    room = Room(RoomSpec(rules, _SEED, "a|b", 0, _TIME), Lag(_TIME), results.append)
    session, rng, now, opened = Session(), random.Random(1), 0.0, 0
    session.greeted = True
    while True:
        while len(room.tables) < tables and opened < groups:
            room.open_table(opened)
            opened += 1
        if not room.tables:
            return
        for chair in room.chairs:
            now += 0.001
            yield from chair.flush(now)
            if chair.open:
                decisions = session.receive(_request(chair, rng))
                assert not isinstance(decisions, Hello)
                room.answers(chair, decisions, now)


def _request(chair: Chair, rng: random.Random) -> bytes:
    """Answers to all that the chair was asked, as a bot would write them."""
    parts: list[bytes] = []
    for turn_id, turn in chair.open.items():
        some = answers(turn.table.match.game.legal())
        action = some[int(rng.random() ** _MILDNESS * len(some))]
        parts.append(bytes_field(1, number_field(1, turn_id) + bytes_field(2, action)))
    return bytes_field(2, b"".join(parts))


if __name__ == "__main__":
    play_room(*map(int, sys.argv[1:]))
