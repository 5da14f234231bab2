"""Charts of how cost grows: small panels beside each other, sizes in powers."""

from dataclasses import dataclass
from pathlib import Path

import matplotlib as mpl
from matplotlib.figure import Figure

_WIDTH, _HEIGHT = 3.2, 2.6
"""Inches of a panel."""
_LABELS = 5
"""Sizes that are written below a panel, at most."""


@dataclass(frozen=True, slots=True)
class Curve:
    """A panel: what was measured at which size.

    What `grows` with the size is drawn by powers, too: a line that goes up one
    for each one to the right is growth in proportion.
    """

    title: str
    points: tuple[tuple[int, float], ...]
    grows: bool


def draw(path: Path, axis: str, curves: list[Curve]) -> None:
    """Draws all panels into an SVG file. The same points give the same bytes."""
    with mpl.rc_context({"svg.hashsalt": "mus-arena", "svg.fonttype": "none"}):
        figure = Figure(figsize=(_WIDTH * len(curves), _HEIGHT), layout="constrained")
        for at, curve in enumerate(curves, start=1):
            panel = figure.add_subplot(1, len(curves), at)
            sizes, values = zip(*curve.points, strict=True)
            panel.plot(sizes, values, marker="o", color="#1f4e79")
            panel.set_title(curve.title, fontsize=9)
            panel.set_xscale("log")
            some = sizes[:: -(-len(sizes) // _LABELS)]
            panel.set_xticks(some, [f"{size:,}" for size in some])
            if curve.grows:
                panel.set_yscale("log")
            else:
                panel.set_ylim(bottom=0)
            panel.minorticks_off()
            panel.tick_params(labelsize=7)
            panel.grid(alpha=0.3)
        figure.supxlabel(axis, fontsize=9)
        figure.savefig(path, format="svg", metadata={"Date": None})
