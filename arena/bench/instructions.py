"""What a decision costs in instructions of the processor: the same on a busy machine and an idle one.

    python -m arena.bench.instructions

Valgrind counts what `arena.bench.room` takes, at two sizes: the difference is
what decisions take, without start-up and without what is worked out once.
"""

import os
import re
import shutil
import subprocess
import sys
import sysconfig

from arena.bench.room import play_room
from arena.errors import InternalError, UsageError

TABLES = 32
GROUPS = (32, 96)
"""Deal groups of the two runs."""
VALGRIND = "valgrind"
_COLLECTED = re.compile(r"Collected : (\d+)")


def instructions_per_decision() -> float:
    """Of the arena, with drawing and writing a canned answer; takes half a minute.

    Raises UsageError without valgrind.
    """
    few, many = (play_room(TABLES, groups).decisions or 0 for groups in GROUPS)
    before, after = (_collected(TABLES, groups) for groups in GROUPS)
    return (after - before) / (many - few)


def python_build() -> str:
    """What decides how many instructions Python takes for the same: `3.11 -O2`.

    Debian's Python is built with -O2 and a profile, others mostly with -O3: they
    are more than a tenth apart.
    """
    optimized = re.search(r"-O\d", str(sysconfig.get_config_var("OPT")))
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    return f"{version} {optimized[0]}" if optimized else version


def _collected(*sizes: int) -> int:
    if shutil.which(VALGRIND) is None:
        raise UsageError(f"{VALGRIND} not found: install it (Debian: apt install {VALGRIND})")
    command = [VALGRIND, "--tool=callgrind", "--callgrind-out-file=/dev/null", sys.executable]
    done = subprocess.run(
        [*command, "-m", "arena.bench.room", *map(str, sizes)],
        env=os.environ | {"PYTHONHASHSEED": "0"},
        capture_output=True,
        text=True,
        check=False,
    )
    found = _COLLECTED.search(done.stderr)
    if done.returncode or found is None:
        raise InternalError(f"{VALGRIND} ended with {done.returncode}: {done.stderr.strip()}")
    return int(found[1])


if __name__ == "__main__":
    sys.stdout.write(f'"{python_build()}": {instructions_per_decision():_.0f},\n')
