"""Whether a bot keeps what a bot promises: numbered steps, each found out by talking to it alone."""

from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

import trio

from arena.engine.rules import PROFILES, Format, Rules, profile
from arena.match.bot import BotSpec, how_it_ended
from arena.match.hall import Hall
from arena.match.seating import fixed_seats
from arena.match.table import Table
from arena.match.talk import LEAVE_SECONDS, Broken, Meeting, Step, Talk, hold
from arena.protocol import later, session
from arena.protocol.clock import TimeControl
from arena.protocol.session import PROTOCOL_VERSION
from arena.protocol.showing import action_text, legal_of_turn
from arena.protocol.writing import bytes_field

TURNS = 1000
_GREETING_SECONDS = 0.3
"""How long after its hello a bot is listened to: a second one is not far behind."""
_TABLES = 4
"""How many are open while turns are asked one by one."""
_BATCH, _ROUNDS = 64, 4
_FEW, _FEW_ROUNDS = 8, 6
_INDIVIDUAL = (2, 3, 4, 6)
_RARE: Mapping[str, float] = {"mus_visto": 0.5, "sign_interception": 0.5}


class Status(StrEnum):
    """How a step came out; only FAILED is a failure."""

    OK = "ok"
    NOTE = "note"
    WARNING = "warning"
    FAILED = "failed"
    SKIPPED = "skipped"


@dataclass(frozen=True, slots=True)
class Exam:
    """What to try: `turns` are about how many are played one by one, over all kinds of rules."""

    bot: BotSpec
    time: TimeControl
    turns: int = TURNS


@dataclass(frozen=True, slots=True)
class Finding:
    """A step, how it came out, what was seen, and what the bot printed if it failed."""

    step: Step
    status: Status
    detail: str
    printed: str = ""


def all_rules() -> tuple[tuple[str, Rules], ...]:
    """All profiles in all formats, with a word for each; individual play with various players."""
    kinds: list[tuple[str, Rules]] = []
    for name, players in zip(PROFILES, _INDIVIDUAL, strict=True):
        kinds += (
            (f"{name}, pairs", profile(name)),
            (f"{name}, trios", profile(name, format="trios", **_RARE)),
            (
                f"{name}, individual with {players}",
                profile(name, format=Format.INDIVIDUAL.value, players=players, **_RARE),
            ),
        )
    return tuple(kinds)


async def examine(exam: Exam, tell: Callable[[Finding], None] = lambda _: None) -> bool:
    """Tries all steps and tells of each, in order; whether none failed."""
    examination = _Examination(exam, tell)
    await examination.run()
    return examination.passed


@dataclass(slots=True)
class _Examination:
    exam: Exam
    tell: Callable[[Finding], None]
    passed: bool = True
    found: dict[Step, Finding] = field(default_factory=dict)
    greeting: dict[Step, str] = field(default_factory=dict)
    told: int = 0
    decisions: int = 0
    seconds: float = 0.0
    worst: float = 0.0
    worst_at: str = ""
    illegal: list[str] = field(default_factory=list)
    left: list[float] = field(default_factory=list)
    printed: str = ""
    first: dict[int, bytes] = field(default_factory=dict)

    async def run(self) -> None:
        """Runs the parts one after another, up to the first that breaks."""
        parts = (self._start, self._play, self._batches, self._cancelled, self._news, self._repeat)
        for part in parts:
            if not await part():
                break
        self._ends()
        for step in Step:
            if step not in self.found:
                failed = [f.step.number for f in self.found.values() if f.status is Status.FAILED]
                self._say(step, Status.SKIPPED, f"not tried: step {failed[-1]} failed")

    # The parts; each tells whether the next can be tried

    async def _start(self) -> bool:
        async def greet(_: Talk) -> None:
            await trio.sleep(_GREETING_SECONDS)

        name, rules = all_rules()[0]
        talk = await self._hold(name, rules, script=greet, seat=0)
        hello = talk.hello
        if hello is None:
            return False
        self.greeting[Step.START] = f"after {talk.hello_seconds:.2f} s"
        asks = [what for what in ("signs", "results") if getattr(hello, what)]
        wants = f", asks for {' and '.join(asks)}" if asks else ""
        version = f" {hello.version}" if hello.version else ""
        who = f"{hello.name or 'a bot without a name'}{version}"
        if talk.broken is None or talk.broken.step is not Step.HELLO:
            self.greeting[Step.HELLO] = f"it is {who}, speaks version {PROTOCOL_VERSION}{wants}"
        return talk.broken is None

    async def _play(self) -> bool:
        kinds = all_rules()
        each = -(-self.exam.turns // len(kinds))
        for number, (name, rules) in enumerate(kinds):

            async def ask(talk: Talk, name: str = name) -> None:
                await self._one_by_one(talk, each, name)

            seat = number // 3 + (2 if rules.format is Format.TRIOS else 0)
            talk = await self._hold(name, rules, script=ask, seat=seat)
            if number == 0:
                self.first = talk.answers
            if talk.broken is not None:
                return False
        self._say_greeting()
        if self.illegal:
            more = f" (and {len(self.illegal) - 1} more)" if self.illegal[1:] else ""
            self._say(Step.PLAY, Status.FAILED, f"{self.illegal[0]}{more}")
        else:
            detail = f"{self.decisions} turns under {len(kinds)} kinds of rules: all answers legal"
            self._say(Step.PLAY, Status.OK, detail)
        self._say_time()
        return True

    async def _batches(self) -> bool:
        async def ask(talk: Talk) -> None:
            talk.phase, hall = Step.BATCHES, _hall(talk)
            size = _up_to(_BATCH, talk)
            for _ in range(_ROUNDS):
                await self._round(talk, hall, tables=size)

        talk = await self._hold(*all_rules()[0], script=ask)
        if talk.broken is not None:
            return False
        size = len(talk.answers) // _ROUNDS
        order = "" if talk.order == sorted(talk.order) else ", in an order of its own"
        detail = f"{_ROUNDS} messages of {size} turns were answered in {talk.messages} messages"
        self._say(Step.BATCHES, Status.OK, detail + order)
        return True

    async def _cancelled(self) -> bool:
        async def ask(talk: Talk) -> None:
            talk.phase, hall = Step.CANCELLED, _hall(talk)
            for _ in range(_FEW_ROUNDS):
                turns = hall.turns(_up_to(_FEW, talk))
                kept = dict(list(turns.items())[1::2])
                await talk.ask(_bodies(turns), wait_for=set(kept))
                self._played(talk, hall, kept)
                if talk.hello is not None and talk.hello.results:
                    gone = {table.number for table, _ in turns.values()}
                    gone -= {table.number for table, _ in kept.values()}
                    talk.say(_given_up(gone))
            await self._round(talk, hall, tables=1)

        talk = await self._hold(*all_rules()[0], script=ask, seat=1)
        if talk.broken is None:
            detail = "its matches ended in mid-turn again and again, it played on at other tables"
            self._say(Step.CANCELLED, Status.OK, detail)
        return talk.broken is None

    async def _news(self) -> bool:
        async def ask(talk: Talk) -> None:
            talk.phase, hall = Step.NEWS, _hall(talk)
            for _ in range(_FEW_ROUNDS):
                talk.say(later.MESSAGE)
                turns = hall.turns(_up_to(_FEW, talk))
                await talk.ask({i: later.later_turn(turn) for i, (_, turn) in turns.items()})
                self._played(talk, hall, turns)

        talk = await self._hold(*all_rules()[0], script=ask, seat=2)
        if talk.broken is None:
            detail = "it passed over messages, events and fields that it can't know"
            self._say(Step.NEWS, Status.OK, detail)
        return talk.broken is None

    async def _repeat(self) -> bool:
        name, rules = all_rules()[0]

        async def ask(talk: Talk) -> None:
            await self._one_by_one(talk, len(self.first), name)

        talk = await self._hold(name, rules, script=ask, seat=0)
        if talk.broken is not None:
            return False
        same = talk.answers == self.first
        status, said = (Status.OK, "the same") if same else (Status.NOTE, "other")
        detail = f"started anew and asked the same {len(self.first)} turns, it gave {said} answers"
        self._say(Step.REPEAT, status, detail)
        return True

    def _ends(self) -> None:
        """Tells how it left and what it printed, if it got so far."""
        self._say_greeting()
        if Step.CANCELLED in self.found and Step.LEAVE not in self.found:
            detail = f"ended with exit code 0 at most {max(self.left):.2f} s after goodbye"
            self._say(Step.LEAVE, Status.OK, detail)
        if Step.HELLO in self.found:
            status = Status.WARNING if self.printed else Status.OK
            detail = "it printed something" if self.printed else "it printed nothing"
            self._say(Step.OUTPUT, status, detail, printed=self.printed)

    # What all parts share

    async def _hold(
        self,
        name: str,
        rules: Rules,
        *,
        script: Callable[[Talk], Awaitable[None]],
        seat: int = 0,
    ) -> Talk:
        """A conversation; what broke in it is a failure, and so is how the bot left."""
        meeting = Meeting(
            self.exam.bot,
            rules,
            self.exam.time,
            seat % rules.seats if fixed_seats(rules) else None,
            patience=0.0 if Step.LEAVE in self.found else LEAVE_SECONDS,
        )
        talk = await hold(meeting, script)
        if talk.broken is not None:
            self._failed(talk.broken, f"{name}, {_place(meeting.seat)}", talk)
            return talk
        self.printed = self.printed or talk.printed
        if Step.LEAVE not in self.found:
            self._left(talk)
        return talk

    def _failed(self, broken: Broken, where: str, talk: Talk) -> None:
        """Tells what broke; if that was found to be right before, it breaks what is tried now."""
        inside = broken.step not in {Step.START, Step.HELLO}
        detail = f"{where}: {broken}" if inside else str(broken)
        steps = (broken.step, talk.phase, Step.REPEAT)
        step = next(step for step in steps if step not in self.found)
        self._say(step, Status.FAILED, detail, printed=talk.printed)

    def _left(self, talk: Talk) -> None:
        if talk.left_after is None:
            detail = f"it was still running {talk.meeting.patience:g} s after goodbye"
        elif talk.exit_code != 0:
            detail = f"after goodbye it {how_it_ended(talk.exit_code)}"
        else:
            self.left.append(talk.left_after)
            return
        self._say(Step.LEAVE, Status.FAILED, detail, printed=talk.printed)

    async def _one_by_one(self, talk: Talk, turns: int, name: str) -> None:
        """Asks turns of some tables, each when the one before is answered, and takes the time."""
        talk.phase, hall = Step.PLAY, _hall(talk)
        hall.open_new(_up_to(_TABLES, talk))
        for _ in range(turns):
            seconds = await self._round(talk, hall, tables=1)
            self._timed(seconds, name)

    async def _round(self, talk: Talk, hall: Hall, *, tables: int) -> float:
        turns = hall.turns(tables)
        seconds = await talk.ask(_bodies(turns))
        self._played(talk, hall, turns)
        return seconds

    def _played(self, talk: Talk, hall: Hall, turns: Mapping[int, tuple[Table, bytes]]) -> None:
        """Plays the answers; illegal ones are remembered, and the bot is told of them."""
        for turn_id, (table, turn) in turns.items():
            answer = talk.answers[turn_id]
            wrong = hall.answer(table, answer)
            if wrong is not None:
                legal = legal_of_turn(turn)
                self.illegal.append(f"{action_text(answer)} where legal was: {legal}")
                talk.say(session.fault(turn_id, "ILLEGAL_ACTION", wrong))
        if hall.notices:
            talk.say(session.notices(bytes_field(1, notice) for notice in hall.notices))
            hall.notices.clear()

    def _timed(self, seconds: float, name: str) -> None:
        self.decisions += 1
        self.seconds += seconds
        if seconds > self.worst:
            self.worst, self.worst_at = seconds, name

    def _say_greeting(self) -> None:
        """Tells that it starts and says hello, once it has done so again and again."""
        for step, detail in self.greeting.items():
            if step not in self.found:
                self._say(step, Status.OK, detail)

    def _say_time(self) -> None:
        limit = self.exam.time.turn
        mean = self.seconds / self.decisions
        detail = f"{mean * 1e3:.2f} ms a decision, at most {self.worst * 1e3:.0f} ms"
        status = Status.WARNING if self.worst > limit else Status.OK
        self._say(Step.TIME, status, f"{detail} ({self.worst_at}); the limit is {limit:g} s")

    def _say(self, step: Step, status: Status, detail: str, *, printed: str = "") -> None:
        """Keeps what was found, and tells what can be told in order."""
        self.found[step] = Finding(step, status, detail, printed)
        self.passed = self.passed and status is not Status.FAILED
        steps = list(Step)
        while self.told < len(steps) and (finding := self.found.get(steps[self.told])):
            self.told += 1
            self.tell(finding)


def _hall(talk: Talk) -> Hall:
    hello, meeting = talk.hello, talk.meeting
    assert hello is not None
    signs = hello.signs and meeting.rules.signs
    return Hall(meeting.rules, meeting.seat, signs=signs, results=hello.results)


def _up_to(tables: int, talk: Talk) -> int:
    """So many tables, or as many as the bot wants."""
    assert talk.hello is not None
    return min(tables, talk.hello.max_tables or tables)


def _place(seat: int | None) -> str:
    return "any seat" if seat is None else f"seat {seat}"


def _bodies(turns: Mapping[int, tuple[Table, bytes]]) -> dict[int, bytes]:
    return {turn_id: turn for turn_id, (_, turn) in turns.items()}


def _given_up(tables: Iterable[int]) -> bytes:
    """Tells of matches that nobody's play has ended."""
    forfeits = (session.forfeit(number, "VOID", None) for number in sorted(tables))
    return session.notices(bytes_field(1, forfeit) for forfeit in forfeits)
