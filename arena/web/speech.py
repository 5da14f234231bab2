"""The two languages of the web site: its texts, and how numbers are written in them."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

LANGUAGES = ("en", "es")


@cache
def _catalog() -> Mapping[str, Mapping[str, str]]:
    text = files("arena.web").joinpath("texts.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


@dataclass(frozen=True, slots=True)
class Speech:
    """What the site says in one language; call it with the key of a text."""

    language: str

    def __call__(self, key: str, /, **values: object) -> str:
        return _catalog()[key][self.language].format(**values)

    def counted(self, thing: str, count: int) -> str:
        """`1 bot`, `6 pairings`, from the texts `one_…` and `many_…`."""
        return self(f"{'one' if count == 1 else 'many'}_{thing}", n=self.number(count))

    def starting(self, *starts: str) -> dict[str, str]:
        """The texts whose keys start so, values not filled in: for scripts."""
        return {k: some[self.language] for k, some in _catalog().items() if k.startswith(starts)}

    def number(self, value: float, digits: int = 0) -> str:
        """1234.5 is `1,234.5` or `1.234,5`."""
        text = f"{value:,.{digits}f}"
        if self.language == "es":
            text = text.translate({ord(","): ".", ord("."): ","})
        return text

    def percent(self, value: float) -> str:
        """0.6712 is `67.1`; the sign stands elsewhere."""
        return self.number(100 * value, 1)

    def clock(self, seconds: float) -> str:
        """A length of time: `0:07`, `12:30`, `3:05:00`."""
        minutes, rest = divmod(round(seconds), 60)
        hours, minutes = divmod(minutes, 60)
        return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"

    def short_time(self, seconds: float) -> str:
        """A short time with about three digits: `42 µs`, `1.25 ms`."""
        unit, size = next(
            ((u, s) for u, s in (("s", 1.0), ("ms", 1e-3)) if seconds >= s), ("µs", 1e-6)
        )
        value = seconds / size
        return f"{self.number(value, max(0, 3 - len(str(int(value)))))} {unit}"


def wanted(accepted: str) -> str:
    """The language that a browser wants most of ours, from its Accept-Language."""
    offers: list[tuple[float, str]] = []
    for part in accepted.split(","):
        name, _, quality = part.strip().partition(";q=")
        weight = float(quality) if quality.replace(".", "", 1).isdigit() else 1.0
        offers.append((weight, name[:2].lower()))
    ours = [(weight, name) for weight, name in offers if name in LANGUAGES]
    return max(ours, key=lambda offer: offer[0])[1] if ours else LANGUAGES[0]
