"""Figures over time, drawn by ECharts: points with bars of one standard error, and luck beside skill."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from nicegui import ui

COLOURS = ("#1f5c46", "#b35c00")
#: Draws the bar of a point from the lower to the upper value; what it is given is (index, lower, upper).
ERROR_BAR = """(parameters, api) => {
  const [x, low] = api.coord([api.value(0), api.value(1)]), high = api.coord([api.value(0), api.value(2)])[1];
  return {type: "line", shape: {x1: x, y1: low, x2: x, y2: high}, style: {stroke: "#1f5c46", lineWidth: 2}};
}"""


def points_plot(names: Sequence[str], means: Sequence[float], errors: Sequence[float], unit: str, label: str) -> None:
    """A point for each name, with a bar of one standard error to either side."""
    bars = [[i, mean - error, mean + error] for i, (mean, error) in enumerate(zip(means, errors, strict=True))]
    points = {"type": "scatter", "symbolSize": 10, "itemStyle": {"opacity": 1}}
    error_bars = {"type": "custom", ":renderItem": ERROR_BAR, "encode": {"x": 0, "y": [1, 2]}, "silent": True}
    series = [{**points, "data": [_rounded(mean) for mean in means]}, {**error_bars, "data": bars}]
    _draw(names, unit, label, series)


def pairs_plot(names: Sequence[str], values: Mapping[str, Sequence[float]], unit: str, label: str) -> None:
    """Bars beside each other for each name, up or down from zero; `values` has a series by its own name."""
    bar = {"type": "bar", "barMaxWidth": 26}
    series = [{**bar, "name": key, "data": [_rounded(v) for v in data]} for key, data in values.items()]
    _draw(names, unit, label, series, legend={"top": 0, "right": 0})


def _rounded(value: float) -> float:
    """As many digits as are shown beside the pointer."""
    return round(value, 3)


def _draw(names: Sequence[str], unit: str, label: str, series: list[dict[str, Any]], **more: Any) -> None:
    options = {
        "animation": False,
        "color": COLOURS,
        "grid": {"left": 56, "right": 12, "top": 34, "bottom": 28},
        "tooltip": {"trigger": "axis"},
        "xAxis": {"type": "category", "data": list(names), "axisTick": {"show": False}},
        "yAxis": {"type": "value", "name": unit, "nameTextStyle": {"align": "left"}},
        "series": series,
        **more,
    }
    ui.echart(options, renderer="svg").classes("plot").props(f'role="img" aria-label="{label}"')
