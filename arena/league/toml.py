"""TOML files read into pydantic models; whatever is wrong with one becomes a line for a person."""

import tomllib
from collections.abc import Collection, Iterable, Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import get_args

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from arena.errors import ConfigError

_LONGEST = 60
_ALLOWED: Mapping[str, str] = {
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "float_type": "a number",
    "finite_number": "a finite number",
    "bool_type": "true or false",
    "string_type": "a text in quotes",
    "literal_error": "{expected}",
    "string_pattern_mismatch": "a text of the form {pattern}",
    "tuple_type": "a list",
    "list_type": "a list",
    "dict_type": "a table",
    "model_type": "a table",
    "model_attributes_type": "a table",
    "greater_than": "more than {gt:g}",
    "greater_than_equal": "{ge:g} or more",
    "less_than_equal": "at most {le:g}",
    "too_short": "a list of {min_length} or more",
    "value_error": "{error}",
}


def read_toml(path: Path) -> dict[str, object]:
    """What a TOML file holds. Raises ConfigError if it can't be read or isn't TOML."""
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise ConfigError(f"{path}: can't be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise ConfigError(f"{path}: not a text file: allowed is TOML in UTF-8") from None
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # Also numbers and nesting without end.
        raise ConfigError(f"{path}: not TOML: {error}") from None


def written(path: str, *, base: Path) -> Path:
    """A path as a person writes it, from `base` on. Raises ConfigError for one that can't be."""
    try:
        found = base / Path(path).expanduser()
    except RuntimeError:
        raise ConfigError(f"path {path!r}: there is no such user") from None
    if "\0" in str(found):
        raise ConfigError(f"path {path!r}: a path has no NUL in it")
    return found


def problems(
    error: ValidationError,
    model: type[BaseModel],
    *,
    within: Sequence[str | int] = (),
    skip: Collection[str] = (),
) -> list[str]:
    """A line for each thing wrong: dotted key counted from 1, value given, what is allowed.

    `within` is the place of the model in its file, as keys and indices from 0;
    nothing is said of the model's fields in `skip`.
    """
    details = (detail for detail in error.errors() if detail["loc"][:1] not in {(k,) for k in skip})
    return [_problem(detail, model, within=within) for detail in details]


def dotted(location: Iterable[str | int]) -> str:
    """A place in a file as people write it: `bots.2.name`, counted from 1."""
    return ".".join(str(part + 1) if isinstance(part, int) else part for part in location)


def unknown(key: str, names: Iterable[str]) -> str:
    """The line for a key or a name that is not among those that exist."""
    known = list(names)
    near = get_close_matches(key.rpartition(".")[2], known, n=1)
    hint = f" did you mean {near[0]}?" if near else ""
    return f"{key}: unknown;{hint} allowed are {', '.join(known)}"


def shown(value: object) -> str:
    """A value given, in `repr` and not longer than fits a line."""
    text = repr(value)
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"


def _problem(detail: ErrorDetails, model: type[BaseModel], *, within: Sequence[str | int]) -> str:
    key = dotted((*within, *detail["loc"]))
    kind = detail["type"]
    if kind == "extra_forbidden":
        return unknown(key, _fields(model, detail["loc"]))
    if kind == "missing":
        return f"{key}: missing; it has no default"
    allowed = _ALLOWED.get(kind, "what fits: {message}")
    text = allowed.format(**detail.get("ctx", {}), message=detail["msg"])
    return f"{key} = {shown(detail['input'])}: allowed is {text}"


def _fields(model: type[BaseModel], location: Sequence[str | int]) -> list[str]:
    """The keys of the table in which the last part of a location stands."""
    for part in location[:-1]:
        inner = model.model_fields[part].annotation if isinstance(part, str) else None
        for kind in (inner, *get_args(inner)):  # A table, or one that may be left out.
            if isinstance(kind, type) and issubclass(kind, BaseModel):
                model = kind
    return list(model.model_fields)
