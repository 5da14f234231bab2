"""The files of a league's faults: one for each of a bot's first faults, with all that is known."""

import json
from collections import Counter
from pathlib import Path

from arena.league.database import told
from arena.league.schedule import Block, MatchKey, match_number
from arena.league.store import Store
from arena.match.result import BlockResult, Evidence, Fault, MatchResult

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
            "evidence": None if fault.evidence is None else _shown(fault.evidence),
        }
        path = self._folder / f"{number}.json"
        with told(path):
            self._folder.mkdir(parents=True, exist_ok=True)
            path.write_text(json.dumps(values, indent=2) + "\n", encoding="utf-8")


def _shown(evidence: Evidence) -> dict[str, object]:
    """Evidence as JSON values: messages of the protocol in hex."""
    return {
        "turn": evidence.turn.hex(),
        "answer": None if evidence.answer is None else evidence.answer.hex(),
        "seconds": round(evidence.seconds, 6),
        "printed": evidence.printed,
    }
