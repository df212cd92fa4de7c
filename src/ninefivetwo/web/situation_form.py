"""A player's moment as a page's form and its address tell it: texts by field, and the situation that they are.

All fields are texts, as they stand in the address and as they were typed; every parser is the one of the command line.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar
from urllib.parse import urlencode

import msgspec

from ninefivetwo.cards import FULL_DECK, Card, Hand, Seat, Trump, parse_cards
from ninefivetwo.errors import AdviceError, NineFiveTwoError, ShareError, quoted
from ninefivetwo.game import Action, Call, DealView, Discard, Give, Play, Situation, parse_tricks
from ninefivetwo.game.events import ACTIONS
from ninefivetwo.game.exchange import results_of_gifts
from ninefivetwo.game.records import by_seat
from ninefivetwo.game.rules import TRICKS, parse_rules, rules_text
from ninefivetwo.game.share import SharedHand, share_code
from ninefivetwo.layout import Trick
from ninefivetwo.web.site import FieldFault, FormError, FormFields, cards_told, field_of, number_in

Read = TypeVar("Read")

EACH = len(Seat)  # cards of a trick
USUAL_RULES = "wikipedia"
MOST_GIVEN = 9  # cards, to one player
LABELS: dict[str, str] = {
    "ask": "What you ask",
    "hand": "Your cards",
    "rules": "Rules",
    "trump": "Trump",
    "seat": "You are",
    "discard": "Your discard",
    "tricks": "The tricks",
    "shown": "Kitty cards shown to you",
    "previous": "Last results",
} | {f"{how}-{seat.word}": words.format(seat.word) for seat in Seat for how, words in (
    ("gave", "You gave {}"), ("from", "{} gave you"), ("give", "You give {}"),
)}  # fmt: skip


class SituationShown(msgspec.Struct, frozen=True):
    """What the page shows of a moment told.

    hand, discard: the cards told; null where the text cannot be read.  line: what is next, or what is missing.  next:
    the cards that can be played now; own: the player's own.  ready: is the choice asked about due?  code: of the
    moment, to share it; null before it is one.
    """

    hand: list[str] | None
    discard: list[str] | None
    fault: FieldFault | None = None
    line: str = ""
    tricks: list[Trick] = []
    played: list[str] = []
    next: list[str] = []
    own: list[str] = []
    ready: bool = False
    code: str | None = None


def situation_of(told: FormFields) -> tuple[Situation, type[Action]]:
    """The moment that the fields tell.  Raises FormError for a field that cannot be read."""

    def field(name: str, read: Callable[[str], Read], usual: Read) -> Read:
        return field_of(told, name, read, usual, LABELS)

    due = ACTIONS[field("ask", _asked, "call")]
    rules = field("rules", parse_rules, parse_rules(USUAL_RULES))
    usual_seat = Seat.LEFT if due is Play or due is Give else Seat.DEALER
    seat = field("seat", Seat.parse, usual_seat) if due is Play or due is Give else Seat.DEALER
    others = [other for other in Seat if other is not seat]

    def cards(name: str) -> Hand:
        return field(name, lambda text: Hand.of(parse_cards(text)), Hand())

    gave = {other: found for other in others if (found := cards(f"gave-{other.word}"))}
    received = {other: found for other in others if (found := cards(f"from-{other.word}"))}
    results = field("previous", by_seat, None)
    if due is Give and results is None:
        gifts = {other: field(f"give-{other.word}", _number, 0) for other in others}
        results = results_of_gifts(seat, gifts) if any(gifts.values()) else None
    return Situation(
        rules,
        seat,
        field("hand", Hand.parse, Hand()),
        gave,
        received,
        results,
        None if due is Call else field("trump", Trump.parse, None),
        field("discard", Hand.parse, Hand()) if due is Play and seat is Seat.DEALER else Hand(),
        cards("shown"),
        field("tricks", parse_tricks, ()) if due is Play else (),
    ), due


def view_of_moment(told: FormFields) -> DealView:
    """The player's view when his choice is due.  Raises FormError, AdviceError and others for what makes none."""
    situation, due = situation_of(told)
    _check_enough(situation, due)
    try:
        return situation.view(due)
    except NineFiveTwoError as error:
        raise in_words_of_page(error) from error


def situation_shown(told: FormFields) -> SituationShown:
    """What the page shows of what is told so far, whatever is wrong with it."""
    hand, discard = cards_told(told, "hand"), cards_told(told, "discard")
    try:
        situation, due = situation_of(told)
        _check_enough(situation, due)
        return _in_play(hand, discard, situation) if due is Play else _before_play(hand, discard, situation, due)
    except FormError as error:
        return SituationShown(hand, discard, FieldFault(error.field, str(error)))
    except NineFiveTwoError as error:
        return SituationShown(hand, discard, FieldFault("", str(in_words_of_page(error))))


def address_of(situation: Situation, due: type[Action]) -> str:
    """The address of the page with the form filled in."""
    name = next(name for name, kind in ACTIONS.items() if kind is due)
    told = {"ask": name, "rules": rules_text(situation.rules), "seat": situation.seat.word, "hand": str(situation.hand)}
    if situation.trump is not None:
        told["trump"] = situation.trump.letter
    for how, gifts in (("gave", situation.gave), ("from", situation.received)):
        told |= {f"{how}-{seat.word}": _row(cards) for seat, cards in gifts.items() if cards}
    if situation.previous_results is not None:
        told["previous"] = " ".join(f"{s.letter}:{situation.previous_results[s]:+}" for s in Seat)
    if situation.discarded:
        told["discard"] = str(situation.discarded)
    if situation.shown:
        told["shown"] = _row(situation.shown)
    if situation.played:
        told["tricks"] = tricks_text(situation.played)
    return "/analyse?" + urlencode(told)


def tricks_text(played: Sequence[Card]) -> str:
    """Cards played, as `parse_tricks` reads them."""
    return " / ".join(_row(played[i : i + EACH]) for i in range(0, len(played), EACH))


def in_words_of_page(error: NineFiveTwoError) -> AdviceError:
    """A fault in what was told, in the page's words: no options of the command line are named."""
    words = str(error)
    return AdviceError((words.split(" (expected")[0] if "--" in words else words).replace("HAND", "your cards"))


def _row(cards: Hand | Sequence[Card]) -> str:
    return " ".join(map(str, cards))


def _asked(text: str) -> str:
    if text not in ACTIONS:
        raise AdviceError(f"{quoted(text)} (expected {', '.join(ACTIONS)})")
    return text


def _number(text: str) -> int:
    number = number_in(text)
    if number is None or number > MOST_GIVEN:
        raise AdviceError(f"{quoted(text)} (expected 0 to {MOST_GIVEN} cards)")
    return number


def _check_enough(situation: Situation, due: type[Action]) -> None:
    """Raises AdviceError where so little is told that any other fault would only puzzle."""
    if len(situation.hand) < TRICKS and not situation.played and due is not Play:
        raise AdviceError(f"{len(situation.hand)} cards marked; mark your {TRICKS} first")
    if due is Play and (not situation.hand or situation.trump is None):
        raise AdviceError("First mark your cards and choose trump.")
    if due is Give and situation.previous_results is None:
        raise AdviceError("Say how many cards you give to each of the others.")


def _before_play(
    hand: list[str] | None, discard: list[str] | None, situation: Situation, due: type[Action]
) -> SituationShown:
    view = situation.view(due)
    words = {Call: "Your call.", Discard: "Your discard.", Give: "Your gift."}[due]
    return SituationShown(
        hand, discard, line=words, own=_texts(view.hand(view.viewer)), ready=True, code=_code(situation, due)
    )


def _in_play(hand: list[str] | None, discard: list[str] | None, situation: Situation) -> SituationShown:
    view = situation.in_play()
    step = view.due
    mine = step is not None and step.seat is view.viewer
    allowed = [] if step is None else [c for c in FULL_DECK if view.refusal(Play(step.seat, c)) is None]
    return SituationShown(
        hand,
        discard,
        line=_whose_turn(view),
        tricks=view.tricks,
        played=[str(card) for card in situation.played],
        next=[str(card) for card in allowed],
        own=_texts(view.hand(view.viewer)),
        ready=mine,
        code=_code(situation, Play) if mine else None,
    )


def _code(situation: Situation, due: type[Action]) -> str | None:
    try:
        return share_code(SharedHand(situation, due))
    except ShareError:
        return None


def _texts(cards: Hand) -> list[str]:
    return [str(card) for card in cards]


def _whose_turn(view: DealView) -> str:
    """Which card is to be told next, or that it is the player's turn."""
    step = view.due
    if step is None:
        return "All tricks are played."
    who, number = "you" if step.seat is view.viewer else step.seat.word, sum(view.won) + 1
    if not view.table:
        return f"Trick {number}: {who} lead{'' if who == 'you' else 's'}."
    return f"Trick {number}: {_row(view.table)}, then {who}."
