"""How strong a player is, and how hard each problem: Glicko-2 of the answers, where a problem is the opponent.

Ratings are kept nowhere: they follow from the answers in a library, so that two libraries made one have one rating.
Only the first answer to a problem counts, for the next ones are of somebody who has seen what is right.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from ninefivetwo.drills.glicko import MIDDLE, Rating
from ninefivetwo.drills.marks import FULL
from ninefivetwo.library import Answered, Library, ProblemInfo

PERIOD = timedelta(days=1)  # by which a player who rests is less well known
STEP = 200.0  # points from one difficulty to the next; the middle one is as hard as a new player is strong
GUESSED = 150.0  # deviation of a problem that nobody has answered
NEAR = 100.0  # points; problems so close to one another are equally fit to be posed next
_MIDDLE_DIFFICULTY = 3


@dataclass(frozen=True)
class RatingStep:
    """A player's rating after an answer."""

    when: datetime
    rating: Rating


@dataclass(frozen=True)
class Ratings:
    """The player's rating, how it came about, and the ratings of the problems answered, by their ids."""

    player: Rating
    history: tuple[RatingStep, ...]
    problems: Mapping[str, Rating]

    def of_problem(self, problem: ProblemInfo) -> Rating:
        """How hard a problem is: by its answer, or by its difficulty."""
        return self.problems.get(problem.id) or unanswered(problem.difficulty)

    def distance(self, problem: ProblemInfo) -> int:
        """How far a problem is from the player's strength, in steps of `NEAR` points."""
        return int(abs(self.of_problem(problem).rating - self.player.rating) / NEAR)


def unanswered(difficulty: int) -> Rating:
    """The rating of a problem that nobody has answered."""
    return Rating(MIDDLE + STEP * (difficulty - _MIDDLE_DIFFICULTY), GUESSED)


def rating_text(rating: Rating) -> str:
    """`1512 ± 80`: the rating and its deviation."""
    return f"{round(rating.rating)} ± {round(rating.deviation)}"


def ratings_of(library: Library, now: datetime) -> Ratings:
    """The ratings by the answers in a library."""
    difficulties = {problem.id: problem.difficulty for problem in library.problems()}
    return ratings(library.answers(), difficulties, now)


def ratings(answers: Iterable[Answered], difficulties: Mapping[str, int], now: datetime) -> Ratings:
    """The ratings by answers, in any order; `difficulties` of problems by their ids, those unknown being middling."""
    player, problems, history = Rating(), dict[str, Rating](), list[RatingStep]()
    last = None
    for answer in sorted(answers, key=lambda each: each.when):
        if answer.problem in problems:
            continue
        if last is not None:
            player = player.rested((answer.when - last) / PERIOD)
        last = answer.when
        problem = unanswered(difficulties.get(answer.problem, _MIDDLE_DIFFICULTY))
        score = _score(answer)
        player, problems[answer.problem] = player.after([(problem, score)]), problem.after([(player, 1 - score)])
        history.append(RatingStep(answer.when, player))
    if last is not None:
        player = player.rested(max(now - last, timedelta(0)) / PERIOD)
    return Ratings(player, tuple(history), problems)


def _score(answer: Answered) -> float:
    """What an answer counts for, from 0 to 1; without points of its own it was right or wrong."""
    return float(answer.right) if answer.mark is None else answer.mark / FULL
