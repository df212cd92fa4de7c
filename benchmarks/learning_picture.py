"""The learning curve as a picture (SVG) and as a table of 80 columns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil
from xml.sax.saxutils import escape

import msgspec

SEATS = ("dealer", "left", "right")
TRUMPS = ("suits", "no-trump")

WIDTH, PANEL, GAP = 760, 200, 66  # pixels: the picture, a panel's height, between panels
LEFT, TOP, NAMES = 52, 88, 100  # left of the panels, above them; right of each, for the seats' names
STEP = 0.5  # tricks between lines of the grid
LABEL = 15  # pixels that two names are apart at least

STYLE = """
  svg { --paper: #ffffff; --ink: #24292f; --faint: #d0d7de; --dealer: #0b5cad; --left: #a8480a; --right: #1a7037 }
  @media (prefers-color-scheme: dark) {
    svg { --paper: #161b22; --ink: #e6edf3; --faint: #3d444d; --dealer: #79b8ff; --left: #f0a35e; --right: #7ee2a0 }
  }
  text { font: 13px system-ui, sans-serif; fill: var(--ink) }
  .heading { font-size: 16px; font-weight: 600 }
  .grid { stroke: var(--faint) } .paper { fill: var(--paper) }
  .dealer { stroke: var(--dealer); fill: var(--dealer) } .left { stroke: var(--left); fill: var(--left) }
  .right { stroke: var(--right); fill: var(--right) }
  path { stroke-width: 2 } path.line { fill: none } path.failed { fill: var(--paper) } text.name { stroke: none }
"""


class Round(msgspec.Struct, forbid_unknown_fields=True):
    """A round of learning: what its policy was fitted to, in how many rows; `taken`: did later rounds build on it?"""

    name: str
    fitted_to: str
    rows: int
    taken: bool = True


class Gain(msgspec.Struct, forbid_unknown_fields=True):
    """Tricks a deal that a round's policy wins more than the plain rules, by seat, with standard errors."""

    round: str
    among: str  # who plays in the two other seats: plain, or a round
    trump: str
    tricks: list[float]
    errors: list[float]

    def each(self) -> Iterator[tuple[float, float]]:
        """A seat's gain and its error."""
        return zip(self.tricks, self.errors, strict=True)


class Learning(msgspec.Struct, forbid_unknown_fields=True):
    """All that was measured: the seed of the cards, the deals by trump, the rounds in their order."""

    seed: int
    deals: dict[str, int]
    rounds: list[Round]
    gains: list[Gain]

    def found(self, among: str, trump: str) -> dict[str, Gain]:
        """In one company, by round."""
        return {each.round: each for each in self.gains if (each.among, each.trump) == (among, trump)}

    def shown(self) -> tuple[str, str]:
        """The companies that are shown: plain players, and players of the last round."""
        return "plain", self.rounds[-1].name


def company(among: str) -> str:
    return f"among {among} players" if among == "plain" else f"among players of round {among}"


def table(learning: Learning) -> str:
    """The figures in at most 80 columns."""
    most = {trump: max(max(each.errors) for each in learning.gains if each.trump == trump) for trump in TRUMPS}
    heads = "".join(f"{seat:>8}" for seat in SEATS)
    lines = ["tricks a deal more than the plain rules win in that seat"]
    for among in learning.shown():
        lines += ["", f"{company(among):30}{TRUMPS[0]:>12}{TRUMPS[1]:>26}", f"{'round':12}{'rows':>9}{heads}  {heads}"]
        found = [learning.found(among, trump) for trump in TRUMPS]
        for each in learning.rounds:
            tricks = ["".join(f"{mean:+8.2f}" for mean in gains[each.name].tricks) for gains in found]
            lines.append(f"{each.name + (not each.taken) * ' *':12}{each.rows:>9,}{tricks[0]}  {tricks[1]}")
    errors = ", ".join(f"{trump} {most[trump]:.2f} ({learning.deals[trump]:,} deals)" for trump in TRUMPS)
    lines += ["", f"standard errors at most: {errors}"]
    lines += ["* not taken: no later round goes on from it"] * any(not each.taken for each in learning.rounds)
    return "".join(f"{line.rstrip()}\n" for line in lines)


def picture(learning: Learning) -> str:
    """A panel for suits and one for no-trump, among plain players and among those of the last round."""
    rows = learning.shown()
    ends = [mean + 2 * error for gain in learning.gains if gain.among in rows for mean, error in gain.each()]
    top = STEP * max(1, ceil(max(ends) / STEP))
    height = TOP + len(rows) * (PANEL + GAP)
    parts = [*_frame(height)]
    column_width = (WIDTH - LEFT) / 2
    for row, among in enumerate(rows):
        for column, trump in enumerate(TRUMPS):
            x, y = LEFT + column * column_width, TOP + row * (PANEL + GAP)
            panel = _panel(learning, among, trump, column_width - NAMES, top)
            parts += [f'<g transform="translate({x:.0f} {y:.0f})">', *panel, "</g>"]
    parts += [_text(LEFT, height - 18, _below(learning)), "</svg>", ""]
    return "\n".join(parts)


def _frame(height: float) -> Iterator[str]:
    yield f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img">'
    yield "<title>The learning curve of the learned policy; the table beside it has the same figures</title>"
    yield f"<style>{STYLE}</style>"
    yield f'<rect class="paper" width="{WIDTH}" height="{height}"/>'
    yield _text(LEFT, 30, "Tricks a deal more than the plain rules win in that seat, round by round", "heading")


def _below(learning: Learning) -> str:
    failed = "; hollow: not taken, no later round goes on from it" * any(not each.taken for each in learning.rounds)
    return f"bars: two standard errors to either side{failed}"


def _panel(learning: Learning, among: str, trump: str, wide: float, top: float) -> Iterator[str]:
    """Axes, and a line for each seat, in a panel of its own coordinates."""
    yield _text(0, -16, f"{trump}, {company(among)}")
    for number in range(round(top / STEP) + 1):
        y = PANEL - number * PANEL * STEP / top
        yield f'<path class="grid" d="M0 {y:.1f}H{wide:.1f}"/>'
        yield _text(-8, y + 4, f"{number * STEP:.1f}", anchor="end")
    across = wide / (len(learning.rounds) + 0.5)
    names = ["plain", *(each.name for each in learning.rounds)]
    for number, name in enumerate(names):
        yield _text(number * across, PANEL + 18, name, anchor="start" if number == 0 else "middle")
    found = learning.found(among, trump)
    ends = []
    for at, seat in enumerate(SEATS):
        gains = [(*[*found[each.name].each()][at], each.taken) for each in learning.rounds]
        yield from _line(seat, gains, across, PANEL / top)
        ends.append((PANEL - PANEL / top * gains[-1][0], seat))
    for y, seat in _apart(sorted(ends)):
        yield _text(len(learning.rounds) * across + 10, y + 4, seat, f"{seat} name")


def _line(seat: str, gains: Sequence[tuple[float, float, bool]], across: float, scale: float) -> Iterator[str]:
    """A seat's gains: a line through the rounds taken, a mark and an error bar for each round."""
    at = [(number * across, PANEL - scale * mean) for number, (mean, _, _) in enumerate(gains, 1)]
    through = [(0.0, float(PANEL)), *(point for point, (_, _, taken) in zip(at, gains, strict=True) if taken)]
    yield f'<path class="line {seat}" d="M{"L".join(f"{x:.1f} {y:.1f}" for x, y in through)}"/>'
    for (x, y), (_, error, taken) in zip(at, gains, strict=True):
        bar = 2 * scale * error
        yield f'<path class="{seat}" d="M{x:.1f} {y - bar:.1f}V{y + bar:.1f}"/>'
        kind = seat if taken else f"failed {seat}"
        yield f'<path class="{kind}" d="{_mark(seat, x, y)}"/>'


def _mark(seat: str, x: float, y: float) -> str:
    """A diamond for the dealer, a square for left, a triangle for right."""
    if seat == "dealer":
        return f"M{x:.1f} {y - 5:.1f}l5 5l-5 5l-5 -5z"
    if seat == "left":
        return f"M{x - 4:.1f} {y - 4:.1f}h8v8h-8z"
    return f"M{x:.1f} {y - 5:.1f}l5 9h-10z"


def _apart(ends: Sequence[tuple[float, str]]) -> Iterator[tuple[float, str]]:
    """The same from top to bottom, no two closer than a line of text."""
    last = -float(LABEL)
    for y, seat in ends:
        last = max(y, last + LABEL)
        yield last, seat


def _text(x: float, y: float, text: str, kind: str = "", anchor: str = "start") -> str:
    said = f' class="{kind}"' if kind else ""
    return f'<text{said} x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'
