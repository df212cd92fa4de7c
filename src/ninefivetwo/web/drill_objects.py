"""What the drill page is told: a problem as its player sees it, what an answer was worth, deals shown after it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace as dataclass_replace

from msgspec import Struct
from msgspec.structs import replace

from ninefivetwo.cards import Seat
from ninefivetwo.codec import ActionValue, CardText, SeatWord
from ninefivetwo.game import Call, GiveTurn, Play
from ninefivetwo.game.rules import rules_text
from ninefivetwo.keep.drills.choices import choice_cells, name_of
from ninefivetwo.keep.drills.drills import Count
from ninefivetwo.keep.drills.explain import trial_words
from ninefivetwo.keep.drills.judge import Verdict
from ninefivetwo.keep.drills.marks import FULL
from ninefivetwo.keep.drills.problem import Problem, SeatName, number_name
from ninefivetwo.keep.drills.trial import PlayedChoice, Trial
from ninefivetwo.layout import tricks_of
from ninefivetwo.web.sentence import counted
from ninefivetwo.web.table_state import TableObject, table_object
from ninefivetwo.words.actions import action_object, action_words
from ninefivetwo.words.matches import by_seat, format_event
from ninefivetwo.words.schema.review import TrickObject
from ninefivetwo.words.seat_names import YOU, by_name, second_person

KIND_NAMES = {
    "call": ("Call", "Sixteen cards: which suit is trump, or none?"),
    "discard": ("Discard", "Twenty cards: which four go?"),
    "give": ("Give", "Which cards to whom, and what comes back?"),
    "play": ("Lead and play", "The card that keeps the most."),
    "know": ("What do you know?", "Who holds the card? Say how likely."),
}


class DrillKindObject(Struct, frozen=True):
    """A kind of problem: what is asked, how many problems are due again and new, how its answers went."""

    kind: str
    name: str
    question: str
    due: int
    unseen: int
    answered: int
    right: int


class ProblemViewObject(Struct, frozen=True):
    """A problem as it is posed.

    asked: the question, in words; card: that it is about; seat: the seat it is about, or whose turn it is.  moment:
    rules and difficulty.  names: of dealer, left and right.  log: what happened before the play.  tricks: played.
    """

    id: str
    kind: str
    title: str
    asked: str
    card: CardText | None
    seat: SeatWord | None
    moment: str
    names: list[str]
    table: TableObject
    log: list[str]
    tricks: list[TrickObject]


class LineCardObject(Struct, frozen=True):
    """A card of a line: whose, whether it leads, and wins."""

    name: str
    does: str
    card: CardText
    leads: bool
    wins: bool


class ChoicesTableObject(Struct, frozen=True):
    """The choices that were priced; `kinds`: best, yours, or neither."""

    head: list[str]
    rows: list[list[str]]
    kinds: list[str]


class AnswerObject(Struct, frozen=True):
    """What an answer was worth.

    mark: of `full` points.  best: choice; null where a chance was asked for.  line: best play after it.  counted: is
    the answer kept?  deal: how the cards lay; null where that is not known.  failing: is a deal being looked for in
    which the answer fails?
    """

    mark: int
    full: int
    heading: str
    words: list[str]
    best: ActionValue | None
    line: list[LineCardObject]
    line_words: str
    choices: ChoicesTableObject | None
    counted: bool
    deal: TableObject | None
    failing: bool
    rating: str


class PlayedLineObject(Struct, frozen=True):
    """How a deal goes after a choice: the open table before it, and the tricks, the one in progress first."""

    words: str
    action: ActionValue
    table: TableObject
    tricks: list[TrickObject]


class FailingObject(Struct, frozen=True):
    """An answer put to the test; `own` and `better` are null where in no deal that was found it brings fewer tricks.

    title: what is shown.
    """

    title: str
    sentences: list[str]
    own: PlayedLineObject | None
    better: PlayedLineObject | None


def kind_object(kind: str, count: Count) -> DrillKindObject:
    """A kind of problem with its numbers."""
    return DrillKindObject(kind, *KIND_NAMES[kind], count.due, count.unseen, count.answered, count.right)


def seat_names(problem: Problem) -> list[str]:
    """What the seats are called: the player is You, the others have their names, or Nine, Five and Two."""
    names, called = [name.strip() for name in problem.match.names], number_name(problem.view.rules)
    if len({*names, YOU}) <= len(Seat) or not all(names) or {seat.word for seat in Seat} & set(names):
        names = [called(seat) for seat in Seat]
    return [YOU if seat is problem.seat else name for seat, name in zip(Seat, names, strict=True)]


def namer(problem: Problem) -> SeatName:
    """The same as a function."""
    names = seat_names(problem)
    return lambda seat: names[seat]


def problem_view(problem: Problem) -> ProblemViewObject:
    """A problem as it is posed."""
    view, names, question = problem.view, seat_names(problem), problem.question
    table = table_object(view, names)
    about = problem.seat if question is None else Seat(question.place) if question.place < len(Seat) else None
    return ProblemViewObject(
        id=problem.id,
        kind=problem.kind,
        title=KIND_NAMES[problem.kind][0],
        asked=problem.asked(namer(problem)),
        card=None if question is None else str(question.card),
        seat=None if about is None else about.word,
        moment=f"{rules_text(view.rules)} · difficulty {problem.difficulty} of 5",  # no theme: a hint
        names=names,
        table=table if question is None else replace(table, turn=None),
        log=list(_log(problem)),
        tricks=[TrickObject.of(trick) for trick in problem.view.tricks if trick.winner is not None],
    )


def answer_object(problem: Problem, found: Verdict, counted: bool, rating: str) -> AnswerObject:
    """What an answer was worth."""
    heading = "Right" if found.right else "Not the best" if found.mark else "Wrong"
    line = "" if found.best is None else f"Best play for you after {name_of(found.best)}, all cards seen"
    return AnswerObject(
        mark=found.mark,
        full=FULL,
        heading=heading,
        words=[_sentence(problem, words) for words in found.words],
        best=None if found.best is None else action_object(found.best.action),
        line=_line_cards(problem, found),
        line_words=line if found.line else "",
        choices=_choices(problem, found) if problem.choices else None,
        counted=counted,
        deal=None if problem.deal is None else _open(table_object(problem.deal, seat_names(problem))),
        failing=not found.right and found.own is not None,
        rating=rating,
    )


def failing_object(problem: Problem, found: Verdict, tried: Trial) -> FailingObject:
    """An answer put to the test, with both ways of playing the deal in which it fails."""
    assert found.own is not None and found.best is not None
    words = [_sentence(problem, text) for text in trial_words(problem, found.own, tried, namer(problem))]
    example = tried.refutation
    if example is None:
        return FailingObject("Does it ever fail?", words, None, None)
    own, better = (
        _played_line(problem, _named(problem, name_of(choice)), played)
        for choice, played in ((found.own, example.own), (found.best, example.better))
    )
    return FailingObject(f"A deal in which it {'fails' if example.fails else 'costs tricks'}", words, own, better)


def _line_cards(problem: Problem, verdict: Verdict) -> list[LineCardObject]:
    """The line of a verdict, card by card, from the trick in progress on; empty where there is none."""
    if not verdict.line:
        return []
    view, names, cards = problem.view, seat_names(problem), list(problem.view.table)
    if verdict.best is not None and isinstance(verdict.best.action, Play):
        cards.append(verdict.best.action.card)
    cards += [card for _, card in verdict.line]
    line = list[LineCardObject]()
    for trick in tricks_of(view.lead, cards, view.called):
        for seat, card in trick.turns:
            leads = seat is trick.lead
            does = ("lead" if leads else "play") + "s" * (seat is not problem.seat)
            line.append(LineCardObject(names[seat], does, str(card), leads, seat is trick.winner))
    return line


def _sentence(problem: Problem, words: str) -> str:
    """Words about the player, who is called You, as a sentence to him."""
    return second_person(f"{_named(problem, f'{words[:1].upper()}{words[1:]}')}.")


def _named(problem: Problem, words: str) -> str:
    """Words of a gift, which are told to the seats, with the names that the table shows."""
    names = dict(zip(Seat, seat_names(problem), strict=True))
    return by_name(words, names) if problem.kind == "give" else words


def _log(problem: Problem) -> Iterator[str]:
    """What happened before the play, in sentences; cards that the player has not seen are only so many."""
    names, view = seat_names(problem), problem.view
    match = dataclass_replace(problem.match, names=(names[0], names[1], names[2]))
    if isinstance(view.turn, GiveTurn) and match.previous_results is not None:
        yield f"The last deal: {by_seat(match, match.previous_results)}"
    for event in view.events:
        if not isinstance(event, Play) and (line := format_event(match, event)):
            yield second_person(counted(line))


def _choices(problem: Problem, found: Verdict) -> ChoicesTableObject:
    """The choices that were priced, the best first, and the player's own among them."""
    choices = list(problem.choices)
    if found.own is not None and found.own not in choices:
        choices = sorted([*choices, found.own], key=lambda choice: choice.regret.mean)
    contract = problem.view.rules.contracts[problem.seat]
    kinds = ["best" if c is problem.best else "yours" if c == found.own else "" for c in choices]
    head = ["choice", "tricks", "regret", f"makes {contract}"]
    cells = [[_named(problem, cell) for cell in choice_cells(choice)] for choice in choices]
    return ChoicesTableObject(head, cells, kinds)


def _open(table: TableObject) -> TableObject:
    """A table at which nothing is chosen."""
    return replace(table, turn=None, moved=[], tags={})


def _played_line(problem: Problem, words: str, played: PlayedChoice) -> PlayedLineObject:
    """How a deal that could be goes after a choice: from the moment of a card, else from the first lead."""
    view = problem.view
    before = _open(table_object(view, seat_names(problem)))
    seats = [
        replace(seat, hand=str(hand), held=len(hand)) for seat, hand in zip(before.seats, played.hands, strict=True)
    ]
    table = replace(before, me=None, seats=seats, discarded=None)
    if not isinstance(played.action, Play):
        table = replace(
            table, trump=played.trump.name, lead=played.tricks[0].lead.word, trick=[], kitty=None, last=None
        )
    tricks = list(map(TrickObject.of, played.tricks))
    calls = isinstance(played.action, Call)
    said = action_words(played.action) if calls else words
    return PlayedLineObject(said, action_object(played.action), table, tricks)
