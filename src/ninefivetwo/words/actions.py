"""Conversion of actions to text, and of the user's text to actions."""

from __future__ import annotations

import re

from ninefivetwo.cards import Card, Hand, Seat, Trump, parse_cards
from ninefivetwo.errors import CardError, GameError, quoted, raised_as
from ninefivetwo.game import Action, Call, DealView, Discard, Give, GiveTurn, Look, Play
from ninefivetwo.game.events import known_cards
from ninefivetwo.words.card_words import WORDS, called, card_text, cards_text, the_card
from ninefivetwo.words.speaker import BY_SEAT, Speaker
from ninefivetwo.words.template import CardWords, Placed, Term, listed

NOTHING = ("nothing", "none", "-")
ANSWERS = {"yes": True, "y": True, "a look": True, "no": False, "n": False, "no look": False}


def choice_words(action: Action, speaker: Speaker = BY_SEAT) -> Placed:
    """Return a choice as it appears in a sentence: "the 8 of diamonds", "clubs", "♥8 2 ♦5 3", "♣3 to Bob"."""
    match action:
        case Play(card=Card() as card):
            return the_card(card)
        case Call(trump=trump):
            return called(trump)
        case Discard(cards=cards):
            return cards_text(known_cards(cards))
        case Give(cards=gifts):
            given = ((to, known_cards(gifts[to])) for to in Seat)
            parts = [f"{cards_text(cards)} to {speaker.name(to)}" for to, cards in given if cards]
            return CardWords(listed(parts)) if parts else Term("nothing")
    return Term("a look at the kitty" if isinstance(action, Look) and action.looks else "no look at the kitty")


def action_words(action: Action, speaker: Speaker = BY_SEAT) -> str:
    """Return an action in the players' notation: "♥8", "♠ spades", "Bob ♠5 ♦7, Cy ♥6"."""
    match action:
        case Play(card=Card() as card):
            return card_text(card)
        case Call(trump=trump):
            return WORDS[trump]
        case Discard(cards=cards):
            return cards_text(known_cards(cards))
        case Give(cards=gifts):
            told = (f"{speaker.name(to)} {cards_text(known_cards(gifts[to]))}" for to in Seat if gifts[to])
            return ", ".join(told) or "nothing"
    return "a look" if isinstance(action, Look) and action.looks else "no look"


def spoken(action: Action, speaker: Speaker) -> CardWords:
    """Return a choice in a sentence about a mistake: "♠Q", "hearts", "♠5 ♦7 to Bob and ♥6 to Cy"."""
    return CardWords(called(action.trump)) if isinstance(action, Call) else in_brief(action, speaker)


def in_brief(action: Action, speaker: Speaker) -> CardWords:
    """Return a choice in a short form: "♠Q", "♥ hearts", "♠5 ♦7 to Bob and ♥6 to Cy"."""
    return CardWords(choice_words(action, speaker) if isinstance(action, Give) else action_words(action))


def parse_action(view: DealView, text: str) -> Action:
    """Parse the user's text as an action of the player to act.

    Examples are ``SA`` for a card, ``S`` or ``spades`` for a call, ``D2 C54 H3`` or ``♦2 ♣5 4 ♥3`` for a discard,
    ``left C3 H2; right D4`` or ``nothing`` for a gift, and ``yes`` or ``no`` for a look. A gift to the only receiver
    needs no seat. Raises GameError if the text is not an action or the rules forbid the action.
    """
    turn = view.turn
    if turn is None:
        raise GameError("no action is due")
    with raised_as(GameError, caught=CardError):
        if isinstance(turn, GiveTurn):
            action: Action = parse_gift(turn, text)
        elif turn.kind is Look:
            action = Look(turn.seat, parse_answer(text))
        elif turn.kind is Call:
            action = Call(turn.seat, parse_call(text))
        elif turn.kind is Discard:
            action = Discard(turn.seat, parse_hand(text))
        else:
            action = Play(turn.seat, Card.parse(text))
    if fault := view.refusal(action):
        raise GameError(fault)
    return action


def parse_gift(turn: GiveTurn, text: str) -> Give:
    """Parse a gift. Raises GameError or CardError if the text is not a gift."""
    receivers = [seat for seat in Seat if turn.owed[seat]]
    gifts: dict[Seat, list[str]] = {}
    receiver = receivers[0] if len(receivers) == 1 else None
    for word in _words(text):
        if word.lower() in (*NOTHING, "the"):  # as in "the dealer C3"
            continue
        if word.lower() in _SEATS:
            receiver = Seat.parse(word)
        elif receiver is None:
            raise GameError(f"receiver missing before {quoted(word)} (expected such as left C3; right H2)")
        else:
            gifts.setdefault(receiver, []).append(word)
    return Give.of(turn.seat, {seat: Hand.of(parse_cards(" ".join(words))) for seat, words in gifts.items()})


_SEATS = {text for seat in Seat for text in (seat.word, seat.word[0])}


def parse_hand(text: str) -> Hand:
    """Parse cards, each with its suit or grouped by suit: ``D2 C54``, ``♦2 ♣5 4``.

    Raises GameError or CardError if the text contains anything but cards.
    """
    return Hand() if text.strip(_BETWEEN).lower() in NOTHING else Hand.of(parse_cards(" ".join(_words(text))))


def parse_call(text: str) -> Trump:
    """Parse a call: ``S``, ``spades``, ``♠`` or ``♠ S``. Raises GameError if the text is not a call."""
    try:
        return Trump.parse(text.strip(" ♠♥♦♣\ufe0e\ufe0f") or text)
    except CardError:
        raise GameError(f"not a call: {quoted(text)} (expected S, H, D, C or N)") from None


def parse_answer(text: str) -> bool:
    """Parse the answer yes or no. Raises GameError for any other text."""
    answer = ANSWERS.get(text.strip().lower())
    if answer is None:
        raise GameError(f"not an answer: {quoted(text)} (expected yes or no)")
    return answer


_BETWEEN = " \t\r\n,;:"


def _words(text: str) -> list[str]:
    return [word for word in re.split(f"[{_BETWEEN}]+", text) if word]
