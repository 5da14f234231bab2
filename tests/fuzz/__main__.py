"""Fuzzes one target with atheris: `python -m tests.fuzz TARGET SECONDS [FOLDER]`.

It begins with the target's folder of the corpus. An input that fails is kept there, for
the tests to try again; inputs that cover something new go to FOLDER, if there is one.
"""

import sys
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory

import atheris

CORPUS = Path(__file__).parent / "corpus"


def main() -> None:
    """Runs until the time is up or something fails."""
    name, seconds, *folders = sys.argv[1:]
    with atheris.instrument_imports(include=["arena"]):
        targets = import_module("tests.fuzz.targets").TARGETS
    with TemporaryDirectory() as folder:
        atheris.Setup(
            [
                sys.argv[0],
                f"-max_total_time={seconds}",
                "-max_len=512",
                "-timeout=20",
                f"-artifact_prefix={CORPUS / name}/",
                "-print_final_stats=1",
                *(folders or [folder]),
                str(CORPUS / name),
            ],
            targets[name],
        )
        atheris.Fuzz()


if __name__ == "__main__":
    main()
