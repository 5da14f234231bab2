"""What is written fast is what the generated classes would write."""

import random
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from arena.engine.actions import every
from arena.engine.chance import new_match
from arena.engine.events import DealStarted, Event, Signed
from arena.engine.game import Match
from arena.engine.rules import PROFILES, Rules, profile
from arena.engine.shuffle import MatchKey
from arena.protocol.pb import arena_pb2 as pb
from arena.protocol.reading import ASKS, LANCES, card, event, legal
from arena.protocol.views import Views

RULES = [
    *PROFILES.values(),
    profile("traditional", format="trios", sign_interception=0.5),
    profile("online", format="individual", players=3, mus_visto=0.5),
]


class Watched:
    """A match with its views, and the events of the deal by seat as the engine shows them."""

    def __init__(self, rules: Rules, seed: int) -> None:
        self.match, self.chance = new_match(rules, MatchKey(b"wire", "a|b", seed))
        self.views = Views(self.match)
        self.seen: list[list[Event]] = [[] for _ in range(rules.seats)]

    def add(self, events: list[Event]) -> None:
        """Shows what happened to the views, and keeps what each seat sees of it."""
        self.views.add(events)
        for happened in events:
            for seat, mine in enumerate(self.seen):
                if isinstance(happened, DealStarted):
                    mine.clear()
                view = happened.seen_by(seat)
                if isinstance(view, Signed):
                    view = replace(view, mates=())  # Known from the rules, so never sent.
                mine.extend([] if view is None else [view])

    def run_chance(self) -> None:
        """Lets chance move until a seat has to act."""
        while not self.match.over and self.match.game.awaits is not None:
            self.add(self.match.apply(self.chance.move(self.match)))


def observed(turn: pb.Observation) -> tuple[object, ...]:
    """An observation as engine values."""
    return (
        turn.mano,
        sorted(str(card(each)) for each in turn.hand),
        list(turn.score),
        list(turn.wins),
        (turn.game, turn.deal),
        LANCES.get(turn.lance),
        turn.stake,
        list(map(event, turn.events)),
    )


def expected(table: Watched, match: Match, seat: int) -> tuple[object, ...]:
    """The same from the engine."""
    game = match.game
    return (
        game.deal.mano,
        sorted(map(str, game.deal.hands[seat])),
        game.score,
        match.wins,
        (match.games, game.deals),
        game.lance,
        game.stake,
        table.seen[seat],
    )


@given(rules=st.sampled_from(RULES), seed=st.integers(0, 10_000))
def test_turns_equal_those_of_the_generated_classes(rules: Rules, seed: int) -> None:
    """Every field of a turn is what the engine says, and its bytes are those of the classes."""
    table, rng = Watched(rules, seed), random.Random(seed)
    match = table.match
    for turn_id in range(1, 300):
        table.run_chance()
        seat, ask = match.game.to_act, match.game.ask
        if match.over or seat is None or ask is None:
            return
        bits = rng.randbytes(8)
        data = table.views.turn(seat, ask, turn_id=turn_id, table_id=7, random=bits)
        turn = pb.Turn.FromString(data)
        assert turn.SerializeToString() == data
        assert (turn.turn_id, turn.table_id, ASKS[turn.ask]) == (turn_id, 7, ask)
        assert turn.random == int.from_bytes(bits, "little")
        assert legal(turn.legal_actions) == match.game.legal()
        assert turn.observation.seat == seat
        assert observed(turn.observation) == expected(table, match, seat)
        table.add(match.apply(rng.choice(list(every(match.game.legal())))))


@given(rules=st.sampled_from(RULES), seed=st.integers(0, 10_000))
def test_notices_tell_what_came_after_the_last_turn(rules: Rules, seed: int) -> None:
    """A notice at the end of a deal has what a seat saw since its last turn, and no more."""
    table, rng = Watched(rules, seed), random.Random(seed)
    told = [0] * rules.seats
    while not (table.match.over or table.match.game.deals > 1):
        table.run_chance()
        seat, ask = table.match.game.to_act, table.match.game.ask
        assert seat is not None
        assert ask is not None
        table.views.turn(seat, ask, turn_id=1, table_id=1, random=bytes(8))
        told[seat] = len(table.seen[seat])
        table.add(table.match.apply(rng.choice(list(every(table.match.game.legal())))))
        if table.match.games > 1:
            break
    for seat, seen in enumerate(table.seen):
        notice = pb.Notice.FromString(table.views.notice(seat, 5))
        assert notice.table_id == 5
        assert list(map(event, notice.events)) == seen[told[seat] :]
