"""Test vectors that are read, and the malformed ones that are not."""

import pytest

from arena.engine.vector_format import read_vector
from arena.errors import UsageError
from tests.engine.vector_files import Json, changed, scenario

GAME = scenario("signs-intercepted")
MATCH = scenario("match-game-1")


def test_a_vector_is_read() -> None:
    """Everything in it becomes a frozen value."""
    vector = read_vector(GAME)
    assert vector.id == "signs-intercepted"
    assert vector.rules.signs
    assert len(vector.deals[0].deck.cards) == 40
    assert len(vector.deals[0].interceptions) == 4
    assert vector.chain is None
    assert hash(vector.deals[0].steps[0]) == hash(read_vector(GAME).deals[0].steps[0])


def test_a_game_of_a_match_knows_its_place() -> None:
    """Its match, its number, and the games won so far."""
    chain = read_vector(MATCH).chain
    assert chain is not None
    assert (chain.match, chain.game, chain.wins, chain.winner) == ("match", 1, (0, 1), None)


def test_an_exposed_card_is_read() -> None:
    """R5.10: the seat and its card."""
    exposed = read_vector(scenario("visto-stayed")).deals[0].deck.exposed
    assert exposed is not None


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        ("id", 3, "id must be a text, not 3"),
        ("id", "-", "the game has no 'id'"),
        ("rules.kings", "-", "rules has no 'kings'"),
        ("rules.kings", 7, "rules field kings = 7: allowed is 4 or 8"),
        ("rules.kings", [8], "rules must be plain values"),
        ("rules", [], r"rules must be an object, not \[\]"),
        ("first_mano", 4, "first_mano must be 0 to 3, not 4"),
        ("first_mano", True, "first_mano must be a whole number, not True"),
        ("winner", "0", "winner must be a whole number, not '0'"),
        ("deals", {}, "deals must be a list, not {}"),
        ("deals.0", None, r"deals\[0\] must be an object, not None"),
        ("deals.0.deck.3", "Xo", r"deals\[0\].deck\[3\] must be a card such as Ro, not 'Xo'"),
        ("deals.0.exposed", 1, r"deals\[0\].exposed must be an object, not 1"),
        ("deals.0.steps.1.seat", None, r"deals\[0\].steps\[1\].seat must be a whole number"),
        ("deals.0.steps.1.lance", 2, r"deals\[0\].steps\[1\].lance must be a text, not 2"),
        ("deals.0.lances.0.lance", "mus", r"lances\[0\].lance must be one of grande, chica, par"),
        ("deals.0.lances.0.outcome", "", r"lances\[0\].outcome must be one of en_paso, deje, que"),
        ("deals.0.interceptions", [1], r"interceptions\[0\] must be a list, not 1"),
        ("deals.0.score", "x" * 99, r"score must be a list, not 'x{36}\.\.\."),
    ],
)
def test_a_malformed_vector_is_refused(path: str, value: Json, message: str) -> None:
    """The message names the place, what must be there and what is."""
    with pytest.raises(UsageError, match=message):
        read_vector(changed(GAME, path, value))


@pytest.mark.parametrize("data", [None, [], "game", 3])
def test_what_is_no_object_is_refused(data: Json) -> None:
    """A line is one JSON object."""
    with pytest.raises(UsageError, match="the game must be an object"):
        read_vector(data)
