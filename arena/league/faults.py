"""The files of a league's faults: one for each of a bot's first faults, with all that is known."""

import json
from collections import Counter
from pathlib import Path

from arena.errors import StoreError
from arena.league.database import told
from arena.league.schedule import Block, MatchKey, match_number
from arena.league.store import Store
from arena.match.result import BlockResult, Evidence, Fault, MatchResult
from arena.protocol.showing import action_text, legal_of_turn, turn_values

FOLDER = "faults"
SCHEMA = "mus-arena/fault/1"
MOST = 100
"""Files kept for each bot: the next thousand faults would say the same."""


class FaultFiles:
    """Writes `faults/<match>.json` for matches of a league that ended by a fault."""

    def __init__(self, directory: Path, store: Store) -> None:
        self._folder = directory / FOLDER
        self._league = store.league
        self._kept = Counter[int | None]()
        for tally in store.tallies():
            for (bot, _), count in tally.faults.items():
                self._kept[bot] += count

    def keep(self, block: Block, result: BlockResult) -> None:
        """Writes the faults of a block; of the matches it gave up unplayed only the first."""
        told_unplayed = False
        for match in result.matches:
            fault = match.fault
            if fault is None or (told_unplayed and not match.record):
                continue
            told_unplayed = told_unplayed or not match.record
            bot = None if fault.bot is None else block.pairing.bots[fault.bot]
            self._kept[bot] += 1
            if self._kept[bot] <= MOST:
                self._write(block, match, fault)

    def _write(self, block: Block, match: MatchResult, fault: Fault) -> None:
        key = MatchKey(block.pairing.index, match.group, match.room)
        number = match_number(self._league.schedule, key)
        names = [self._league.bots[bot].name for bot in block.pairing.bots]
        values = {
            "schema": SCHEMA,
            "type": "fault",
            "game": number,
            "reason": fault.reason.value,
            "bot": None if fault.bot is None else names[fault.bot],
            "seat": fault.seat,
            "detail": fault.detail,
            "seating": [names[bot] for bot in match.seating],
            "decisions": match.decisions,
            "again": f"mus-arena replay {self._folder.parent} {number} --bot BOT",
            "evidence": None if fault.evidence is None else _shown(fault.evidence),
        }
        path = self._folder / f"{number}.json"
        with told(path):
            self._folder.mkdir(parents=True, exist_ok=True)
            path.write_text(json.dumps(values, indent=2) + "\n", encoding="utf-8")


def evidence_of(directory: Path, game: int) -> Evidence:
    """The evidence of a fault, from its file. Raises StoreError if there is none."""
    path = directory / FOLDER / f"{game}.json"
    if not path.is_file():
        raise StoreError(f"{path}: not there: only games that ended by a fault have such a file")
    with told(path):
        shown = json.loads(path.read_text(encoding="utf-8")).get("evidence")
    if shown is None:
        raise StoreError(f"{path}: this fault did not happen on a turn")
    answer = shown["answer_bytes"]
    return Evidence(
        turn=bytes.fromhex(shown["turn_bytes"]),
        answer=None if answer is None else bytes.fromhex(answer),
        seconds=shown["seconds"],
        printed=shown["printed"],
    )


def _shown(evidence: Evidence) -> dict[str, object]:
    """Evidence as JSON values: in words, and the messages of the protocol in hex."""
    answer = evidence.answer
    return {
        "turn": turn_values(evidence.turn),
        "turn_bytes": evidence.turn.hex(),
        "legal": str(legal_of_turn(evidence.turn)),
        "answer": action_text(answer),
        "answer_bytes": None if answer is None else answer.hex(),
        "seconds": round(evidence.seconds, 6),
        "printed": evidence.printed,
    }
