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


def _holds(sign: Sign, worth: Worth) -> bool:
    reyes, ases = worth.faces.count(12), worth.faces.count(1)
    kind, total, juego = worth.pares_kind, worth.punto, worth.juego > 0
    match sign:
        case Sign.DUPLES:
            return kind is Pares.DUPLES
        case Sign.TRES_REYES:
            return reyes == 3
        case Sign.TRES_ASES:
            return ases == 3
        case Sign.MEDIAS:
            return kind is Pares.MEDIAS and reyes != 3 and ases != 3
        case Sign.DOS_REYES:
            return reyes == 2 and kind is not Pares.DUPLES
        case Sign.DOS_ASES:
            return ases == 2 and kind is not Pares.DUPLES
        case Sign.TREINTA_Y_UNA:
            return total == 31
        case Sign.JUEGO:
            return juego and total != 31
        case Sign.TREINTA:
            return total == 30
        case Sign.VEINTINUEVE:
            return total == 29
        case Sign.SOLOMILLO:
            return reyes == 3 and ases == 1
        case Sign.CIEGO:
            return kind is Pares.NONE and not juego and total < 29


@cache
def true_signs(worth: Worth) -> tuple[Sign, ...]:
    """All signs that are true of a hand, in the order of R12.2."""
    return tuple(sign for sign in Sign if _holds(sign, worth))
