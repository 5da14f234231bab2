"""Cross-play: a bot's worth as a partner, and teams that are more than their sum."""

from itertools import combinations
from math import log10

import pytest
from numpy.random import Generator, default_rng

from arena.league.partners import Crossed, Team, cross
from arena.league.schedule import LeagueFormat, Schedule, pairings
from arena.league.tally import Tally


def played(
    strengths: list[float], groups: int, dice: Generator, *, friends: Team | None = None
) -> Crossed:
    """Cross-play of bots of these strengths, in points; `friends` are 100 stronger together."""

    def worth(team: tuple[int, ...]) -> float:
        return sum(strengths[bot] for bot in team) + 100 * (team == friends)

    plan = Schedule(
        len(strengths), size=2, rooms=2, groups=groups, block=1, format=LeagueFormat.CROSS
    )
    tallies = []
    for each in pairings(plan):
        one, other = each.sides
        chance = 1 / (1 + 10 ** ((worth(other) - worth(one)) / 400))
        won = dice.binomial(2, chance, size=groups)
        outcomes: dict[tuple[int, ...], int] = {(k, 2 - k): int((won == k).sum()) for k in range(3)}
        tallies.append(
            Tally(each.bots, outcomes, {}, 0, 2 * groups, 0, (0, 0), partners=each.partners)
        )
    return cross(len(strengths), tallies)


@pytest.mark.parametrize("bots", [3, 4, 5, 7])
def test_strengths_of_partners_are_found(bots: int) -> None:
    """Whatever the number of bots, differences of ratings are those of strengths."""
    strengths = [50.0 * bot for bot in range(bots)]
    found = played(strengths, 20_000, default_rng(1)).ratings
    mean = sum(strengths) / bots
    for strength, rating in zip(strengths, found, strict=True):
        assert rating.value == pytest.approx(1500 + strength - mean, abs=12)
        assert rating.low < rating.value < rating.high


def test_intervals_hold_the_truth_as_often_as_they_say() -> None:
    """95 of 100, within what chance does to 500 of them."""
    strengths = [0.0, 40.0, 80.0, 120.0, 160.0]
    dice, held = default_rng(2), 0
    for _ in range(100):
        for strength, rating in zip(strengths, played(strengths, 50, dice).ratings, strict=True):
            held += rating.low < 1500 + strength - 80 < rating.high
    assert 0.92 < held / 500 < 0.98


def test_teams_that_are_more_than_their_sum_stand_out() -> None:
    """The surplus is that of the two that help each other; that of the others is small."""
    found = played([0.0] * 6, 5_000, default_rng(3), friends=(1, 4))
    rows = {team.bots: team for team in found.teams}
    assert set(rows) == set(combinations(range(6), 2))
    best = max(rows.values(), key=lambda team: team.surplus or (0, 0, 0))
    assert best.bots == (1, 4)
    assert best.surplus is not None
    assert best.surplus[1] > 0.05
    assert best.win_rate.value == pytest.approx(1 / (1 + 10 ** (-100 / 400)), abs=0.02)


def test_four_bots_tell_nothing_of_their_teams() -> None:
    """Every team meets one other, so sums explain everything."""
    found = played([0.0, 10.0, 20.0, 30.0], 10, default_rng(4))
    assert [team.surplus for team in found.teams] == [None] * 6


def test_a_team_that_always_wins_has_finite_ratings() -> None:
    """And one that never played is rated as everybody, with its team's rate unknown."""
    tally = Tally((1, 2, 0, 3), {(2, 0): 50}, {}, 0, 100, 0, (0, 0), partners=2)
    found = cross(5, [tally])
    assert all(abs(rating.value) < 3000 for rating in found.ratings)
    assert found.ratings[1].value == pytest.approx(found.ratings[2].value)
    assert found.ratings[1].value - found.ratings[0].value > 400 * log10(2)
    unknown = next(team for team in found.teams if team.bots == (0, 1))
    assert (unknown.win_rate.matches, unknown.surplus) == (0, None)


def test_nobody_played_yet() -> None:
    """All are rated the same."""
    assert [rating.value for rating in cross(4, []).ratings] == [1500.0] * 4
