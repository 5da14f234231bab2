"""Sides of two different bots: who wins together, and who is to blame."""

from dataclasses import replace
from pathlib import Path

import pytest

from arena.engine.rules import profile
from arena.match.ledger import Ledger
from arena.match.result import OnFault, Reason
from tests.match.test_block import block, play

BAD_BOTS = Path(__file__).parents[1] / "bad_bots"
RULES = profile("traditional", games_to_win=1, signs=False)


def test_partners_win_and_lose_together() -> None:
    """Four bots, two sides: seats by bot, everything that is won by side."""
    spec = replace(block("random", "cautious", "odds", "aggressive", groups=3), partners=2)
    result = play(spec)
    assert [match.seating for match in result.matches[:2]] == [(0, 2, 1, 3), (2, 0, 3, 1)]
    for match in result.matches:
        assert match.fault is None
        assert match.winner in {0, 1}
        assert match.wins[match.winner] == sum(match.wins) == 1
        assert_replays_to_side(match.winner, match.seating)
    assert len(result.measured.bot_decisions) == 4
    assert min(result.measured.bot_decisions) > 0


def assert_replays_to_side(winner: int, seating: tuple[int, ...]) -> None:
    """Partners sit across from each other."""
    seats = [seat for seat, bot in enumerate(seating) if bot // 2 == winner]
    assert seats in ([0, 2], [1, 3])


def test_the_bot_at_fault_is_blamed_and_its_side_loses() -> None:
    """Whichever of the partners it is; the seat is its own."""
    cheats = str(BAD_BOTS / "cheats.py")
    for bots in (("random", "odds", "random", cheats), ("random", cheats, "odds", "random")):
        guilty = bots.index(cheats)
        result = play(replace(block(*bots, groups=20), partners=2))
        faults = [match.fault for match in result.matches if match.fault is not None]
        assert {fault.bot for fault in faults} == {guilty}
        assert {match.winner for match in result.matches if match.fault} == {1 - guilty // 2}
        for match in result.matches:
            if match.fault is not None and match.fault.seat is not None:
                assert match.seating[match.fault.seat] == guilty


@pytest.mark.parametrize(
    ("lost", "winner", "blamed"),
    [({3}, 0, 3), ({3, 2}, 0, 2), ({0, 1}, 1, 0), ({1, 2}, None, None)],
)
def test_a_block_is_given_up_by_a_side(
    lost: set[int], winner: int | None, blamed: int | None
) -> None:
    """Partners that both fail lose together, the first is named; void if a rival fails too."""
    ledger = Ledger(RULES, 0, groups=1, on_fault=OnFault.FORFEIT, partners=2)
    ledger.give_up(dict.fromkeys(sorted(lost, reverse=True), (Reason.START_FAILED, "gone")))
    for match in ledger.results():
        assert match.fault is not None
        assert (match.winner, match.fault.bot) == (winner, blamed)
        assert (match.wins, match.piedras) == ((0, 0), (0, 0))


SPIES = """
import os, sys
from arena.engine.actions import mildest
from arena.sdk import Action, Bot, Place, Turn, run

class Spies(Bot):
    def on_welcome(self, place: Place) -> None:
        hidden = {"MUS_ARENA_ADDRESS", "MUS_ARENA_TOKEN"}
        print(place.seat, place.teams, place.mates, sys.argv)
        print(sorted((k, v) for k, v in os.environ.items() if k not in hidden))
        print(sorted(os.listdir()), flush=True)

    def decide(self, turn: Turn) -> Action:
        return mildest(turn.legal)

run(Spies())
"""


def test_a_bot_does_not_learn_who_its_partner_is(tmp_path: Path) -> None:
    """Whatever it can look at is the same with any partner and any rival."""
    (tmp_path / "spies").mkdir()
    (tmp_path / "spies" / "bot.toml").write_text('command = ["{python}", "spies.py"]\n')
    (tmp_path / "spies" / "spies.py").write_text(SPIES)
    seen = []
    for others in (("random", "odds", "cautious"), ("cautious", "random", "odds")):
        spec = block(str(tmp_path / "spies"), *others, groups=1)
        output = play(replace(spec, partners=2)).output
        seen.append({name: text for name, text in output.items() if name.startswith("spies")})
    assert seen[0] == seen[1]
    assert sorted(seen[0]) == ["spies-room-1-seat-0", "spies-room-2-seat-1"]
    assert all(b"spies.py" in text for text in seen[0].values())
