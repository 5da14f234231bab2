"""Who is to blame, on a clock that the test turns."""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest
import trio

from arena.engine.rules import profile
from arena.match.bot import BotSpec
from arena.match.ledger import Ledger
from arena.match.player import Player
from arena.match.referee import Referee
from arena.match.result import MatchResult, Reason
from arena.match.room import Room, RoomSpec
from arena.protocol.clock import Lag, TimeControl
from arena.protocol.streams import Stream, the_loop

RULES = profile("app")
TIME = TimeControl(turn=1.0, bank=2.0, start=30.0, margin=0.05)
BOT = BotSpec("bot", (sys.executable, "-c", "import time; time.sleep(600)"), Path())


class Hall:
    """The open room of a block, with a real process for the first seat that is asked."""

    def __init__(self, groups: int) -> None:
        self.results: list[MatchResult] = []
        self.lag = Lag(TIME)
        spec = RoomSpec(RULES, b"s" * 32, "a|b", 0, TIME)
        self.room = Room(spec, self.lag, self.results.append)
        self.ledger = Ledger(RULES, 0, groups=groups)
        self.referee = Referee([self.room], self.ledger, TIME)
        for group in range(groups):
            self.room.open_table(group)
        self.player = Player(self.room.chairs[0], BOT, rules=RULES, time=TIME)

    def asked(self, now: float) -> int:
        """Sends the player what waits for it; how many turns are open then."""
        for _ in self.player.chair.flush(now):
            pass
        return len(self.player.chair.open)


def with_process(test: Callable[[Hall], None], *, groups: int = 24, greeted: bool = True) -> Hall:
    """Runs a test on a hall whose player is a process that has said hello."""

    async def run() -> Hall:
        hall = Hall(groups)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(hall.player.start(0.0).run)
            hall.player.stream = Stream(the_loop()) if greeted else None
            hall.referee.started = greeted
            test(hall)
            hall.player.condemn(Reason.VOID, "the test is over")
        return hall

    return trio.run(run)


def test_late_beyond_the_bank_is_a_timeout_of_that_match() -> None:
    """1 s for the turn, 2 s of bank, 0.05 s of margin: at 3.04 s all is well, at 3.06 s it is not."""

    def test(hall: Hall) -> None:
        hall.asked(0.0)
        hall.referee.check_time([hall.player], 3.04)
        assert hall.results == []
        hall.referee.check_time([hall.player], 3.06)
        (result,) = hall.results
        assert result.fault is not None
        assert result.fault.reason is Reason.TIMEOUT
        assert hall.player.blame is not None

    with_process(test)


def test_the_clock_is_looked_at_again_when_it_matters() -> None:
    """The next look is when the first open turn would be too late, and a turn's time at most."""

    def test(hall: Hall) -> None:
        hall.asked(0.0)
        assert hall.referee.check_time([hall.player], 2.5) == pytest.approx(3.05)
        assert hall.referee.check_time([hall.player], 0.0) == pytest.approx(1.0)

    with_process(test)


def test_what_the_arena_was_late_is_not_the_bots_fault() -> None:
    """If the arena itself stood still for ten seconds, the bot has ten seconds more."""

    def test(hall: Hall) -> None:
        hall.asked(0.0)
        hall.lag.beat(planned=1.0, now=11.0)
        hall.referee.check_time([hall.player], 13.0)
        assert hall.results == []
        hall.referee.check_time([hall.player], 13.1)
        assert len(hall.results) == 1

    with_process(test)


def test_a_thousand_timeouts_take_no_time() -> None:
    """Each costs one match and nothing else."""

    def test(hall: Hall) -> None:
        now, lost = 0.0, 0
        while hall.asked(now):
            now += 1e6
            hall.referee.check_time([hall.player], now)
            lost += 1
            assert len(hall.results) == lost
            hall.player.blame = None

    hall = with_process(test, groups=4000)
    assert len(hall.results) > 900
    assert {r.fault.reason for r in hall.results if r.fault} == {Reason.TIMEOUT}


@pytest.mark.parametrize("reason", [Reason.PROTOCOL, Reason.DISCONNECT])
def test_a_broken_conversation_costs_the_oldest_open_match(reason: Reason) -> None:
    """It was not about any one turn, so the first that waits is lost."""

    def test(hall: Hall) -> None:
        hall.asked(0.0)
        first = next(iter(hall.player.chair.open.values())).table
        hall.referee.charge(hall.player, (reason, "why"), 1.0)
        assert [r.group for r in hall.results] == [first.group]

    with_process(test)


def test_a_crash_with_many_open_turns_costs_nothing_yet() -> None:
    """The turns are sent again one by one; only a crash with one open turn is charged."""

    def test(hall: Hall) -> None:
        open_turns = hall.asked(0.0)
        assert open_turns > 1
        hall.referee.charge(hall.player, (Reason.CRASH, "ended by SIGSEGV"), 1.0)
        assert hall.results == []
        assert hall.asked(2.0) == 1
        hall.referee.charge(hall.player, (Reason.CRASH, "ended by SIGSEGV"), 3.0)
        assert len(hall.results) == 1
        assert hall.asked(4.0) == open_turns - 1

    with_process(test)


def test_a_process_that_ends_unasked_costs_its_oldest_match() -> None:
    """So that a bot that ends again and again comes to an end."""

    def test(hall: Hall) -> None:
        hall.referee.charge(hall.player, (Reason.CRASH, "ended with exit code 0"), 1.0)
        assert [r.group for r in hall.results] == [0]

    with_process(test)


def test_no_hello_in_time_is_a_failed_start() -> None:
    """After 30 s without a hello the process is ended; its end then loses the block."""

    def test(hall: Hall) -> None:
        assert hall.referee.check_time([hall.player], 29.5) == 30.0
        hall.referee.check_time([hall.player], 30.0)
        assert hall.player.blame == (Reason.START_FAILED, "no hello within 30 s")
        hall.referee.start_failed(hall.player, (Reason.START_FAILED, "no hello within 30 s"))
        assert not hall.ledger.complete()

    hall = with_process(test, greeted=False)
    hall.player.process = None
    hall.referee.check_start([hall.player])
    assert hall.ledger.complete()
    assert {r.fault.reason for r in hall.ledger.results() if r.fault} == {Reason.START_FAILED}


def test_the_evidence_is_the_turn_itself() -> None:
    """What a bot failed at can be shown to it again."""

    def test(hall: Hall) -> None:
        hall.asked(0.0)
        turn = next(iter(hall.player.chair.open.values()))
        hall.referee.check_time([hall.player], 100.0)
        fault = hall.results[0].fault
        assert fault is not None
        assert fault.evidence is not None
        assert fault.evidence.turn == turn.body
        assert fault.evidence.seconds == 100.0

    with_process(test)
