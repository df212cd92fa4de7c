"""The JSON for the drill page: puzzles, ratings of answers, and example deals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from ninefivetwo.cards import Seat, Trump, by_seat
from ninefivetwo.game import Call, GiveTurn, Play
from ninefivetwo.game.events import action_object
from ninefivetwo.game.rules import rules_text
from ninefivetwo.keep.drills.drills import Count
from ninefivetwo.keep.drills.judge import FULL, Verdict
from ninefivetwo.keep.drills.problem import Problem
from ninefivetwo.keep.drills.trial import PlayedChoice, Trial
from ninefivetwo.layout import Trick, tricks_of
from ninefivetwo.web.table_state import TableObject, played_tables, table_object
from ninefivetwo.words.actions import action_words
from ninefivetwo.words.drill_text import KINDS
from ninefivetwo.words.drills import choice_cells, choice_name, names_by_contract, prompt, trial_words, verdict_words
from ninefivetwo.words.figures import count, in_digits
from ninefivetwo.words.speaker import YOU, Speaker
from ninefivetwo.words.template import CardWords, Term, say
from ninefivetwo.words.verdict import LineCard, trick_line


def kind_shown(kind: str, so_far: Count) -> dict[str, object]:
    """Return the object for a kind of puzzle, with the numbers of due, new, answered and correctly answered puzzles."""
    name, question = KINDS[kind]
    numbers = {"due": so_far.due, "unseen": so_far.unseen, "answered": so_far.answered, "right": so_far.right}
    return {"kind": kind, "name": name, "question": question, **numbers}


def speaker_of(problem: Problem) -> Speaker:
    """Return a speaker that addresses a puzzle's player and calls players without clear names Nine, Five or Two."""
    names = by_seat(name.strip() for name in problem.match.names)
    if len({*names, YOU}) <= len(Seat) or not all(names) or {seat.word for seat in Seat} & set(names):
        names = names_by_contract(problem.view.rules)
    return Speaker(names, problem.seat)


def problem_shown(problem: Problem) -> dict[str, object]:
    """Return the object that describes a puzzle before the answer.

    asked: the question. card: the card in question, if any. seat: the seat in question, or the seat to act. moment: the
    rules and the difficulty. names: the players at dealer, left and right. log: sentences on the events before the
    play. tricks: the complete tricks.
    """
    view, question = problem.view, problem.question
    about = problem.seat if question is None else Seat(question.place) if question.place < len(Seat) else None
    return {
        "id": problem.id,
        "kind": problem.kind,
        "title": KINDS[problem.kind][0],
        "asked": prompt(problem, speaker_of(problem)),
        "card": None if question is None else str(question.card),
        "seat": None if about is None else about.word,
        "moment": _moment(problem),  # without the theme, which would be a hint
        "names": speaker_of(problem).titles,
        "table": _posed(problem) if question is None else replace(_posed(problem), turn=None),
        "log": list(_log(problem, speaker_of(problem))),
        "tricks": [trick for trick in view.tricks if trick.winner is not None],
    }


def _moment(problem: Problem) -> str:
    rules = Term(rules_text(problem.view.rules))
    return say("{rules} · difficulty {number} of 5", rules=rules, number=in_digits(problem.difficulty))


def _posed(problem: Problem) -> TableObject:
    return table_object(problem.view, speaker_of(problem).titles)


def answer_shown(problem: Problem, verdict: Verdict, counted: bool, rating: str) -> dict[str, object]:
    """Return the object that describes the rating of an answer.

    mark: the points, out of `full`. best: the best choice or the equal best cards, null for a probability. line: best
    play after the best choice. counted: whether the answer counts. table: the puzzle's table without a choice. deal:
    the table with open hands, null if they are unknown. failing: whether a search for a deal against the
    answer follows.
    """
    best = verdict.best
    line = (
        ""
        if best is None
        else say("Best play after {choice}, with all hands open", choice=CardWords(choice_name(best)))
    )
    return {
        "mark": verdict.mark,
        "full": FULL,
        "heading": "Right" if verdict.right else "Partly right" if verdict.mark else "Wrong",
        "words": list(verdict_words(problem, verdict, speaker_of(problem))),
        "best": None if best is None else list(map(str, best.details.cards)) or action_object(best.action),
        "line": _best_play(problem, verdict),
        "line_words": line if verdict.line else "",
        "choices": _choices(problem, verdict) if problem.choices else None,
        "counted": counted,
        "table": replace(_posed(problem), turn=None),
        "deal": None if problem.deal is None else _open(table_object(problem.deal, speaker_of(problem).titles)),
        "failing": is_failing(verdict),
        "rating": rating,
    }


def is_failing(verdict: Verdict) -> bool:
    """Return True if the server should search for a deal in which the answer fails."""
    return not verdict.right and verdict.own is not None


def failing_shown(problem: Problem, verdict: Verdict, tried: Trial) -> dict[str, object]:
    """Return a deal in which a wrong answer fails, played out after the answer and after the best choice.

    `own` and `better` are null if the answer costs no trick in any of the deals tested.
    """
    assert verdict.own is not None and verdict.best is not None
    speaker = speaker_of(problem)
    sentences = list(trial_words(problem, verdict.own, tried, speaker))
    example = tried.refutation
    if example is None:
        return {"title": "Does my choice ever fail?", "sentences": sentences, "own": None, "better": None}
    return {
        "title": "A possible deal where your choice fails"
        if example.fails
        else "A possible deal where your choice costs tricks",
        "sentences": sentences,
        "own": _played_out(problem, choice_name(verdict.own, speaker), example.own),
        "better": _played_out(problem, choice_name(verdict.best, speaker), example.better),
    }


def _best_play(problem: Problem, verdict: Verdict) -> list[LineCard]:
    """Return the best play after the best choice, from the current trick on; empty for other puzzles."""
    if not verdict.line:
        return []
    view, cards = problem.view, list(problem.view.table)
    if verdict.best is not None and isinstance(verdict.best.action, Play):
        cards.append(verdict.best.action.card)
    cards += [card for _, card in verdict.line]
    return _line(problem, tricks_of(view.lead, cards, view.called), view.called)


def _line(problem: Problem, tricks: Sequence[Trick], trump: Trump) -> list[LineCard]:
    """Return the cards of the tricks in the order of play."""
    return [card for trick in tricks for card in trick_line(trick, trump, speaker_of(problem))]


def _log(problem: Problem, speaker: Speaker) -> Iterator[str]:
    """Yield sentences on the events before the first lead."""
    view, results = problem.view, problem.match.previous_results
    if isinstance(view.turn, GiveTurn) and results is not None:
        yield say("Previous deal: {scores}.", scores=speaker.with_numbers(results))
    yield from speaker.choices(view.events)


def _choices(problem: Problem, verdict: Verdict) -> dict[str, object]:
    """Return a table of the choices, best first; `kinds` marks the best choice and the player's choice."""
    choices = list(problem.choices)
    if verdict.own is not None and verdict.own not in choices:
        choices = sorted([*choices, verdict.own], key=lambda choice: choice.regret.mean)
    contract = in_digits(problem.view.rules.contracts[problem.seat])
    return {
        "head": ["choice", "tricks", "loss", say("makes {contract}", contract=contract)],
        "rows": [choice_cells(choice, speaker_of(problem)) for choice in choices],
        "kinds": ["best" if c is problem.best else "yours" if c == verdict.own else "" for c in choices],
    }


def _open(table: TableObject) -> TableObject:
    """Return a copy of the table that offers no choice."""
    return replace(table, turn=None, moved=[], tags={})


def _played_out(problem: Problem, words: str, played: PlayedChoice) -> dict[str, object]:
    """Return the rest of a possible deal after a choice, from the position or from the first lead.

    states: the open table before the first card and after each card. line: the cards. end: a sentence on the result.
    """
    before = _open(_posed(problem))
    seats = [
        replace(seat, hand=str(hand), held=len(hand)) for seat, hand in zip(before.seats, played.hands, strict=True)
    ]
    table = replace(before, me=None, seats=seats, discarded=None)
    if not isinstance(played.action, Play):
        lead = played.tricks[0].lead.word
        table = replace(table, trump=played.trump.letter, lead=lead, trick=[], kitty=None, last=None)
    return {
        "words": action_words(played.action) if isinstance(played.action, Call) else words,
        "action": action_object(played.action),
        "states": played_tables(table, played.tricks),
        "line": _line(problem, played.tricks, played.trump),
        "end": say("You win {tricks} in this deal.", tricks=count(played.won[problem.seat])),
    }
