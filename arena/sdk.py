"""What a Python bot imports.

    from arena.sdk import NO_MUS, PASO, QUIERO, Action, Bot, Turn, run

    class Timid(Bot):
        def decide(self, turn: Turn) -> Action:
            for word in (NO_MUS, PASO):
                if word in turn.legal:
                    return word
            return QUIERO

    run(Timid())

A turn carries all that its seat may know, so a bot can be a pure function of it
and keep no memory. Everything a bot needs to name is importable from here.
"""

import os
import signal
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from queue import SimpleQueue
from time import monotonic

import grpc

from arena.engine.actions import Action, Ask, Discard, Envido, Legal, Signs, Word
from arena.engine.cards import Card, Suit
from arena.engine.events import (
    Counted,
    DealOver,
    DealStarted,
    Dealt,
    Declared,
    Discarded,
    Drew,
    Event,
    Exposed,
    GameOver,
    LanceClosed,
    LanceOpened,
    ManoMoved,
    MatchOver,
    Outcome,
    Reshuffled,
    Said,
    Shown,
    Signed,
)
from arena.engine.hands import HandTable, Lance, Pares, Worth, face_of
from arena.engine.rules import Format, Rules
from arena.engine.signs import Sign, true_signs
from arena.protocol import lazy, reading
from arena.protocol.answering import action_bytes
from arena.protocol.pb import arena_pb2 as pb
from arena.protocol.turn import Place, Turn, place_of

# fmt: off
__all__ = [
    "MUS", "NO_MUS", "NO_QUIERO", "ORDAGO", "PASO", "QUIERO",
    "Action", "Ask", "Bot", "Card", "Counted", "DealOver", "DealStarted", "Dealt", "Declared",
    "Discard", "Discarded", "Drew", "Envido", "Event", "Exposed", "Format", "GameOver",
    "HandTable", "Lance", "LanceClosed", "LanceOpened", "Legal", "ManoMoved", "MatchOver",
    "Notice", "Outcome", "Pares", "Place", "Reshuffled", "Rules", "Said", "Shown", "Sign",
    "Signed", "Signs", "Suit", "Turn", "Word", "Worth", "answer", "face_of", "run", "true_signs",
]
# fmt: on

MUS, NO_MUS, PASO = Word.MUS, Word.NO_MUS, Word.PASO
QUIERO, NO_QUIERO, ORDAGO = Word.QUIERO, Word.NO_QUIERO, Word.ORDAGO

PROTOCOL_VERSION = 1
METHOD = "/mus.arena.v1.ArenaService/Play"
_CHANNEL_OPTIONS = (
    ("grpc.enable_http_proxy", 0),
    ("grpc.enable_retries", 0),
    ("grpc.max_receive_message_length", -1),
    ("grpc.max_send_message_length", -1),
)
_SEND_AFTER = 0.02
"""Seconds after which a slow bot's answers are sent before its batch is done."""
_HOW_TO_RUN = "run this with: mus-arena play {script} random"


@dataclass(frozen=True, slots=True)
class Notice:
    """What happened at a table since the bot's last turn there.

    `forfeit` names the fault that ended the match, None if none did; `at_fault`
    is the team whose fault it was, None if nobody's.
    """

    table: int
    events: tuple[Event, ...]
    forfeit: str | None
    at_fault: int | None


class Bot:
    """A player: subclass it and write `decide`. The rest may stay as it is."""

    name = ""
    """What the bot calls itself in logs; the name of the class if empty."""
    version = ""
    """Its version, for logs."""
    max_tables = 0
    """The most tables it wants open at once; 0 is any number."""
    signs = False
    """Whether it wants to be asked for señas."""
    results = False
    """Whether it wants `on_notice`."""

    def decide(self, turn: Turn) -> Action:
        """What to do: one of `turn.legal`."""
        raise NotImplementedError(f"{type(self).__name__} has no decide")

    def decide_many(self, turns: Sequence[Turn]) -> Iterable[Action]:
        """What to do in each of the turns that came together, in their order.

        Write this instead of `decide` for a bot that is faster at many at once.
        Answers that are yielded one by one are sent while the next are thought about.
        """
        return map(self.decide, turns)

    def on_welcome(self, place: Place) -> None:
        """Called once, before the first turn."""

    def on_notice(self, notice: Notice) -> None:
        """Called with what happened after the last turn of a deal, if `results` is set."""


def run(bot: Bot) -> None:
    """Play for the arena that started this process, until it says goodbye.

    Ends the process with one line on stderr and exit code 1 if there is no
    arena or it refuses. What the bot raises is not caught.
    """
    # Ctrl-C is the arena's to handle; a bot that gets it too just ends.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    address = os.environ.get("MUS_ARENA_ADDRESS")
    token = os.environ.get("MUS_ARENA_TOKEN")
    if not address or not token:
        missing = "MUS_ARENA_TOKEN" if address else "MUS_ARENA_ADDRESS"
        how = _HOW_TO_RUN.format(script=sys.argv[0] or "my_bot.py")
        raise SystemExit(f"error: {missing} is not set: a bot is started by the arena; {how}")
    with grpc.insecure_channel(address, _CHANNEL_OPTIONS) as channel:
        _converse(bot, channel, token=token)


def answer(bot: Bot, message: lazy.PlayResponse, *, place: Place) -> Iterator[bytes]:
    """The bot's answers to a message with turns: serialized `PlayRequest`s, mostly one."""
    turns = [Turn(turn, place) for turn in message.turns.turns]
    request = lazy.Request()
    decisions, send_at = request.decisions.decisions, monotonic() + _SEND_AFTER
    for turn, action in zip(turns, bot.decide_many(turns), strict=True):
        decision = decisions.add()
        decision.turn_id = turn.id
        decision.action = _encoded(action)
        if monotonic() > send_at:
            yield request.SerializeToString()
            request = lazy.Request()
            decisions, send_at = request.decisions.decisions, monotonic() + _SEND_AFTER
    if decisions:
        yield request.SerializeToString()


def _converse(bot: Bot, channel: grpc.Channel, *, token: str) -> None:
    outbox: SimpleQueue[bytes | None] = SimpleQueue()
    outbox.put(_hello(bot, token))
    place: Place | None = None
    for message in _heard(channel, iter(outbox.get, None)):
        kind = message.WhichOneof("message")
        if kind == "turns" and place is not None:
            for request in answer(bot, message, place=place):
                outbox.put(request)
        elif kind == "welcome":
            place = place_of(message.welcome)
            bot.on_welcome(place)
        elif kind == "notices":
            for notice in map(_notice, message.notices.notices):
                bot.on_notice(notice)
        elif kind == "fault":
            fault = message.fault
            sys.stderr.write(f"fault: {_fault_name(fault.reason)}: {fault.detail}\n")
        elif kind == "goodbye":
            outbox.put(None)


def _heard(channel: grpc.Channel, said: Iterator[bytes]) -> Iterator[lazy.PlayResponse]:
    """What the arena says until it ends the stream; SystemExit if it refuses or breaks off."""
    play = channel.stream_stream(METHOD, request_serializer=bytes, response_deserializer=bytes)
    call = play(said)
    try:
        yield from map(lazy.Response.FromString, call)
    except grpc.RpcError:
        why = f"{call.code().name}: {call.details()}"
        raise SystemExit(f"error: the arena ended the conversation: {why}") from None


def _hello(bot: Bot, token: str) -> bytes:
    request = pb.PlayRequest()
    hello = request.hello
    hello.token = token
    hello.protocol_version = PROTOCOL_VERSION
    hello.name = bot.name or type(bot).__name__
    hello.version = bot.version
    hello.max_tables = bot.max_tables
    hello.signs = bot.signs
    hello.results = bot.results
    return request.SerializeToString()


def _notice(message: pb.Notice) -> Notice:
    events, forfeit = map(reading.event, message.events), message.forfeit
    return Notice(
        table=message.table_id,
        events=tuple(event for event in events if event is not None),
        forfeit=_fault_name(forfeit.reason) if message.HasField("forfeit") else None,
        at_fault=forfeit.team if forfeit.HasField("team") else None,
    )


def _fault_name(reason: int) -> str:
    value = pb.FaultReason.DESCRIPTOR.values_by_number.get(reason)
    return value.name.removeprefix("FAULT_REASON_").lower() if value else f"reason {reason}"


def _encoded(action: Action) -> bytes:
    """The serialized `Action`. Raises TypeError for what is no action."""
    try:
        return action_bytes(action.code)
    except AttributeError:
        raise TypeError(f"a bot decided {action!r}, which is not an action") from None
