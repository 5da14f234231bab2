"""One bot alone is started, greeted, asked, and sent away."""

import sys
from pathlib import Path

import trio

from arena.engine.rules import profile
from arena.engine.shuffle import MatchKey
from arena.league.bots import resolve
from arena.match.bot import BotSpec
from arena.match.check import AT_ONCE, StartCheck, check_start
from arena.match.sandbox import Kind, Sandbox
from arena.match.table import Table
from arena.match.trial import Finding, Trial, try_bot
from arena.protocol.clock import TimeControl
from arena.protocol.reading import action_of

RULES = profile("app")
TIME = TimeControl(turn=0.5, bank=0.1, start=20.0)
MUTE = BotSpec("mute", (sys.executable, "-c", "import time; time.sleep(60)"), Path())


def tried(bot: BotSpec, *, turns: int = 0, time: TimeControl = TIME) -> Finding:
    """What is found of a bot that is shown some first turns of matches."""
    bodies = []
    for number in range(1, turns + 1):
        table = Table(
            RULES,
            MatchKey(b"trial", "a|b", number),
            room=0,
            number=number,
            bank=0.1,
            seating=(0, 1, 0, 1),
            chairs=(0, 1, 2, 3),
            asks_signs=frozenset(),
            deal_over=None,
        )
        table.advance()
        bodies.append(table.turn(number))
    return trio.run(try_bot, Trial(bot, RULES, time, seat=0, turns=bodies))


def test_a_good_bot_answers_every_turn() -> None:
    """Each answer is an action, by the turn's id; nothing failed."""
    found = tried(resolve("cautious", base=Path()), turns=3)
    assert found.failure is None
    assert sorted(found.answers) == [1, 2, 3]
    assert {str(action_of(answer)) for answer in found.answers.values()} <= {"mus", "no_mus"}


def test_a_bot_that_says_nothing_fails() -> None:
    """No hello in time is told as such."""
    found = tried(MUTE, time=TimeControl(start=0.3))
    assert found.failure == "start_failed: no hello within 0.3 s"


def test_all_bots_are_tried_and_failures_are_told() -> None:
    """Those that start are not mentioned; of the others, how they ended and what they printed."""
    broken = BotSpec("broken", (sys.executable, "-c", "raise SystemExit('no model')"), Path())
    good = resolve("random", base=Path())
    failures = trio.run(check_start, StartCheck((good, broken, good), RULES, TIME))
    assert [failure.bot for failure in failures] == [broken]
    assert "ended with exit code 1; it printed:\nno model" in failures[0].detail


def test_a_large_league_starts_its_bots_a_few_at_a_time(tmp_path: Path) -> None:
    """Each counts those that are there, itself included; all are tried."""
    counting = f"cd {tmp_path}; touch here-$$; echo here-* | wc -w; sleep 0.1; rm here-$$; exit 1"
    bots = tuple(
        BotSpec(f"bot {n}", ("sh", "-c", counting), tmp_path, Sandbox(Kind.NONE))
        for n in range(3 * AT_ONCE)
    )
    failures = trio.run(check_start, StartCheck(bots, RULES, TIME))
    assert tuple(failure.bot for failure in failures) == bots
    there = [int(failure.detail.split()[-1]) for failure in failures]
    assert 1 < max(there) <= AT_ONCE
