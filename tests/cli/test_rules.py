"""`mus-arena rules`: profiles explained, and games replayed from files."""

import gzip
import json
from pathlib import Path

import pytest
from hypothesis import given

from arena.cli.rule_words import RULE_OF, explained
from arena.engine.rules import FIELDS, PROFILES, Rules, profile
from tests.cli.command import run
from tests.engine.vector_files import FOLDER, Json, changed, scenario
from tests.strategies import rules


def test_a_profile_is_explained(tmp_path: Path) -> None:
    """In sentences with the numbers of their rules; nobody's default is `traditional`."""
    done = run("rules", cwd=tmp_path)
    assert (done.code, done.err) == (0, "")
    assert done.out == run("rules", "traditional", cwd=tmp_path).out
    assert done.out.startswith("The profile traditional\n")
    assert "R9.2   A bet opens with 2 to 80 piedras, a raise adds 2 to 80.\n" in done.out


def test_profiles_are_compared(tmp_path: Path) -> None:
    """The profile named comes first; fields that are the same in all are left out."""
    out = run("rules", "app", cwd=tmp_path).out.splitlines()
    table = [line.split() for line in out[out.index("Where the profiles differ") + 2 :]]
    assert table[0] == ["rule", "app", "online", "traditional", "traditional4"]
    assert ["kings", "R2.2", "8", "8", "8", "4"] in table
    assert ["ordago", "R9.7", "no", "yes", "yes", "yes"] in table
    assert not {"target", "players"} & {row[0] for row in table}


def test_a_profile_for_programs(tmp_path: Path) -> None:
    """--json before or after the name: one line with the fields and the sentences."""
    (found,) = run("rules", "online", "--json", cwd=tmp_path).lines
    assert [found] == run("rules", "--json", "online", cwd=tmp_path).lines
    assert (found["schema"], found["type"]) == ("mus-arena/rules/1", "profile")
    assert found["rules"] == profile("online").as_dict()
    said = found["explained"]
    assert isinstance(said, list)
    assert {"rule": "R2.2", "text": explained(profile("online"))[1].text} in said


def test_an_unknown_profile(tmp_path: Path) -> None:
    """One line that says which there are; a usage error."""
    done = run("rules", "poker", cwd=tmp_path)
    expected = "error: rules profile 'poker': allowed are app, online, traditional, traditional4\n"
    assert (done.code, done.out, done.err) == (2, "", expected)


def test_help_has_examples(tmp_path: Path) -> None:
    """Both forms of the command are shown."""
    out = run("rules", "--help", cwd=tmp_path).out
    assert "[PROFILE]" in out
    assert "mus-arena rules check" in out
    assert "Examples:" in run("rules", "check", "-h", cwd=tmp_path).out


@given(rules())
def test_all_rules_can_be_explained(found: Rules) -> None:
    """Each sentence ends, and names a rule."""
    sentences = explained(found)
    assert all(sentence.text.endswith(".") for sentence in sentences)
    assert all(sentence.rule.startswith("R") for sentence in sentences)


@pytest.mark.parametrize(
    ("change", "text"),
    [
        ({"format": "trios"}, "Two sides of three play: seats 0, 2 and 4 against 1, 3 and 5."),
        ({"format": "individual", "players": 3}, "3 players, each on its own."),
        ({"kings": 4}, "The deck has four kings: a 3 and a 2 are themselves."),
        ({"target": 1, "games_to_win": 1}, "A game goes to 1 piedra; a match is one game."),
        ({"max_mus_rounds": 0}, "There is no mus: the lances begin at once."),
        ({"min_discard": 0}, "If all want mus, each seat throws any number of cards."),
        ({"mus_visto": 0.25}, "In 25.0% of the deals a card is exposed: then all may exchange"),
        ({"draws": "stock"}, "Cards are served from the top of the stock."),
        ({"signs": False}, "There are no señas."),
        ({"sign_interception": 0.1}, "Each opponent sees a seña with a probability of 10.0%."),
        ({"ordago": False}, "There is no órdago."),
        ({"refuser_out": False}, "Who refuses a bet is asked again at a raise."),
        ({"punto_bonus": "en_paso"}, "Winning punto is worth one piedra only if nobody bet."),
        ({"real": True}, "La real, 7-7-7 and a ten, is the best 31."),
    ],
)
def test_what_a_field_changes_is_said(change: dict[str, str | float | bool], text: str) -> None:
    """R14: every field has its sentence."""
    said = [sentence.text for sentence in explained(profile(**change))]
    assert any(sentence.startswith(text) for sentence in said)
    if len(change) == 1:
        assert not any(s.text.startswith(text) for s in explained(profile()))


def test_every_field_has_its_rule() -> None:
    """So the table can name it."""
    assert set(RULE_OF) == set(FIELDS)
    assert "explain" not in PROFILES
    assert "check" not in PROFILES


def write(path: Path, *games: Json) -> Path:
    """A file of games."""
    path.write_text("".join(json.dumps(game) + "\n" for game in games), encoding="utf-8")
    return path


ORDAGO = scenario("ordago-refuser-holds-best")
WRONG = changed(changed(ORDAGO, "deals.0.steps.1.legal", ["paso"]), "deals.0.score", [9, 9])


def test_files_are_replayed(tmp_path: Path) -> None:
    """Plain or gzip, whatever their names; one line for each."""
    packed = tmp_path / "packed"
    packed.write_bytes((FOLDER / "scenarios.jsonl.gz").read_bytes())
    plain = write(tmp_path / "plain", ORDAGO)
    done = run("rules", "check", packed, plain, cwd=tmp_path)
    assert (done.code, done.err) == (0, "")
    assert done.out.splitlines() == [
        f"{packed}: 118 games, 2,170 decisions, no difference",
        f"{plain}: 1 game, 4 decisions, no difference",
    ]


def test_differences_are_shown(tmp_path: Path) -> None:
    """The game, the deal, the step, what was expected and what the engine says; exit code 1."""
    path = write(tmp_path / "wrong", ORDAGO, WRONG)
    done = run("rules", "check", path, cwd=tmp_path)
    assert done.code == 1
    game = "  game ordago-refuser-holds-best, deal 1"
    assert done.out.splitlines() == [
        f"{path}: 2 games, 8 decisions, 1 game differs",
        f"{game}, step 2: legal: expected paso, got envido 2-80, ordago, paso",
        f"{game}: score: expected (9, 9), got (0, 40)",
    ]
    few = run("rules", "check", "--most", "1", path, cwd=tmp_path)
    assert (few.code, len(few.out.splitlines())) == (1, 2)


def test_differences_for_programs(tmp_path: Path) -> None:
    """--json: one line a file."""
    done = run("rules", "check", "--json", write(tmp_path / "wrong", WRONG), cwd=tmp_path)
    assert done.code == 1
    (found,) = done.lines
    assert (found["type"], found["games"], found["games_that_differ"]) == ("file", 1, 1)
    assert isinstance(found["differences"], list)
    assert found["differences"][0]["what"] == "legal"


def test_a_file_that_can_not_be_read(tmp_path: Path) -> None:
    """One clear line and exit code 2: a missing file, a folder, a cut archive, bad lines."""
    cut, text = tmp_path / "cut", tmp_path / "text"
    cut.write_bytes(gzip.compress(b"{}" * 1000)[:30])
    text.write_text("\n{,}\n", encoding="utf-8")
    bytes_ = tmp_path / "bytes"
    bytes_.write_bytes(b"\xff\xfe{}")
    bad = write(tmp_path / "bad", ORDAGO, changed(ORDAGO, "first_mano", 7))
    for path, message in (
        (tmp_path / "none", ": No such file or directory"),
        (tmp_path, ": Is a directory"),
        (cut, ": Compressed file ended before the end-of-stream marker was reached"),
        (text, ", line 2: not JSON: Expecting property name enclosed in double quotes:"),
        (bytes_, ", line 1: not JSON: "),
        (bad, ", line 2: first_mano must be 0 to 3, not 7"),
    ):
        done = run("rules", "check", path, cwd=tmp_path)
        assert (done.code, done.out) == (2, "")
        assert done.err.startswith(f"error: {path}{message}")
        assert done.err.count("\n") == 1
