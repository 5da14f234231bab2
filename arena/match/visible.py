"""Which files of the machine a bot in a sandbox may read: those it is made of, no others."""

import os
import shutil
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path

import arena

COMPILED = "arena__mypyc.*"
"""What lies beside the package if it is compiled."""
_SYSTEM = (
    *("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"),
    *("/nix/store", "/gnu/store"),
)
_ETC = (
    *("alternatives", "ld.so.cache", "ld-musl-*", "java*", "localtime", "timezone"),
    *("ssl/certs", "ssl/openssl.cnf", "pki/ca-trust", "pki/java", "crypto-policies"),
    "nsswitch.conf",
)
_PROGRAM_FOLDERS = frozenset(("bin", "sbin", "shims", "libexec"))
"""What holds programs whose libraries lie beside it, not in it."""
# fmt: off
_BROAD = frozenset(map(Path, (
    "/", "/boot", "/dev", "/etc", "/home", "/media", "/mnt", "/proc", "/root", "/run", "/sys",
    "/tmp", "/var", "/var/tmp",  # noqa: S108 - nothing is put there
)))
# fmt: on


def shown(
    command: Sequence[str], directory: Path, *, read: Iterable[Path], hidden: Iterable[Path]
) -> tuple[Path, ...]:
    """What a bot may read, ancestors first; nothing of it is within one of `hidden`."""
    mine = {*own(command, directory), *_program(command[0]), *map(_absolute, read)}
    everywhere = {*_system(), *mine}
    unseen = [_absolute(path).resolve() for path in hidden]
    parts = {part for root in everywhere for part in _parts(root, unseen)}
    return tuple(sorted(part for part in parts if not any(a in parts for a in part.parents)))


def own(command: Sequence[str], directory: Path) -> frozenset[Path]:
    """The directories that a bot is made of: where it starts, and where its command's files lie."""
    places = {_absolute(directory)}
    for number, word in enumerate(command):
        path = _absolute(directory / word)
        if not word or word.startswith("-") or not _exists(path):
            continue
        if path.is_dir():
            places.add(path)
        elif number > 0 or not is_of_programs(path):
            places |= {path.parent, path.resolve().parent}
    return frozenset(places)


def is_of_programs(path: Path) -> bool:
    """Whether a file lies in a folder of programs, as those of the system and of a venv do."""
    return path.parent.name in _PROGRAM_FOLDERS


def found(program: str, directory: Path) -> str:
    """Where a program is. Raises OSError if it is nowhere, or the directory isn't one."""
    if not directory.is_dir():
        raise NotADirectoryError(f"no such directory: {directory}")
    path = shutil.which(directory / program if os.sep in program else program)
    if path is None:
        raise FileNotFoundError(f"no such program: {program}")
    return str(_absolute(Path(path)))


def _program(program: str) -> Iterator[Path]:
    """What belongs to a program, through all links that its name may be, and the bots' library."""
    package = Path(arena.__file__).parent
    yield from (Path(sys.base_prefix), package, *package.parent.glob(COMPILED))
    path = Path(program)
    links = [path, path.resolve()]
    while path.is_symlink():
        path = _absolute(path.parent / path.readlink())
        links.append(path)
    for link in links:
        folder = link.parent
        prefix = folder.parent if folder.name in _PROGRAM_FOLDERS else folder
        yield link if _is_broad(prefix) else prefix


@cache
def _system() -> tuple[Path, ...]:
    """What every program needs of the system, looked up once."""
    found = [Path(path) for path in _SYSTEM]
    found += [path for pattern in _ETC for path in Path("/etc").glob(pattern)]
    return tuple(path for path in found if path.exists())


def _parts(path: Path, hidden: Sequence[Path]) -> Iterator[Path]:
    """The path, or as much of it as there is without what is hidden."""
    real = path.resolve() if hidden else path
    if any(real.is_relative_to(one) for one in hidden):
        return
    if _is_broad(path):
        for child in _children(path):
            if child.is_file() and child.name[0] != ".":
                yield from _parts(child, hidden)
    elif path.is_dir() and any(one.is_relative_to(real) for one in hidden):
        for child in _children(path):
            yield from _parts(child, hidden)
    else:
        yield path


def _is_broad(path: Path) -> bool:
    """Whether far more lies in a directory than a bot could need: only plain files are seen then.

    Such are the top of the file system, the home directory and what is above it,
    and the directory for temporary files.
    """
    return (
        path in _BROAD
        or Path.home().is_relative_to(path)
        or path == _absolute(Path(tempfile.gettempdir()))
    )


def _children(path: Path) -> list[Path]:
    try:
        return sorted(path.iterdir())
    except OSError:
        return []


def _absolute(path: Path) -> Path:
    # Links stay: a bot must find its files by the names that its command has.
    return Path(os.path.abspath(path.expanduser()))  # noqa: PTH100


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):  # A word too long for a path, as a program on the command line.
        return False
