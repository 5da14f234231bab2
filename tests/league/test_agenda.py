"""The agenda: every block once, at any concurrency, after any interruption."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from itertools import islice
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.league.agenda import Agenda, Past
from arena.league.schedule import Block, LeagueFormat, Schedule, blocks

PLAN = Schedule(bots=6, size=2, rooms=2, groups=5, block=2)
SWISS = replace(PLAN, format=LeagueFormat.SWISS, rounds=3)


@dataclass(slots=True)
class Played:
    """A league that was played so far: what its database would hold."""

    schedule: Schedule
    stops: bool = False
    done: set[tuple[int, int]] = field(default_factory=set)
    ended: set[int] = field(default_factory=set)
    won: dict[tuple[int, int], tuple[int, int]] = field(default_factory=dict)

    def agenda(self) -> Agenda:
        """What is left to play."""
        ended = frozenset(self.ended) if self.stops else None
        return Agenda(self.schedule, Past(frozenset(self.done), ended, self.won))

    def keep(self, agenda: Agenda, block: Block) -> None:
        """Plays a block; its result depends on nothing but the block."""
        dice = Random(str(block.key))
        won = (mine := dice.randint(0, 2 * block.groups), 2 * block.groups - mine)
        ended = self.stops and dice.random() < 0.5
        assert block.key not in self.done
        self.done.add(block.key)
        if ended:
            self.ended.add(block.pairing.index)
        if len(block.pairing.bots) == 2:
            one, other = block.pairing.bots
            before = self.won.get((one, other), (0, 0))
            self.won[one, other] = (before[0] + won[0], before[1] + won[1])
        agenda.add(block, won, ended=ended)


def run(played: Played, choose: Callable[[int], int], *, most: int, under_way: int) -> int:
    """Plays up to `most` blocks, `under_way` at a time that end in any order; how many it played."""
    agenda, playing, count = played.agenda(), list[Block](), 0
    while count < most:
        while len(playing) < under_way and (block := agenda.next()) is not None:
            playing.append(block)
        if not playing:
            assert agenda.complete
            assert not agenda.waits
            break
        played.keep(agenda, playing.pop(choose(len(playing))))
        count += 1
    return count


@pytest.mark.parametrize("stops", [False, True])
@pytest.mark.parametrize(
    "schedule",
    [PLAN, SWISS, replace(PLAN, bots=5, format=LeagueFormat.CROSS)],
    ids=lambda s: s.format,
)
@settings(max_examples=20)
@given(data=st.data())
def test_the_same_blocks_are_played_whatever_happens(
    schedule: Schedule, data: st.DataObject, *, stops: bool
) -> None:
    """At any concurrency, in any order of ends, and after any number of interruptions."""
    calm, other = Played(schedule, stops), Played(schedule, stops)
    run(calm, lambda _: 0, most=1000, under_way=1)
    dice = data.draw(st.randoms(use_true_random=False))
    while not other.agenda().complete:
        under_way = data.draw(st.integers(1, 9))
        run(other, dice.randrange, most=data.draw(st.integers(1, 20)), under_way=under_way)
    assert (other.done, other.ended, other.won) == (calm.done, calm.ended, calm.won)


def test_without_early_stopping_all_is_played() -> None:
    """Every block of the schedule, in its order."""
    agenda = Agenda(PLAN, Past())
    assert agenda.matches == PLAN.matches
    found = list(iter(agenda.next, None))
    assert found == list(blocks(PLAN))
    assert not agenda.waits


def test_a_pairing_that_may_stop_has_one_block_under_way() -> None:
    """Its next one comes when that has ended undecided; none comes after the end."""
    schedule = replace(PLAN, bots=2)
    agenda = Agenda(schedule, Past(ended=frozenset()))
    first = agenda.next()
    assert first is not None
    assert agenda.next() is None
    assert agenda.waits
    agenda.add(first, (2, 2), ended=False)
    second = agenda.next()
    assert second is not None
    assert second.first_group == 2
    assert agenda.matches == 6
    agenda.add(second, (4, 0), ended=True)
    assert agenda.next() is None
    assert agenda.complete
    assert not agenda.waits


def test_a_round_begins_when_the_one_before_is_over() -> None:
    """Until then there is nothing to play."""
    agenda = Agenda(replace(SWISS, groups=1, block=1), Past())
    first = list(islice(iter(agenda.next, None), 3))
    assert len(first) == 3
    for block in first:
        assert agenda.next() is None
        assert agenda.waits
        agenda.add(block, (2, 0), ended=False)
    following = agenda.next()
    assert following is not None
    assert following.key not in {block.key for block in first}


def test_what_left_the_league_does_not_count() -> None:
    """Blocks of withdrawn bots are neither missing nor played."""
    everybody = frozenset(block.key for block in blocks(PLAN))
    schedule = replace(PLAN, bots=7, playing=(0, 1, 2, 3, 4, 6))
    agenda = Agenda(schedule, Past(everybody))
    assert agenda.matches == 5 * PLAN.groups * PLAN.rooms
    assert {block.pairing.bots[1] for block in iter(agenda.next, None)} == {6}
