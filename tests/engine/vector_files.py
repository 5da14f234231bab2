"""The test vectors kept with the tests."""

import gzip
import json
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path

FOLDER = Path(__file__).parents[1] / "vectors"

Json = dict[str, "Json"] | list["Json"] | str | float | bool | None


def lines(name: str) -> Iterator[Json]:
    """The games of a file, parsed."""
    with gzip.open(FOLDER / name, "rt", encoding="utf-8") as file:
        for line in file:
            yield json.loads(line)


def scenario(name: str) -> Json:
    """One of the hand-made cases."""
    for data in lines("scenarios.jsonl.gz"):
        assert isinstance(data, dict)
        if data["id"] == name:
            return data
    raise KeyError(name)


def changed(data: Json, path: str, value: Json) -> Json:
    """A copy with another value at a path such as `deals.0.steps.1.seat`; "-" leaves it out."""
    copy = deepcopy(data)
    *parents, last = path.split(".")
    at = copy
    for key in parents:
        at = at[int(key)] if isinstance(at, list) else _dict(at)[key]
    if isinstance(at, list):
        at[int(last)] = value
    elif value == "-":
        del _dict(at)[last]
    else:
        _dict(at)[last] = value
    return copy


def _dict(data: Json) -> dict[str, Json]:
    assert isinstance(data, dict)
    return data
