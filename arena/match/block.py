"""Plays one block: starts the bots of a pairing, plays its deal groups, ends the bots.

A block is a pure unit of work: the same block with the same bots gives the same
results on any machine, whatever else runs there.
"""

import hmac
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import trio

from arena.engine.rules import Rules
from arena.errors import StartError
from arena.match.bot import BotProcess, BotSpec
from arena.match.ledger import Ledger
from arena.match.player import Player
from arena.match.result import BlockResult, MatchResult, Measured, Reason
from arena.match.room import Room, RoomSpec
from arena.match.seating import rooms
from arena.protocol import session
from arena.protocol.clock import TimeControl
from arena.protocol.server import Refusal, Stream, serve, unix_address
from arena.protocol.session import Hello, ProtocolError, Session

MOST_FRUITLESS = 3
"""Processes of one chair in a row that end without having been asked anything."""
_DISCONNECT_SECONDS = 0.5
"""How long a process whose stream has ended may take to end, too."""


@dataclass(frozen=True, slots=True)
class BlockSpec:
    """What to play. `pairing` is the text that goes into the keys of the cards.

    `tables` is the most that are open at once in a room. In results bots are
    indices into `bots`.
    """

    rules: Rules
    seed: bytes
    pairing: str
    bots: tuple[BotSpec, ...]
    first_group: int
    groups: int
    tables: int
    time: TimeControl


@dataclass(frozen=True, slots=True)
class _Said:
    stream: Stream
    message: bytes | None


@dataclass(frozen=True, slots=True)
class _Ended:
    player: Player


async def play_block(
    spec: BlockSpec, finished: Callable[[MatchResult], None] = lambda _: None
) -> BlockResult:
    """Plays a block to its end; `finished` hears of each match when it ends.

    Cancelled, it ends all processes at once. Never raises for what a bot does.
    """
    began, cpu = time.monotonic(), time.process_time()
    with TemporaryDirectory(prefix="mus-") as folder:
        async with trio.open_nursery() as nursery:
            block = _Block(spec, nursery, finished)
            block.address = unix_address(Path(folder, "arena"))
            with serve(block.address, block.receive, streams=2 * len(block.players)):
                await block.play()
    return block.result(
        seconds=time.monotonic() - began, arena_cpu_seconds=time.process_time() - cpu
    )


class _Block:
    """A block being played: what comes in from streams and processes, one thing after another."""

    def __init__(
        self, spec: BlockSpec, nursery: trio.Nursery, finished: Callable[[MatchResult], None]
    ) -> None:
        self.address = ""
        self._spec = spec
        self._nursery = nursery
        self._ledger = Ledger(spec.rules, spec.first_group, groups=spec.groups)
        self._report = finished
        self._rooms = [
            Room(RoomSpec(spec.rules, spec.seed, spec.pairing, number, spec.time), self._finished)
            for number in range(rooms(spec.rules))
        ]
        self._next_group = [spec.first_group for _ in self._rooms]
        self.players = [
            Player(chair, spec.bots[chair.bot]) for room in self._rooms for chair in room.chairs
        ]
        self._by_stream: dict[Stream, Player] = {}
        self._sessions: dict[Stream, Session] = {}
        self._inbox: deque[_Said | _Ended] = deque()
        self._wake = trio.Event()
        self._check_at = trio.current_time()
        self._started = False
        self._unstarted: dict[int, str] = {}

    def receive(self, stream: Stream, message: bytes | None) -> None:
        """Takes a message of a stream, or its end."""
        self._inbox.append(_Said(stream, message))
        self._wake.set()

    async def play(self) -> None:
        """Starts the bots, plays all groups, ends the bots."""
        for player in self.players:
            self._start(player)
        while not self._ledger.complete:
            await self._wait()
            now = trio.current_time()
            while self._inbox:
                self._take(self._inbox.popleft(), now)
            if now >= self._check_at:
                self._check_time(now)
            self._check_start()
            self._flush(trio.current_time())
        await self._quit()

    def result(self, *, seconds: float, arena_cpu_seconds: float) -> BlockResult:
        """The results of a block that was played."""
        bots = range(len(self._spec.bots))
        mine = [[p for p in self.players if p.chair.bot == bot] for bot in bots]
        measured = Measured(
            seconds=seconds,
            arena_cpu_seconds=arena_cpu_seconds,
            bot_cpu_seconds=tuple(sum(p.cpu_seconds for p in group) for group in mine),
            bot_seconds=tuple(sum(p.chair.busy for p in group) for group in mine),
            bot_decisions=tuple(sum(p.chair.decisions for p in group) for group in mine),
            forced=sum(p.forced for p in self.players),
        )
        output = {p.name: p.output for p in self.players if p.output}
        return BlockResult(self._ledger.results(), measured, output)

    # What comes in

    async def _wait(self) -> None:
        """Waits for something to come in, or for a clock to look at."""
        with trio.CancelScope(deadline=self._check_at):
            await self._wake.wait()
        self._wake = trio.Event()

    def _take(self, item: _Said | _Ended, now: float) -> None:
        if isinstance(item, _Ended):
            self._process_ended(item.player)
        elif item.message is None:
            self._stream_ended(item.stream)
        else:
            self._message(item.stream, item.message, now)

    def _message(self, stream: Stream, message: bytes, now: float) -> None:
        player = self._by_stream.get(stream)
        conversation = self._sessions.setdefault(stream, Session())
        try:
            said = conversation.receive(message)
            if isinstance(said, Hello):
                self._hello(stream, said)
            elif player is not None and player.stream is stream and player.blame is None:
                chair = player.chair
                for reply in self._rooms[chair.room].answers(chair, said, now):
                    stream.send(reply)
        except ProtocolError as error:
            stream.refuse(Refusal.INVALID_ARGUMENT, str(error))
            if player is not None and player.stream is stream:
                player.condemn(Reason.PROTOCOL, str(error))

    def _hello(self, stream: Stream, hello: Hello) -> None:
        token = hello.token.encode()
        known = [p for p in self.players if hmac.compare_digest(p.token.encode(), token)]
        if not known or known[0].process is None:
            stream.refuse(Refusal.UNAUTHENTICATED, "MUS_ARENA_TOKEN is not one of this arena")
            return
        player = known[0]
        if player.stream is not None:
            stream.refuse(Refusal.ALREADY_EXISTS, "this chair is taken: one stream per process")
            return
        self._by_stream[stream] = player
        player.stream = stream
        chair = player.chair
        chair.signs, chair.results = hello.signs, hello.results
        chair.max_tables = hello.max_tables
        stream.send(session.welcome(self._spec.rules, self._spec.time, seat=chair.seat))

    def _stream_ended(self, stream: Stream) -> None:
        self._sessions.pop(stream, None)
        player = self._by_stream.pop(stream, None)
        if player is not None and player.stream is stream and player.process is not None:
            self._nursery.start_soon(self._disconnected, player, player.process)

    async def _disconnected(self, player: Player, process: BotProcess) -> None:
        await trio.sleep(_DISCONNECT_SECONDS)
        if player.process is process and process.exit_code is None:
            player.condemn(Reason.DISCONNECT, "its stream ended, its process did not")

    def _process_ended(self, player: Player) -> None:
        had_stream = player.stream is not None
        reason, detail = player.ended()
        if self._ledger.complete:
            return
        if not had_stream:
            self._start_failed(player, detail)
            return
        self._blame(player, reason, detail)
        if not self._ledger.complete:
            self._start(player)

    # Who is to blame

    def _blame(self, player: Player, reason: Reason, detail: str) -> None:
        """Charges the end of a process to a match, or finds out to which."""
        chair = player.chair
        room = self._rooms[chair.room]
        opened = list(chair.open.values())
        if reason is Reason.TIMEOUT:
            chair.restarted(suspect=False)  # The late match was charged when it was late.
        elif len(opened) == 1:
            room.forfeit(opened[0].table, chair, (reason, detail))
            chair.restarted(suspect=False)
        else:
            player.fruitless += not opened
            chair.restarted(suspect=True)
            if player.fruitless >= MOST_FRUITLESS:
                self._ledger.give_up({chair.bot: (reason, detail)})

    def _start_failed(self, player: Player, detail: str) -> None:
        bot = player.chair.bot
        self._unstarted.setdefault(bot, detail)
        if self._started:
            self._ledger.give_up({bot: (Reason.START_FAILED, detail)})

    def _check_start(self) -> None:
        """Once every bot has said hello or failed: who failed loses the block."""
        if self._started or any(p.process is not None and p.stream is None for p in self.players):
            return
        self._started = True
        if self._unstarted:
            lost = {bot: (Reason.START_FAILED, d) for bot, d in self._unstarted.items()}
            self._ledger.give_up(lost)

    def _check_time(self, now: float) -> None:
        self._check_at = now + self._spec.time.turn
        for player in self.players:
            if player.blame is not None or player.process is None:
                continue
            if player.stream is None:
                self._check_at = min(self._check_at, player.start_by + 0.001)
                if now > player.start_by:
                    limit = f"no hello within {self._spec.time.start:g} s"
                    player.condemn(Reason.START_FAILED, limit)
            elif (late := player.chair.overdue(now)) is not None:
                over = now - late.due
                detail = f"no answer {over:.3f} s after the deadline, and the bank is empty"
                chair = player.chair
                self._rooms[chair.room].forfeit(late.table, chair, (Reason.TIMEOUT, detail))
                player.condemn(Reason.TIMEOUT, detail)
            else:
                self._check_at = min(self._check_at, player.chair.next_check(now) + 0.001)

    # What goes out

    def _start(self, player: Player) -> None:
        start_by = trio.current_time() + self._spec.time.start
        try:
            process = player.start(self.address, start_by=start_by)
        except StartError as error:
            self._start_failed(player, str(error))
            return
        self._nursery.start_soon(self._watch, player, process)

    async def _watch(self, player: Player, process: BotProcess) -> None:
        await process.run()
        self._inbox.append(_Ended(player))
        self._wake.set()

    def _finished(self, result: MatchResult) -> None:
        if self._ledger.add(result):
            self._report(result)

    def _flush(self, now: float) -> None:
        if not self._started or self._ledger.complete:
            return
        for number, room in enumerate(self._rooms):
            self._fill(number, room)
        for player in self.players:
            if player.stream is not None and player.blame is None:
                for message in player.chair.flush(now):
                    player.stream.send(message)

    def _fill(self, number: int, room: Room) -> None:
        """Opens tables in a room as long as there are groups and places left."""
        spec = self._spec
        most = min(spec.tables, room.most_tables or spec.tables)
        while len(room.tables) < most and self._next_group[number] < spec.first_group + spec.groups:
            room.open_table(self._next_group[number])
            self._next_group[number] += 1

    async def _quit(self) -> None:
        """Says goodbye to all bots and waits for their ends."""
        for player in self.players:
            if player.stream is not None:
                for message in player.chair.flush(trio.current_time()):
                    player.stream.send(message)
                player.stream.send(session.goodbye("DONE", "all tables were played"))
                player.stream.end()
        async with trio.open_nursery() as nursery:
            for player in self.players:
                if player.process is not None:
                    nursery.start_soon(player.process.quit)
        while self._inbox:
            self._take(self._inbox.popleft(), trio.current_time())
