"""Señas: the signs, and of which hands they are true (R12.2)."""

from enum import Enum
from functools import cache

from arena.engine.hands import Pares, Worth


class Sign(Enum):
    """A sign a seat can pass to its team mates."""

    DUPLES = 1
    TRES_REYES = 2
    TRES_ASES = 3
    MEDIAS = 4
    DOS_REYES = 5
    DOS_ASES = 6
    TREINTA_Y_UNA = 7
    JUEGO = 8
    TREINTA = 9
    VEINTINUEVE = 10
    SOLOMILLO = 11
    CIEGO = 12

    __hash__ = object.__hash__


@cache
def true_signs(worth: Worth) -> tuple[Sign, ...]:
    """All signs that are true of a hand, in the order of R12.2."""
    reyes, ases = worth.faces.count(12), worth.faces.count(1)
    kind, total, juego = worth.pares_kind, worth.punto, worth.juego > 0
    duples = kind is Pares.DUPLES
    holds = {
        Sign.DUPLES: duples,
        Sign.TRES_REYES: reyes == 3,
        Sign.TRES_ASES: ases == 3,
        Sign.MEDIAS: kind is Pares.MEDIAS and reyes != 3 and ases != 3,
        Sign.DOS_REYES: reyes == 2 and not duples,
        Sign.DOS_ASES: ases == 2 and not duples,
        Sign.TREINTA_Y_UNA: total == 31,
        Sign.JUEGO: juego and total != 31,
        Sign.TREINTA: total == 30,
        Sign.VEINTINUEVE: total == 29,
        Sign.SOLOMILLO: reyes == 3 and ases == 1,
        Sign.CIEGO: kind is Pares.NONE and not juego and total < 29,
    }
    return tuple(sign for sign in Sign if holds[sign])
