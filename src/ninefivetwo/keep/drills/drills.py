"""Drills: select the next problem, grade answers, and schedule repetitions.

The package fsrs (FSRS) schedules the problems. After a wrong answer, a problem returns in ten minutes, then at
intervals that grow with each right answer. After a right first answer, a problem returns in a few days.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cache
from hashlib import sha256
from pathlib import Path

from ninefivetwo.codec import decode, encode
from ninefivetwo.errors import DrillError
from ninefivetwo.keep.drills.judge import ANSWER_LIMITS, FULL, PASSED, Verdict, verdict
from ninefivetwo.keep.drills.kinds import DRILL_KINDS
from ninefivetwo.keep.drills.posing import problem_fault
from ninefivetwo.keep.drills.problem import (
    PROBLEM_SOURCES,
    Problem,
    Problems,
    problem_of_text,
    problem_text,
    read_problem,
)
from ninefivetwo.keep.drills.ratings import Ratings, ratings
from ninefivetwo.keep.library import Answered, Library, ProblemInfo, ScheduledProblem
from ninefivetwo.think.advise import Limits

SET = Path(__file__).with_name("problems.json")


@cache
def shipped() -> tuple[Problem, ...]:
    """Return the problems of the shipped set. Raises DrillError, SchemaError or OSError."""
    return tuple(map(read_problem, decode(SET.read_bytes(), Problems).problems))


def set_text(problems: Sequence[Problem]) -> str:
    """Return the JSON text of a set of problems, with one problem on each line."""
    text = encode(Problems(tuple(problems))).decode()
    return text.replace('{"schema":"ninefivetwo.problem/', '\n{"schema":"ninefivetwo.problem/')[:-2] + "\n]}\n"


AGAIN = timedelta(minutes=10)  # delay before a problem returns after a wrong answer
MISTAKE = "mistake"


@dataclass(frozen=True)
class Count:
    """The numbers of due problems, unanswered problems, answers and right answers for one kind of problem."""

    due: int
    unseen: int
    answered: int
    right: int


class Drills:
    """The problems of a library and of the shipped set."""

    def __init__(self, library: Library, problems: Sequence[Problem] | None = None, seed: int = 0) -> None:
        """Open a library's problems. `problems` replaces the shipped set, and `seed` shuffles unanswered problems."""
        self._library, self._seed = library, seed
        self._set = {problem.id: problem for problem in (shipped() if problems is None else problems)}

    def next(self, kind: str | None, now: datetime, among: Collection[str] | None = None) -> Problem | None:
        """Return the problem that is longest overdue or, if no problem is due, an unanswered problem.

        Unanswered problems from the player's mistakes are preferred, then problems whose difficulty suits the player's
        strength (`ratings`). `kind` and `among` (ids of problems) restrict the choice. Returns None if no problem is
        due or unanswered. Raises DrillError for an unknown kind.
        """
        candidates = {problem.id: problem for problem in self.fitting(kind) if among is None or problem.id in among}
        for card in self._library.due(kind, now):
            if card.problem in candidates:
                return self.problem(card.problem)
        seen = self._seen()
        rated = self.ratings(now)
        order = [
            (problem.source != MISTAKE, rated.distance(problem), self._place(id), id)
            for id, problem in candidates.items()
            if id not in seen
        ]
        return self.problem(min(order)[-1]) if order else None

    def fitting(
        self, kind: str | None, theme: str | None = None, difficulty: int | None = None, source: str | None = None
    ) -> list[ProblemInfo]:
        """Return all problems with the given properties. An argument that is None allows any value.

        Raises DrillError for an unknown kind or source.
        """
        _check("kind of problem", kind, DRILL_KINDS)
        _check("source of problems", source, PROBLEM_SOURCES)
        limits = (kind, theme, difficulty, source)
        return [
            problem
            for problem in self.problems()
            if all(limit is None or limit == value for limit, value in zip(limits, problem[1:], strict=True))
        ]

    def answer(self, problem: Problem, answer: object, now: datetime, limits: Limits = ANSWER_LIMITS) -> Verdict:
        """Grade and store an answer, and schedule the problem. Raises DrillError if the answer is invalid."""
        result = verdict(problem, answer, limits)
        self.add(problem)
        card = _scheduled(self._library.scheduled(problem.id), problem.id, result.mark, now)
        text = json.dumps(answer, ensure_ascii=False)
        self._library.add_answer(
            Answered(problem.id, problem.kind, problem.theme, now, text, result.loss.mean, result.right, result.mark),
            card,
        )
        return result

    def add(self, problem: Problem) -> None:
        self._library.add_problem(*_info(problem), problem_text(problem))

    def counts(self, now: datetime) -> dict[str, Count]:
        problems, seen, answers = list(self.problems()), self._seen(), self._library.answers()
        counts = {}
        for kind in DRILL_KINDS:
            ids = {problem.id for problem in problems if problem.kind == kind}
            given = [answer.right for answer in answers if answer.kind == kind]
            due = sum(card.problem in ids for card in self._library.due(kind, now))
            counts[kind] = Count(due, sum(id not in seen for id in ids), len(given), sum(given))
        return counts

    def ratings(self, now: datetime) -> Ratings:
        """Return the ratings of the player and of the problems."""
        difficulties = {problem.id: problem.difficulty for problem in self._library.problems()}
        return ratings(self._library.answers(), difficulties, now)

    def problems(self) -> Iterator[ProblemInfo]:
        """Yield all problems of the shipped set, then all valid problems that are only in the library."""
        yield from map(_info, self._set.values())
        for row in self._library.problems():
            if row.id not in self._set and row.kind in DRILL_KINDS:
                text = self._library.problem_text(row.id)
                if text is not None and problem_fault(row.id, text) is None:
                    yield row

    def problem(self, id: str) -> Problem:
        """Return the problem with the given id. Raises DrillError if there is no such problem."""
        if id in self._set:
            return self._set[id]
        text = self._library.problem_text(id)
        if text is None:
            raise DrillError(f"unknown problem {id!r} (expected one of the set or the library)")
        return problem_of_text(text)

    def _seen(self) -> set[str]:
        return {answer.problem for answer in self._library.answers()}

    def _place(self, id: str) -> str:
        """Return a sort key that puts unanswered problems in random order."""
        return sha256(f"{self._seed} {id}".encode()).hexdigest()


def _info(problem: Problem) -> ProblemInfo:
    return ProblemInfo(problem.id, problem.kind, problem.theme, problem.difficulty, problem.source)


def _check(what: str, value: str | None, expected: Collection[str]) -> None:
    if value is not None and value not in expected:
        raise DrillError(f"unknown {what}: {value!r} (expected one of {', '.join(expected)})")


def _scheduled(before: ScheduledProblem | None, problem: str, mark: int, now: datetime) -> ScheduledProblem:
    """Return the time when a problem is due again after an answer with `mark` points."""
    import fsrs

    at = now.astimezone(UTC)
    scheduler = fsrs.Scheduler(learning_steps=(AGAIN,), relearning_steps=(AGAIN,), enable_fuzzing=False)
    card, good = fsrs.Card(card_id=int(problem, 16), due=at), fsrs.Rating.Easy
    with suppress(ValueError, TypeError, LookupError):  # Ignore an invalid schedule stored by another program.
        if before is not None:
            card, good = fsrs.Card.from_json(before.fsrs), fsrs.Rating.Good
    rating = good if mark == FULL else fsrs.Rating.Hard if mark >= PASSED else fsrs.Rating.Again
    card, _ = scheduler.review_card(card, rating, at)
    return ScheduledProblem(problem, card.to_json(), card.due)
