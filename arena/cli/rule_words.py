"""A set of rules in plain words, each sentence with the number of the rule it comes from."""

from dataclasses import dataclass

from arena.engine.rules import Draws, Format, PuntoBonus, Rules

RULE_OF: dict[str, str] = {
    "format": "R3.1",
    "players": "R3.1",
    "kings": "R2.2",
    "target": "R11.1",
    "games_to_win": "R1",
    "bet_min": "R9.2",
    "bet_max": "R9.2",
    "raise_min": "R9.2",
    "raise_max": "R9.2",
    "ordago": "R9.7",
    "refuser_out": "R9.5",
    "punto_bonus": "R11.5",
    "real": "R7.6",
    "mus_corrido": "R5.6",
    "mus_visto": "R5.10",
    "signs": "R12.1",
    "sign_interception": "R12.3",
    "min_discard": "R5.2",
    "max_mus_rounds": "R5.4",
    "stake_limit": "R9.8",
    "draws": "R6.2",
}
"""The rule that each field changes."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """What is played, and the number of the rule that says so."""

    rule: str
    text: str


def explained(rules: Rules) -> tuple[Sentence, ...]:
    """All that a set of rules decides, in the order of a game."""
    sentences = (*_table(rules), *_talk(rules), *_signs(rules), *_bets(rules), *_count(rules))
    return tuple(Sentence(rule, text) for rule, text in sentences)


_Said = tuple[str, str]


def _table(rules: Rules) -> tuple[_Said, ...]:
    seats = {
        Format.PAIRS: "Two pairs play: seats 0 and 2 against 1 and 3.",
        Format.TRIOS: "Two sides of three play: seats 0, 2 and 4 against 1, 3 and 5.",
        Format.INDIVIDUAL: f"{rules.players} players, each on its own.",
    }
    eight = "The deck has eight kings: a 3 plays as a rey and a 2 as an as."
    four = "The deck has four kings: a 3 and a 2 are themselves."
    match = f"who wins {rules.games_to_win:,} wins the match"
    if rules.games_to_win == 1:
        match = "a match is one game"
    return (
        ("R3.1", seats[rules.format]),
        ("R2.2", eight) if rules.kings == 8 else ("R2.3", four),
        ("R1", f"A game goes to {_many(rules.target, 'piedra')}; {match}."),
    )


def _talk(rules: Rules) -> tuple[_Said, ...]:
    said = []
    if rules.mus_corrido:
        cut = "Mus corrido: in the first deal of a game who cuts the mus is mano"
        said.append(("R5.6", f"{cut}, and each time all want mus the mano moves on."))
    if rules.mus_visto:
        chance = f"In {rules.mus_visto:.1%} of the deals a card is exposed"
        said.append(("R5.10", f"{chance}: then all may exchange before the first talk."))
    if rules.max_mus_rounds or rules.mus_visto:
        fewest = "any number of" if rules.min_discard == 0 else _range(rules.min_discard, 4)
        said.append(("R5.2", f"If all want mus, each seat throws {fewest} cards."))
    if rules.max_mus_rounds:
        times = _many(rules.max_mus_rounds, "exchange")
        said.append(("R5.4", f"After {times} in a deal there is no more mus."))
    else:
        said.append(("R5.4", "There is no mus: the lances begin at once."))
    draws = {
        Draws.STOCK: ("R6.1", "Cards are served from the top of the stock."),
        Draws.PER_SEAT: ("R6.2", "Each seat draws from cards of the stock set aside for it."),
    }
    return (*said, draws[rules.draws])


def _signs(rules: Rules) -> tuple[_Said, ...]:
    if not rules.signs or rules.teams == rules.seats:
        return (("R12.1", "There are no señas."),)
    said = ("R12.1", "Team mates may pass each other señas, true ones only, before the talk.")
    if not rules.sign_interception:
        return (said,)
    chance = f"{rules.sign_interception:.1%}"
    return said, ("R12.3", f"Each opponent sees a seña with a probability of {chance}.")


def _bets(rules: Rules) -> tuple[_Said, ...]:
    opening, adding = _range(rules.bet_min, rules.bet_max), _range(rules.raise_min, rules.raise_max)
    again = "is not asked again in that lance" if rules.refuser_out else "is asked again at a raise"
    limit = f"Once {_many(rules.stake_limit, 'piedra')} are at stake there is no raise"
    return (
        ("R9.2", f"A bet opens with {opening} piedras, a raise adds {adding}."),
        ("R9.8", f"{limit}{' but an órdago' if rules.ordago else ''}."),
        ("R9.7", "Órdago bets the whole game." if rules.ordago else "There is no órdago."),
        ("R9.5", f"Who refuses a bet {again}."),
    )


def _count(rules: Rules) -> tuple[_Said, ...]:
    bonus = {
        PuntoBonus.ALWAYS: "Winning punto is worth one piedra, on top of the bets.",
        PuntoBonus.EN_PASO: "Winning punto is worth one piedra only if nobody bet.",
    }
    real = "La real, 7-7-7 and a ten, is the best 31." if rules.real else "There is no real."
    return ("R7.6", real), ("R11.5", bonus[rules.punto_bonus])


def _range(low: int, high: int) -> str:
    return str(low) if low == high else f"{low} to {high}"


def _many(value: int, thing: str) -> str:
    return f"{value:,} {thing}" if value == 1 else f"{value:,} {thing}s"
