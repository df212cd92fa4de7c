"""Figures with their errors, drawn as SVG: points with bars of one standard error, and luck beside skill."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from nicegui import ui

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 560, 240, 46, 12, 14, 44
COLOURS = ("#1f5c46", "#b35c00")


def points(names: Sequence[str], means: Sequence[float], errors: Sequence[float], unit: str, label: str) -> None:
    """A point a name, with its standard error."""
    low = min([0.0, *(m - e for m, e in zip(means, errors, strict=True))])
    high = max([m + e for m, e in zip(means, errors, strict=True)], default=1.0) or 1.0
    scale = _Scale(low, high, len(names))
    marks = []
    for i, (mean, error) in enumerate(zip(means, errors, strict=True)):
        x, y = scale.x(i), scale.y(mean)
        bar = f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{scale.y(mean - error):.1f}" y2="{scale.y(mean + error):.1f}"'
        marks.append(f'{bar} stroke="{COLOURS[0]}" stroke-width="2"/>')
        told = f"<title>{escape(names[i])}: {mean:.2f} ± {error:.2f} {escape(unit)}</title>"
        marks.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="5" fill="{COLOURS[0]}">{told}</circle>')
    _draw(scale.axes(names, unit), marks, label)


def pairs(names: Sequence[str], first: Sequence[float], second: Sequence[float], words: tuple[str, str]) -> None:
    """Two bars a name, up or down from zero: luck beside skill, in tricks."""
    every = [0.0, *first, *second]
    scale = _Scale(min(every), max(every) or 1.0, len(names))
    marks, zero, wide = [], scale.y(0), min(max(3.0, scale.step / 3), 26.0)
    for i, both in enumerate(zip(first, second, strict=True)):
        for k, value in enumerate(both):
            x, y = scale.x(i) + (k - 1) * wide, scale.y(value)
            told = f"<title>{escape(names[i])}: {words[k]} {value:+.2f} tricks</title>"
            box = f'<rect x="{x:.1f}" y="{min(y, zero):.1f}" width="{wide:.1f}" height="{max(abs(y - zero), 1):.1f}"'
            marks.append(f'{box} fill="{COLOURS[k]}">{told}</rect>')
    key = "".join(
        f'<rect x="{LEFT + 90 * k}" y="0" width="10" height="10" fill="{COLOURS[k]}"/>'
        f'<text x="{LEFT + 14 + 90 * k}" y="10">{words[k]}</text>'
        for k in (0, 1)
    )
    _draw(scale.axes(names, "tricks"), [*marks, key], " and ".join(words))


class _Scale:
    """Where values and names stand."""

    def __init__(self, low: float, high: float, number: int) -> None:
        self._low, self._high = low, high if high > low else low + 1
        self.step = (WIDTH - LEFT - RIGHT) / max(number, 1)

    def x(self, i: int) -> float:
        return LEFT + self.step * (i + 0.5)

    def y(self, value: float) -> float:
        return TOP + (HEIGHT - TOP - BOTTOM) * (self._high - value) / (self._high - self._low)

    def axes(self, names: Sequence[str], unit: str) -> str:
        """Five lines with their values, and the names below, as many as have room."""
        drawn, digits = [], 2 if self._high - self._low > 0.2 else 3
        for i in range(5):
            value = self._low + (self._high - self._low) * i / 4
            y = self.y(value)
            drawn.append(f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y:.1f}" y2="{y:.1f}" stroke="#e6e3d9"/>')
            drawn.append(f'<text x="{LEFT - 5}" y="{y + 4:.1f}" text-anchor="end">{value + 0.0:.{digits}f}</text>')
        every = max(1, round(90 / self.step))
        for i, name in enumerate(names[::every]):
            x = self.x(i * every)
            drawn.append(f'<text x="{x:.1f}" y="{HEIGHT - 26}" text-anchor="middle">{escape(name)}</text>')
        drawn.append(f'<text x="{LEFT}" y="{HEIGHT - 6}">{escape(unit)}</text>')
        return "".join(drawn)


def _draw(axes: str, marks: Sequence[str], label: str) -> None:
    drawing = f'<svg class="figs" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(label)}">'
    ui.html(drawing + axes + "".join(marks) + "</svg>", sanitize=False)
