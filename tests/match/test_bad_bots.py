"""Bots that do everything wrong: each gets its verdict, and nobody else feels anything of it."""

import logging
import os
import secrets
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
import trio

from arena.engine.rules import Rules, profile
from arena.match.block import BlockSpec, play_block
from arena.match.bot import BotSpec
from arena.match.limits import Limits
from arena.match.result import BlockResult, Fault, Reason
from arena.match.sandbox import Sandbox
from arena.protocol.clock import TimeControl
from tests.match.boxed import needs_bwrap
from tests.match.test_block import block, play

MOST_GROWTH = 48 << 20
"""Bytes that the arena may need more because of a bad bot: a few of the largest messages."""
MOST_NOTICE_SECONDS = 2.0
BAD_BOTS = Path(__file__).parents[1] / "bad_bots"
RULES = profile("traditional", games_to_win=1, signs=False)
SIGNS = profile("traditional", games_to_win=1, signs=True)
PATIENT = TimeControl(turn=10.0, bank=30.0, start=60.0)
HASTY = TimeControl(turn=0.8, bank=0.4, start=60.0)
LENIENT = TimeControl(turn=1.0, bank=30.0, start=60.0)
BRIEF = TimeControl(turn=10.0, start=8.0)
"""Says hello soon or never; but a good bot must have the time on a busy machine."""


@dataclass(frozen=True, slots=True)
class Case:
    """What a bad bot must get. No reasons: no fault at all. `forced` are the ends by force."""

    reasons: frozenset[Reason]
    time: TimeControl = PATIENT
    rules: Rules = RULES
    tables: int = 4
    memory: int = 4096
    forced: int = 0


def _case(*reasons: Reason) -> Case:
    return Case(frozenset(reasons))


NO_FAULT = _case()
NO_START = replace(_case(Reason.START_FAILED), time=BRIEF)
CRASH = _case(Reason.CRASH)
ILLEGAL = _case(Reason.ILLEGAL_ACTION)
PROTOCOL = _case(Reason.PROTOCOL)
DISCONNECT = _case(Reason.DISCONNECT)
TIMEOUT = replace(_case(Reason.TIMEOUT), time=HASTY)

CASES: Mapping[str, Case] = {
    # Before hello.
    "never_connects": NO_START,
    "ends_at_once": NO_START,
    "no_hello": NO_START,
    "wrong_token": NO_START,
    "made_up_token": NO_START,
    "wrong_version": NO_START,
    "huge_name": NO_START,
    "malformed_hello": NO_START,
    "decides_before_hello": NO_START,
    "garbage_on_the_socket": NO_START,
    "half_open": NO_START,
    # Which it is depends on whether the others were there before it was gone.
    "dies_in_hello": _case(Reason.CRASH, Reason.START_FAILED),
    "leaves_early": _case(Reason.CRASH, Reason.START_FAILED),
    # Ends.
    "crashes": CRASH,
    "crashes_at_some_turns": NO_FAULT,  # In some thousand: not in a few matches.
    "dies_at_turn_1": CRASH,
    # One table: with more, a crash that does not come again at the same turn is nobody's fault.
    "dies_at_turn_100": replace(CRASH, tables=1),
    "says_when_it_dies": CRASH,
    "exits_zero": CRASH,
    "segfaults": CRASH,
    "eats_memory": replace(CRASH, memory=256),
    # Time.
    "hangs": TIMEOUT,
    "sleeps": TIMEOUT,
    "sleeps_now_and_then": TIMEOUT,
    "stops_itself": TIMEOUT,
    "never_reads": TIMEOUT,
    "late_once": replace(NO_FAULT, time=LENIENT),
    # What it answers.
    "cheats": ILLEGAL,
    "says_quiero": ILLEGAL,
    "discards_what_it_has_not": ILLEGAL,
    "decides_nothing": ILLEGAL,
    "unknown_call": ILLEGAL,
    "lies_with_signs": replace(ILLEGAL, rules=SIGNS),
    "babbles": PROTOCOL,
    "answers_twice": PROTOCOL,
    "answers_the_future": PROTOCOL,
    "answers_another_seat": PROTOCOL,
    "answers_another_table": PROTOCOL,
    "sends_no_decision": PROTOCOL,
    # What it does to its stream.
    "hello_twice": PROTOCOL,
    "malformed": PROTOCOL,
    "deeply_nested": PROTOCOL,
    "floods": PROTOCOL,
    "ten_megabytes": DISCONNECT,
    "closes_half": DISCONNECT,
    "cancels": DISCONNECT,
    # A nuisance, no fault.
    "garbage": NO_FAULT,
    "prints_much": NO_FAULT,
    "closes_its_output": NO_FAULT,
    "leaves_children": NO_FAULT,
    "burns": NO_FAULT,
    "thinks": replace(NO_FAULT, time=LENIENT),
    "opens_streams": NO_FAULT,
    "takes_its_chair_twice": NO_FAULT,
    "stubborn": replace(NO_FAULT, forced=4),
}
"""By the name of the file."""

NOT_HERE = frozenset({"raw", "wrong"})
"""Shared code, and a bot with an argument, which the tests of `check` try."""

QUICK = frozenset({"dies_at_turn_1", "says_quiero", "answers_twice"})
"""Those that are tried with the quick tests, one of each kind; all take seconds."""


def against_random(name: str, case: Case, *, mark: str, groups: int = 4) -> BlockSpec:
    """A block of a bad bot and a good one, with a mark in the environment of the bad one."""
    spec = block(str(BAD_BOTS / f"{name}.py"), "random", rules=case.rules, groups=groups)
    bad, good = spec.bots
    sandbox = Sandbox(limits=Limits(memory=case.memory), environment=(mark,))
    bots: tuple[BotSpec, ...] = (replace(bad, sandbox=sandbox), good)
    return replace(spec, bots=bots, time=case.time, tables=case.tables)


def faults(result: BlockResult) -> list[Fault]:
    """All faults of a block."""
    return [match.fault for match in result.matches if match.fault is not None]


def test_every_bad_bot_has_its_verdict() -> None:
    """At least thirty, and none is forgotten."""
    files = {path.stem for path in BAD_BOTS.glob("*.py")} - NOT_HERE
    assert files == CASES.keys()
    assert len(files) >= 30


def _cases() -> Iterator[object]:
    for name in CASES:
        marks = [] if name in QUICK else [pytest.mark.slow]
        if name == "leaves_children":
            marks.append(needs_bwrap)
        yield pytest.param(name, marks=marks)


@pytest.mark.parametrize("name", [*_cases()])
def test_a_bad_bot_gets_its_verdict(name: str) -> None:
    """The block ends, it alone is blamed, for what it did, and nothing of it is left."""
    case = CASES[name]
    mark = f"MUS_BAD_BOT={secrets.token_hex(16)}"
    spec = against_random(name, case, mark=mark)
    began = time.monotonic()
    result, grown = grown_by(spec)
    seconds = time.monotonic() - began
    found = faults(result)
    assert {fault.reason for fault in found} <= case.reasons, found
    assert bool(found) == bool(case.reasons)
    assert all(fault.bot == 0 for fault in found)
    keys = [(match.group, match.room) for match in result.matches]
    assert keys == [(group, room) for group in range(10, 14) for room in (0, 1)]
    assert all(match.winner == 1 for match in result.matches if match.fault)
    assert all(match.winner in {0, 1} for match in result.matches)
    assert result.measured.forced >= case.forced
    assert left(mark) == []
    assert seconds < 60
    assert grown < MOST_GROWTH


def grown_by(spec: BlockSpec) -> tuple[BlockResult, int]:
    """A block, and by how many bytes the arena held more at its highest while it was played."""
    before = _memory("VmRSS:")
    Path("/proc/self/clear_refs").write_text("5")  # The highest so far is what is held now.
    result = play(spec)
    return result, _memory("VmHWM:") - before


def _memory(field: str) -> int:
    status = Path("/proc/self/status").read_text()
    return int(status.partition(field)[2].split()[0]) << 10


def left(mark: str) -> list[int]:
    """The processes with a mark in their environment that still run after a moment."""
    until = time.monotonic() + 5.0
    while (found := list(_marked(mark.encode()))) and time.monotonic() < until:
        time.sleep(0.05)
    return found


def _marked(mark: bytes) -> Iterator[int]:
    for path in Path("/proc").glob("[0-9]*/environ"):
        with suppress(OSError):
            if mark in path.read_bytes() and int(path.parent.name) != os.getpid():
                yield int(path.parent.name)


def test_a_crash_is_noticed_at_once() -> None:
    """From its last words, the time, to the loss of its match; the clock is not waited for."""
    case = replace(CRASH, tables=1)
    spec = against_random("says_when_it_dies", case, mark="MUS_BAD_BOT=dies", groups=1)
    noticed: list[float] = []

    async def one() -> BlockResult:
        return await play_block(spec, lambda _: noticed.append(time.time()))

    result = trio.run(one)
    died = [
        float(fault.evidence.printed.split()[-1])
        for match in result.matches
        if (fault := match.fault) is not None and fault.evidence is not None
    ]
    assert len(died) == len(noticed) == 2
    waits = [after - before for before, after in zip(sorted(died), sorted(noticed), strict=True)]
    logging.getLogger(__name__).info("seconds from a crash to its notice: %s", waits)
    assert max(waits) < MOST_NOTICE_SECONDS


@pytest.mark.slow
def test_a_bot_that_burns_while_another_thinks_is_seen() -> None:
    """What it uses while it has nothing to answer is counted apart; the other uses nothing then."""
    spec = block(str(BAD_BOTS / "burns.py"), str(BAD_BOTS / "thinks.py"), rules=RULES, groups=1)
    measured = play(replace(spec, time=PATIENT, tables=1)).measured
    burnt, slept = measured.bot_idle_cpu_seconds
    assert measured.bot_idle_seconds[0] > 2.0
    assert burnt > 0.03 * measured.bot_idle_seconds[0]  # Others may want the processors, too.
    assert slept < 0.2 * burnt


@pytest.mark.slow
def test_good_bots_play_the_same_beside_a_bad_one() -> None:
    """The matches of two good bots are the same bytes, whatever a bad one does meanwhile."""
    good = block("random", "odds", groups=6)
    alone = play(good)
    assert faults(alone) == []
    for name in ("floods", "burns"):
        mark = f"MUS_BAD_BOT={secrets.token_hex(16)}"
        _, beside = _together(against_random(name, CASES[name], mark=mark, groups=2), good)
        assert beside.matches == alone.matches


def _together(first: BlockSpec, second: BlockSpec) -> tuple[BlockResult, BlockResult]:
    """Two blocks played at once, as two workers of a league would."""
    results: dict[int, BlockResult] = {}

    async def one(number: int, spec: BlockSpec) -> None:
        results[number] = await play_block(spec)

    async def both() -> None:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(one, 0, first)
            nursery.start_soon(one, 1, second)

    trio.run(both)
    return results[0], results[1]
