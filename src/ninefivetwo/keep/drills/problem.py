"""A problem to solve at the table: the position of a deal as a seat sees it, and what its choices are worth there.

What its player may see is `record`; `whole` is for after the answer.  A problem is its own JSON document, in the
shipped set and in the library (docs/formats.md).
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from typing import Annotated

import msgspec.structs
from msgspec import UNSET, Meta, UnsetType, field

from ninefivetwo.cards import Card, Hand, Seat
from ninefivetwo.codec import FORMS, ActionValue, Decimals, Document, Form, Part, decode, encode, rounded_error
from ninefivetwo.errors import DrillError, NineFiveTwoError, raised_as
from ninefivetwo.evaluation import Estimate, Evaluation
from ninefivetwo.game import Action, Call, Cards, Deal, DealView, Give, Match, Place, Play
from ninefivetwo.game.events import ACTIONS, action_object, action_of
from ninefivetwo.game.records import File, read_file, record_of
from ninefivetwo.think.advise import CallDetails, CardDetails, GiftDetails, Prospects

KINDS = ("call", "discard", "give", "play", "know")
#: The kind of problem that a choice poses.
KIND_OF = {action: kind for kind, action in ACTIONS.items()}
SOURCES = ("set", "mined", "mistake")
EASIEST, HARDEST = 1, 5
ID_LENGTH = 16  # hexadecimal digits
DIGITS = 3  # that a problem keeps of a figure
EQUAL = 0.05  # tricks: choices no further apart are as good as each other
#: How many standard errors a discard or gift must lose to be wrong: there are many, and most are much alike.
TOLERANCE = {"discard": 2.5, "give": 2.5}
VIEWER = re.compile(r'^\[Viewer "([DLR])"\]$', re.MULTILINE)

Thousandths = Annotated[Estimate, Decimals(DIGITS)]
PlaceWord = Annotated[str, Meta(title="place", pattern="^(?:dealer|left|right|kitty|discarded|played)$")]

FORMS[Place] = Form(PlaceWord, lambda place: place.name.lower(), lambda word: Place[word.upper()])
#: JSON has a choice without its seat, so it is only read when the problem's seat is known (`read_problem`).
FORMS[Action] = Form(ActionValue, action_object, lambda value: value)


class ChoiceDetails(Part, frozen=True, omit_defaults=True):
    """What else was found of a choice.

    cards: all cards that are equal to a card, itself among them
    conceded: tricks more than with the best card that each of the others wins
    conceded_se: their standard errors; absent in problems made earlier
    discards: cards that will probably be discarded after a call, with the share of worlds
    returns: cards that each receiver of a gift returns, with the share of worlds
    """

    cards: tuple[Card, ...] = ()
    conceded: dict[Seat, float] = {}
    conceded_se: dict[Seat, float] = {}
    discards: dict[Card, float] = {}
    returns: dict[Seat, dict[Card, float]] = {}


class ProblemChoice(Part, frozen=True):
    """A choice of a problem.

    action: the choice
    tricks: that it wins, of the whole deal
    regret: how many tricks less than the best choice
    make: the chance of making the contract
    details: what else was found
    """

    action: Action
    tricks: Thousandths
    regret: Thousandths
    make: float
    details: ChoiceDetails

    @classmethod
    def of(cls, choice: Evaluation[Action, Estimate, Prospects]) -> ProblemChoice:
        """A choice evaluated in tricks, with the figures rounded; of chances only the means."""
        details, more = choice.details, ChoiceDetails()
        match details:
            case CardDetails():
                conceded = {seat: rounded(tricks) for seat, tricks in details.conceded.items()}
                more = ChoiceDetails(
                    details.cards,
                    {seat: tricks.mean for seat, tricks in conceded.items()},
                    {seat: tricks.standard_error for seat, tricks in conceded.items()},
                )
            case CallDetails() if isinstance(choice.action, Call):
                more = ChoiceDetails(discards={card: round(chance.mean, DIGITS) for card, chance in details.discards})
            case GiftDetails() if isinstance(choice.action, Give):
                returns = {
                    seat: {card: round(chance.mean, DIGITS) for card, chance in cards}
                    for seat, cards in details.returns.items()
                }
                more = ChoiceDetails(returns=returns)
        return cls(choice.action, rounded(choice.value), rounded(choice.regret), round(details.make.mean, DIGITS), more)

    def is_as_good(self, kind: str) -> bool:
        """Is it as good as the best, as far as can be told in a problem of this kind?"""
        mean, error = self.regret.mean, self.regret.standard_error
        return mean <= EQUAL or mean <= TOLERANCE.get(kind, 0.0) * error

    def includes(self, action: Action) -> bool:
        """Is the action this choice, or one of the cards that are equal to it?"""
        return action.card in self.details.cards if isinstance(action, Play) else self.action == action


def rounded(estimate: Estimate) -> Estimate:
    """A figure as a problem keeps it; its error is 0 only if it is 0."""
    return Estimate(round(estimate.mean, DIGITS), rounded_error(estimate.standard_error, DIGITS), estimate.n)


class PlaceChance(Part, frozen=True):
    """The chance that a card is at a place.

    even: if all deals that fit are counted alike
    weighed: if each is weighed by how well it explains what the others did
    """

    even: float
    weighed: Thousandths


class PlaceQuestion(Part, frozen=True):
    """How likely is a card at a place?

    card: that is asked about
    place: a seat's hand, the `kitty`, or `discarded`
    chances: of every place where it may be
    """

    card: Card
    place: Place
    chances: dict[Place, PlaceChance]

    @property
    def chance(self) -> PlaceChance:
        """The chance of the place asked about."""
        return self.chances[self.place]


class Problem(Document, frozen=True, dict=True, tag="ninefivetwo.problem/2"):
    """A problem to solve at the table.

    id: a hash of what is asked
    kind: `call`, `discard`, `give`, `play`, or `know`, which asks how likely a card is at a place
    theme: what it is about
    difficulty: from 1 to 5
    source: `set` that came with the program, `mined`, or `mistake` of the player
    margin: tricks by which the best choice leads a wrong one; for `know` how far off a chance may be
    record: of the deal as the player sees it
    whole: record of the deal with all hands; null where these are not known
    choices: that were evaluated, best first; none for `know`
    question: of `know`; absent otherwise
    """

    id: Annotated[str, Meta(pattern="^[0-9a-f]{16}$")]
    kind: Annotated[str, Meta(pattern="^(?:call|discard|give|play|know)$")]
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
        cls,
        match: Match,
        seat: Seat,
        kind: str,
        *,
        theme: str,
        difficulty: int,
        source: str,
        margin: float,
        choices: Sequence[ProblemChoice] = (),
        question: PlaceQuestion | None = None,
    ) -> Problem:
        """The problem that the present position of a match's deal poses to a seat."""
        record, whole = records_for(match, seat)
        id = problem_id(kind, record, question)
        asked = UNSET if question is None else question
        return cls(id, kind, theme, difficulty, source, margin, record, whole, tuple(choices), asked)

    @property
    def question(self) -> PlaceQuestion | None:
        """What is asked of a card; None if a choice is asked for."""
        return None if self.asked is UNSET else self.asked

    @cached_property
    def match(self) -> Match:
        """The match as the seat sees it.  Raises RecordError."""
        return read_file(self.record).records[0].match

    @property
    def view(self) -> DealView:
        """What the seat sees of the deal."""
        return self.match.view

    @property
    def seat(self) -> Seat:
        """Whose problem it is."""
        return self.view.viewer

    @cached_property
    def deal(self) -> Deal | None:
        """The whole deal at that position, for after the answer; None if it is not known."""
        return None if self.whole is None else read_file(self.whole).records[0].match.deal

    @property
    def best(self) -> ProblemChoice | None:
        """The best choice; None if a chance is asked for."""
        return self.choices[0] if self.choices else None

    @property
    def truth(self) -> bool | None:
        """Is the card asked about at the place asked about?  None if nobody knows."""
        if self.question is None or self.deal is None:
            return None
        return self.question.card in cards_at(self.deal, self.question.place)


def problem_id(kind: str, record: str, question: PlaceQuestion | None = None) -> str:
    """The id of the problem that asks this of a seat's view: found twice, or evaluated again, it is one problem."""
    card = [] if question is None else [str(question.card), question.place.name]
    return hashlib.sha256("\n".join([kind, record, *card]).encode()).hexdigest()[:ID_LENGTH]


def records_for(match: Match, seat: Seat) -> tuple[str, str | None]:
    """The .n52 texts of a seat's view of a match's deal, and of the whole deal; None if not all hands are known."""
    whole = str(File.of([record_of(match)])) if match.deal.viewer is None else None
    return str(File.of([record_of(replace(match, deal=match.deal.seen_by(seat)))])), whole


def cards_at(deal: Deal, place: Place) -> Hand:
    """The cards at a place of a deal all of which is known."""
    if place <= Place.RIGHT:
        cards: Cards = deal.hands[Seat(place)]
    elif place is Place.KITTY:
        cards = deal.kitty
    elif place is Place.DISCARDED:
        cards = deal.discarded
    else:
        cards = Hand.of(play.card for play in deal.plays)
    return cards if isinstance(cards, Hand) else Hand()


# As JSON.


class Problems(Document, frozen=True, tag="ninefivetwo.problems/2"):
    """A set of problems, such as comes with the program.

    problems: in no order
    """

    problems: tuple[Problem, ...]


def problem_text(problem: Problem) -> str:
    """The problem on one line of JSON."""
    return encode(problem).decode()


def problem_of_text(text: str) -> Problem:
    """The problem that a text holds.  Raises DrillError."""
    with raised_as(DrillError, "no problem: ", NineFiveTwoError):
        return read_problem(decode(text, Problem))


def read_problem(problem: Problem) -> Problem:
    """A problem from JSON, with the choices as actions of its seat.  Raises DrillError, CardError, GameError."""
    if (viewer := VIEWER.search(problem.record)) is None:
        raise DrillError("a record of no seat's view")
    seat = Seat.parse(viewer[1])
    expected = problem_id(problem.kind, problem.record, problem.question)
    if problem.id != expected:
        raise DrillError(f"{problem.id} is not as it was written (its id would be {expected})")
    choices = tuple(
        msgspec.structs.replace(choice, action=action_of(ACTIONS[problem.kind], seat, choice.action))
        for choice in problem.choices
    )
    return msgspec.structs.replace(problem, choices=choices)
