"""What a match must be is what the arena plays: with faults, in every format, whatever they cost."""

import random
from dataclasses import replace

import pytest

from arena.engine.actions import every
from arena.engine.chance import new_match
from arena.engine.rules import PROFILES, Rules, profile
from arena.engine.shuffle import MatchKey
from arena.match.audit import Audit
from arena.match.ledger import unplayed
from arena.match.record import append, new_record
from arena.match.result import Fault, MatchResult, OnFault, Reason
from arena.match.seating import seating

KEY = MatchKey(b"audit", "a|b", 3)
PAIRS = PROFILES["app"]
ALONE = profile("app", format="individual", players=3, target=20)
SIGNS = profile("traditional", games_to_win=1, target=20)


def played(rules: Rules, *, most: int | None = None, fault: Fault | None = None) -> MatchResult:
    """A random match, of at most so many actions, in the second room."""
    match, chance = new_match(rules, KEY)
    rng, record, decisions = random.Random(1), new_record(), 0
    while not match.over and decisions != most:
        if match.game.awaits is not None:
            match.apply(chance.move(match))
            continue
        action = rng.choice(list(every(match.game.legal())))
        append(record, action.code)
        match.apply(action)
        decisions += 1
    seats = seating(rules, group=KEY.group, room=1)
    bots = range(rules.teams)
    team = [rules.team[seats.index(bot)] for bot in bots]
    return MatchResult(
        group=KEY.group,
        room=1,
        seating=seats,
        winner=None if match.winner is None else team.index(match.winner),
        wins=tuple(match.wins[team[bot]] for bot in bots),
        piedras=tuple(match.piedras[team[bot]] for bot in bots),
        games=match.games,
        deals=match.deals,
        decisions=decisions,
        fault=fault,
        record=bytes(record),
    )


def wrong(rules: Rules, match: MatchResult, on_fault: OnFault = OnFault.FORFEIT) -> list[str]:
    """What differs in a match from what it must be."""
    return [each.what for each in Audit(rules, on_fault).look(KEY, match)[1]]


@pytest.mark.parametrize("rules", [PAIRS, ALONE, SIGNS, PROFILES["online"]])
def test_whole_matches_are_right(rules: Rules) -> None:
    """A match that was played to its end, in any format."""
    assert wrong(rules, played(rules)) == []


def test_a_forfeit_is_won_by_the_other() -> None:
    """In pairs a match ends with a fault, and who is not to blame has won."""
    seats = seating(PAIRS, group=KEY.group, room=1)
    fault = Fault(Reason.CRASH, 0, seats.index(0), "exit code 1")
    match = replace(played(PAIRS, most=9, fault=fault), winner=1)
    assert wrong(PAIRS, match) == []
    assert wrong(PAIRS, replace(match, winner=0)) == ["winner"]
    assert wrong(PAIRS, replace(match, fault=None)) == ["winner", "record"]
    assert wrong(PAIRS, match, OnFault.SUBSTITUTE) == ["record"]


def test_a_fault_does_not_end_what_the_arena_plays_on() -> None:
    """In individual play, and in training, a match with a fault is played to its end."""
    fault = Fault(Reason.TIMEOUT, 0, None, "late")
    match = played(PAIRS, fault=fault)
    assert wrong(PAIRS, match, OnFault.SUBSTITUTE) == []
    assert "fault" in wrong(PAIRS, match)
    match = played(ALONE)
    loser = next(bot for bot in (0, 1, 2) if bot != match.winner)
    assert wrong(ALONE, replace(match, fault=replace(fault, bot=loser))) == []
    blamed = replace(match, fault=replace(fault, bot=match.winner))
    assert wrong(ALONE, blamed) == ["winner"]
    assert wrong(ALONE, replace(blamed, winner=None, decisions=0)) == []


def test_bots_need_not_be_asked_for_signs() -> None:
    """Passing none may have been the arena's doing; anything else was a bot's."""
    match = played(SIGNS)
    fewer = replace(match, decisions=match.decisions - 1)
    assert wrong(SIGNS, fewer) == []
    assert wrong(SIGNS, replace(match, decisions=match.decisions + 1)) == ["decisions"]
    assert wrong(SIGNS, replace(match, decisions=1)) == ["decisions"]
    assert wrong(PAIRS, replace(played(PAIRS), decisions=1)) == ["decisions"]


def test_unplayed_matches_hold_nothing() -> None:
    """Lost by one bot or void; with a record, a score or a seat they would have been played."""
    lost = Fault(Reason.START_FAILED, 1, None, "not played: no hello")
    void = Fault(Reason.VOID, None, None, "not played: no hello")
    for fault in (lost, void):
        match = unplayed(PAIRS, fault, group=KEY.group, room=1)
        assert wrong(PAIRS, match) == []
        assert wrong(PAIRS, replace(match, piedras=(1, 0))) == ["piedras"]
        assert "fault" in wrong(PAIRS, replace(match, fault=replace(fault, seat=0)))
    assert "fault" in wrong(PAIRS, replace(played(PAIRS, most=3), fault=void))
