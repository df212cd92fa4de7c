"""A player's situation, read from a form's fields or an address.

The fields contain the text that the user typed, which is parsed as on the command line.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from urllib.parse import urlencode

import msgspec

from ninefivetwo.cards import FULL_DECK, Card, Hand, Seat, Trump, parse_cards
from ninefivetwo.errors import AdviceError, NineFiveTwoError, ShareError, quoted
from ninefivetwo.game import Action, Call, DealView, Discard, Give, Play, Situation, parse_tricks
from ninefivetwo.game.events import ACTIONS, results_of_gifts
from ninefivetwo.game.records import seat_items
from ninefivetwo.game.rules import TRICKS, parse_rules, rules_text
from ninefivetwo.game.share import SharedHand, share_code
from ninefivetwo.layout import Trick
from ninefivetwo.web.site import FieldFault, FormError, FormFields, Read, cards_told, field_of, number_in
from ninefivetwo.words.figures import in_digits
from ninefivetwo.words.template import CardWords, Name, card_text, say

USUAL_RULES = "wikipedia"
MOST_GIVEN = 9  # maximum number of cards given to one player
AT_SEAT = "the dealer", "the left player", "the right player"
FIELD_LABELS: dict[str, str] = {
    "ask": "question",
    "hand": "your cards",
    "rules": "rules",
    "trump": "trump",
    "seat": "your seat",
    "discard": "your discard",
    "tricks": "tricks so far",
    "shown": "kitty cards shown to you",
    "previous": "previous results",
} | {f"{how}-{seat.word}": words.format(seat.word) for seat in Seat for how, words in (
    ("gave", "cards given to {}"), ("from", "cards from {}"), ("give", "cards to give {}"),
)}  # fmt: skip


#: The page's names for the fields in a situation's errors. What was expected of other fields is not shown, because the
#: page has no single entry for each.
FIELD_WORDS = {"hand": FIELD_LABELS["hand"]}


class SituationShown(msgspec.Struct, frozen=True):
    """The page's view of the situation that the user has entered.

    hand, discard: the cards entered, null if the text is invalid. line: a text on the next step or on missing entries.
    next: the legal cards. own: the cards in the player's hand. ready: whether advice can be given. code: the share
    code, null until the situation is complete.
    """

    hand: list[Card] | None
    discard: list[Card] | None
    fault: FieldFault | None = None
    line: str = ""
    tricks: list[Trick] = []
    played: list[Card] = []
    next: list[Card] = []
    own: list[Card] = []
    ready: bool = False
    code: str | None = None


def situation_of(told: FormFields) -> tuple[Situation, type[Action]]:
    """Return the situation that the fields describe. Raises FormError for an invalid field."""

    def field(name: str, read: Callable[[str], Read], usual: Read) -> Read:
        return field_of(told, name, read, usual, FIELD_LABELS)

    due = ACTIONS[field("ask", _asked, "call")]
    rules = field("rules", parse_rules, parse_rules(USUAL_RULES))
    seat = field("seat", Seat.parse, Seat.LEFT) if due is Play or due is Give else Seat.DEALER
    others = [other for other in Seat if other is not seat]

    def cards(name: str) -> Hand:
        return field(name, lambda text: Hand.of(parse_cards(text)), Hand())

    gave = {other: found for other in others if (found := cards(f"gave-{other.word}"))}
    received = {other: found for other in others if (found := cards(f"from-{other.word}"))}
    results = field("previous", seat_items, None)
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
    """Return the player's view for the advice. Raises FormError, AdviceError or another NineFiveTwoError."""
    situation, due = situation_of(told)
    _check_enough(situation, due)
    try:
        return situation.view(due)
    except NineFiveTwoError as error:
        raise AdviceError(error.named(FIELD_WORDS)) from error


def situation_shown(told: FormFields) -> SituationShown:
    """Return the page's view of the fields, even if some fields are invalid."""
    hand, discard = cards_told(told, "hand"), cards_told(told, "discard")
    try:
        situation, due = situation_of(told)
        _check_enough(situation, due)
        return _in_play(hand, discard, situation) if due is Play else _before_play(hand, discard, situation, due)
    except FormError as error:
        return SituationShown(hand, discard, FieldFault(error.field, str(error)))
    except NineFiveTwoError as error:
        return SituationShown(hand, discard, FieldFault("", error.named(FIELD_WORDS)))


def address_of(situation: Situation, due: type[Action]) -> str:
    """Return the address of the page /analyse with a situation filled in."""
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
    """Return the played cards in the notation of `parse_tricks`."""
    return " / ".join(_row(played[i : i + len(Seat)]) for i in range(0, len(played), len(Seat)))


def _row(cards: Hand | Sequence[Card]) -> str:
    return " ".join(map(str, cards))


def _asked(text: str) -> str:
    if text not in ACTIONS:
        raise AdviceError(f"unknown question {quoted(text)} (expected {', '.join(ACTIONS)})")
    return text


def _number(text: str) -> int:
    number = number_in(text)
    if number is None or number > MOST_GIVEN:
        raise AdviceError(f"invalid number {quoted(text)} (expected 0 to {MOST_GIVEN} cards)")
    return number


def _check_enough(situation: Situation, due: type[Action]) -> None:
    """Raise AdviceError if basic entries are missing, because other error messages would be confusing."""
    if len(situation.hand) < TRICKS and not situation.played and due is not Play:
        raise AdviceError(
            say(
                "Mark your {all} cards first ({number} so far).",
                all=in_digits(TRICKS),
                number=in_digits(len(situation.hand)),
            )
        )
    if due is Play and (not situation.hand or situation.trump is None):
        raise AdviceError("Mark your cards and choose trump.")
    if due is Give and situation.previous_results is None:
        raise AdviceError("Enter how many cards you give each opponent.")


def _before_play(
    hand: list[Card] | None, discard: list[Card] | None, situation: Situation, due: type[Action]
) -> SituationShown:
    view = situation.view(due)
    words = {Call: "Your call.", Discard: "Your discard.", Give: "Your gift."}[due]
    return SituationShown(
        hand, discard, line=words, own=list(view.hand(view.viewer)), ready=True, code=_code(situation, due)
    )


def _in_play(hand: list[Card] | None, discard: list[Card] | None, situation: Situation) -> SituationShown:
    view = situation.in_play()
    step = view.due
    mine = step is not None and step.seat is view.viewer
    allowed = [] if step is None else [c for c in FULL_DECK if view.refusal(Play(step.seat, c)) is None]
    return SituationShown(
        hand,
        discard,
        line=_whose_turn(view),
        tricks=view.tricks,
        played=list(situation.played),
        next=allowed,
        own=list(view.hand(view.viewer)),
        ready=mine,
        code=_code(situation, Play) if mine else None,
    )


def _code(situation: Situation, due: type[Action]) -> str | None:
    try:
        return share_code(SharedHand(situation, due))
    except ShareError:
        return None


def _whose_turn(view: DealView) -> str:
    """Return a text that names the player of the next card."""
    step = view.due
    if step is None:
        return "All tricks have been played."
    player = Name.you() if step.seat is view.viewer else Name(AT_SEAT[step.seat])
    number = in_digits(sum(view.won) + 1)
    if not view.table:
        return say("Trick {number}: {player} {player:lead|leads}.", number=number, player=player)
    return say(
        "Trick {number}: {cards}, then {player}.",
        number=number,
        cards=CardWords(", ".join(map(card_text, view.table))),
        player=player,
    )
