"""One bot, alone: started, greeted, shown some turns, and sent away."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

import trio

from arena.engine.rules import Rules
from arena.errors import StartError
from arena.match.bot import BotProcess, BotSpec
from arena.match.chair import Chair
from arena.match.player import Player
from arena.match.result import Reason
from arena.protocol import session
from arena.protocol.clock import Lag, TimeControl
from arena.protocol.server import serve
from arena.protocol.streams import Stream
from arena.protocol.writing import bytes_field


@dataclass(frozen=True, slots=True)
class Trial:
    """What to try: `turns` are serialized `Turn`s, `seat` is None in individual play."""

    bot: BotSpec
    rules: Rules
    time: TimeControl
    seat: int | None = None
    turns: Sequence[bytes] = ()


@dataclass(frozen=True, slots=True)
class Finding:
    """How a bot did.

    `answers` are serialized `Action`s by turn id, `seconds` the time from the
    turns to the last answer, `printed` what it printed last. `failure` tells
    why it did not answer everything, None if it did.
    """

    answers: Mapping[int, bytes]
    seconds: float
    printed: str
    failure: str | None


async def try_bot(trial: Trial) -> Finding:
    """Starts a bot, shows it the turns, waits for the answers and ends it."""
    with TemporaryDirectory(prefix="mus-") as folder:
        trying = _Trying(trial)
        address = trying.player.listen(Path(folder), 0)
        with serve(address, trying.receive):
            return await trying.run()


@dataclass(slots=True)
class _Trying:
    trial: Trial
    player: Player = field(init=False)
    answers: dict[int, bytes] = field(default_factory=dict)
    greeted: bool = False
    asked_at: float = 0.0
    answered_at: float = 0.0
    news: trio.Event = field(default_factory=trio.Event)

    def __post_init__(self) -> None:
        trial = self.trial
        chair = Chair(trial.time, Lag(trial.time), bot=0, room=0, seat=trial.seat)
        self.player = Player(chair, trial.bot, rules=trial.rules, time=trial.time)

    def receive(self, stream: Stream, message: bytes | None) -> None:
        """Takes a message of the bot."""
        decisions = None if message is None else self.player.hear(stream, message)
        if self.player.stream is not None and not self.greeted:
            self.greeted = True
            self.asked_at = self.answered_at = trio.current_time()
            if self.trial.turns:
                parts = (bytes_field(1, turn) for turn in self.trial.turns)
                self.player.send(session.turns(parts))
        if decisions is not None:
            self.answers.update((each.turn_id, each.action) for each in decisions)
            self.answered_at = trio.current_time()
        self.news.set()

    async def run(self) -> Finding:
        """Plays the trial."""
        player, time = self.player, self.trial.time
        try:
            process = player.start(trio.current_time())
        except StartError as error:
            return Finding({}, 0.0, "", str(error))
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._watch, process)
            if not await self._until_greeted(process):
                player.condemn(Reason.START_FAILED, f"no hello within {time.start:g} s")
            elif not await self._until_answered(process):
                seconds = trio.current_time() - self.asked_at
                player.condemn(Reason.TIMEOUT, f"no answer within {seconds:.3f} s")
            player.dismiss()
            await process.quit()
        reason, detail = player.ended()
        done = self.greeted and len(self.answers) >= len(self.trial.turns) and not player.blame
        seconds = self.answered_at - self.asked_at
        failure = None if done else f"{reason.value}: {detail}"
        return Finding(self.answers, seconds, player.last_words, failure)

    async def _until_greeted(self, process: BotProcess) -> bool:
        """Waits for the hello, the end, or the limit; False for the limit."""
        with trio.move_on_after(self.trial.time.start):
            while not self.greeted and process.exit_code is None:
                await self._more()
        return self.greeted or process.exit_code is not None

    async def _until_answered(self, process: BotProcess) -> bool:
        time, turns = self.trial.time, len(self.trial.turns)
        with trio.move_on_after(time.turn * turns + time.bank + time.margin):
            while len(self.answers) < turns and process.exit_code is None:
                await self._more()
        return len(self.answers) >= turns or process.exit_code is not None

    async def _more(self) -> None:
        await self.news.wait()
        self.news = trio.Event()

    async def _watch(self, process: BotProcess) -> None:
        await process.run()
        self.news.set()
