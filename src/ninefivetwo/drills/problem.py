"""A problem to solve at the table: one moment of a deal as a seat sees it, and what its choices are worth there.

A problem is a value, and JSON without loss.  What its player may see is `record`; `whole` is for after the answer.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from ninefivetwo.cards import Card, Denomination, Hand, Seat
from ninefivetwo.errors import CardError, DrillError, quoted
from ninefivetwo.evaluation import Estimate
from ninefivetwo.game import (
    Action,
    Call,
    CallTurn,
    Cards,
    Deal,
    DealView,
    Discard,
    DiscardTurn,
    Give,
    GiveTurn,
    Match,
    Play,
    PlayTurn,
)
from ninefivetwo.knowledge import Place
from ninefivetwo.record import File, read_file, record_of
from ninefivetwo.render.figures import figure, per_cent

SCHEMA = "ninefivetwo.problem/1"
KINDS = ("call", "discard", "give", "play", "know")
SOURCES = ("set", "mined", "mistake")
EASIEST, HARDEST = 1, 5
DIGITS = 3  # of the figures kept
EQUAL = 0.05  # tricks: choices no further apart are as good as each other
#: By how many of its errors a discard or gift is behind before it is wrong: there are many, and most are much alike.
TOLERANCE = {"discard": 2.5, "give": 2.5}
QUESTIONS = {
    "call": "What do you call?",
    "discard": "Which cards do you discard?",
    "give": "Which cards do you give, and to whom?",
    "play": "Which card do you play?",
}
NEAR = 0.1  # a chance told no further off is right
ID_LENGTH = 16  # hexadecimal digits


@dataclass(frozen=True)
class Choice:
    """A choice that has been priced.

    `action` is as `words.actions.action_object` writes it, `words` as a person does.  `tricks` is what it wins of the
    whole deal, `behind` how much less than the best, `make` the chance of the contract.  `why` is what else was found:
    of a call what is then discarded (`goes`), of a gift what comes back (`back`), of a card the cards equal to it
    (`cards`) and what it gives the others (`gifts`).
    """

    action: Any
    words: str
    tricks: Estimate
    behind: Estimate
    make: float
    why: dict[str, Any]

    @property
    def equal(self) -> bool:
        """Is it as good as the best?"""
        return self.behind.mean <= EQUAL

    def as_good(self, kind: str) -> bool:
        """Is it as good as the best, as far as can be told of a choice of this kind?"""
        return self.equal or self.behind.mean <= TOLERANCE.get(kind, 0.0) * self.behind.standard_error

    def figures(self) -> list[str]:
        """Its tricks, how much it is behind and the chance of the contract, as a table shows them."""
        return [figure(self.tricks), figure(self.behind) if self.behind.n else "", per_cent(self.make)]


@dataclass(frozen=True)
class PlaceChance:
    """How likely a card is at a place: all deals that could be counted alike (`even`), and weighed by what the others
    did."""

    place: Place
    even: float
    weighed: Estimate


@dataclass(frozen=True)
class Asked:
    """What a problem of knowledge asks: how likely is this card at this place?  `chances`: of all places it may be."""

    card: Card
    place: Place
    chances: tuple[PlaceChance, ...]

    @property
    def chance(self) -> PlaceChance:
        """Of the place asked for."""
        return next(chance for chance in self.chances if chance.place is self.place)


@dataclass(frozen=True)
class Problem:
    """One problem.

    `kind` is one of `KINDS`; `record` the .n52 text of the seat's view at that moment, `whole` that of the whole deal
    (None where nobody knows it).  `choices`: the best first, then the better before the worse; none for "know", which
    has `asked`.  `margin`: tricks by which the best is better than what is not right.  `difficulty`: `EASIEST` to
    `HARDEST`.  `source`: one of `SOURCES`.
    """

    kind: str
    record: str
    whole: str | None
    choices: tuple[Choice, ...]
    margin: float
    theme: str
    difficulty: int
    source: str
    asked: Asked | None = None

    @cached_property
    def id(self) -> str:
        """A hash of what is asked, so that a problem found twice, or priced anew, is one problem."""
        return problem_id(self.kind, self.record, self.asked)

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
    def best(self) -> Choice | None:
        """The best choice; None where a chance is asked for."""
        return self.choices[0] if self.choices else None

    @property
    def question(self) -> str:
        """What is asked, in words."""
        if self.asked is not None:
            return f"How likely is it that {where(self.asked.card, self.asked.place)}?"
        return QUESTIONS[self.kind]

    @property
    def truth(self) -> bool | None:
        """Is the card asked about at the place asked for?  None where nobody knows."""
        if self.asked is None or self.deal is None:
            return None
        return self.asked.card in cards_at(self.deal, self.asked.place)

    def as_object(self) -> dict[str, Any]:
        """The problem as a JSON object."""
        found = {
            "schema": SCHEMA,
            "id": self.id,
            "kind": self.kind,
            "theme": self.theme,
            "difficulty": self.difficulty,
            "source": self.source,
            "margin": self.margin,
            "record": self.record,
            "whole": self.whole,
            "choices": [_choice_object(choice) for choice in self.choices],
        }
        return found if self.asked is None else found | {"asked": _asked_object(self.asked)}

    @classmethod
    def from_object(cls, found: Any) -> Problem:
        """The problem that a JSON object holds.  Raises DrillError."""
        if not isinstance(found, dict) or found.get("schema") != SCHEMA:
            raise DrillError(f'no problem: JSON without "schema": "{SCHEMA}"')
        try:
            problem = cls(
                found["kind"],
                found["record"],
                found["whole"],
                tuple(_choice_of(choice) for choice in found["choices"]),
                found["margin"],
                found["theme"],
                found["difficulty"],
                found["source"],
                _asked_of(found["asked"]) if "asked" in found else None,
            )
        except (KeyError, TypeError, ValueError) as error:
            raise DrillError(f"no problem: {type(error).__name__} {error} (expected the keys of {SCHEMA})") from error
        if problem.kind not in KINDS or problem.source not in SOURCES or found["id"] != problem.id:
            raise DrillError(f"no problem: {quoted(str(found.get('id')))} is not as it was written")
        return problem

    @classmethod
    def from_text(cls, text: str) -> Problem:
        """The problem that a text holds.  Raises DrillError."""
        try:
            return cls.from_object(json.loads(text))
        except ValueError as error:
            raise DrillError(f"no problem: {error}") from error

    @property
    def text(self) -> str:
        """The problem on one line of JSON."""
        return json.dumps(self.as_object(), ensure_ascii=False, separators=(",", ":"))


@dataclass(frozen=True)
class Verdict:
    """What an answer was worth.

    `loss`: the tricks it is behind the best; of a chance its Brier score, (p - truth)², 0 at best, without error.
    `words` tell why, from the figures.  `best` and `own` are the best choice and the one made; None for a chance.
    """

    right: bool
    loss: Estimate
    words: list[str]
    best: Choice | None
    own: Choice | None


def problem_id(kind: str, record: str, asked: Asked | None = None) -> str:
    """The id of the problem that asks this of a seat's view."""
    card = [] if asked is None else [str(asked.card), asked.place.name]
    return hashlib.sha256("\n".join([kind, record, *card]).encode()).hexdigest()[:ID_LENGTH]


def where(card: Card, place: Place) -> str:
    """A card at a place, in words."""
    if place <= Place.RIGHT:
        return f"{Seat(place).word} holds {card}"
    return f"{card} lies in the kitty" if place is Place.KITTY else f"the dealer discarded {card}"


def records_for(match: Match, seat: Seat) -> tuple[str, str | None]:
    """The texts of a seat's view of a match's deal, and of the whole deal where all hands are known."""
    whole = str(File.of([record_of(match)])) if match.deal.viewer is None else None
    return str(File.of([record_of(replace(match, deal=match.deal.seen_by(seat)))])), whole


def cards_at(deal: Deal, place: Place) -> Hand:
    """The cards at a place of a deal all of which is known."""
    if place <= Place.RIGHT:
        found: Cards = deal.hands[Seat(place)]
    elif place is Place.KITTY:
        found = deal.kitty
    elif place is Place.THROWN:
        found = deal.discarded
    else:
        found = Hand.of(event.card for event in deal.events if isinstance(event, Play))
    return found if isinstance(found, Hand) else Hand()


def action_of(view: Deal, found: Any) -> Action:
    """The action that JSON tells (`words.actions.action_object`), of the seat whose turn it is.

    Raises DrillError for what is none, or breaks a rule.
    """
    turn = view.turn
    try:
        match turn:
            case PlayTurn():
                action: Action = Play(turn.seat, Card.parse(_text(found)))
            case CallTurn():
                action = Call(turn.seat, Denomination.parse(_text(found)))
            case DiscardTurn():
                action = Discard(turn.seat, _cards(found))
            case GiveTurn():
                if not isinstance(found, dict):
                    raise DrillError(f"no gift: {quoted(str(found))} (expected cards by seat)")
                action = Give.of(turn.seat, {Seat.parse(_text(seat)): _cards(cards) for seat, cards in found.items()})
            case _:
                raise DrillError("no choice is due (expected a call, a discard, a gift or a card)")
    except CardError as error:
        raise DrillError(str(error)) from error
    if fault := view.refusal(action):
        raise DrillError(fault)
    return action


def _text(found: Any) -> str:
    if not isinstance(found, str):
        raise DrillError(f"no answer: {quoted(str(found))} (expected a text)")
    return found


def _cards(found: Any) -> Hand:
    if not isinstance(found, list):
        raise DrillError(f"no cards: {quoted(str(found))} (expected a list of cards)")
    cards = [Card.parse(_text(card)) for card in found]
    if twice := [card for card in cards if cards.count(card) > 1]:
        raise DrillError(f"card twice: {twice[0]} (expected each once)")
    return Hand.of(cards)


def rounded(mean: Estimate) -> Estimate:
    """A figure as it is kept."""
    return Estimate(round(mean.mean, DIGITS), round(mean.standard_error, DIGITS), mean.n)


def _mean_object(mean: Estimate) -> list[Any]:
    return [mean.mean, mean.standard_error, mean.n]


def _mean_of(found: Any) -> Estimate:
    mean, se, n = found
    return Estimate(mean, se, n)


def _choice_object(choice: Choice) -> dict[str, Any]:
    return {
        "action": choice.action,
        "words": choice.words,
        "tricks": _mean_object(choice.tricks),
        "behind": _mean_object(choice.behind),
        "make": choice.make,
        "why": choice.why,
    }


def _choice_of(found: dict[str, Any]) -> Choice:
    return Choice(
        found["action"],
        found["words"],
        _mean_of(found["tricks"]),
        _mean_of(found["behind"]),
        found["make"],
        found["why"],
    )


def _asked_object(asked: Asked) -> dict[str, Any]:
    chances = {c.place.name.lower(): [c.even, _mean_object(c.weighed)] for c in asked.chances}
    return {"card": str(asked.card), "place": asked.place.name.lower(), "chances": chances}


def _asked_of(found: dict[str, Any]) -> Asked:
    chances = ((Place[name.upper()], even, weighed) for name, (even, weighed) in found["chances"].items())
    return Asked(
        Card.parse(found["card"]),
        Place[found["place"].upper()],
        tuple(PlaceChance(place, even, _mean_of(weighed)) for place, even, weighed in chances),
    )
