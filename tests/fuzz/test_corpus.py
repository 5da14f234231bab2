"""What fuzzing has found worth keeping holds."""

from pathlib import Path

import pytest

from tests.fuzz.targets import TARGETS

CORPUS = Path(__file__).parent / "corpus"


def test_every_target_has_a_corpus() -> None:
    """And no folder is without a target."""
    assert {folder.name for folder in CORPUS.iterdir()} == TARGETS.keys()


@pytest.mark.parametrize("name", TARGETS)
def test_the_corpus_holds(name: str) -> None:
    """Every input that was kept of a target."""
    kept = sorted((CORPUS / name).iterdir())
    assert kept
    for path in kept:
        TARGETS[name](path.read_bytes())
