"""The chances of the `odds` bot against counting every hand there is."""

from itertools import combinations
from math import isclose

import pytest

from arena.engine.cards import DECK, cards
from arena.engine.hands import Lance, hand_table
from arena.engine.rules import profile
from tests.sample_bots.table import play, sample, sample_bot

odds = sample("odds")


@pytest.mark.parametrize("kings", [8, 4])
@pytest.mark.parametrize("text", ["Ro Rc 3o 1o", "7o 7c 7e So", "4o 5c 6e 1b", "1o 1c 2e 2b"])
def test_chances_against_one_hand_are_exact(text: str, kings: int) -> None:
    """In each lance the share of hands below mine, and not above, is that of all 58,905."""
    table, hand = hand_table(kings, real=False), cards(text)
    mine = table[hand]
    others = [
        table[other] for other in combinations([card for card in DECK if card not in hand], 4)
    ]
    chances = odds.beaten(table, mine.faces)
    for lance in Lance:
        plays = [other for other in others if in_lance(lance, other.pares, other.juego)]
        strengths, strength = [other.strength(lance) for other in plays], mine.strength(lance)
        below = sum(other < strength for other in strengths) / len(plays)
        upto = sum(other <= strength for other in strengths) / len(plays)
        assert chances[lance] == pytest.approx((below, upto))


def in_lance(lance: Lance, pares: int, juego: int) -> bool:
    """Whether a hand of these strengths plays a lance; punto is played without any juego."""
    match lance:
        case Lance.PARES:
            return pares > 0
        case Lance.JUEGO:
            return juego > 0
        case Lance.PUNTO:
            return juego == 0
        case _:
            return True


def test_chance_of_a_table() -> None:
    """A tie is mine against who speaks later; mates share what I don't win."""
    beats = (0.5, 0.7)
    assert isclose(odds.chance(beats, "*S"), 0.7 ** odds.POWER["s"])
    assert isclose(odds.chance(beats, "S*"), 0.5 ** odds.POWER["s"])
    first = (0.5 * 0.7 * 0.7) ** odds.POWER["s"]
    assert isclose(odds.chance(beats, "S*Ss"), first + (1 - first) / 3)


def test_best_hand_of_the_mano_always_wins() -> None:
    """Four reyes of the mano win grande for certain."""
    table = hand_table(8, real=False)
    beats = odds.beaten(table, (12, 12, 12, 12))[Lance.GRANDE]
    assert odds.chance(beats, "*SsS") == 1.0
    assert odds.chance(beats, "S*Ss") < 1.0


def test_mean_of_a_discard_is_the_mean_of_all_draws() -> None:
    """The value of three kept cards is the mean over the 37 others that can follow."""
    table, kept = hand_table(8, real=False), cards("Ro Rc 3o")
    drawn = [table[(*kept, card)] for card in DECK if card not in kept]
    mean = sum(odds.value(table, worth.faces) for worth in drawn) / len(drawn)
    assert odds.mean_with(table, (12, 12, 12)) == pytest.approx(mean)


def test_average_gain_is_what_the_bot_says() -> None:
    """An average hand gains 1.0 by its best discard: `GAIN` is chosen by that."""
    table = hand_table(8, real=False)
    gain = many = 0.0
    for worth, n in zip(table.worths, odds_ways(), strict=True):
        after, _ = odds.best_discard(table, worth.faces, 1)
        gain += n * (after - odds.value(table, worth.faces))
        many += n
    assert gain / many == pytest.approx(1.0, abs=0.05)


def odds_ways() -> list[int]:
    """In how many ways forty cards make each hand with eight kings."""
    table = hand_table(8, real=False)
    count = dict.fromkeys((worth.faces for worth in table.worths), 0)
    for hand in combinations(DECK, 4):
        count[table[hand].faces] += 1
    return list(count.values())


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rival", "least"), [("cautious", 55), ("aggressive", 75), ("random_bot", 75)]
)
def test_beats_the_other_samples(rival: str, least: int) -> None:
    """It wins well over half of 200 games against each other sample, both ways with each deck."""
    rules = profile("traditional", games_to_win=1, signs=False)
    one, other = sample_bot("odds"), sample_bot(rival)
    won = 0
    for seed in range(100):
        won += play(rules, [one, other] * 2, seed=seed).winner == 0
        won += play(rules, [other, one] * 2, seed=seed).winner == 1
    assert won / 2 > least
