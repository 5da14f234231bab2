"""The golden turns: what an arena says to a bot, and what the strategy of the starters answers.

`turns.jsonl.gz` has one JSON object a line: `message` is a `PlayResponse`,
`answer` the `PlayRequest` expected, where there is one. Both are protobuf's own
JSON. A welcome begins a new conversation.
"""

import gzip
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from google.protobuf.json_format import MessageToDict, ParseDict

from arena.protocol.pb import arena_pb2 as pb

FILE = Path(__file__).with_name("turns.jsonl.gz")


@dataclass(frozen=True, slots=True)
class Step:
    """One message of the arena; `answers` are the actions expected, by turn."""

    message: pb.PlayResponse
    answers: dict[int, pb.Action]


def read() -> Iterator[list[Step]]:
    """The conversations of the file, each from its welcome on."""
    conversation: list[Step] = []
    with gzip.open(FILE, "rt") as lines:
        for step in map(_step, lines):
            if step.message.HasField("welcome") and conversation:
                yield conversation
                conversation = []
            conversation.append(step)
    yield conversation


def write(steps: Iterable[Step]) -> None:
    """Writes the file; the same steps give the same bytes."""
    lines = "".join(_line(step) for step in steps)
    FILE.write_bytes(gzip.compress(lines.encode(), mtime=0))


def _step(line: str) -> Step:
    read = json.loads(line)
    answer = ParseDict(read.get("answer", {}), pb.PlayRequest())
    return Step(
        message=ParseDict(read["message"], pb.PlayResponse()),
        answers={decision.turn_id: decision.action for decision in answer.decisions.decisions},
    )


def _line(step: Step) -> str:
    parts = {"message": MessageToDict(step.message)}
    if step.answers:
        decisions = [pb.Decision(turn_id=i, action=a) for i, a in step.answers.items()]
        answer = pb.PlayRequest(decisions=pb.Decisions(decisions=decisions))
        parts["answer"] = MessageToDict(answer)
    return json.dumps(parts, separators=(",", ":")) + "\n"
