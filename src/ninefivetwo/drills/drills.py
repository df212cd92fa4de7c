"""Drills: which problem comes next, what an answer was worth, and when the problem comes back.

What comes back is scheduled by FSRS (package fsrs): what was wrong in ten minutes, then at intervals that grow as it is
remembered; what was right at first sight only after days.
"""

from __future__ import annotations

import importlib.util
import json
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from hashlib import sha256

from ninefivetwo.advise import Limits
from ninefivetwo.drills.encoding import problem_of_text, problem_text
from ninefivetwo.drills.judge import LIMITS, Verdict, verdict
from ninefivetwo.drills.problem import KINDS, SOURCES, Problem
from ninefivetwo.drills.shipped import shipped
from ninefivetwo.errors import DrillError
from ninefivetwo.library import Answered, Library, ProblemInfo, ScheduledProblem

AGAIN = timedelta(minutes=10)  # what was wrong comes back after so long
MISTAKE = "mistake"


@dataclass(frozen=True)
class Count:
    """Of a kind of problem: how many are due again, how many never answered; answers given, and how many right."""

    due: int
    unseen: int
    answered: int
    right: int


class Drills:
    """The problems of a library and the shipped set, one after another."""

    def __init__(self, library: Library, problems: Sequence[Problem] | None = None, seed: int = 0) -> None:
        """problems: in place of the shipped set.  seed: of the order in which unseen ones come."""
        self._library, self._seed = library, seed
        self._set = {problem.id: problem for problem in (shipped() if problems is None else problems)}

    def next(
        self,
        kind: str | None,
        now: datetime,
        theme: str | None = None,
        difficulty: int | None = None,
        source: str | None = None,
        among: Collection[str] | None = None,
    ) -> Problem | None:
        """The problem to pose: the longest due, else a mistake not yet tried again, else one of the set or mined.

        among: the ids of those that may come.  None of a limit is any.  None where there is no problem left.  Raises
        DrillError for a kind or source that is none.
        """
        _check("kind of problem", kind, KINDS)
        _check("source of problems", source, SOURCES)
        fitting = self.fitting(kind, theme, difficulty, source)
        posed = {each.id: each for each in fitting if among is None or each.id in among}
        for card in self._library.due(kind, now):
            if card.problem in posed:
                return self.problem(card.problem)
        seen = self._seen()
        unseen = [each for each in posed.values() if each.id not in seen]
        first = min(unseen, key=lambda each: (each.source != MISTAKE, self._place(each.id)), default=None)
        return None if first is None else self.problem(first.id)

    def fitting(
        self, kind: str | None, theme: str | None = None, difficulty: int | None = None, source: str | None = None
    ) -> Iterator[ProblemInfo]:
        """The problems of this sort, answered or not; None of a limit is any."""
        wanted = (kind, theme, difficulty, source)
        for each in self.posed():
            found = (each.kind, each.theme, each.difficulty, each.source)
            if all(one is None or one == other for one, other in zip(wanted, found, strict=True)):
                yield each

    def answer(self, problem: Problem, answer: object, now: datetime, limits: Limits = LIMITS) -> Verdict:
        """What an answer is worth; it is kept, and the problem is due again in time.  Raises DrillError."""
        found = verdict(problem, answer, limits)
        self.add(problem)
        card = _scheduled(self._library.scheduled(problem.id), problem.id, found.right, now)
        told = json.dumps(answer, ensure_ascii=False)
        self._library.add_answer(
            Answered(problem.id, problem.kind, problem.theme, now, told, found.loss.mean, found.right), card
        )
        return found

    def add(self, problem: Problem) -> None:
        """Keep a problem in the library."""
        row = (problem.id, problem.kind, problem.theme, problem.difficulty, problem.source, problem_text(problem))
        self._library.add_problem(*row)

    def counts(self, now: datetime) -> dict[str, Count]:
        """How each kind stands."""
        posed, seen, answers = list(self.posed()), self._seen(), self._library.answers()
        found = {}
        for kind in KINDS:
            ids = [each.id for each in posed if each.kind == kind]
            given = [answer.right for answer in answers if answer.kind == kind]
            due = len(self._library.due(kind, now))
            found[kind] = Count(due, sum(id not in seen for id in ids), len(given), sum(given))
        return found

    def posed(self) -> Iterator[ProblemInfo]:
        """All problems: those of the set, then those that are only in the library."""
        for id, each in self._set.items():
            yield ProblemInfo(id, each.kind, each.theme, each.difficulty, each.source)
        yield from (each for each in self._library.problems() if each.id not in self._set)

    def problem(self, id: str) -> Problem:
        """The problem of an id.  Raises DrillError."""
        if id in self._set:
            return self._set[id]
        text = self._library.problem_text(id)
        if text is None:
            raise DrillError(f"no problem: {id!r} (expected one of the set or the library)")
        return problem_of_text(text)

    def _seen(self) -> set[str]:
        return {answer.problem for answer in self._library.answers()}

    def _place(self, id: str) -> str:
        """Where an unseen problem stands in the order."""
        return sha256(f"{self._seed} {id}".encode()).hexdigest()


def _check(what: str, found: str | None, expected: Sequence[str]) -> None:
    if found is not None and found not in expected:
        raise DrillError(f"no {what}: {found!r} (expected one of {', '.join(expected)})")


def check_scheduler() -> None:
    """Raises DrillError where the package is missing without which no answer can be kept."""
    if importlib.util.find_spec("fsrs") is None:
        raise DrillError("no scheduler: fsrs is missing (expected: pip install '.[train]')")


def _scheduled(before: ScheduledProblem | None, problem: str, right: bool, now: datetime) -> ScheduledProblem:
    """When a problem comes back after an answer."""
    check_scheduler()
    import fsrs

    at = now.astimezone(UTC)
    scheduler = fsrs.Scheduler(learning_steps=(AGAIN,), relearning_steps=(AGAIN,), enable_fuzzing=False)
    if before is None:
        card, good = fsrs.Card(card_id=int(problem, 16), due=at), fsrs.Rating.Easy
    else:
        card, good = fsrs.Card.from_json(before.fsrs), fsrs.Rating.Good
    card, _ = scheduler.review_card(card, good if right else fsrs.Rating.Again, at)
    return ScheduledProblem(problem, card.to_json(), card.due)
