"""A bot that arrives on a machine: unpacked and built once, whoever brings it and how often.

Bots are kept in a cache by their hash; those that nobody has used for a month go.
"""

import fcntl
import io
import os
import shutil
import subprocess
import sys
import tarfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from arena.errors import StartError
from arena.league.bots import PYTHON
from arena.league.cluster.luggage import FILES, Luggage
from arena.match.bot import BotSpec, how_it_ended

_FILES, _READY, _LOCK = "files", "ready", ".lock"
_KEPT_SECONDS = 30 * 24 * 60 * 60
_BUILD_SECONDS = 60 * 60
_LAST_LINES = 20
_OURS_ALONE = 0o700


def cache_directory() -> Path:
    """Where the bots are kept that came to this machine: in the cache of its user."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "mus-arena" / "bots"


def unpacked(luggage: Luggage, fetch: Callable[[], bytes], *, cache: Path) -> BotSpec:
    """The bot as it can be started here. `fetch` gives its archive, if it is not here yet.

    Raises StartError if it can't be built.
    """
    cache.mkdir(parents=True, exist_ok=True, mode=_OURS_ALONE)
    home = cache / luggage.hash
    spec = _settled(luggage.spec, home / _FILES)
    with _locked(cache / f"{luggage.hash}{_LOCK}"):
        if not (home / _READY).exists():
            _clear(cache)
            shutil.rmtree(home, ignore_errors=True)
            with tarfile.open(fileobj=io.BytesIO(fetch())) as archive:
                archive.extractall(home / _FILES, filter="data")
            spec.directory.mkdir(parents=True, exist_ok=True)
            for command in luggage.spec.needs.build:
                _build(spec, tuple(map(_with_python, command)))
        (home / _READY).touch()
    return spec


def _settled(spec: BotSpec, files: Path) -> BotSpec:
    """The bot with the paths of this machine."""

    def here(word: str) -> str:
        return str(files) + word.removeprefix(FILES) if word.startswith(FILES) else word

    return replace(
        spec,
        command=tuple(_with_python(here(word)) for word in spec.command),
        directory=Path(here(str(spec.directory))),
        sandbox=replace(
            spec.sandbox, read=tuple(Path(here(str(path))) for path in spec.sandbox.read)
        ),
    )


def _with_python(word: str) -> str:
    return word.replace(PYTHON, sys.executable)


def _build(bot: BotSpec, command: tuple[str, ...]) -> None:
    """Runs one command of a build; it ends with this process, if that is killed."""
    setpriv = shutil.which("setpriv")
    mortal = (setpriv, "--pdeathsig", "KILL", "--") if setpriv else ()
    said = f"bot {bot.name}: building it failed: {' '.join(command)}"
    try:
        done = subprocess.run(
            (*mortal, *command),
            cwd=bot.directory,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=_BUILD_SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise StartError(f"{said}: {error}") from None
    if done.returncode != 0:
        last = done.stdout.decode(errors="replace").splitlines()[-_LAST_LINES:]
        raise StartError("\n".join([f"{said} {how_it_ended(done.returncode)}", *last]))


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    """Waits until nobody else has the file locked."""
    with path.open("ab") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _clear(cache: Path) -> None:
    """Removes what was not used for long."""
    longest_ago = time.time() - _KEPT_SECONDS
    for ready in cache.glob(f"*/{_READY}"):
        with _locked(cache / f"{ready.parent.name}{_LOCK}"):
            if ready.exists() and ready.stat().st_mtime < longest_ago:
                ready.unlink()
                shutil.rmtree(ready.parent, ignore_errors=True)
