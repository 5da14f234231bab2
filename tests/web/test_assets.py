"""What is vendored is what it is said to be, and all of it is shipped."""

import re
from hashlib import sha256
from importlib.resources import files


def test_uplot_is_the_version_noted() -> None:
    """The sums in the README are those of the files."""
    assets = files("arena.web").joinpath("assets")
    sums = re.findall(r"\b[0-9a-f]{64}\b", assets.joinpath("README.md").read_text(encoding="utf-8"))
    found = [
        sha256(assets.joinpath(name).read_bytes()).hexdigest() for name in ("uplot.js", "uplot.css")
    ]
    assert sums == found
