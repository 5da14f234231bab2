"""Charts of how cost grows: small panels beside each other, sizes in powers."""

from pathlib import Path

import matplotlib as mpl
from matplotlib.figure import Figure

_WIDTH, _HEIGHT = 3.2, 2.6
"""Inches of a panel."""


def draw(path: Path, axis: str, curves: list[tuple[str, list[tuple[int, float]]]]) -> None:
    """Draws each curve, a title and its points, into a panel of an SVG file.

    The same points give the same bytes.
    """
    with mpl.rc_context({"svg.hashsalt": "mus-arena", "svg.fonttype": "none"}):
        figure = Figure(figsize=(_WIDTH * len(curves), _HEIGHT), layout="constrained")
        for at, (title, points) in enumerate(curves, start=1):
            panel = figure.add_subplot(1, len(curves), at)
            panel.plot(*zip(*points, strict=True), marker="o", color="#1f4e79")
            panel.set_title(title, fontsize=9)
            panel.set_xscale("log")
            panel.set_ylim(bottom=0)
            panel.tick_params(labelsize=8)
            panel.grid(alpha=0.3)
        figure.supxlabel(axis, fontsize=9)
        figure.savefig(path, format="svg", metadata={"Date": None})
