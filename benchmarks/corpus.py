"""The corpora: fixed questions with their answers, one per line.

A line has the form ``layout<TAB>trump lead seat tricks``, where `tricks` is the number that the seat can guarantee. In
the endings (end08 to end13), the K part of the layout is the hand of a fourth player, with which the ending is a bridge
position (tests/judge.py); the answer is by DDS.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from ninefivetwo import Layout, Seat, Trump

HERE = Path(__file__).parent
NODES = HERE / "nodes.json"  # what the search needs for each corpus, its table cleared before every question
NAMES = ("random16", "dealer16", "notrump16", "freak16", "end08", "end10", "end12", "end13")
TAIL = "random1000"  # random16 and 800 deals more, for the worst of them
DISCARDS = "discards20"  # the dealer has twenty cards, and the answer is the guarantee after the best discard of four


@dataclass(frozen=True)
class Question:
    """One line of a corpus."""

    layout: Layout
    trump: Trump
    lead: Seat
    seat: Seat
    tricks: int

    @classmethod
    def parse(cls, line: str) -> Question:
        layout, rest = line.split("\t")
        trump, lead, seat, tricks = rest.split()
        return cls(Layout.parse(layout), Trump.parse(trump), Seat.parse(lead), Seat.parse(seat), int(tricks))

    def __str__(self) -> str:
        return f"{self.layout}\t{self.trump.letter} {self.lead.letter} {self.seat.letter} {self.tricks}"

    def asked(self):
        """The question in the form that the engine reads."""
        return [self.layout[seat].cards for seat in Seat], int(self.lead), int(self.trump), (), int(self.seat)


def read(name: str) -> list[Question]:
    path = HERE / "corpora" / f"{name}.txt"
    if not path.exists():
        raise ValueError(f"unknown corpus {name!r} (expected one of {', '.join((*NAMES, TAIL, DISCARDS))})")
    lines = path.read_text().splitlines()
    return [Question.parse(line) for line in lines if not line.startswith("%")]


def recorded_nodes() -> dict[str, int]:
    return json.loads(NODES.read_text())
