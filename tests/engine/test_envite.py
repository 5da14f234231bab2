"""The betting of one lance, without cards."""

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.engine.actions import Ask, Envido, Word, every
from arena.engine.envite import MOST_KNOWN, Envite, opened
from arena.engine.events import Outcome
from arena.engine.notation import parse_action
from arena.engine.rules import Rules, profile

PAIRS = profile("online", target=40)
STRICT = profile("traditional")
ALONE = profile("online", format="individual", players=4)


def envite(rules: Rules, texts: str = "", eligible: tuple[int, ...] = (0, 1, 2, 3)) -> Envite:
    """A lance in which this has been said: `paso, envido 2`."""
    found = opened(rules, eligible)
    for text in filter(None, texts.split(", ")):
        assert found.outcome is None
        action = parse_action(text, ())
        assert action in found.legal
        found = found.after(action)
    return found


def speakers(rules: Rules, texts: str, eligible: tuple[int, ...] = (0, 1, 2, 3)) -> list[int]:
    """Who said each of these."""
    said = texts.split(", ")
    return [envite(rules, ", ".join(said[:i]), eligible).to_act for i in range(len(said))]


def ended(rules: Rules, texts: str) -> tuple[Outcome | None, int, int]:
    """How it ended, the stake, and the deje."""
    found = envite(rules, texts)
    return found.outcome, found.stake, found.deje


def test_all_pass() -> None:
    """R9.1: each is asked once, in order; then the lance is en paso."""
    assert speakers(PAIRS, "paso, paso, paso, paso") == [0, 1, 2, 3]
    assert ended(PAIRS, "paso, paso, paso, paso") == (Outcome.EN_PASO, 0, 0)


def test_who_answers() -> None:
    """R9.3, R9.4: the other side answers, starting after the bettor; its mates have no turn."""
    assert speakers(PAIRS, "paso, envido 2, no_quiero, no_quiero") == [0, 1, 2, 0]
    assert speakers(PAIRS, "envido 2, envido 2, envido 2, quiero") == [0, 1, 2, 3]
    assert speakers(PAIRS, "envido 2, quiero") == [0, 1]


def test_a_bet_or_an_answer_is_asked_for() -> None:
    """BET before any bet of the lance, ANSWER after."""
    assert envite(PAIRS, "paso").ask is Ask.BET
    assert envite(PAIRS, "paso, envido 2").ask is Ask.ANSWER


@pytest.mark.parametrize(
    ("said", "deje"),
    [
        ("envido 5", 1),
        ("envido 40", 1),
        ("ordago", 1),
        ("envido 2, envido 2", 2),
        ("envido 2, envido 7", 2),
        ("envido 2, envido 2, envido 2", 4),
        ("envido 5, ordago", 5),
        ("envido 2, envido 3, ordago", 5),
    ],
)
def test_what_a_refusal_pays(said: str, deje: int) -> None:
    """R10.1: 1 for the first bet, whatever its size; else the stake before the refused raise."""
    found = envite(PAIRS, f"{said}, no_quiero, no_quiero")
    assert (found.outcome, found.deje) == (Outcome.DEJE, deje)


def test_stakes_add_up() -> None:
    """R9.2: k is always what is added; an órdago adds nothing."""
    assert ended(PAIRS, "envido 2, envido 3, quiero")[:2] == (Outcome.QUERIDO, 5)
    assert ended(PAIRS, "envido 2, ordago, quiero")[:2] == (Outcome.ORDAGO, 2)
    assert ended(PAIRS, "envido 2, envido 3, no_quiero, no_quiero") == (Outcome.DEJE, 5, 2)


def test_who_refused_is_out() -> None:
    """R9.5: with refuser_out it is not asked again in the lance; without, at the next raise."""
    said = "envido 2, no_quiero, envido 2, envido 2, quiero"
    assert speakers(STRICT, said) == [0, 1, 3, 0, 3]
    assert speakers(PAIRS, said) == [0, 1, 3, 0, 1]


def test_to_an_ordago_there_are_two_answers() -> None:
    """R9.7: quiero and no quiero."""
    assert str(envite(PAIRS, "ordago").legal) == "quiero, no_quiero"
    assert str(envite(PAIRS, "envido 2, ordago").legal) == "quiero, no_quiero"


def test_without_ordago() -> None:
    """R9.7: the word is never legal."""
    rules = profile("app")
    assert str(envite(rules).legal) == "paso, envido 2-2"
    assert str(envite(rules, "envido 2").legal) == "quiero, no_quiero, envido 2-2"


def test_the_limit() -> None:
    """R9.8: once the stake is at the limit there is no raise; a raise may jump over it."""
    rules = profile("online", stake_limit=6)
    assert envite(rules, "envido 5").legal.envido == (1, 40)
    assert str(envite(rules, "envido 5, envido 1").legal) == "quiero, no_quiero, ordago"
    assert str(envite(rules, "envido 40").legal) == "quiero, no_quiero, ordago"
    assert envite(rules, "envido 5, envido 40").stake == 45


def test_alone_everybody_answers() -> None:
    """R13.1: all others are asked, also after a quiero; a raise asks all again who are not out."""
    said = "envido 2, quiero, no_quiero, envido 2, quiero, no_quiero"
    assert speakers(ALONE, said) == [0, 1, 2, 3, 0, 1]
    assert speakers(ALONE, "ordago, quiero, no_quiero, quiero") == [0, 1, 2, 3]


def test_alone_the_bettor_and_those_in_contend() -> None:
    """R13.2, R13.4: the hands of those who went out are not compared."""
    assert envite(ALONE, "paso, envido 2, quiero, no_quiero, no_quiero").contenders() == (1, 2)
    assert envite(ALONE, "ordago, no_quiero, no_quiero, quiero").contenders() == (0, 3)
    assert envite(ALONE, "envido 2, quiero, envido 2, no_quiero").inside == ()


def test_alone_all_out() -> None:
    """R13.2: the bet is refused."""
    said = "envido 2, quiero, envido 3, no_quiero, no_quiero, no_quiero"
    assert ended(ALONE, said) == (Outcome.DEJE, 5, 2)


def test_en_paso_all_contend() -> None:
    """R11.6, R13.3: the best hand of all who are eligible."""
    assert envite(ALONE, "paso, paso, paso, paso").contenders() == (0, 1, 2, 3)
    assert envite(PAIRS, "envido 2, no_quiero, quiero").contenders() == (0, 1, 2, 3)


def test_only_the_eligible_speak() -> None:
    """R8.3, R8.5: the first of them opens, the others' seats are passed over."""
    assert speakers(PAIRS, "paso, envido 2, quiero", (3, 0, 2)) == [3, 0, 3]


def all_envites(rules: Rules, eligible: tuple[int, ...]) -> Iterator[tuple[Envite, list[str]]]:
    """Every lance that can be: each with what was said in it."""
    todo: list[tuple[Envite, list[str]]] = [(opened(rules, eligible), [])]
    while todo:
        now, said = todo.pop()
        yield now, said
        if now.outcome is None:
            todo += [(now.after(a), [*said, f"{now.to_act} {a}"]) for a in every(now.legal)]


@given(
    st.sampled_from((("pairs", 4), ("trios", 6), ("individual", 3))),
    st.fixed_dictionaries({"refuser_out": st.booleans(), "ordago": st.booleans()}),
    st.data(),
)
def test_every_lance_that_can_be(
    seating: tuple[str, int], flags: dict[str, bool], data: st.DataObject
) -> None:
    """R9: lances end, stakes are the envidos said, and those asked are never the bettor's."""
    kind, players = seating
    ranges = {"bet_max": 2, "raise_max": 2, "stake_limit": 4}
    rules = profile("traditional", format=kind, players=players, **ranges, **flags)
    order = data.draw(st.permutations(range(rules.seats)))
    eligible = tuple(order[: data.draw(st.integers(2, rules.seats))])
    if len({rules.team[seat] for seat in eligible}) < 2:
        return
    for now, said in all_envites(rules, eligible):
        assert len(said) <= 6 * len(eligible)
        assert now.stake == 2 * sum("envido" in words for words in said)
        if now.bettor is not None and now.outcome is None:
            assert rules.team[now.to_act] != rules.team[now.bettor]
        if now.outcome is Outcome.EN_PASO:
            assert said == [f"{seat} paso" for seat in eligible]
        if now.outcome in {Outcome.QUERIDO, Outcome.ORDAGO}:
            contenders = now.contenders()
            assert len({rules.team[seat] for seat in contenders}) >= 2


def test_what_follows_is_another_value() -> None:
    """Nothing said after a moment changes it."""
    before = envite(PAIRS, "envido 2")
    after = before.after(Envido(5)).after(Word.QUIERO)
    assert (before.stake, before.outcome, before.to_act) == (2, None, 1)
    assert (after.stake, after.outcome) == (7, Outcome.QUERIDO)


def test_equal_moments_are_one() -> None:
    """Whatever was said before: 2 and 5 more, or 5 and 2 more, differ in what a refusal pays alone."""
    assert envite(PAIRS, "paso, envido 2") is envite(PAIRS, "paso, envido 2")
    assert envite(PAIRS, "envido 2, envido 5") is not envite(PAIRS, "envido 5, envido 2")
    six, four = "envido 6, envido 2, envido 2", "envido 4, envido 4, envido 2"
    assert envite(PAIRS, six) is envite(PAIRS, four)


def test_memory_has_an_end() -> None:
    """A bot that bets in ever new ways is answered all the same."""
    wide = profile("online", target=40, stake_limit=100_000, bet_max=90_000)
    for piedras in range(2, MOST_KNOWN + 100):
        assert envite(wide, f"envido {piedras}").stake == piedras
