"""A league's directory: where it is, what its league.toml says, and whether it may go on."""

import json
import os
import shlex
import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from arena import __version__
from arena.errors import StoreError, UsageError
from arena.league.beginning import changes, continued, new_league, new_season, season_seed
from arena.league.config import LeagueConfig, build, rooted_listen
from arena.league.database import FILE, told
from arena.league.faults import FOLDER
from arena.league.runner import LOGS
from arena.league.store import Store
from arena.league.toml import read_toml

CONFIG = "league.toml"
_HEAD = f"# Written by mus-arena {__version__}: `mus-arena league run` continues this league.\n\n"


@dataclass(frozen=True, slots=True)
class Source:
    """Where a league comes from: its configuration, its values, and the directory it is kept in.

    `values` is what to write as its league.toml, None if that is there already.
    """

    config: LeagueConfig
    directory: Path
    values: Mapping[str, object] | None


def directory_of(path: Path) -> Path:
    """The directory of the league that a path names: itself, or that of its file.

    That of a `league.toml` is where the file lies; any other `NAME.toml` has the
    directory `NAME` beside it.
    """
    if path.is_dir() or path.suffix != ".toml":
        return path
    return path.parent if path.name == CONFIG else path.with_suffix("")


def source(path: Path) -> Source:
    """The league that a path names. Raises ConfigError or UsageError if there is none."""
    directory = directory_of(path)
    file = directory / CONFIG if path.is_dir() else path
    if path.is_dir() and not file.is_file():
        raise UsageError(f"{path}: no {CONFIG} there: name a league file, or a league's directory")
    values = read_toml(file)
    config = build(values, base=file.parent, where=str(file))
    copy = None if file == directory / CONFIG else _rooted(values, file.parent, directory)
    return Source(config, directory, copy)


@contextmanager
def opened(source: Source, tell: Callable[[str], None] = lambda _: None) -> Iterator[Store]:
    """The league's store, new or as it was left, and its league.toml in its place.

    `tell` hears in a line of each bot that was added, replaced or withdrawn since
    it was left. Raises StoreError if a league that has begun has another
    configuration in all else, ConfigError for a bot that can't be read.
    """
    directory, config = source.directory, source.config
    if (directory / FILE).is_file():
        _check_same(directory, config)
    if not (directory / FILE).is_file():
        _create(directory, config).close()
    with Store.open(directory, write=True) as store:
        if source.values is not None:
            with told(directory / CONFIG):
                (directory / CONFIG).write_text(_HEAD + toml(source.values), encoding="utf-8")
        seed_was_told = store.agenda().complete
        league, news = continued(store.league, config)
        store.change(league)
        if seed_was_told and not store.agenda().complete:
            seed = season_seed(config, len(league.earlier) + 1)
            store.change(new_season(league, seed, store.done_blocks()))
        for one in news:
            tell(str(one))
        yield store


def forget(directory: Path) -> None:
    """Removes what a league has played, so that another can be played in its directory."""
    with told(directory):
        for name in (FILE, f"{FILE}-wal", f"{FILE}-shm"):
            (directory / name).unlink(missing_ok=True)
        for folder in (LOGS, FOLDER):
            if (directory / folder).is_dir():
                shutil.rmtree(directory / folder)


def check_free(directory: Path, *, name: str, option: str) -> None:
    """Raises UsageError for a directory with anything in it but a league of this name."""
    if not directory.is_dir() or not any(directory.iterdir()):
        return
    where = f"{option} {shlex.quote(str(directory))}"
    if not (directory / FILE).is_file():
        raise UsageError(f"{where}: not empty and no league: name a new directory")
    with Store.open(directory) as store:
        if store.league.name != name:
            raise UsageError(
                f"{where}: the league {store.league.name!r} is kept there: name a new directory"
            )


def toml(values: Mapping[str, object]) -> str:
    """Values as TOML: plain ones first, then tables, then lists of tables."""
    of_tables = {k: v for k, v in values.items() if isinstance(v, list) and _all_tables(v)}
    plain = {k: v for k, v in values.items() if k not in of_tables and not isinstance(v, dict)}
    tables = [(f"[{k}]", v) for k, v in values.items() if isinstance(v, dict)]
    tables += [(f"[[{k}]]", table) for k, some in of_tables.items() for table in some]
    parts = ["".join(_lines(plain))]
    parts += [f"{head}\n" + "".join(_lines(table)) for head, table in tables]
    return "\n".join(parts)


def _all_tables(values: list[object]) -> bool:
    return bool(values) and all(isinstance(value, dict) for value in values)


def _lines(table: Mapping[str, object]) -> Iterable[str]:
    return (f"{key} = {_value(value)}\n" for key, value in table.items())


def _value(value: object) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key} = {_value(one)}" for key, one in value.items()) + "}"
    # JSON's texts, numbers, true and false are TOML's, but for one character.
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def _rooted(values: Mapping[str, object], base: Path, directory: Path) -> Mapping[str, object]:
    """The same league file, to be read from a directory: written so that both may move together."""
    bots = values["bots"]
    assert isinstance(bots, list)
    here = directory.resolve()
    rooted = [
        {**bot, "directory": os.path.relpath((base / _directory(bot)).resolve(), here)}
        for bot in bots
    ]
    listen = values.get("listen")
    more = {"listen": rooted_listen(listen, base)} if isinstance(listen, Mapping) else {}
    return {**values, **more, "bots": rooted}


def _directory(bot: Mapping[str, object]) -> Path:
    return Path(str(bot.get("directory", "."))).expanduser()


def _check_same(directory: Path, config: LeagueConfig) -> None:
    """Raises StoreError if the league is another and has begun; one that has not is forgotten."""
    with Store.open(directory, write=True) as store:
        if not store.done_blocks():
            if new_league(config, store.league.seed, store.league.created) != store.league:
                forget(directory)
            return
        changed = changes(store.league, config)
    if changed:
        raise StoreError(
            f"{directory}: this league has begun with another configuration:"
            " undo the change, or play it in another directory\n" + "\n".join(changed)
        )


def _create(directory: Path, config: LeagueConfig) -> Store:
    now = datetime.now(UTC).isoformat(timespec="seconds")
    return Store.create(directory, new_league(config, season_seed(config, 0), now))
