"""Where the pages of a league are: paths of the server, or places inside a report."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Protocol
from urllib.parse import urlencode


class Links(Protocol):
    """Addresses for templates; bots and pairings by index, None for what is not there."""

    def league(self) -> str: ...
    def bot(self, bot: int) -> str: ...
    def games(
        self, *, pairing: int | None = None, faulty: bool = False, after: int | None = None
    ) -> str | None: ...
    def game(self, number: int, *, view: int | None = None) -> str | None: ...
    def rooms(self, number: int) -> str | None: ...
    def fault(self, number: int) -> str | None: ...
    def habits(self, bot: int) -> str | None: ...
    def history(self) -> str | None: ...


@dataclass(frozen=True, slots=True)
class Paths:
    """The addresses of the server."""

    def league(self) -> str:
        return "/"

    def bot(self, bot: int) -> str:
        return f"/bots/{bot + 1}"

    def games(
        self, *, pairing: int | None = None, faulty: bool = False, after: int | None = None
    ) -> str | None:
        asked: dict[str, str | int] = {}
        if pairing is not None:
            asked["pairing"] = pairing + 1
        if faulty:
            asked["faults"] = "yes"
        if after is not None:
            asked["after"] = after
        return f"/games?{urlencode(asked)}" if asked else "/games"

    def game(self, number: int, *, view: int | None = None) -> str | None:
        return f"/games/{number}" + ("" if view is None else f"?view={view}")

    def rooms(self, number: int) -> str | None:
        return f"/games/{number}/rooms"

    def fault(self, number: int) -> str | None:
        return f"/faults/{number}.json"

    def habits(self, bot: int) -> str | None:
        return f"/bots/{bot + 1}/habits"

    def history(self) -> str | None:
        return "/history.json"


@dataclass(frozen=True, slots=True)
class Places:
    """The addresses inside a report that holds these games."""

    numbers: Collection[int]

    def league(self) -> str:
        return "#/"

    def bot(self, bot: int) -> str:
        return f"#/bots/{bot + 1}"

    def games(
        self, *, pairing: int | None = None, faulty: bool = False, after: int | None = None
    ) -> str | None:
        return None if pairing is not None or faulty or after is not None else "#/games"

    def game(self, number: int, *, view: int | None = None) -> str | None:
        if number not in self.numbers:
            return None
        return f"#/games/{number}" + ("" if view is None else f"/{view}")

    def rooms(self, number: int) -> str | None:
        return f"#/games/{number}/rooms" if number in self.numbers else None

    def fault(self, number: int) -> str | None:
        return None

    def habits(self, bot: int) -> str | None:
        return None

    def history(self) -> str | None:
        return None
