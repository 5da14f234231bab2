"""What a Python bot gets from the SDK: turns as they are, answers as the contract says, clean ends."""

import os
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import cast

import grpc
import pytest

from arena.engine.actions import Action, Ask, Legal, Word, every
from arena.engine.events import DealStarted, Event, Signed
from arena.engine.game import Match
from arena.engine.hands import Lance, table_for
from arena.engine.rules import profile
from arena.engine.signs import Sign
from arena.protocol import lazy
from arena.protocol.pb import arena_pb2 as pb
from arena.protocol.writing import rules_message
from arena.sdk import METHOD, NO_MUS, Bot, Place, Turn, answer
from tests.protocol.test_reading import action_message
from tests.sample_bots.table import moves, place

ROOT = Path(__file__).parents[1]
PLACE = place(profile(), 2)


class Says(Bot):
    """Does the actions it was given, one for each turn."""

    def __init__(self, *actions: Action) -> None:
        self.actions = list(actions)

    def decide(self, turn: Turn) -> Action:
        return self.actions[turn.id - 1]


def turns(count: int) -> lazy.PlayResponse:
    """A message with turns 1, 2, …, all alike."""
    seen = pb.Observation(seat=2, mano=1)
    many = [pb.Turn(turn_id=i + 1, ask=pb.ASK_MUS, observation=seen) for i in range(count)]
    message = pb.PlayResponse(turns=pb.Turns(turns=many))
    return lazy.Response.FromString(message.SerializeToString())


# Answers


def test_answers_equal_those_of_the_generated_classes() -> None:
    """The answers of a message are, byte for byte, what the generated classes write."""
    some = Legal(frozenset(Word), envido=(2, 300), discard=(0, 4), signs=tuple(Sign)[:3])
    actions = list(every(some))
    sent = list(answer(Says(*actions), turns(len(actions)), place=PLACE))
    read = [pb.PlayRequest.FromString(message) for message in sent]
    assert [message.SerializeToString() for message in read] == sent
    assert [decision for message in read for decision in message.decisions.decisions] == [
        pb.Decision(turn_id=i, action=action_message(action))
        for i, action in enumerate(actions, start=1)
    ]


def test_what_is_no_action_is_named() -> None:
    """A bot that forgets to return an action is told what it returned."""
    forgetful = Says(cast("Action", None))
    with pytest.raises(TypeError, match="None, which is not an action"):
        list(answer(forgetful, turns(1), place=PLACE))


def test_as_many_answers_as_turns() -> None:
    """`decide_many` that answers too few turns is an error, not a silent timeout."""

    class Half(Says):
        def decide_many(self, turns: object) -> list[Action]:
            return [NO_MUS]

    with pytest.raises(ValueError, match="shorter"):
        list(answer(Half(), turns(2), place=PLACE))


# Turns


class Watching(Bot):
    """Compares every turn with the match that it is asked about, and does something mild."""

    signs = True

    def __init__(self, match: Match) -> None:
        self.match = match
        self.seen = 0
        self.deal: list[Event] = []

    def decide(self, turn: Turn) -> Action:
        self.seen += 1
        game = self.match.game
        deal = game.deal
        assert (turn.seat, turn.ask, turn.mano) == (game.to_act, game.ask, deal.mano)
        assert (turn.lance, turn.stake, turn.legal) == (game.lance, game.stake, game.legal())
        assert (turn.score, turn.wins) == (tuple(game.score), tuple(self.match.wins))
        assert (turn.game, turn.deal) == (self.match.games, game.deals)
        assert turn.hand == tuple(deal.hands[turn.seat])
        assert turn.worth == table_for(game.rules)[turn.hand]
        assert (turn.teams, turn.team) == (game.rules.team, game.rules.team[turn.seat])
        assert turn.mates == game.rules.mates(turn.seat)
        seen = [event.seen_by(turn.seat) for event in self.deal]
        assert turn.events == tuple(as_sent(event) for event in seen if event is not None)
        if deal.envite is not None and turn.ask is Ask.ANSWER:
            assert turn.bet is not None
            assert turn.bet.seat == deal.envite.bettor
            assert turn.deje == deal.envite.deje
        legal = list(every(turn.legal))
        return legal[min(turn.random % 7, len(legal) - 1)]


def as_sent(event: Event) -> Event:
    """An event without what is not sent: who the mates are is known from the rules."""
    return replace(event, mates=()) if isinstance(event, Signed) else event


@pytest.mark.parametrize("players", [4, 6, 3])
@pytest.mark.parametrize("name", ["traditional", "online"])
def test_turn_shows_what_the_game_is(name: str, players: int) -> None:
    """Every field of a turn is what the engine says of the game, as the seat may see it."""
    kind = {4: "pairs", 6: "trios"}.get(players, "individual")
    rules = profile(name, format=kind, players=players, sign_interception=0.5, mus_visto=0.2)
    match = Match(rules, mano=1)
    watching = Watching(match)
    for events in moves(match, [watching] * rules.seats, seed=5):
        for event in events:
            if isinstance(event, DealStarted):
                watching.deal.clear()
            watching.deal.append(event)
    assert watching.seen > 100


def test_turn_of_a_message() -> None:
    """Seat, score and time are told from the bot's own side."""
    seen = pb.Observation(seat=2, mano=3, score=[7, 12])
    message = pb.Turn(
        turn_id=9,
        table_id=4,
        ask=pb.ASK_BET,
        observation=seen,
        random=2**64 - 1,
        time_left_ms=1500,
        bank_left_ms=30000,
    )
    turn = read(message)
    assert (turn.id, turn.table, turn.random) == (9, 4, 2**64 - 1)
    assert (turn.my_score, turn.their_score, turn.position) == (7, 12, 3)
    assert (turn.time_left, turn.bank_left) == (1.5, 30.0)
    assert (turn.team, turn.mates, turn.teams) == (0, (0,), (0, 1, 0, 1))
    assert turn.lance is None


def test_place_is_what_is_the_same_at_all_tables() -> None:
    """Where a bot has a seat of its own it is told; in individual play its turns tell it."""
    assert (PLACE.seat, PLACE.mates[2], PLACE.teams) == (2, (0,), (0, 1, 0, 1))
    alone = place(profile(format="individual", players=3), 2)
    assert (alone.seat, alone.mates, alone.teams) == (None, ((), (), ()), (0, 1, 2))
    for seat in range(3):
        seen = pb.Observation(seat=seat, mano=1, score=[10, 20, 30])
        turn = read(pb.Turn(ask=pb.ASK_BET, observation=seen), alone)
        assert (turn.seat, turn.team, turn.mates) == (seat, seat, ())
        assert (turn.my_score, turn.position) == (10 + 10 * seat, (seat - 1) % 3)
        assert turn.their_score == (20 if seat == 2 else 30)


def test_turn_keeps_what_it_worked_out() -> None:
    """A field is read from the message once."""
    turn = read(pb.Turn(ask=pb.ASK_MUS, observation=pb.Observation(score=[1, 2])))
    assert turn.score is turn.score


def test_deje_is_the_stake_before_the_refused_raise() -> None:
    """R10.1: 1 for the first bet, then the stake without the last raise; an órdago adds none."""
    said = [
        pb.Said(seat=0, envido=2),
        pb.Said(seat=1, envido=5),
        pb.Said(seat=0, call=pb.CALL_ORDAGO),
    ]
    for stake, count, deje in ((2, 1, 1), (7, 2, 2), (7, 3, 7)):
        events = [pb.Event(said=one) for one in said[:count]]
        seen = pb.Observation(stake=stake, events=events)
        assert read(pb.Turn(ask=pb.ASK_ANSWER, observation=seen)).deje == deje


def test_signs_are_forgotten_with_the_hand() -> None:
    """A sign tells of a hand that is no longer held after a draw."""
    signed = pb.Event(signed=pb.Signed(seat=0, signs=[pb.SIGN_DUPLES]))
    drew = pb.Event(drew=pb.Drew(seat=0, count=1))
    for events, seen in (([signed], {0: (Sign.DUPLES,)}), ([signed, drew], {})):
        observation = pb.Observation(events=events)
        assert read(pb.Turn(ask=pb.ASK_MUS, observation=observation)).signs_seen == seen


def test_declared_tells_who_holds_what() -> None:
    """What was declared is there by lance and seat."""
    declared = [
        pb.Event(declared=pb.Declared(seat=seat, lance=pb.LANCE_PARES, holds=seat == 3))
        for seat in (3, 0)
    ]
    turn = read(pb.Turn(ask=pb.ASK_BET, observation=pb.Observation(events=declared)))
    assert turn.declared == {Lance.PARES: {3: True, 0: False}, Lance.JUEGO: {}}


def read(message: pb.Turn, at: Place = PLACE) -> Turn:
    """The turn of a generated message, as a bot reads it."""
    response = pb.PlayResponse(turns=pb.Turns(turns=[message]))
    (turn,) = lazy.Response.FromString(response.SerializeToString()).turns.turns
    return Turn(turn, at)


# Processes


BOT = """
from arena.sdk import NO_MUS, Bot, run
class Mild(Bot):
    def decide(self, turn):
        {decide}
run(Mild())
"""


class Arena:
    """A scripted arena: welcomes, asks one turn, says goodbye; or refuses; or falls silent."""

    def __init__(self, script: str) -> None:
        self.script = script
        self.hello = pb.Hello()
        self.answered: list[pb.Decision] = []

    def play(self, heard: Iterator[bytes], context: grpc.ServicerContext) -> Iterator[bytes]:
        self.hello = pb.PlayRequest.FromString(next(heard)).hello
        if self.script == "refuse":
            context.abort(grpc.StatusCode.UNAUTHENTICATED, "the token is not known")
        welcome = pb.Welcome(rules=rules_message(PLACE.rules), seat=2, teams=PLACE.teams)
        yield pb.PlayResponse(welcome=welcome).SerializeToString()
        yield pb.PlayResponse(turns=pb.Turns(turns=[TURN])).SerializeToString()
        for data in heard:
            self.answered.extend(pb.PlayRequest.FromString(data).decisions.decisions)
            if self.script == "goodbye":
                goodbye = pb.Goodbye(reason=pb.GOODBYE_REASON_DONE)
                yield pb.PlayResponse(goodbye=goodbye).SerializeToString()


TURN = pb.Turn(turn_id=1, ask=pb.ASK_MUS, observation=pb.Observation(seat=2))


@contextmanager
def serving(arena: Arena, folder: Path) -> Iterator[str]:
    """The address at which a scripted arena listens."""
    server = grpc.server(ThreadPoolExecutor(1))
    play = grpc.stream_stream_rpc_method_handler(
        arena.play, request_deserializer=bytes, response_serializer=bytes
    )
    service, _, method = METHOD.strip("/").partition("/")
    server.add_generic_rpc_handlers(
        (grpc.method_handlers_generic_handler(service, {method: play}),)
    )
    address = f"unix:{folder / 'arena.sock'}"
    server.add_insecure_port(address)
    server.start()
    try:
        yield address
    finally:
        server.stop(None).wait()


def start(address: str | None, decide: str = "return NO_MUS") -> subprocess.Popen[str]:
    """A bot process whose `decide` is one line of Python."""
    told = {} if address is None else {"MUS_ARENA_ADDRESS": address, "MUS_ARENA_TOKEN": "secret"}
    clean = {name: text for name, text in os.environ.items() if not name.startswith("MUS_ARENA_")}
    return subprocess.Popen(
        [sys.executable, "-c", BOT.format(decide=decide)],
        env={**clean, **told},
        cwd=ROOT,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def ended(bot: subprocess.Popen[str]) -> tuple[int, str]:
    """How a bot process ended: its exit code and what it said; nothing on stdout."""
    out, err = bot.communicate(timeout=20)
    assert out == ""
    return bot.returncode, err


def test_bot_plays_until_goodbye(tmp_path: Path) -> None:
    """A bot says who it is, answers its turns and ends with exit code 0."""
    arena = Arena("goodbye")
    with serving(arena, tmp_path) as address:
        assert ended(start(address)) == (0, "")
    assert (arena.hello.token, arena.hello.name) == ("secret", "Mild")
    assert [decision.action.call for decision in arena.answered] == [pb.CALL_NO_MUS]


def test_refused_bot_says_why(tmp_path: Path) -> None:
    """A bot that the arena refuses ends with exit code 1 and one line."""
    with serving(Arena("refuse"), tmp_path) as address:
        code, err = ended(start(address))
    assert code == 1
    assert err.count("\n") == 1
    assert "UNAUTHENTICATED: the token is not known" in err


def test_bot_without_an_arena_says_how_to_run_it() -> None:
    """A bot started by hand ends with exit code 1 and one line that says what to type."""
    code, err = ended(start(None))
    assert code == 1
    assert err.count("\n") == 1
    assert "mus-arena play" in err


def test_bot_that_raises_ends_with_its_traceback(tmp_path: Path) -> None:
    """What `decide` raises is on stderr, and the process ends at once with exit code 1."""
    with serving(Arena("goodbye"), tmp_path) as address:
        code, err = ended(start(address, "raise RuntimeError('no idea')"))
    assert code == 1
    assert err.endswith("RuntimeError: no idea\n")


def test_bot_ends_on_sigterm(tmp_path: Path) -> None:
    """A bot that waits for turns ends on SIGTERM without being forced."""
    arena = Arena("silent")
    with serving(arena, tmp_path) as address:
        bot = start(
            address, "import sys; print('asked', file=sys.stderr, flush=True); return NO_MUS"
        )
        assert bot.stderr is not None
        assert bot.stderr.readline() == "asked\n"
        bot.terminate()
        assert bot.wait(timeout=2) == -15
        bot.communicate()
