"""The turn of a fault can be shown to a bot again."""

import json
from pathlib import Path

from tests.cli.command import BAD_BOTS, SEED, run


def faulty_game(tmp_path: Path) -> str:
    """Plays a bot that bets what it may not; the number of its first game lost by that."""
    cheats = BAD_BOTS / "cheats.py"
    words = ("play", cheats, "random", "-n", "4", "--seed", SEED, "--keep", "games", "--json")
    run(*words, cwd=tmp_path)
    return min(path.stem for path in (tmp_path / "games" / "faults").iterdir())


def test_the_same_bot_fails_again_and_another_does_not(tmp_path: Path) -> None:
    """Its illegal answer is repeated; a good bot answers the same turn legally."""
    game = faulty_game(tmp_path)
    again = run("replay", "games", game, "--bot", BAD_BOTS / "cheats.py", cwd=tmp_path)
    assert again.out.count("envido 999") == 2
    assert "not legal" in again.out
    good = run("replay", "games", game, "--bot", "odds", cwd=tmp_path)
    assert good.code == 0
    assert good.out.rstrip().endswith("s: legal.")


def test_the_file_of_a_fault_tells_all_about_it(tmp_path: Path) -> None:
    """The turn with cards and what was legal, the answer, the time, and how to see it again."""
    game = faulty_game(tmp_path)
    told = json.loads((tmp_path / "games" / "faults" / f"{game}.json").read_text())
    assert told["reason"] == "illegal_action"
    assert told["again"] == f"mus-arena replay games {game} --bot BOT"
    assert len(told["evidence"]["turn"]["observation"]["hand"]) == 4
    assert "envido 2-80" in told["evidence"]["legal"]
    assert told["evidence"]["answer"] == "envido 999"


def test_a_game_without_a_fault_has_nothing_to_show(tmp_path: Path) -> None:
    """One line says so."""
    run("play", "random", "random", "-n", "1", "--keep", "games", cwd=tmp_path)
    told = run("replay", "games", "1", "--bot", "odds", cwd=tmp_path)
    assert told.code == 1
    assert "only games that ended by a fault have such a file" in told.err
