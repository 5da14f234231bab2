"""Builds the path of one decision as C extensions, where the environment says MUS_ARENA_COMPILED=1.

A hook of hatchling: `MUS_ARENA_COMPILED=1 pip install .` compiles the modules
below with mypyc, from the same sources, unchanged; without the variable the
package is pure Python. What is compiled behaves the same and is about twice as fast.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

VARIABLE = "MUS_ARENA_COMPILED"
MYPY = "mypy>=2.4,<2.5"
MODULES = (
    *("engine/actions", "engine/cards", "engine/chance", "engine/count", "engine/deal"),
    *("engine/envite", "engine/events", "engine/game", "engine/hands", "engine/lances"),
    *("engine/quick", "engine/service", "engine/shuffle", "engine/signs"),
    *("match/chair", "match/record", "match/room", "match/table"),
    *("protocol/answering", "protocol/reading", "protocol/turn"),
    *("protocol/views", "protocol/writing"),
)
_BUILD = "build/compiled"
_MYPY_ARGUMENTS = (
    "--config-file=",  # Checked strictly elsewhere, with the stubs of all libraries.
    "--explicit-package-bases",
    "--disable-error-code=import-untyped",
    "--disable-error-code=import-not-found",
)
_SETUP = """\
from mypyc.build import mypycify
from setuptools import setup

setup(
    name="mus-arena",
    packages=[],
    ext_modules=mypycify({arguments!r}, opt_level="3", group_name="arena"),
)
"""


class CompiledHook(BuildHookInterface[Any]):
    """Adds the extensions to a wheel, or puts them beside the sources of an editable install."""

    def dependencies(self) -> list[str]:
        return [MYPY, "setuptools>=75"] if _wanted() else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if not _wanted():
            return
        root = Path(self.root)
        made = _compile(root)
        for path in made:
            if version == "editable":
                shutil.copy(root / _BUILD / path, root / path)
            else:
                build_data["force_include"][str(root / _BUILD / path)] = str(path)
        build_data["infer_tag"] = True
        build_data["pure_python"] = False


def _wanted() -> bool:
    return os.environ.get(VARIABLE) == "1"


def _compile(root: Path) -> list[Path]:
    """Compiles into the build folder; the extensions, by their paths in the package."""
    build = root / _BUILD
    shutil.rmtree(build, ignore_errors=True)
    build.mkdir(parents=True)
    setup = build / "setup.py"
    files = [f"arena/{module}.py" for module in MODULES]
    setup.write_text(_SETUP.format(arguments=[*_MYPY_ARGUMENTS, *files]))
    subprocess.run(
        [
            sys.executable,
            setup,
            "build_ext",
            "--build-lib",
            build,
            "--build-temp",
            build / "objects",
        ],
        cwd=root,
        check=True,
    )
    return [path.relative_to(build) for path in sorted(build.rglob("*.so"))]
