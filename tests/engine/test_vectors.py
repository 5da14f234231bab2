"""The engine replays games that an independent implementation played."""

import pytest

from arena.engine.vector_format import read_vector
from arena.engine.vectors import Difference, replay
from tests.engine.vector_files import Json, changed, lines, scenario


@pytest.mark.parametrize(
    ("name", "games", "decisions"),
    [("games.jsonl.gz", 317, 25_243), ("scenarios.jsonl.gz", 118, 2_170)],
)
def test_every_game_replays(name: str, games: int, decisions: int) -> None:
    """R1–R15: the same seat asked, legal actions, refusals, mano, lances, hands, score and winner."""
    played = list(replay(map(read_vector, lines(name))))
    assert [found for game in played for found in game.differences] == []
    assert (len(played), sum(game.decisions for game in played)) == (games, decisions)


def differences(*games: Json) -> list[Difference]:
    """Where the engine differs from games."""
    return [found for game in replay(map(read_vector, games)) for found in game.differences]


ORDAGO = scenario("ordago-refuser-holds-best")
STEP = "deals.0.steps.1"


@pytest.mark.parametrize(
    ("path", "value", "where", "what"),
    [
        (f"{STEP}.seat", 3, (1, 2), "seat"),
        (f"{STEP}.ask", "mus", (1, 2), "ask"),
        (f"{STEP}.lance", "chica", (1, 2), "lance"),
        (f"{STEP}.lance", None, (1, 2), "lance"),
        (f"{STEP}.legal", ["paso"], (1, 2), "legal"),
        (f"{STEP}.illegal", ["ordago"], (1, 2), "illegal action"),
        (f"{STEP}.action", "quiero", (1, 2), "move"),
        (f"{STEP}.action", "envido two", (1, 2), "action"),
        (f"{STEP}.seat", 9, (1, 2), "seat"),
        ("deals.0.mano", 1, (1, 0), "mano"),
        ("deals.0.lances.0.stake", 7, (1, 0), "lances"),
        ("deals.0.hands.0", ["Ro", "Rc", "Re", "Rb"], (1, 0), "hands"),
        ("deals.0.score", [1, 2], (1, 0), "score"),
        ("deals.0.adentro", [0], (1, 0), "adentro"),
        ("deals.0.reshuffles", [["Ro"]], (1, 0), "chance moves left"),
        ("deals.0.deck", ["Ro"], (1, 0), "move"),
        ("winner", None, (0, 0), "winner"),
    ],
)
def test_every_difference_is_found(
    path: str, value: Json, where: tuple[int, int], what: str
) -> None:
    """It names the deal, the step and what differs; 0 where it is about the whole."""
    first = differences(changed(ORDAGO, path, value))[0]
    assert (first.deal, first.step, first.what) == (*where, what)
    assert first.game == "ordago-refuser-holds-best"
    assert first.expected != first.got


def test_a_game_goes_on_after_a_difference() -> None:
    """A wrong question is reported, then the action is played all the same."""
    wrong = changed(changed(ORDAGO, f"{STEP}.legal", []), "deals.0.score", [0, 0])
    assert [found.what for found in differences(wrong)] == ["legal", "score"]


def test_what_should_be_refused_is_tried_on_a_copy() -> None:
    """If it is accepted, that alone is reported, and the game goes on as it was played."""
    (found,) = differences(changed(ORDAGO, f"{STEP}.illegal", ["ordago"]))
    assert (found.expected, found.got) == ("ordago is refused", "ordago is accepted")


def test_a_difference_says_what_both_see() -> None:
    """In the words of the format."""
    (found,) = differences(changed(ORDAGO, f"{STEP}.legal", ["paso"]))
    assert (found.expected, found.got) == ("paso", "envido 2-80, ordago, paso")


def test_a_deal_that_stops_early() -> None:
    """The engine still waits for a seat, or for the next deck."""
    assert isinstance(ORDAGO, dict)
    deals = ORDAGO["deals"]
    assert isinstance(deals, list)
    assert isinstance(deals[0], dict)
    steps = deals[0]["steps"]
    assert isinstance(steps, list)
    (found,) = differences(changed(ORDAGO, "deals.0.steps", steps[:2]))
    assert (found.what, found.got) == ("after the last step", "seat 1 may quiero, no_quiero")
    (found,) = differences(changed(ORDAGO, "deals", [*deals, *deals]))
    assert (found.deal, found.what, found.got) == (2, "deal", "the game is over")


@pytest.mark.parametrize(
    ("name", "field", "what"),
    [
        ("runs-out-two-owed", "reshuffles", "chance is awaited: Reshuffle"),
        ("signs-intercepted", "interceptions", "chance is awaited: Interception"),
    ],
)
def test_chance_that_is_missing(name: str, field: str, what: str) -> None:
    """A reshuffle or interception that the engine awaits, and the game has not."""
    (found,) = differences(changed(scenario(name), f"deals.0.{field}", []))
    assert (found.what, found.expected, found.got) == ("chance", "no more of it", what)


FIRST, SECOND = scenario("match-game-1"), scenario("match-game-2")


def test_games_of_a_match_are_one_match() -> None:
    """R4.1: the mano goes on, wins add up; a game alone is taken as it is."""
    assert differences(FIRST, SECOND) == []
    assert differences(SECOND) == []
    (found,) = differences(FIRST, changed(SECOND, "match.wins", [1, 1]))
    assert (found.game, found.what, found.got) == ("match-game-2", "games won", "(0, 1)")
    (found,) = differences(changed(FIRST, "match.winner", 1))
    assert (found.what, found.got) == ("winner of the match", "None")
    wrong = differences(FIRST, changed(SECOND, "first_mano", 1))
    assert [found.what for found in wrong] == ["first mano"]
