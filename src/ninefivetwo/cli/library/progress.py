"""How a player does: by phase, and match by match, as tables and as an object."""

from __future__ import annotations

from dataclasses import dataclass
from math import hypot

from msgspec import UNSET

from ninefivetwo.cli.library.tables import SHORT
from ninefivetwo.cli.text_table import Column, TextTable, figures
from ninefivetwo.evaluation import Estimate
from ninefivetwo.game import runs
from ninefivetwo.keep.library import Graded, Library, PlayerProgress
from ninefivetwo.study import Phase, accuracy
from ninefivetwo.words.figures import signed_tenths
from ninefivetwo.words.grade_words import grade_text
from ninefivetwo.words.review import PHASES
from ninefivetwo.words.schema.library import DealProgressObject, LibraryProgressObject, MatchProgressObject


@dataclass(frozen=True)
class MatchGrade:
    """A match, or as many deals of it in a row as are reviewed: the number of its first deal, and each deal's grade."""

    event: str
    first: int
    deals: list[Graded]

    @property
    def decisions(self) -> int:
        return sum(deal.decisions for deal in self.deals)

    @property
    def grade(self) -> float | None:
        """The fair loss of a decision, in thousandths; None where no deal has one."""
        lost = sum(deal.grade * deal.decisions for deal in self.deals if deal.grade is not None)
        return lost / self.decisions if self.decisions else None

    @property
    def error(self) -> float:
        """The standard error of that."""
        return hypot(*((deal.error or 0) * deal.decisions for deal in self.deals)) / max(self.decisions, 1)

    @property
    def accuracy(self) -> Estimate | None:
        """The grade of 0 to 100 of all decisions; None where no deal has one."""
        if self.grade is None:
            return None
        each = self.decisions / 1000
        return accuracy(Estimate(self.grade * each, self.error * each, self.decisions), self.decisions)

    @property
    def luck(self) -> float | None:
        return total([deal.luck for deal in self.deals])

    @property
    def skill(self) -> float | None:
        return total([deal.skill for deal in self.deals])


def total(tricks: list[float | None]) -> float | None:
    """None where one is not known."""
    known = [each for each in tricks if each is not None]
    return sum(known) if len(known) == len(tricks) else None


def of_matches(library: Library, deals: list[Graded]) -> list[MatchGrade]:
    """The deals, those together that follow one another in a match."""
    stored = [library.record(deal.record) for deal in deals]
    matches, place = [], 0
    for run in runs([record.match for record in stored]):
        matches.append(MatchGrade(stored[place].event, run[0].number, deals[place : place + len(run)]))
        place += len(run)
    return matches


def phases_table(by_phase: dict[Phase, Estimate]) -> TextTable:
    """A row a phase: how accurate decisions were, and what one lost on average, by what could be known."""
    rows = []
    for phase, mean in by_phase.items():
        whole = Estimate(mean.mean * mean.n, mean.standard_error * mean.n, mean.n)
        lost = f"{mean.mean:.2f} ± {mean.standard_error:.2f}"
        rows.append([PHASES[phase], str(mean.n), grade_text(accuracy(whole, mean.n)), lost])
    return TextTable([Column(""), *figures("unforced", "accuracy", "tricks lost each")], rows)


def matches_table(matches: list[MatchGrade]) -> TextTable:
    """A row a match, in the order added."""
    rows = []
    for match in matches:
        last = match.first + len(match.deals) - 1
        deals = str(match.first) if last == match.first else f"{match.first}–{last}"
        grade = grade_text(match.accuracy)
        tricks = ["" if each is None else signed_tenths(each) for each in (match.luck, match.skill)]
        rows.append([match.deals[0].record[:SHORT], match.event, deals, str(match.decisions), grade, *tricks])
    numbers = figures("deals", "unforced", "accuracy", "luck", "skill", drop={"unforced": 1})
    return TextTable([Column("first record"), Column("event", fold=12), *numbers], rows)


def progress_object(progress: PlayerProgress, matches: list[MatchGrade]) -> LibraryProgressObject:
    """What a decision loses in each phase, in tricks; and the deals, match by match."""
    return LibraryProgressObject(
        {phase.value: mean for phase, mean in progress.by_phase.items()},
        [MatchProgressObject(each.event, each.first, [deal_object(deal) for deal in each.deals]) for each in matches],
    )


def deal_object(deal: Graded) -> DealProgressObject:
    return DealProgressObject(
        record=deal.record,
        added=deal.when.isoformat(),
        seat=deal.seat.word,
        unforced=deal.decisions,
        thousandths_each=rounded(deal.grade, 1),
        error=rounded(deal.error, 1),
        luck=rounded(deal.luck, 2),
        skill=rounded(deal.skill, 2),
        accuracy=UNSET if deal.accuracy is None else deal.accuracy,
    )


def rounded(value: float | None, digits: int) -> float | None:
    return None if value is None else round(value, digits)
