"""A stranger's verifier, in TypeScript, made from proto/README.md alone."""

import re
import shutil
import subprocess
from hashlib import sha256, shake_256
from pathlib import Path

import pytest

from arena.engine.shuffle import MatchKey, deck, first_mano
from tests.cli.command import SEED, run

HERE = Path(__file__).parents[1] / "verifier"
README = Path(__file__).parents[2] / "proto" / "README.md"
EXAMPLE = MatchKey(bytes(range(32)), "cautious|odds", 3)


@pytest.fixture(scope="module")
def verifier(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The verifier as JavaScript, built in a copy of its directory."""
    npm = shutil.which("npm")
    if npm is None or shutil.which("node") is None:
        pytest.skip("node and npm are not here: the verifier is TypeScript")
    copy = Path(shutil.copytree(HERE, tmp_path_factory.mktemp("verifier") / "verifier"))
    quietly = ("--silent", "--no-audit", "--no-fund", "--no-save", "--ignore-scripts")
    subprocess.run([npm, "install", *quietly], cwd=copy, check=True)
    subprocess.run([npm, "run", "--silent", "build"], cwd=copy, check=True)
    return copy / "dist" / "verify.js"


def verified(verifier: Path, seed: str, deals: Path) -> subprocess.CompletedProcess[str]:
    """What the verifier says of some deals."""
    words = ["node", str(verifier), seed, str(deals)]
    return subprocess.run(words, capture_output=True, text=True, check=False)


@pytest.mark.slow
@pytest.mark.timeout(300)  # It installs a compiler.
def test_a_stranger_computes_the_same_cards(verifier: Path, league: Path, tmp_path: Path) -> None:
    """All decks, hands, new stocks and first manos of a league; not with a card or seed changed."""
    deals = tmp_path / "deals.ndjson"
    assert run("league", "export", league, "deals", "-o", deals, cwd=tmp_path).code == 0
    text = deals.read_text()
    told = verified(verifier, SEED, deals)
    assert told.returncode == 0, told.stderr
    commitment = sha256(bytes.fromhex(SEED)).hexdigest()
    count = len(text.splitlines())
    assert told.stdout == (
        f"{count} deals have the cards of their keys; SHA-256 of the seed: {commitment}\n"
    )
    assert verified(verifier, "08" * 32, deals).returncode != 0
    deals.write_text(re.sub(r'"deck": \["(..)", "(..)"', r'"deck": ["\2", "\1"', text, count=1))
    told = verified(verifier, SEED, deals)
    assert told.returncode != 0
    assert "game 1, deal 1: deck" in told.stderr


def test_the_verifier_is_short() -> None:
    """60 lines are enough."""
    assert len((HERE / "verify.ts").read_text().splitlines()) <= 60


def test_the_example_in_the_readme_is_right() -> None:
    """Keys, bytes of SHAKE-256, the mano and the deck."""
    found = re.search(r"\*\*An example\.\*\*.*?```\n(.*?)```", README.read_text(), re.DOTALL)
    assert found is not None
    lines = [line[18:].rstrip(" …") for line in found[1].splitlines()]
    mano_key, deck_key = (bytes.fromhex("".join(lines[at : at + 2])) for at in (0, 4))
    assert shake_256(mano_key).digest(4) == bytes.fromhex(lines[2])
    assert first_mano(EXAMPLE, 4) == int(lines[3])
    assert shake_256(deck_key).digest(16) == bytes.fromhex(lines[6])
    assert " ".join(lines[7:9]).split() == [*map(str, deck(EXAMPLE, game=1, deal=2))]
    assert deck_key[:8] == b"\x00\x00\x00\x04deck"
