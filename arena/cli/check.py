"""`mus-arena check`: whether a bot keeps what a bot promises, step by step."""

from collections.abc import Mapping
from pathlib import Path

import click
import trio

from arena.cli import ndjson, options
from arena.cli.words import told_safely
from arena.errors import StartError
from arena.league.bots import resolve
from arena.match.exam import TURNS, Exam, Finding, Status, examine
from arena.match.talk import Step
from arena.protocol.clock import TimeControl

SCHEMA = "mus-arena/check/1"
_FAILED = StartError.exit_code
_USUAL = TimeControl()
_MOST_LINES = 8

_TITLES: Mapping[Step, str] = {
    Step.START: "starts and says hello in time",
    Step.HELLO: "says hello as the protocol wants it",
    Step.PLAY: "plays legally under all kinds of rules",
    Step.BATCHES: "answers every turn once, and nothing else",
    Step.TIME: "keeps the time",
    Step.CANCELLED: "goes on when tables end in the middle",
    Step.NEWS: "passes over what it does not know",
    Step.LEAVE: "leaves after goodbye",
    Step.OUTPUT: "prints nothing",
    Step.REPEAT: "plays the same again",
}
_MENDS: Mapping[Step, str] = {
    Step.START: "Run the command by hand: it should say that MUS_ARENA_ADDRESS is not set. Build it if it"
    " has to be built. Dial MUS_ARENA_ADDRESS and send hello before anything slow.",
    Step.HELLO: "Send hello once, as the first message of the only stream, with the value of"
    " MUS_ARENA_TOKEN and protocol_version 1.",
    Step.PLAY: "Answer with one of turn.legal_actions: bets within envido.min and max, discards of"
    " discard.min to max cards. Don't end, whatever the turn; what you raise should be on stderr.",
    Step.BATCHES: "Answer each turn of a message once, by its turn_id; in any order, in any number of"
    " messages, none of them empty.",
    Step.TIME: "Answer within turn_time of Welcome. Flush what you send, and send it from one thread.",
    Step.CANCELLED: "Don't wait for a turn of a certain table: a match can end by somebody's fault, and"
    " nothing more comes from its table.",
    Step.NEWS: "Ignore kinds of messages, events and fields that you don't know: pass over a oneof"
    " that is not set.",
    Step.LEAVE: "After goodbye close your side of the stream, wait for its end, and exit with 0:"
    " no thread or child should keep the process.",
    Step.OUTPUT: "Nothing breaks, but it is kept with every game: print only what you want to read there.",
    Step.REPEAT: "Fine if you mean it. To repeat games exactly, draw chance from turn.random alone, and"
    " keep the clock out of decisions.",
}


@click.command(
    epilog=options.examples(
        "mus-arena check my_bot.py",
        'mus-arena check "node dist/bot.js" --turn-time 0.2',
        "mus-arena check starter-go --json",
    )
)
@click.argument("bot", metavar="BOT")
@click.option(
    "--turns",
    "-n",
    type=click.IntRange(min=1),
    metavar="N",
    default=TURNS,
    show_default=True,
    help="How many turns to play one by one.",
)
@click.option(
    "--turn-time",
    type=click.FloatRange(min=0.001),
    metavar="SECONDS",
    default=_USUAL.turn,
    show_default=True,
    help="The time for a decision, as in the league you want to play.",
)
@click.option(
    "--bank",
    type=click.FloatRange(min=0),
    metavar="SECONDS",
    default=_USUAL.bank,
    show_default=True,
    help="The time beyond that.",
)
@options.as_json
def check(*, bot: str, turns: int, turn_time: float, bank: float, as_json: bool) -> int:
    """Try whether a bot is right, step by step.

    BOT is what it is for play. Each step tells what was seen, and how to mend it
    if it failed. Exit code 4 if any did.
    """
    spec = resolve(bot, base=Path.cwd())
    exam = Exam(spec, TimeControl(turn=turn_time, bank=bank), turns)
    told: list[Finding] = []

    def tell(finding: Finding) -> None:
        told.append(finding)
        (_tell_json if as_json else _tell)(finding)

    click.echo(f"checking {told_safely(spec.name)} …", err=True)
    passed = trio.run(examine, exam, tell)
    (_sum_up_json if as_json else _sum_up)(spec.name, told)
    return 0 if passed else _FAILED


def _tell(finding: Finding) -> None:
    step, status = finding.step, finding.status
    word = "FAILED" if status is Status.FAILED else status.value
    click.echo(f"{step.number:>2} {word:<8} {_TITLES[step]}: {told_safely(finding.detail)}")
    if status in {Status.OK, Status.SKIPPED}:
        return
    click.echo(f"{'':12}→ {_MENDS[step]}")
    lines = finding.printed.splitlines()[-_MOST_LINES:]
    if lines:
        click.echo(f"{'':12}It printed last:")
    for line in lines:
        click.echo(f"{'':12}| {told_safely(line)[:200]}")


def _tell_json(finding: Finding) -> None:
    step, status = finding.step, finding.status
    ndjson.write(
        {
            "schema": SCHEMA,
            "type": "step",
            "number": step.number,
            "step": step.value,
            "title": _TITLES[step],
            "status": status.value,
            "detail": finding.detail,
            "mend": None if status in {Status.OK, Status.SKIPPED} else _MENDS[step],
            "printed": finding.printed,
        }
    )


def _sum_up(name: str, told: list[Finding]) -> None:
    failed = [finding.step.number for finding in told if finding.status is Status.FAILED]
    if failed:
        which = " and ".join(f"step {number}" for number in failed)
        click.echo(f"{told_safely(name)} is not ready: {which} failed.")
    else:
        click.echo(f"{told_safely(name)} is ready to play.")


def _sum_up_json(name: str, told: list[Finding]) -> None:
    failed = [finding.step.number for finding in told if finding.status is Status.FAILED]
    values = {"bot": name, "passed": not failed, "failed": failed}
    ndjson.write({"schema": SCHEMA, "type": "summary", **values})
