"""Draw the charts of answers with matplotlib, as SVG or PNG files that are readable on light and dark pages."""

from __future__ import annotations

import re
from io import BytesIO, StringIO
from typing import Any

from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from ninefivetwo.evaluation import Estimate
from ninefivetwo.survey.answers import Chart, Unit

#: The chart has its own background, so that it is readable on a dark page.
PAPER, INK, FAINT = "#ffffff", "#24292f", "#d0d7de"
#: Colors that color-blind readers can distinguish; the markers differ too.
COLOURS = ("#0b5cad", "#a8480a", "#1a7037", "#8250df", "#b35900", "#57606a", "#bf3989", "#0a7d91")
PLOT_MARKS = ("o", "s", "^", "D", "v", "P", "X", "*")
STYLE: Any = {
    "svg.fonttype": "none",  # stores text as text, not as outlines
    "svg.hashsalt": "ninefivetwo",  # makes the output reproducible
    "font.family": "sans-serif",
    "font.size": 10,
    "axes.edgecolor": FAINT,
    "axes.labelcolor": INK,
    "text.color": INK,
    "xtick.color": INK,
    "ytick.color": INK,
}
_LABELS = {
    Unit.TRICKS: "tricks",
    Unit.DIFFERENCE: "tricks more",
    Unit.CHANCE: "per cent",
    Unit.COUNT: "deals",
    Unit.TEXT: "",
}


def drawn_file(charts: tuple[Chart, ...], ending: str) -> bytes:
    """Draw charts below one another and return the content of an SVG or PNG file."""
    with rc_context(STYLE):
        heights = [_height(chart) for chart in charts]
        figure = Figure(figsize=(7.6, sum(heights)), facecolor=PAPER, layout="constrained")
        for place, chart in zip(
            figure.subplots(len(charts), squeeze=False, height_ratios=heights)[:, 0], charts, strict=True
        ):
            _draw(place, chart)
        return _svg(figure) if ending == ".svg" else _png(figure)


def _height(chart: Chart) -> float:
    return 4.2 if chart.joined else 1.2 + 0.16 * len(chart.places) * max(len(chart.series), 2)


def _draw(axes: Axes, chart: Chart) -> None:
    """Draw a chart with a marker and an error bar (two standard errors) for each figure.

    Ordered places are on the horizontal axis. Other places are on the vertical axis, which has room for longer names.
    """
    scale = 100 if chart.unit is Unit.CHANCE else 1
    for number, (name, values) in enumerate(chart.series.items()):
        shift = 0.0 if chart.joined else 0.6 * ((number + 0.5) / len(chart.series) - 0.5)
        found = [(at + shift, estimate) for at, estimate in enumerate(values) if estimate is not None]
        places, means = [at for at, _ in found], [scale * estimate.mean for _, estimate in found]
        errors = [scale * 2 * _error(estimate) for _, estimate in found]
        axes.errorbar(
            places if chart.joined else means,
            means if chart.joined else places,
            xerr=None if chart.joined else errors,
            yerr=errors if chart.joined else None,
            label=name,
            color=COLOURS[number % len(COLOURS)],
            marker=PLOT_MARKS[number % len(PLOT_MARKS)],
            linestyle="-" if chart.joined else "none",
            markersize=5,
            linewidth=1.5,
            capsize=2,
            clip_on=False,
        )
    axes.set_title(chart.title, loc="left", fontweight="bold", fontsize=11)
    _name_axes(axes, chart)
    _tidy(axes, chart)


def _name_axes(axes: Axes, chart: Chart) -> None:
    ticks = range(len(chart.places))
    if chart.joined:
        axes.set_xlabel(chart.across)
        axes.set_ylabel(_LABELS[chart.unit])
        axes.set_xticks(ticks, chart.places)
    else:
        axes.set_xlabel(_LABELS[chart.unit])
        axes.set_ylabel(chart.across)
        axes.set_yticks(ticks, chart.places)
        axes.set_ylim(len(chart.places) - 0.5, -0.5)


def _error(estimate: Estimate) -> float:
    """Return the standard error to draw, or 0 if the standard error is unknown."""
    return estimate.standard_error if estimate.n > 1 else 0.0


def _tidy(axes: Axes, chart: Chart) -> None:
    axes.grid(axis="y" if chart.joined else "x", color=FAINT, linewidth=0.8)
    axes.set_axisbelow(True)
    axes.spines[["top", "right", "left"]].set_visible(False)
    axes.tick_params(length=0)
    if chart.level is not None:
        (axes.axhline if chart.joined else axes.axvline)(chart.level, color=INK, linewidth=1)
    if len(chart.series) > 1:
        axes.legend(loc="center left", bbox_to_anchor=(1.0, 0.5), frameon=False, title=chart.among or None)


def _png(figure: Figure) -> bytes:
    file = BytesIO()
    figure.savefig(file, format="png", dpi=150)
    return file.getvalue()


def _svg(figure: Figure) -> bytes:
    """Return the figure as SVG, without clip paths and with coordinates rounded to one decimal place."""
    file = StringIO()
    figure.savefig(file, format="svg", metadata={"Date": None, "Creator": None})
    text = re.sub(r"-?\d+\.\d{2,}", lambda number: f"{float(number[0]):.1f}".removesuffix(".0"), file.getvalue())
    text = re.sub(r' clip-path="[^"]*"', "", text)
    return re.sub(r"[ \t]+$", "", text, flags=re.MULTILINE).encode()
