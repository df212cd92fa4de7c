"""Drill problems. A problem is a position as one seat sees it, with the value of each choice.

`record` has the deal as the player sees it; `whole` has the full deal, for use after the answer. docs/formats.md
describes the JSON format of problems.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from typing import Annotated

from msgspec import UNSET, Meta, UnsetType, field

from ninefivetwo.cards import Card, Hand, Seat
from ninefivetwo.codec import FORMS, Decimals, Document, Form, Part, decode, encode, rounded_error
from ninefivetwo.errors import DrillError, NineFiveTwoError, raised_as
from ninefivetwo.evaluation import Estimate, Evaluation
from ninefivetwo.game import Action, Call, Cards, Deal, DealView, Give, Match, Place, Play
from ninefivetwo.game.events import holds_actions
from ninefivetwo.game.records import File, read_file, record_of
from ninefivetwo.keep.drills.kinds import DRILL_KINDS
from ninefivetwo.think.advise import CallDetails, CardDetails, GiftDetails, Prospects

PROBLEM_SOURCES = ("set", "mined", "mistake")
EASIEST, HARDEST = 1, 5
ID_LENGTH = 16  # hexadecimal digits
STORED_DIGITS = 3  # number of decimals stored for a figure
EQUAL_WITHIN = 0.05  # choices within this number of tricks count as equally good
VIEWER = re.compile(r'^\[Viewer "([DLR])"\]$', re.MULTILINE)

Thousandths = Annotated[Estimate, Decimals(STORED_DIGITS)]
PlaceWord = Annotated[str, Meta(title="place", pattern="^(?:dealer|left|right|kitty|discarded|played)$")]

FORMS[Place] = Form(PlaceWord, lambda place: place.name.lower(), lambda word: Place[word.upper()])


class ChoiceDetails(Part, frozen=True, omit_defaults=True):
    """Further details of a choice.

    cards: for a card to play, the card itself and all equivalent cards
    conceded: the number of extra tricks for each opponent, compared with the best card
    conceded_se: standard errors of `conceded`
    discards: for a call, the cards most often discarded after the call, each with its share of possible deals
    returns: for a gift, the cards that each receiver returns, each with its share of possible deals
    """

    cards: tuple[Card, ...] = ()
    conceded: dict[Seat, float] = {}
    conceded_se: dict[Seat, float] = {}
    discards: dict[Card, float] = {}
    returns: dict[Seat, dict[Card, float]] = {}


class ProblemChoice(Part, frozen=True):
    """A choice of a problem.

    action: the choice
    tricks: expected tricks in the whole deal
    regret: expected tricks lost compared with the best choice
    make: the chance of making the contract
    details: further details
    """

    action: Action
    tricks: Thousandths
    regret: Thousandths
    make: float
    details: ChoiceDetails

    @classmethod
    def of(cls, choice: Evaluation[Action, Estimate, Prospects]) -> ProblemChoice:
        """Convert an evaluated choice to a choice of a problem, with rounded figures."""
        details, more = choice.details, ChoiceDetails()
        match details:
            case CardDetails():
                conceded = {seat: as_stored(tricks) for seat, tricks in details.conceded.items()}
                more = ChoiceDetails(
                    details.cards,
                    {seat: tricks.mean for seat, tricks in conceded.items()},
                    {seat: tricks.standard_error for seat, tricks in conceded.items()},
                )
            case CallDetails() if isinstance(choice.action, Call):
                more = ChoiceDetails(
                    discards={card: round(chance.mean, STORED_DIGITS) for card, chance in details.discards}
                )
            case GiftDetails() if isinstance(choice.action, Give):
                returns = {
                    seat: {card: round(chance.mean, STORED_DIGITS) for card, chance in cards}
                    for seat, cards in details.returns.items()
                }
                more = ChoiceDetails(returns=returns)
        return cls(
            choice.action,
            as_stored(choice.value),
            as_stored(choice.regret),
            round(details.make.mean, STORED_DIGITS),
            more,
        )

    def is_as_good(self, kind: str) -> bool:
        """Return whether the choice is as good as the best choice, within the tolerance for this kind of problem."""
        mean, error = self.regret.mean, self.regret.standard_error
        return mean <= EQUAL_WITHIN or mean <= DRILL_KINDS[kind].tolerance * error

    def includes(self, action: Action) -> bool:
        """Return whether an action is this choice or plays an equivalent card."""
        return action.card in self.details.cards if isinstance(action, Play) else self.action == action


def as_stored(estimate: Estimate) -> Estimate:
    """Return an estimate rounded for storage in a problem. A standard error is rounded to 0 only if it is exactly 0."""
    return Estimate(
        round(estimate.mean, STORED_DIGITS), rounded_error(estimate.standard_error, STORED_DIGITS), estimate.n
    )


class PlaceChance(Part, frozen=True):
    """The chance that a card is at a place.

    even: the chance if all possible deals are equally likely
    weighed: the chance if deals are weighted by how well they explain the other players' actions
    """

    even: float
    weighed: Thousandths


class PlaceQuestion(Part, frozen=True):
    """A question about the chance that a card is at a place.

    card: the card in question
    place: the place in question (a seat's hand, `kitty` or `discarded`)
    chances: the chance that the card is at each possible place
    """

    card: Card
    place: Place
    chances: dict[Place, PlaceChance]

    @property
    def chance(self) -> PlaceChance:
        """The chance that the card is at the place in question."""
        return self.chances[self.place]


class Problem(Document, frozen=True, dict=True, tag="ninefivetwo.problem/2"):
    """A drill problem to solve.

    id: a hash of the question
    kind: the kind of drill, which decides whether the answer is a choice or a chance
    theme: the subject of the problem
    difficulty: the difficulty, from 1 to 5
    source: `set` (the shipped set), `mined` (from random deals) or `mistake` (made from the player's mistake)
    margin: the minimum lead of the best choice, in tricks; for a chance, the error allowed in an answer
    record: the record of the deal as the player sees it
    whole: the record of the deal with all hands; null if some hands are unknown
    choices: the evaluated choices, best first; empty for a chance
    question: the question about a card whose answer is a chance; absent for a choice
    """

    id: Annotated[str, Meta(pattern="^[0-9a-f]{16}$")]
    kind: Annotated[str, Meta(pattern=f"^(?:{'|'.join(DRILL_KINDS)})$")]
    theme: str
    difficulty: Annotated[int, Meta(ge=1, le=5)]
    source: Annotated[str, Meta(pattern="^(?:set|mined|mistake)$")]
    margin: float
    record: str
    whole: str | None
    choices: tuple[ProblemChoice, ...]
    asked: PlaceQuestion | UnsetType = field(default=UNSET, name="question")

    @classmethod
    def at(
        cls, match: Match, kind: str, difficulty: int, source: str, asked: Sequence[ProblemChoice] | PlaceQuestion
    ) -> Problem:
        """Return a problem for the seat whose turn it is. `asked` has the choices, best first, or the question."""
        drill, view = DRILL_KINDS[kind], match.deal.seen_by(match.deal.due_turn.seat)
        record, whole = records_for(match, view.viewer)
        if isinstance(asked, PlaceQuestion):
            id, theme = problem_id(kind, record, asked), drill.theme(view, (asked.card, asked.place))
            return cls(id, kind, theme, difficulty, source, drill.margin, record, whole, (), asked)
        id, theme = problem_id(kind, record), drill.theme(view, asked[0].action)
        return cls(id, kind, theme, difficulty, source, drill.margin, record, whole, tuple(asked))

    @property
    def question(self) -> PlaceQuestion | None:
        """The question about a card, or None if the problem asks for a choice."""
        return None if self.asked is UNSET else self.asked

    @cached_property
    def match(self) -> Match:
        """The match as the seat sees it. Raises RecordError if the record is invalid."""
        return read_file(self.record).records[0].match

    @property
    def view(self) -> DealView:
        """The seat's view of the deal."""
        return self.match.view

    @property
    def seat(self) -> Seat:
        """The seat that has to answer the problem."""
        return self.view.viewer

    @cached_property
    def deal(self) -> Deal | None:
        """The full deal at the position; None if some hands are unknown."""
        return None if self.whole is None else read_file(self.whole).records[0].match.deal

    @property
    def best(self) -> ProblemChoice | None:
        """The best choice, or None if the problem asks for a chance."""
        return self.choices[0] if self.choices else None

    @property
    def truth(self) -> bool | None:
        """True if the card in question is at the place in question; None if unknown."""
        if self.question is None or self.deal is None:
            return None
        return self.question.card in cards_at(self.deal, self.question.place)


def problem_id(kind: str, record: str, question: PlaceQuestion | None = None) -> str:
    """Return the id of a problem, which does not depend on the evaluation of the choices."""
    card = [] if question is None else [str(question.card), question.place.name]
    return hashlib.sha256("\n".join([kind, record, *card]).encode()).hexdigest()[:ID_LENGTH]


def records_for(match: Match, seat: Seat) -> tuple[str, str | None]:
    """Return the records of a seat's view of a deal and of the full deal, which is None if some hands are unknown."""
    whole = str(File.of([record_of(match)])) if match.deal.viewer is None else None
    return str(File.of([record_of(replace(match, deal=match.deal.seen_by(seat)))])), whole


def cards_at(deal: Deal, place: Place) -> Hand:
    """Return the cards at a place in a fully known deal."""
    if place <= Place.RIGHT:
        cards: Cards = deal.hands[Seat(place)]
    elif place is Place.KITTY:
        cards = deal.kitty
    elif place is Place.DISCARDED:
        cards = deal.discarded
    else:
        cards = Hand.of(play.card for play in deal.plays)
    return cards if isinstance(cards, Hand) else Hand()


class Problems(Document, frozen=True, tag="ninefivetwo.problems/2"):
    """A set of drill problems, such as the shipped set.

    problems: the problems in any order
    """

    problems: tuple[Problem, ...]


def problem_text(problem: Problem) -> str:
    """Return the problem as one line of JSON."""
    return encode(problem).decode()


def problem_of_text(text: str) -> Problem:
    """Parse a problem from JSON text. Raises DrillError if the text is invalid."""
    with raised_as(DrillError, "invalid problem: ", NineFiveTwoError):
        return read_problem(decode(text, Problem))


def read_problem(problem: Problem) -> Problem:
    """Return a problem decoded from JSON. Raises DrillError if it has been changed."""
    expected = problem_id(problem.kind, problem.record, problem.question)
    if problem.id != expected:
        raise DrillError(f"{problem.id} has been changed (its id would be {expected})")
    return problem


def _acting(plain: Problem) -> tuple[type[Action], Seat]:
    if (viewer := VIEWER.search(plain.record)) is None:
        raise DrillError("its record is not a seat's view")
    return DRILL_KINDS[plain.kind].action or Play, Seat.parse(viewer[1])


holds_actions(Problem, _acting)
