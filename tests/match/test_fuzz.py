"""Whatever bots say, in whatever order, and whatever a file holds: nothing breaks but by the rules."""

import random
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from unittest.mock import patch

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from arena.engine.actions import every
from arena.engine.rules import PROFILES, Rules, profile
from arena.engine.shuffle import MatchKey
from arena.errors import StoreError
from arena.match.bot import BotSpec, Resting
from arena.match.chair import Chair
from arena.match.player import Player
from arena.match.record import actions_of, replay
from arena.match.result import Fault, MatchResult, OnFault, Reason
from arena.match.room import Room, RoomSpec
from arena.protocol import lazy
from arena.protocol.answering import action_bytes as encoded
from arena.protocol.clock import Lag, TimeControl
from arena.protocol.session import ProtocolError
from arena.protocol.streams import Stream, the_loop
from tests.protocol.mutations import ACTIONS, MESSAGES, hello, mutated

TIME = TimeControl()
QUICK = settings(max_examples=200)
LONG = settings(max_examples=5000)
RULES = (
    *(profile(name, games_to_win=1, target=10) for name in PROFILES),
    profile("traditional", games_to_win=1, target=10, format="individual", players=3),
    profile("traditional", games_to_win=1, target=10, format="trios", signs=True),
)


# Rooms


@dataclass
class Game:
    """A room, and a rng that plays all its bots, some of them badly."""

    room: Room
    rng: random.Random
    junk: list[bytes]
    results: list[MatchResult]
    now: float = 0.0

    def play(self) -> None:
        """Plays until no table is left: it does end."""
        steps = 0
        while self.room.tables:
            steps += 1
            assert steps < 20_000
            self.now += 0.01
            for chair in self.room.chairs:
                for _ in chair.flush(self.now):
                    pass
            asked = [chair for chair in self.room.chairs if chair.open]
            self._check()
            self._step(self.rng.choice(asked))

    def _check(self) -> None:
        """Every table waits for one chair, the one whose seat is to act."""
        open_turns = [(turn.table, c) for c in self.room.chairs for turn in c.open.values()]
        tables = [table for table, _ in open_turns]
        assert len(set(tables)) == len(tables)
        assert set(tables) <= self.room.tables
        for table, chair in open_turns:
            assert self.room.chairs[table.chairs[table.seat]] is chair

    def _step(self, chair: Chair) -> None:
        chance = self.rng.random()
        if chance < 0.04:
            self._charge(self.rng.choice(self.room.chairs))
        elif chance < 0.08 and chair.withdrawn:
            withdrawn = self.rng.choice(sorted(chair.withdrawn))
            chair_open = dict(chair.open)
            self._answer(chair, [(withdrawn, self.rng.choice(self.junk))])
            assert chair.open == chair_open
        elif chance < 0.08:
            self._answer(chair, [(self.rng.randrange(2**32), self.rng.choice(self.junk))])
        else:
            turns = self.rng.sample(sorted(chair.open), self.rng.randint(1, len(chair.open)))
            self._answer(chair, [(turn, self._action(chair, turn)) for turn in turns])

    def _action(self, chair: Chair, turn: int) -> bytes:
        if self.rng.random() < 0.05:
            return self.rng.choice(self.junk)
        legal = chair.open[turn].table.match.game.legal()
        return encoded(self.rng.choice([*every(legal)]).code)

    def _answer(self, chair: Chair, answers: list[tuple[int, bytes]]) -> None:
        request = lazy.Request()
        for turn, action in answers:
            request.decisions.decisions.add(turn_id=turn, action=action)
        try:
            self.room.answers(chair, request.decisions.decisions, self.now)
        except ProtocolError:
            self._charge(chair)

    def _charge(self, chair: Chair) -> None:
        """What the referee does when a process has ended."""
        if not self.room.tables:
            return
        turns = [turn.table for turn in chair.open.values()]
        table = turns[0] if turns else min(self.room.tables, key=lambda table: table.group)
        seat = table.seating.index(chair.bot) if chair.seat is None else chair.seat
        self.room.charge(table, Fault(Reason.CRASH, chair.bot, seat, "fuzzed"))
        chair.restarted(suspect=self.rng.random() < 0.5)


@dataclass(frozen=True)
class Setting:
    """What a room is played with."""

    rules: Rules
    on_fault: OnFault
    seed: int
    junk: list[bytes]


room_settings = st.builds(
    Setting,
    st.sampled_from(RULES),
    st.sampled_from(OnFault),
    st.integers(0, 2**32),
    st.lists(ACTIONS | mutated(ACTIONS) | st.binary(max_size=70), min_size=1, max_size=8),
)


def any_answers_end_all_matches(setting: Setting) -> None:
    """Each match ends once, with a winner that is not at fault, and its record replays."""
    results: list[MatchResult] = []
    spec = RoomSpec(setting.rules, b"fuzz", "a|b", 0, TIME, setting.on_fault)
    room = Room(spec, Lag(TIME), results.append)
    rng = random.Random(setting.seed)
    for chair in room.chairs:
        chair.signs, chair.results = rng.random() < 0.5, rng.random() < 0.5
    for group in range(3):
        room.open_table(group)
    Game(room, rng, setting.junk, results).play()
    assert sorted(result.group for result in results) == [0, 1, 2]
    for result in results:
        _check_result(result, setting)
    assert not any(chair.open for chair in room.chairs)


def _check_result(result: MatchResult, setting: Setting) -> None:
    fault = result.fault
    if fault is not None and setting.on_fault is OnFault.FORFEIT:
        assert result.winner != fault.bot
    if fault is None:
        assert result.winner in result.seating
    for _ in replay(setting.rules, MatchKey(b"fuzz", "a|b", result.group), result.record):
        pass


@QUICK
@given(room_settings)
def test_rooms(setting: Setting) -> None:
    """The quick search."""
    any_answers_end_all_matches(setting)


def test_an_answer_on_its_way_when_its_match_ended_is_no_fault() -> None:
    """A bot crashes while another thinks: what that one answers then is nobody's fault."""
    results: list[MatchResult] = []
    spec = RoomSpec(RULES[0], b"fuzz", "a|b", 0, TIME)
    room = Room(spec, Lag(TIME), results.append)
    room.open_table(0)
    (asked,) = [chair for chair in room.chairs if [*chair.flush(0.0)]]
    (turn_id,) = asked.open
    (table,) = room.tables
    other = next(chair for chair in room.chairs if chair.bot != asked.bot)
    room.charge(table, Fault(Reason.CRASH, other.bot, other.seat, "gone"))
    assert [result.winner for result in results] == [asked.bot]
    request = lazy.Request()
    request.decisions.decisions.add(turn_id=turn_id, action=b"")
    assert room.answers(asked, request.decisions.decisions, 0.1) == []
    with pytest.raises(ProtocolError, match="not open"):
        room.answers(asked, request.decisions.decisions, 0.2)


@pytest.mark.parametrize(
    ("rules", "on_fault"), [(RULES[0], OnFault.SUBSTITUTE), (RULES[-2], OnFault.FORFEIT)]
)
def test_a_crash_while_another_thinks_leaves_the_turn_to_that_one(
    rules: Rules, on_fault: OnFault
) -> None:
    """Where the match goes on after a fault, the turn of who did nothing wrong stays open."""
    room = Room(RoomSpec(rules, b"fuzz", "a|b", 0, TIME, on_fault), Lag(TIME), lambda _: None)
    room.open_table(0)
    (asked,) = [chair for chair in room.chairs if [*chair.flush(0.0)]]
    before, (table,) = dict(asked.open), room.tables
    other = next(chair for chair in room.chairs if chair.bot != asked.bot)
    seat = table.seating.index(other.bot)
    room.charge(table, Fault(Reason.CRASH, other.bot, seat, "gone"))
    assert room.tables == {table}
    assert asked.open == before
    assert len(table.record) == 1


# Players


class Process:
    """Stands for a process of a bot."""

    def __init__(self) -> None:
        self.killed = False

    def kill(self) -> None:
        """Nothing is there to kill."""
        self.killed = True


@contextmanager
def started() -> Iterator[tuple[Player, str]]:
    """A player whose process was started, and its token."""
    found: dict[str, str] = {}

    def start(_: BotSpec, extra: Mapping[str, str], *, resting: Resting) -> Process:
        assert resting() is None
        found.update(extra)
        return Process()

    chair = Chair(TIME, Lag(TIME), bot=0, room=0, seat=0)
    player = Player(chair, BotSpec("bot", ("true",), Path()), rules=RULES[0], time=TIME)
    with patch("arena.match.player.start", start):
        player.start(0.0)
    yield player, found["MUS_ARENA_TOKEN"]


TOKEN = "right"
_told = MESSAGES | mutated(MESSAGES) | st.binary(max_size=60) | st.just(TOKEN) | st.none()
told = st.lists(st.tuples(st.integers(0, 2), _told), max_size=12)


def any_messages_are_heard(said: list[tuple[int, bytes | str | None]]) -> None:
    """Only its own stream is played; a refused stream stays refused; one reason at most."""
    with started() as (player, token):
        streams = [Stream(the_loop()) for _ in range(3)]
        for number, what in said:
            stream = streams[number]
            if what is None:
                player.hung_up(stream)
                streams[number] = Stream(the_loop())
                continue
            refused, before, blame = stream.over, player.stream, player.blame
            message = hello(token, 1, "n") if isinstance(what, str) else what
            decisions = player.hear(stream, message)
            if decisions is not None:
                assert stream is before
                assert blame is None
                assert not refused
            if refused or before is not None:
                assert player.stream is before
            if blame is not None:
                assert player.blame == blame
            assert player.blame is None or player.blame[0] is Reason.PROTOCOL
            assert (player.blame is None) != _killed(player)


def _killed(player: Player) -> bool:
    process: object = player.process
    assert isinstance(process, Process)
    return process.killed


@QUICK
@given(told)
@example([(0, b""), (0, TOKEN)])
@example([(0, TOKEN), (1, TOKEN), (0, TOKEN)])
def test_players(said: list[tuple[int, bytes | str | None]]) -> None:
    """The quick search."""
    any_messages_are_heard(said)


# Records

records = st.tuples(
    st.sampled_from(RULES), st.binary(max_size=60) | st.binary(max_size=60).map(b"\x01".__add__)
)


def any_bytes_are_a_record_or_a_store_error(given_record: tuple[Rules, bytes]) -> None:
    """Reading and replaying give actions and events, or StoreError."""
    rules, data = given_record
    with suppress(StoreError):
        for action in actions_of(data):
            assert action.code >= 0
    with suppress(StoreError):
        for event in replay(rules, MatchKey(b"fuzz", "a|b", 0), data):
            assert event is not None


@QUICK
@given(records)
@example((RULES[0], b"\x01" + b"\xff" * 11 + b"\x01"))
def test_records(record: tuple[Rules, bytes]) -> None:
    """The quick search."""
    any_bytes_are_a_record_or_a_store_error(record)


@pytest.mark.soak
@pytest.mark.timeout(1200)
@pytest.mark.parametrize(
    ("data", "holds"),
    [
        (room_settings, any_answers_end_all_matches),
        (told, any_messages_are_heard),
        (records, any_bytes_are_a_record_or_a_store_error),
    ],
    ids=["rooms", "players", "records"],
)
def test_long(data: st.SearchStrategy[object], holds: Callable[[object], None]) -> None:
    """The same for longer."""
    LONG(given(data)(holds))()
