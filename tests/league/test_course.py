"""What a league can have played, and how its pairings can have ended."""

from dataclasses import replace
from pathlib import Path

from arena.league.agenda import Past
from arena.league.course import has_block, planned, wrong_endings
from arena.league.schedule import LeagueFormat, Schedule, blocks, pairing_of
from arena.league.sprt import decide
from arena.league.stop import Decision, Sprt, Verdict
from arena.league.store import Store
from tests.league.leagues import groups, league, result

STOP = Sprt(0.4, 0.6, 0.3, 0.3)


def found(directory: Path, *decisions: Decision | None, stop: Sprt | None = STOP) -> list[str]:
    """What is wrong with a pairing of blocks of ten groups, all won by the second bot."""
    made = replace(league("a", "b", groups=20, block=10), stop=stop)
    with Store.create(directory, made) as store:
        plan = blocks(made.schedule)
        for block, decision in zip(plan, decisions, strict=False):
            won = groups(block.first_group, [(1, 1)] * block.groups)
            store.add_block(block, result(won), decision)
        return [each.what for each in wrong_endings(store, store.past())]


def test_a_verdict_is_that_of_its_games(tmp_path: Path) -> None:
    """Not another, not after others, not with another ratio, not none."""
    right = decide(STOP, [(2, 2)] * 10)
    assert right.verdict is Verdict.H1
    assert found(tmp_path / "right", right) == []
    assert found(tmp_path / "verdict", replace(right, verdict=Verdict.H0)) == ["verdict"]
    assert found(tmp_path / "groups", replace(right, groups=right.groups + 1)) == ["verdict"]
    assert found(tmp_path / "ratio", replace(right, ratio=right.ratio + 0.01)) == ["verdict"]
    assert found(tmp_path / "none", None) == ["verdict"]


def test_a_pairing_does_not_go_on_after_its_end(tmp_path: Path) -> None:
    """A block after the one that ended it can't have been played."""
    right = decide(STOP, [(2, 2)] * 20)
    assert right.groups <= 10
    assert found(tmp_path, None, right) == ["block"]


def test_without_early_stopping_there_are_no_verdicts(tmp_path: Path) -> None:
    """And nothing ends."""
    some = decide(STOP, [(2, 2)] * 10)
    assert found(tmp_path / "none", None, None, stop=None) == []
    assert found(tmp_path / "one", some, None, stop=None) == ["verdict"]


def test_of_a_swiss_only_rounds_that_were_drawn_can_be_played() -> None:
    """The first round is drawn from nothing; the second when all of it was played."""
    plan = Schedule(4, 2, 2, groups=2, block=2, format=LeagueFormat.SWISS, rounds=2)
    first = frozenset((pairing_of((0, 2)).index, pairing_of((1, 3)).index))
    assert planned(plan, Past()) == first
    done = frozenset((index, 0) for index in first)
    won = {(0, 2): (4, 0), (1, 3): (4, 0)}
    second = frozenset((pairing_of((0, 1)).index, pairing_of((2, 3)).index))
    assert planned(plan, Past(done, won=won)) == first | second
    assert planned(replace(plan, format=LeagueFormat.ROUND_ROBIN), Past()) is None


def test_blocks_lie_in_their_schedule() -> None:
    """They begin with a multiple of their length, and only the last may be shorter."""
    plan = Schedule(3, 2, 2, groups=5, block=2)
    assert has_block(plan, 2, 2, groups=2)
    assert has_block(plan, 2, 4, groups=1)
    assert not has_block(plan, 2, 4, groups=2)
    assert not has_block(plan, 2, 1, groups=2)
    assert not has_block(plan, 3, 0, groups=2)
    assert not has_block(plan, -1, 0, groups=2)
    assert not has_block(plan, 0, 6, groups=2)
