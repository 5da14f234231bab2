"""`mus-arena replay LEAGUE GAME --bot BOT`: shows a bot the turn at which a game ended by a fault."""

from pathlib import Path

import click
import trio

from arena.cli.words import told_safely
from arena.league.bots import resolve
from arena.league.faults import evidence_of
from arena.league.recorded import rules_of
from arena.league.store import Store
from arena.match.result import Evidence
from arena.match.seating import fixed_seats
from arena.match.trial import Finding, Trial, try_bot
from arena.protocol.clock import TimeControl
from arena.protocol.showing import action_text, hand_of_turn, is_legal, legal_of_turn, seat_of_turn


def show_again(directory: Path, game: int, bot: str) -> None:
    """Shows the turn of a fault to a bot and tells what it answers.

    Raises StoreError if the game has no such turn, ConfigError if there is no such bot.
    """
    with Store.open(directory) as store:
        rules, identity = rules_of(store.league), store.league.identity
    evidence = evidence_of(directory, game)
    times = identity.get("time")
    clock = TimeControl(**times) if isinstance(times, dict) else TimeControl()
    seat = seat_of_turn(evidence.turn) if fixed_seats(rules) else None
    trial = Trial(resolve(bot, base=Path()), rules, clock, seat=seat, turns=[evidence.turn])
    _tell(evidence, trio.run(try_bot, trial))


def _tell(evidence: Evidence, finding: Finding) -> None:
    turn = evidence.turn
    lines = [
        f"Seat {seat_of_turn(turn)} holds {' '.join(map(str, hand_of_turn(turn)))}",
        f"and may say: {legal_of_turn(turn)}.",
        f"Then:  {action_text(evidence.answer)}, after {evidence.seconds:.3f} s.",
    ]
    answer = next(iter(finding.answers.values()), None)
    if answer is not None:
        verdict = "legal" if is_legal(turn, answer) else "not legal"
        lines.append(f"Now:   {action_text(answer)}, after {finding.seconds:.3f} s: {verdict}.")
    if finding.failure is not None:
        lines.append(f"Now:   {finding.failure}")
    if finding.printed:
        lines.append(f"It printed:\n{finding.printed}")
    for line in "\n".join(lines).splitlines():
        click.echo(told_safely(line))
