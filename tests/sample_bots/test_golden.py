"""All starters play the same strategy: they answer the golden turns alike, to the last position."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
import trio

from arena.errors import ConfigError
from arena.league.bots import resolve
from arena.match.bot import BotSpec
from arena.match.sandbox import Kind, Sandbox
from arena.protocol.pb import arena_pb2 as pb
from tests.golden.arena import TOKEN, converse
from tests.golden.golden import FILE, read
from tests.golden.make import CONVERSATIONS, conversation, features

LANGUAGES = ("python", "typescript", "go", "rust", "java", "cpp")
EVENTS = {field.name for field in pb.Event.DESCRIPTOR.fields}


def starter(language: str) -> BotSpec:
    """The starter of a language, in no sandbox; skips the test if it is not built here."""
    try:
        spec = resolve(f"starter-{language}", base=Path())
        return replace(spec, sandbox=Sandbox(Kind.NONE))
    except ConfigError as error:
        pytest.skip(str(error))


def seen() -> Iterator[str]:
    """What there is to see in the golden turns."""
    for steps in read():
        for step in steps:
            for turn in step.message.turns.turns:
                yield from features(turn, step.answers[turn.turn_id])
            for notice in step.message.notices.notices:
                yield from (f"event {event.WhichOneof('event')}" for event in notice.events)


@pytest.mark.slow
def test_they_are_what_the_strategy_answers() -> None:
    """The file is what `python -m tests.golden.make` writes: engine and strategy are unchanged."""
    made = [list(conversation(number)) for number in range(len(CONVERSATIONS))]
    assert list(read()) == made, f"run 'python -m tests.golden.make' to write {FILE.name} anew"


def test_they_cover_everything() -> None:
    """At least 500 turns: every ask in every lance, every kind of action and of event."""
    found = set(seen())
    assert sum(len(step.answers) for steps in read() for step in steps) >= 500
    assert {name.removeprefix("event ") for name in found if name.startswith("event ")} == EVENTS
    for lance in ("GRANDE", "CHICA", "PARES", "JUEGO", "PUNTO"):
        for answer in ("ASK_BET {} CALL_PASO", "ASK_BET {} envido", "ASK_BET {} CALL_ORDAGO"):
            assert answer.format(f"LANCE_{lance}") in found
        for answer in ("CALL_QUIERO", "CALL_NO_QUIERO", "envido"):
            assert f"ASK_ANSWER LANCE_{lance} {answer}" in found
    assert "ASK_ANSWER LANCE_CHICA CALL_ORDAGO" in found
    for answer in ("ASK_SIGNS {} signs", "ASK_MUS {} CALL_MUS", "ASK_MUS {} CALL_NO_MUS"):
        assert answer.format("LANCE_UNSPECIFIED") in found
    for thrown in range(5):
        assert f"least 0 thrown {thrown}" in found


@pytest.mark.slow
@pytest.mark.timeout(300)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_starter_answers_them(language: str, tmp_path: Path) -> None:
    """It says hello, gives every answer of the strategy, takes no harm from news, ends with 0."""
    bot = starter(language)
    for number, steps in enumerate(read()):
        heard = trio.run(lambda: converse(bot, steps, folder=tmp_path))  # noqa: B023 - run at once
        hello = heard.hello
        assert hello is not None, heard.printed
        assert (hello.token, hello.protocol_version, hello.signs) == (TOKEN, 1, True)
        assert hello.name == f"starter-{language}"
        expected = {turn: action for step in steps for turn, action in step.answers.items()}
        assert heard.answers == expected, f"conversation {number}: {heard.printed}"
        assert (heard.exit_code, heard.printed) == (0, "")
