"""A block is a pure unit of work: real bots in real processes, the same results every time."""

from dataclasses import replace
from pathlib import Path

import pytest
import trio

from arena.engine.rules import Rules, profile
from arena.engine.shuffle import MatchKey
from arena.league.bots import resolve
from arena.match.block import BlockSpec, play_block
from arena.match.record import replay
from arena.match.result import BlockResult, MatchResult, OnFault
from arena.protocol.clock import TimeControl


def block(*bots: str, rules: Rules | None = None, groups: int = 6, tables: int = 4) -> BlockSpec:
    """A block of two bots, by their names or paths."""
    return BlockSpec(
        rules=rules or profile("traditional", games_to_win=1, signs=False),
        seed=b"block" * 6,
        pairing="|".join(bots),
        bots=tuple(resolve(bot, base=Path()) for bot in bots),
        first_group=10,
        groups=groups,
        tables=tables,
        time=TimeControl(turn=5.0, start=60.0),
    )


def play(spec: BlockSpec) -> BlockResult:
    """The result of a block."""
    return trio.run(play_block, spec)


def test_every_group_is_played_in_both_rooms() -> None:
    """Results come in order of group and room, each with a winner and without a fault."""
    result = play(block("random", "cautious"))
    keys = [(match.group, match.room) for match in result.matches]
    assert keys == [(group, room) for group in range(10, 16) for room in (0, 1)]
    assert all(match.fault is None and match.winner in {0, 1} for match in result.matches)
    assert [match.seating for match in result.matches[:2]] == [(0, 1, 0, 1), (1, 0, 1, 0)]


def test_results_do_not_depend_on_how_many_tables_are_open() -> None:
    """The same block gives the same bytes with one table and with many."""
    one = play(block("random", "odds", tables=1))
    many = play(block("random", "odds", tables=64))
    assert one.matches == many.matches


def test_a_block_is_the_sum_of_its_parts() -> None:
    """Cut anywhere, the same matches come out."""
    whole = block("random", "aggressive", groups=4)
    first = play(replace(whole, groups=1)).matches
    rest = play(replace(whole, first_group=11, groups=3)).matches
    assert first + rest == play(whole).matches


def test_a_bot_against_itself_wins_one_of_two() -> None:
    """A deterministic bot plays the same game in both rooms, with the seats exchanged."""
    result = play(block("cautious", "cautious"))
    for a, b in zip(result.matches[::2], result.matches[1::2], strict=True):
        assert a.winner != b.winner
        assert a.record == b.record


def test_a_mistake_of_the_arena_is_raised_where_the_block_was_asked_for() -> None:
    """Whatever thread it happens in: a block neither goes on nor waits for ever."""

    def broken(_: MatchResult) -> None:
        raise ZeroDivisionError

    with pytest.raises(ExceptionGroup) as caught:
        trio.run(play_block, block("cautious", "cautious"), broken)
    assert caught.group_contains(ZeroDivisionError)


def test_records_replay_to_the_result() -> None:
    """Key and record together give the deals, the score and the winner."""
    spec = block("random", "odds", rules=profile("online", signs=False))
    for match in play(spec).matches:
        assert_replays(spec, match)


def assert_replays(spec: BlockSpec, match: MatchResult) -> None:
    """The record of a match tells of the very match."""
    key = MatchKey(spec.seed, spec.pairing, match.group)
    *_, last = replay(spec.rules, key, match.record)
    assert type(last).__name__ == "MatchOver"
    assert match.winner == match.seating[getattr(last, "winner", -1)]


def test_bots_that_ask_for_signs_and_results_play_as_well() -> None:
    """With señas in the rules, bots that do not want them are never asked."""
    spec = block("random", "cautious", rules=profile("traditional", games_to_win=1))
    assert all(match.fault is None for match in play(spec).matches)


def test_what_was_measured_adds_up() -> None:
    """Decisions of both bots are those of the matches; all ended by themselves."""
    result = play(block("random", "cautious"))
    measured = result.measured
    assert sum(measured.bot_decisions) == sum(match.decisions for match in result.matches)
    assert measured.forced == 0
    assert min(measured.bot_cpu_seconds) > 0


def test_trios_seat_three_processes_for_each_bot() -> None:
    """Twelve processes in two rooms; every match has a winner."""
    result = play(block("random", "cautious", rules=profile(format="trios", games_to_win=1)))
    assert [match.seating for match in result.matches[:2]] == [(0, 1) * 3, (1, 0) * 3]
    assert all(match.fault is None and match.winner in {0, 1} for match in result.matches)


def test_alone_every_bot_plays_every_seat() -> None:
    """Three bots, three rooms, six seat orders in two groups: one process for each bot and room."""
    rules = profile(format="individual", players=3, games_to_win=1)
    result = play(block("random", "cautious", "odds", rules=rules, groups=2))
    assert len({match.seating for match in result.matches}) == 6
    assert {match.winner for match in result.matches} <= {0, 1, 2}
    assert all(match.fault is None and sum(match.wins) == 1 for match in result.matches)


def test_alone_a_fault_costs_nobody_else_the_game() -> None:
    """The arena plays the seat of a bot at fault to the end; that bot can't win."""
    rules = profile(format="individual", players=3, games_to_win=1)
    cheats = str(Path(__file__).parents[1] / "bad_bots" / "cheats.py")
    result = play(block("random", "cautious", cheats, rules=rules, groups=2))
    ended = [match for match in result.matches if match.fault is not None and match.record]
    assert ended
    assert all(match.fault.bot == 2 and match.winner != 2 for match in ended if match.fault)
    assert any(match.winner is not None for match in ended)


def test_substituted_faults_decide_nothing() -> None:
    """With substitution the arena acts for the bot and the match is played to its end."""
    cheats = str(Path(__file__).parents[1] / "bad_bots" / "cheats.py")
    spec = replace(block("random", cheats, groups=8), on_fault=OnFault.SUBSTITUTE)
    result = play(spec)
    assert any(match.fault is not None for match in result.matches)
    assert all(sum(match.wins) == 1 for match in result.matches)
