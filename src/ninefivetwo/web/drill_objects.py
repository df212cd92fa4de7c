"""What the drill page is told: a problem as its player sees it, what an answer was worth, deals shown after it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from ninefivetwo.cards import Seat, by_seat
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
from ninefivetwo.words.drills import choice_cells, choice_name, names_by_contract, prompt, trial_words, verdict_words
from ninefivetwo.words.figures import plural
from ninefivetwo.words.speaker import YOU, Speaker, sentence

KIND_NAMES = {
    "call": ("Call", "Sixteen cards: which suit is trump, or none?"),
    "discard": ("Discard", "Twenty cards: which four go?"),
    "give": ("Give", "Which cards to whom, and what comes back?"),
    "play": ("Lead and play", "The card that keeps the most."),
    "know": ("What do you know?", "Who holds the card? Say how likely."),
}


def kind_shown(kind: str, count: Count) -> dict[str, object]:
    """A kind of problem: what is asked, how many problems are due again and new, how its answers went."""
    name, question = KIND_NAMES[kind]
    numbers = {"due": count.due, "unseen": count.unseen, "answered": count.answered, "right": count.right}
    return {"kind": kind, "name": name, "question": question, **numbers}


def speaker_of(problem: Problem) -> Speaker:
    """Who speaks to the player of a problem; the others have their names, or are called Nine, Five and Two."""
    names = by_seat(name.strip() for name in problem.match.names)
    if len({*names, YOU}) <= len(Seat) or not all(names) or {seat.word for seat in Seat} & set(names):
        names = names_by_contract(problem.view.rules)
    return Speaker(names, problem.seat)


def problem_shown(problem: Problem) -> dict[str, object]:
    """A problem as it is posed.

    asked: the question, in words; card: that it is about; seat: the seat it is about, or whose turn it is.  moment:
    rules and difficulty.  names: of dealer, left and right.  log: what happened before the play.  tricks: played.
    """
    view, question = problem.view, problem.question
    about = problem.seat if question is None else Seat(question.place) if question.place < len(Seat) else None
    return {
        "id": problem.id,
        "kind": problem.kind,
        "title": KIND_NAMES[problem.kind][0],
        "asked": prompt(problem, speaker_of(problem)),
        "card": None if question is None else str(question.card),
        "seat": None if about is None else about.word,
        "moment": f"{rules_text(view.rules)} · difficulty {problem.difficulty} of 5",  # no theme: a hint
        "names": speaker_of(problem).titles,
        "table": _posed(problem) if question is None else replace(_posed(problem), turn=None),
        "log": list(_log(problem, speaker_of(problem))),
        "tricks": [trick for trick in view.tricks if trick.winner is not None],
    }


def _posed(problem: Problem) -> TableObject:
    return table_object(problem.view, speaker_of(problem).titles)


def answer_shown(problem: Problem, verdict: Verdict, counted: bool, rating: str) -> dict[str, object]:
    """What an answer was worth.

    mark: of `full` points.  best: choice; null where a chance was asked for.  line: best play after it.  counted: is
    the answer kept?  table: as the problem is shown from now on.  deal: how the cards lay; null where that is not
    known.  failing: is a deal being looked for in which the answer fails?
    """
    best = verdict.best
    line = "" if best is None else f"Best play for you after {choice_name(best)}, all cards seen"
    return {
        "mark": verdict.mark,
        "full": FULL,
        "heading": "Right" if verdict.right else "Not the best" if verdict.mark else "Wrong",
        "words": list(map(sentence, verdict_words(problem, verdict, speaker_of(problem)))),
        "best": None if best is None else action_object(best.action),
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
    """Is a deal looked for in which the answer fails?"""
    return not verdict.right and verdict.own is not None


def failing_shown(problem: Problem, verdict: Verdict, tried: Trial) -> dict[str, object]:
    """An answer put to the test, with both ways of playing the deal in which it fails.

    `own` and `better` are null where in no deal that was found it brings fewer tricks.
    """
    assert verdict.own is not None and verdict.best is not None
    speaker = speaker_of(problem)
    sentences = list(map(sentence, trial_words(problem, verdict.own, tried, speaker)))
    example = tried.refutation
    if example is None:
        return {"title": "Does it ever fail?", "sentences": sentences, "own": None, "better": None}
    return {
        "title": f"A deal in which it {'fails' if example.fails else 'costs tricks'}",
        "sentences": sentences,
        "own": _played_out(problem, choice_name(verdict.own, speaker), example.own),
        "better": _played_out(problem, choice_name(verdict.best, speaker), example.better),
    }


def _best_play(problem: Problem, verdict: Verdict) -> list[dict[str, object]]:
    """The line of a verdict, card by card, from the trick in progress on; empty where there is none."""
    if not verdict.line:
        return []
    view, cards = problem.view, list(problem.view.table)
    if verdict.best is not None and isinstance(verdict.best.action, Play):
        cards.append(verdict.best.action.card)
    cards += [card for _, card in verdict.line]
    return _line(problem, tricks_of(view.lead, cards, view.called))


def _line(problem: Problem, tricks: Sequence[Trick]) -> list[dict[str, object]]:
    """The cards of some tricks, each with its player's name, and whether it leads and wins."""
    speaker, line = speaker_of(problem), []
    for trick in tricks:
        for seat, card in trick.turns:
            leads = seat is trick.lead
            does = speaker.verb(seat, "leads" if leads else "plays")
            wins = seat is trick.winner
            line.append({"name": speaker.titles[seat], "does": does, "card": str(card), "leads": leads, "wins": wins})
    return line


def _log(problem: Problem, speaker: Speaker) -> Iterator[str]:
    """What happened before the play, in sentences."""
    view, results = problem.view, problem.match.previous_results
    if isinstance(view.turn, GiveTurn) and results is not None:
        yield sentence(f"the last deal: {speaker.with_numbers(results)}")
    yield from speaker.choices(view.events)


def _choices(problem: Problem, verdict: Verdict) -> dict[str, object]:
    """The choices that were priced, the best first, and the player's own among them; kinds: best, yours, or neither."""
    choices = list(problem.choices)
    if verdict.own is not None and verdict.own not in choices:
        choices = sorted([*choices, verdict.own], key=lambda choice: choice.regret.mean)
    contract = problem.view.rules.contracts[problem.seat]
    return {
        "head": ["choice", "tricks", "regret", f"makes {contract}"],
        "rows": [choice_cells(choice, speaker_of(problem)) for choice in choices],
        "kinds": ["best" if c is problem.best else "yours" if c == verdict.own else "" for c in choices],
    }


def _open(table: TableObject) -> TableObject:
    """A table at which nothing is chosen."""
    return replace(table, turn=None, moved=[], tags={})


def _played_out(problem: Problem, words: str, played: PlayedChoice) -> dict[str, object]:
    """How a deal that could be goes after a choice: from the moment of a card, else from the first lead.

    states: the open table before the first card and after each.  line: its cards.  end: what comes of it, in words.
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
        "line": _line(problem, played.tricks),
        "end": f"You win {plural(played.won[problem.seat], 'trick')} this way.",
    }
