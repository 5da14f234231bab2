"""A small arena for one bot: holds a golden conversation with its process, and hears what it answers."""

from dataclasses import dataclass, field
from pathlib import Path

import trio

from arena.match.bot import BotProcess, BotSpec, start
from arena.protocol import session
from arena.protocol.pb import arena_pb2 as pb
from arena.protocol.server import serve, unix_address
from arena.protocol.streams import Stream
from arena.protocol.writing import bytes_field
from tests.golden.golden import Step

TOKEN = "golden"
PATIENCE = 60.0
"""Seconds in which a bot has to say hello, and to answer all turns."""

_LATER_EVENT = bytes_field(10, bytes_field(200, b"later"))
_LATER = bytes_field(200, b"later")
"""What a later arena may send: an event, a field and a message that this version does not know."""


@dataclass(slots=True)
class Heard:
    """What a bot said, and how its process ended."""

    hello: pb.Hello | None = None
    answers: dict[int, pb.Action] = field(default_factory=dict)
    exit_code: int | None = None
    printed: str = ""


async def converse(bot: BotSpec, conversation: list[Step], *, folder: Path) -> Heard:
    """Starts a bot and holds a conversation; all turns are sent at once, as they are batched.

    The answers may be incomplete if the bot ended or was too slow.
    """
    talk, address = _Talk(conversation), unix_address(folder / "arena")
    with serve(address, talk.receive):
        process = start(bot, {"MUS_ARENA_ADDRESS": address, "MUS_ARENA_TOKEN": TOKEN})
        async with trio.open_nursery() as nursery:
            nursery.start_soon(talk.watch, process)
            with trio.move_on_after(PATIENCE):
                await talk.over.wait()
            await process.quit()
    talk.heard.exit_code = process.exit_code
    talk.heard.printed = process.tail.lines(20)
    return talk.heard


class _Talk:
    def __init__(self, conversation: list[Step]) -> None:
        self._steps = conversation
        self._missing = sum(len(step.answers) for step in conversation)
        self.heard = Heard()
        self.over = trio.Event()

    def receive(self, stream: Stream, message: bytes | None) -> None:
        """Greets the bot and asks all turns; says goodbye after the last answer."""
        if message is None:
            return
        said = pb.PlayRequest.FromString(message)
        if said.HasField("hello"):
            self.heard.hello = said.hello
            for step in self._steps:
                stream.send(_later(step.message))
            stream.send(_LATER)
        for decision in said.decisions.decisions:
            self.heard.answers[decision.turn_id] = decision.action
        if len(self.heard.answers) == self._missing:
            stream.send(session.goodbye("DONE", "all turns were answered"))
            stream.end()
            self.over.set()

    async def watch(self, process: BotProcess) -> None:
        """Sees the process end."""
        await process.run()
        self.over.set()


def _later(message: pb.PlayResponse) -> bytes:
    """The message as a later arena might send it: with an event and a field more in each turn."""
    if not message.HasField("turns"):
        return message.SerializeToString()
    return session.turns(bytes_field(1, _later_turn(turn)) for turn in message.turns.turns)


def _later_turn(turn: pb.Turn) -> bytes:
    rest = pb.Turn.FromString(turn.SerializeToString())
    rest.ClearField("observation")
    observation = turn.observation.SerializeToString() + _LATER_EVENT
    return rest.SerializeToString() + bytes_field(4, observation) + _LATER
