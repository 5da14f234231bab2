"""Plays one block: starts the bots of a pairing, plays its deal groups, ends the bots.

A block is a pure unit of work: the same block with the same bots gives the same
results on any machine, whatever else runs there.

Two threads play it, one at a time: the floor, where answers are played and
turns sent, is in the thread of the streams; processes, clocks and all that goes
wrong are here, in trio's.
"""

import time
from collections.abc import Callable
from contextlib import ExitStack, suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import trio

from arena.engine.rules import Rules
from arena.errors import StartError
from arena.match.bot import BotProcess, BotSpec
from arena.match.floor import Broke, Ended, Floor, Said
from arena.match.ledger import Ledger
from arena.match.player import Player
from arena.match.referee import Referee
from arena.match.result import BlockResult, MatchResult, Measured, OnFault, Reason
from arena.match.room import Room, RoomSpec
from arena.match.seating import rooms
from arena.protocol.clock import Lag, TimeControl
from arena.protocol.server import listen
from arena.protocol.session import ProtocolError
from arena.protocol.streams import Stream, the_loop

_AFTER_SECONDS = 0.001
"""Clocks are looked at this much after they have run out, so that they have."""
_DISCONNECT_SECONDS = 2.0
"""How long a process whose stream has ended may take to end, too: busy machines are slow at that."""


@dataclass(frozen=True, slots=True)
class BlockSpec:
    """What to play. `pairing` is the text that goes into the keys of the cards.

    `tables` is the most that are open at once in a room. In results bots are
    indices into `bots`; every `partners` of them in a row are a side.
    """

    rules: Rules
    seed: bytes
    pairing: str
    bots: tuple[BotSpec, ...]
    first_group: int
    groups: int
    tables: int
    time: TimeControl
    on_fault: OnFault = OnFault.FORFEIT
    partners: int = 1


async def play_block(
    spec: BlockSpec, finished: Callable[[MatchResult], None] = lambda _: None
) -> BlockResult:
    """Plays a block to its end; `finished` hears of each match when it ends.

    Cancelled, it ends all processes at once. Never raises for what a bot does.
    """
    began, cpu = time.monotonic(), time.process_time()
    with TemporaryDirectory(prefix="mus-") as folder, ExitStack() as sockets:
        async with trio.open_nursery() as nursery:
            block = _Block(spec, nursery, finished)
            for number, player in enumerate(block.players):
                address = player.listen(Path(folder), number)
                sockets.enter_context(listen(address, partial(block.floor.hear, player)))
            sockets.callback(block.floor.close)
            await block.play()
            nursery.cancel_scope.cancel()
    return block.result(
        seconds=time.monotonic() - began, arena_cpu_seconds=time.process_time() - cpu
    )


class _Block:
    """A block being played: its processes, and what the floor leaves to it."""

    def __init__(
        self, spec: BlockSpec, nursery: trio.Nursery, finished: Callable[[MatchResult], None]
    ) -> None:
        self._spec = spec
        self._nursery = nursery
        self._ledger = Ledger(
            spec.rules,
            spec.first_group,
            groups=spec.groups,
            on_fault=spec.on_fault,
            partners=spec.partners,
        )
        self._report = finished
        self._lag = Lag(spec.time)
        self._rooms = [
            Room(_room(spec, number), self._lag, self._finished)
            for number in range(rooms(spec.rules))
        ]
        self._next_group = [spec.first_group for _ in self._rooms]
        self.players = [
            Player(chair, spec.bots[chair.bot], rules=spec.rules, time=spec.time)
            for room in self._rooms
            for chair in room.chairs
        ]
        self._token = trio.lowlevel.current_trio_token()
        self._wake = trio.Event()
        self._check_at = trio.current_time()
        self._referee = Referee(self._rooms, self._ledger, spec.time)
        self.floor = Floor(
            self._rooms,
            self.players,
            self._ledger,
            referee=self._referee,
            lag=self._lag,
            loop=the_loop(),
            now=trio.lowlevel.current_clock().current_time,
            fill=self._fill,
            ring=self._ring,
        )

    async def play(self) -> None:
        """Starts the bots, plays all groups, ends the bots."""
        floor = self.floor
        with floor.lock:
            for player in self.players:
                self._start(player)
        floor.open()
        while not self._ledger.complete():
            await self._wait()
            with floor.lock:
                now = trio.current_time()
                self._take_all()
                if now >= self._check_at:
                    self._check_at = self._referee.check_time(self.players, now) + _AFTER_SECONDS
                self._referee.check_start(self.players)
                floor.flush(trio.current_time())
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
            bot_messages=tuple(sum(p.chair.messages for p in group) for group in mine),
            bot_idle_seconds=tuple(sum(p.idle_seconds for p in group) for group in mine),
            bot_idle_cpu_seconds=tuple(sum(p.idle_cpu_seconds for p in group) for group in mine),
            bot_memory=tuple(max(p.peak_memory for p in group) for group in mine),
            lag_seconds=self._lag.total,
            forced=sum(p.forced for p in self.players),
        )
        output = {p.name: p.output for p in self.players if p.output}
        return BlockResult(self._ledger.results(), measured, output)

    # What comes in

    def _ring(self) -> None:
        """Wakes the block, from whatever thread."""
        with suppress(trio.RunFinishedError):  # It was given up meanwhile.
            self._token.run_sync_soon(self._ring_here, idempotent=True)

    def _ring_here(self) -> None:
        self._wake.set()

    async def _wait(self) -> None:
        """Waits for something to come in, or for a clock to look at."""
        with trio.CancelScope(deadline=self._check_at):
            await self._wake.wait()
        self._wake = trio.Event()

    def _take_all(self) -> None:
        while self.floor.inbox:
            match self.floor.inbox.popleft():
                case Ended(player):
                    self._process_ended(player)
                case Broke(player, stream, detail):
                    player.refuse(stream, detail)
                case Said(player, stream, message):
                    self._take(player, stream, message)
                case error:
                    raise error

    def _take(self, player: Player, stream: Stream, message: bytes | None) -> None:
        if message is None:
            if player.hung_up(stream) and player.process is not None:
                self._nursery.start_soon(self._disconnected, player, player.process)
        elif (decisions := player.hear(stream, message)) is not None:
            try:
                self.floor.play(player, decisions)
            except ProtocolError as error:
                player.refuse(stream, str(error))

    async def _disconnected(self, player: Player, process: BotProcess) -> None:
        """Gives a process whose stream has ended a moment to end, too: its exit code tells more."""
        await trio.sleep(_DISCONNECT_SECONDS)
        with self.floor.lock:
            if player.process is process and process.exit_code is None:
                player.condemn(Reason.DISCONNECT, "its stream ended, its process did not")

    def _process_ended(self, player: Player) -> None:
        greeted = player.stream is not None
        why = player.ended()
        if self._ledger.complete():
            return
        if not greeted or not self._referee.started:
            # Also who said hello and was gone before play began: it would be started for ever.
            self._referee.start_failed(player, why)
            return
        self._referee.charge(player, why, trio.current_time())
        room = self._rooms[player.chair.room]
        if not self._ledger.complete() and (room.tables or self._groups_left(player.chair.room)):
            self._start(player)

    # What goes out

    def _start(self, player: Player) -> None:
        try:
            process = player.start(trio.current_time())
        except StartError as error:
            self._referee.start_failed(player, (Reason.START_FAILED, str(error)))
            return
        self._check_at = min(self._check_at, player.start_by)
        self._nursery.start_soon(self._watch, player, process)

    async def _watch(self, player: Player, process: BotProcess) -> None:
        await process.run()
        with self.floor.lock:
            self.floor.post(Ended(player))

    def _finished(self, result: MatchResult) -> None:
        if self._ledger.add(self._with_last_words(result)):
            self._report(result)

    def _with_last_words(self, result: MatchResult) -> MatchResult:
        """Adds what the process at fault printed last to the evidence, if there is any."""
        fault = result.fault
        if fault is None or fault.evidence is None:
            return result
        said = next(
            p.last_words
            for p in self.players
            if p.chair.room == result.room
            and p.chair.bot == fault.bot
            and p.chair.seat in {None, fault.seat}
        )
        return replace(result, fault=replace(fault, evidence=replace(fault.evidence, printed=said)))

    def _fill(self, room: Room) -> None:
        """Opens tables in a room as long as there are groups and places left."""
        number, most = room.number, self._spec.tables
        most = min(most, room.most_tables or most)
        while len(room.tables) < most and self._groups_left(number):
            room.open_table(self._next_group[number])
            self._next_group[number] += 1

    def _groups_left(self, room: int) -> int:
        return self._spec.first_group + self._spec.groups - self._next_group[room]

    async def _quit(self) -> None:
        """Says goodbye to all bots and waits for their ends."""
        with self.floor.lock:
            for player in self.players:
                for message in player.chair.news():
                    player.send(message)
                player.dismiss()
        async with trio.open_nursery() as nursery:
            for player in self.players:
                if player.process is not None:
                    nursery.start_soon(player.process.quit)
        # What they printed and used is known a moment after they have ended.
        while any(player.process is not None for player in self.players):
            await self._wake.wait()
            self._wake = trio.Event()
            with self.floor.lock:
                self._take_all()


def _room(spec: BlockSpec, number: int) -> RoomSpec:
    """One of the rooms in which a block is played."""
    return RoomSpec(
        rules=spec.rules,
        seed=spec.seed,
        pairing=spec.pairing,
        number=number,
        time=spec.time,
        on_fault=spec.on_fault,
        partners=spec.partners,
    )
