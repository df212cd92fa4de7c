"""A problem to solve at the table: one moment of a deal as a seat sees it, and what its choices are worth there.

What its player may see is `record`; `whole` is for after the answer.  `encoding` turns problems into JSON and back.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property

from ninefivetwo.cards import Card, Hand, Seat
from ninefivetwo.evaluation import Estimate
from ninefivetwo.game import Cards, Deal, DealView, Match, Place
from ninefivetwo.game.records import File, read_file, record_of
from ninefivetwo.game.rules import RuleSet
from ninefivetwo.keep.drills.choices import ProblemChoice
from ninefivetwo.words.figures import number_word

KINDS = ("call", "discard", "give", "play", "know")
SOURCES = ("set", "mined", "mistake")
EASIEST, HARDEST = 1, 5
PROMPTS = {
    "call": "What do you call?",
    "discard": "Which cards do you discard?",
    "give": "Which cards do you give, and to whom?",
    "play": "Which card do you play?",
}
NEAR = 0.1  # a chance that is estimated no further off is right
ID_LENGTH = 16  # hexadecimal digits

#: What a seat is called: by its word, or as a screen shows it.
SeatName = Callable[[Seat], str]


@dataclass(frozen=True)
class PlaceChance:
    """The chance that a card is at a place.

    `even` counts all deals that fit the view alike; `weighed` weighs each by how well it explains what the others did.
    """

    place: Place
    even: float
    weighed: Estimate


@dataclass(frozen=True)
class PlaceQuestion:
    """What a problem of knowledge asks: how likely is this card at this place?

    `chances` are those of all places where the card may be.
    """

    card: Card
    place: Place
    chances: tuple[PlaceChance, ...]

    @property
    def chance(self) -> PlaceChance:
        """The chance of the place asked about."""
        return next(chance for chance in self.chances if chance.place is self.place)


@dataclass(frozen=True)
class Problem:
    """One problem.

    `kind` is one of `KINDS`, `source` one of `SOURCES`.  `record` is the .n52 text of the seat's view at that moment,
    `whole` that of the whole deal, None where nobody knows it.  `choices` has the best first, then the others in order
    of regret; it is empty for "know", which has a `question` instead.  `margin` is the least regret, in tricks, of a
    wrong choice.  `difficulty` runs from `EASIEST` to `HARDEST`.
    """

    kind: str
    record: str
    whole: str | None
    choices: tuple[ProblemChoice, ...]
    margin: float
    theme: str
    difficulty: int
    source: str
    question: PlaceQuestion | None = None

    @cached_property
    def id(self) -> str:
        """A hash of what is asked: a problem found twice, or evaluated anew, is one problem."""
        return problem_id(self.kind, self.record, self.question)

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
        """The whole deal at that moment, for after the answer; None where it is not known."""
        return None if self.whole is None else read_file(self.whole).records[0].match.deal

    @property
    def best(self) -> ProblemChoice | None:
        """The best choice; None where a chance is asked for."""
        return self.choices[0] if self.choices else None

    @property
    def prompt(self) -> str:
        """What is asked, in words."""
        return self.asked(str)

    def asked(self, name: SeatName) -> str:
        """What is asked, in words; name: what a seat is called."""
        if self.question is not None:
            return f"How likely is it that {place_words(self.question.card, self.question.place, name)}?"
        return PROMPTS[self.kind]

    @property
    def truth(self) -> bool | None:
        """Is the card asked about at the place asked about?  None where nobody knows."""
        if self.question is None or self.deal is None:
            return None
        return self.question.card in cards_at(self.deal, self.question.place)


def problem_id(kind: str, record: str, question: PlaceQuestion | None = None) -> str:
    """The id of the problem that asks this of a seat's view."""
    card = [] if question is None else [str(question.card), question.place.name]
    return hashlib.sha256("\n".join([kind, record, *card]).encode()).hexdigest()[:ID_LENGTH]


def place_words(card: Card, place: Place, name: SeatName = str) -> str:
    """A card at a place, in words: "left holds SA"."""
    if place <= Place.RIGHT:
        return f"{name(Seat(place))} holds {card}"
    return f"{card} lies in the kitty" if place is Place.KITTY else f"the dealer discarded {card}"


def number_name(rules: RuleSet) -> SeatName:
    """What seats are called by their contracts, Nine, Five and Two; by their words where two have the same."""
    if len(set(rules.contracts)) < len(Seat):
        return str
    return lambda seat: number_word(rules.contracts[seat]).capitalize()


def records_for(match: Match, seat: Seat) -> tuple[str, str | None]:
    """The .n52 texts of a seat's view of a match's deal, and of the whole deal; None where not all hands are known."""
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
        cards = deal.played
    return cards if isinstance(cards, Hand) else Hand()
