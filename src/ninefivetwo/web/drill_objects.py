"""What the drill page is told: puzzles, ratings of answers, and example deals."""

from __future__ import annotations

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from ninefivetwo.cards import Card, Seat
from ninefivetwo.codec import ActionValue
from ninefivetwo.game import Action, Place, Play
from ninefivetwo.game.events import action_object
from ninefivetwo.keep.drills.judge import FULL
from ninefivetwo.keep.drills.problem import Problem
from ninefivetwo.layout import Trick
from ninefivetwo.web.table_state import OwnTable, TableObject, played_tables, table_object
from ninefivetwo.words.drill_reasons import PlayedText, TrialText
from ninefivetwo.words.drills import KIND_WORDS, PuzzleText, VerdictText, speaker_of
from ninefivetwo.words.verdict import LineCard


class KindShown(Struct, frozen=True):
    """A kind of puzzle, with its `Count`."""

    kind: str
    name: str
    question: str
    due: int
    unseen: int
    answered: int
    right: int


class KindListed(KindShown, frozen=True):
    """A kind of puzzle in the menu. `standing` is a summary of its numbers."""

    standing: str


class ProblemShown(Struct, frozen=True):
    """A puzzle before the answer.

    asked: the question
    card: the card in question, if the answer is a probability
    seat: the seat in question, or the seat to act
    moment: the rules and the difficulty
    names: the players at dealer, left and right
    log: sentences on the events before the play
    tricks: the complete tricks
    """

    id: str
    kind: str
    title: str
    asked: str
    card: Card | None
    seat: Seat | None
    moment: str
    names: tuple[str, str, str]
    table: OwnTable
    log: list[str]
    tricks: list[Trick]

    @classmethod
    def of(cls, problem: Problem) -> ProblemShown:
        view, question, speaker = problem.view, problem.question, speaker_of(problem)
        table, seat, text = table_object(view, speaker.titles), problem.seat, PuzzleText(problem, speaker)
        return cls(
            id=problem.id,
            kind=problem.kind,
            title=KIND_WORDS[problem.kind].name,
            asked=text.asked,
            card=None if question is None else question.card,
            seat=seat if question is None else Seat(question.place) if question.place <= Place.RIGHT else None,
            moment=text.moment,
            names=speaker.titles,
            table=table if question is None else replace(table, turn=None),
            log=list(text.log),
            tricks=[trick for trick in view.tricks if trick.winner is not None],
        )


class ChoicesShown(Struct, frozen=True):
    """A table of the choices, best first; `kinds` marks the best choice and the player's choice."""

    head: list[str]
    rows: list[list[str]]
    kinds: list[str]


class AnswerShown(Struct, frozen=True):
    """The rating of an answer.

    mark: the points, out of `full`
    best: the best choice or the equal best cards, null for a probability
    line: best play after the best choice
    counted: whether the answer counts
    table: the puzzle's table without a choice
    deal: the table with open hands, null if they are unknown
    failing: whether a search for a deal against the answer follows
    """

    mark: int
    full: int
    heading: str
    words: list[str]
    best: ActionValue | bool | None
    line: list[LineCard]
    line_words: str
    choices: ChoicesShown | None
    counted: bool
    table: OwnTable
    deal: TableObject | None
    failing: bool
    rating: str

    @classmethod
    def of(cls, text: VerdictText, counted: bool, rating: str) -> AnswerShown:
        problem, best, titles = text.problem, text.problem.best, text.speaker.titles
        table, deal = text.table(text.choices), problem.deal
        rows = [list(row) for row in table.rows if row is not None]
        return cls(
            mark=text.verdict.mark,
            full=FULL,
            heading=text.heading,
            words=list(text.sentences),
            best=None if best is None else [*map(str, best.details.cards)] or action_object(best.action),
            line=text.line_cards,
            line_words=text.line_title,
            choices=ChoicesShown(table.head, rows, text.marks) if rows else None,
            counted=counted,
            table=replace(table_object(problem.view, titles), turn=None),
            deal=None if deal is None else replace(table_object(deal, titles), turn=None, moved=[], tags={}),
            failing=not text.verdict.right and text.verdict.own is not None,
            rating=rating,
        )


class PlayedOut(Struct, frozen=True):
    """The rest of a possible deal after a choice, from the position or from the first lead.

    states: the open table before the first card and after each card
    line: the cards
    end: a sentence on the result
    """

    words: str
    action: Action
    states: list[TableObject]
    line: list[LineCard]
    end: str

    @classmethod
    def of(cls, text: PlayedText) -> PlayedOut:
        played, before = text.played, table_object(text.problem.view, text.speaker.titles)
        seats = [
            replace(seat, hand=str(hand), held=len(hand)) for seat, hand in zip(before.seats, played.hands, strict=True)
        ]
        table = replace(before, me=None, seats=seats, discarded=None, turn=None, moved=[], tags={})
        if not isinstance(played.action, Play):
            lead = played.tricks[0].lead.word
            table = replace(table, trump=played.trump.letter, lead=lead, trick=[], kitty=None, last=None)
        states = played_tables(table, played.tricks)
        return cls(text.name, played.action, states, text.line_cards, text.end)


class FailingShown(Struct, frozen=True):
    """A deal in which a wrong answer fails, played out after the answer and after the best choice.

    `own` and `better` are null if the answer costs no trick in any of the deals tested.
    """

    title: str
    sentences: list[str]
    own: PlayedOut | None
    better: PlayedOut | None

    @classmethod
    def of(cls, text: TrialText) -> FailingShown:
        own, better = map(PlayedOut.of, text.ways) if text.ways else (None, None)
        return cls(text.title, list(text.sentences), own, better)


class DrillData(Struct, frozen=True):
    """The data of the page: the menu, and the puzzle in the page's address or None."""

    kinds: list[KindListed]
    due: str
    standing: str
    players: list[str]
    own: list[str]
    problem: ProblemShown | None


class SearchedShown(Struct, frozen=True):
    """The progress of a search for puzzles: the numbers of decisions or deals looked at, and of puzzles found."""

    looked: int
    found: int


class NextShown(Struct, frozen=True):
    """The next puzzle or None, the ids of the puzzles of the drill, and the kinds of puzzles."""

    problem: ProblemShown | None
    among: list[str] | None
    kinds: list[KindShown]


class AnswerLine(Struct, frozen=True):
    """A line of the rating of an answer: the rating, the reasons, or a deal in which the answer fails."""

    answer: AnswerShown | UnsetType = UNSET
    reasons: list[str] | UnsetType = UNSET
    failing: FailingShown | UnsetType = UNSET


class WeaknessShown(Struct, frozen=True):
    """A weakness of a player. `name` is its name in addresses, and `lost` the tricks lost by it."""

    name: str
    words: str
    lost: str


class WeaknessesShown(Struct, frozen=True):
    """A player's weaknesses, costliest first."""

    weaknesses: list[WeaknessShown]
