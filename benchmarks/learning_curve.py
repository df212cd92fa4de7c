"""Draw the gain of each round of learning from the table in docs/playouts.md into docs/learning_curve.svg."""

from __future__ import annotations

import re
from pathlib import Path

DOCS = Path(__file__).parents[1] / "docs"
LINE = re.compile(r"^(\w+)( \*)? +([\d.]+) M((?: +\+[\d.]+){6})$", re.MULTILINE)
COMPANIES = ("the policy before", "mixed", "plain rules")


def main() -> None:
    import matplotlib

    matplotlib.use("svg")
    matplotlib.rcParams["svg.fonttype"] = "none"
    from matplotlib import pyplot

    rounds = LINE.findall((DOCS / "playouts.md").read_text(encoding="utf-8"))
    taken = [(float(decisions), [*map(float, gains.split())]) for _, failed, decisions, gains in rounds if not failed]
    failed = [(float(decisions), [*map(float, gains.split())]) for _, failed, decisions, gains in rounds if failed]
    figure, panels = pyplot.subplots(1, 2, figsize=(9, 3.6), sharey=True)
    for notrump, panel in enumerate(panels):
        for number, company in enumerate(COMPANIES):
            column = 2 * number + notrump
            panel.plot([at for at, _ in taken], [gains[column] for _, gains in taken], marker="o", label=company)
            panel.plot([at for at, _ in failed], [gains[column] for _, gains in failed], "x", color="grey")
        panel.set_title("no-trump" if notrump else "suits")
        panel.set_xlabel("million decisions learned from")
        panel.set_ylim(0)
    panels[0].set_ylabel("tricks a deal over the policy before")
    panels[1].legend(title="among")
    figure.tight_layout()
    figure.savefig(DOCS / "learning_curve.svg", metadata={"Date": None})
