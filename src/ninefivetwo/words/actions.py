"""A choice as text and as advice: `parse_action` reads what `action_words` writes."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ninefivetwo.cards import RANKS, Card, Denomination, Hand, Seat, Suit
from ninefivetwo.codec import ActionValue
from ninefivetwo.errors import CardError, GameError, quoted
from ninefivetwo.game import Action, Call, DealView, Discard, Give, GiveTurn, Look, Play
from ninefivetwo.game.events import action_object, hand_once
from ninefivetwo.words.figures import WORDS, by_suit, called
from ninefivetwo.words.speaker import BY_SEAT, Speaker

NOTHING = ("nothing", "none", "-")
ANSWERS = {"yes": True, "y": True, "a look": True, "no": False, "n": False, "no look": False}


def advised_words(action: Action, speaker: Speaker = BY_SEAT) -> str:
    """A choice as advice: "call spades", "discard DQ2 C54", "play the jack of clubs"."""
    match action:
        case Play():
            return f"play the {action.card.words}"
        case Call():
            return f"call {called(action.denomination)}"
        case Discard():
            return f"discard {action_words(action)}"
    return f"give {action_words(action, speaker)}"


def choosing(action: Action, speaker: Speaker = BY_SEAT) -> str:
    """A choice as the subject of a sentence: "S4", "calling hearts", "discarding DQ2", "giving left S4"."""
    match action:
        case Call():
            return f"calling {called(action.denomination)}"
        case Discard():
            return f"discarding {action_words(action)}"
        case Give():
            return f"giving {action_words(action, speaker)}"
    return action_words(action)


def action_words(action: Action | ActionValue, speaker: Speaker = BY_SEAT) -> str:
    """A choice, or its form in JSON, as a person writes it down."""
    if isinstance(action, Look):
        return "a look" if action.looks else "no look"
    match action if isinstance(action, str | list | dict) else action_object(action):
        case str() as text:
            return WORDS[Denomination[text]] if text in Denomination.__members__ else text
        case list() as cards:
            return cards_words(cards)
        case gifts:
            told = (f"{speaker.name(Seat.parse(seat))} {cards_words(cards)}" for seat, cards in gifts.items())
            return ", ".join(told) or "nothing"


def cards_words(cards: Iterable[str]) -> str:
    """Cards, each suit said once: DQ2 C54."""
    return by_suit(Hand.of(map(Card.parse, cards)))


def parse_action(view: DealView, text: str) -> Action:
    """The action that a text stands for, of the seat whose turn it is in a view.

    A card is ``SA``; a call ``S`` or ``spades``; a discard ``D2 C4 C5 H3`` or ``D2 C54 H3``; a gift ``left C3 H2; right
    D4``, to one receiver the cards alone, and ``nothing`` where that is allowed; a look ``yes`` or ``no``.  Raises
    GameError for another text, and for what the rules forbid.
    """
    turn = view.turn
    if turn is None:
        raise GameError("no action is due")
    try:
        if isinstance(turn, GiveTurn):
            action: Action = parse_gift(turn, text)
        elif turn.kind is Look:
            action = Look(turn.seat, parse_answer(text))
        elif turn.kind is Call:
            action = Call(turn.seat, Denomination.parse(text.strip(" ♠♥♦♣") or text))
        elif turn.kind is Discard:
            action = Discard(turn.seat, parse_hand(text))
        else:
            action = Play(turn.seat, Card.parse(text))
    except CardError as error:
        raise GameError(str(error)) from error
    if fault := view.refusal(action):
        raise GameError(fault)
    return action


def parse_gift(turn: GiveTurn, text: str) -> Give:
    """A gift: each receiver with his cards.  Raises GameError, CardError."""
    receivers = [seat for seat in Seat if turn.owed[seat]]
    gifts: dict[Seat, list[Card]] = {}
    receiver = receivers[0] if len(receivers) == 1 else None
    for word in _words(text):
        if word.lower() in NOTHING:
            continue
        if word.lower() in _SEATS:
            receiver = Seat.parse(word)
        elif receiver is None:
            raise GameError(f"{quoted(word)} to nobody (expected a receiver first, such as left C3; right H2)")
        else:
            gifts.setdefault(receiver, []).extend(_cards(word))
    return Give.of(turn.seat, {seat: hand_once(cards) for seat, cards in gifts.items()})


_SEATS = {text for seat in Seat for text in (seat.word, seat.word[0])}


def parse_hand(text: str) -> Hand:
    """Cards in a row, each with its suit or of one suit together: ``D2 C54``.  Raises GameError, CardError."""
    return Hand() if text.strip(_BETWEEN).lower() in NOTHING else hand_once(_cards(text))


def parse_answer(text: str) -> bool:
    """Is the answer yes?  Raises GameError for neither yes nor no."""
    answer = ANSWERS.get(text.strip().lower())
    if answer is None:
        raise GameError(f"{quoted(text)} is no answer (expected yes or no)")
    return answer


_BETWEEN = " \t\r\n,;:"


def _words(text: str) -> list[str]:
    return [word for word in re.split(f"[{_BETWEEN}]+", text) if word]


def _cards(text: str) -> list[Card]:
    cards = []
    for word in _words(text):
        ranks = word[1:].upper().replace("10", "T")
        if word[0].upper() in Suit.__members__ and len(ranks) > 1 and set(ranks) <= set(RANKS):
            cards += [Card.parse(word[0] + rank) for rank in ranks]
        else:
            cards.append(Card.parse(word))
    return cards
