"""Parse the tricks that a user enters, find the player of each card, and apply the cards to a view."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice

from ninefivetwo.cards import Card, Hand, Seat, Trump
from ninefivetwo.errors import AdviceError, CardError, quoted, raised_as
from ninefivetwo.game.deal import DealView
from ninefivetwo.game.events import Play, format_cards
from ninefivetwo.layout import tricks_of

EACH = len(Seat)  # number of cards in a trick
_RANK = re.compile(r"10|[AKQJT2-9]", re.IGNORECASE)
_CARD = re.compile(rf"[SHDC♠♥♦♣♤♡♢♧][\ufe0e\ufe0f]?(?:{_RANK.pattern})", re.IGNORECASE)
_IN_A_ROW = re.compile(f"(?:{_CARD.pattern})+", re.IGNORECASE)


def parse_tricks(text: str, after: Sequence[Card] = ()) -> tuple[Card, ...]:
    """Parse the cards of tricks in the order in which they were played. The last trick may be unfinished.

    Tricks are separated by ``/`` or line breaks. Without separators, every three cards form a trick. A rank alone means
    a card of the suit led. `after` contains the cards played before. Raises AdviceError, naming the invalid card.

    >>> [str(card) for card in parse_tricks("S3 2 j / ♥10 h4 SA / dk")]
    ['S3', 'S2', 'SJ', 'HT', 'H4', 'SA', 'DK']
    """
    return tuple(each_card(text, after))


def each_card(text: str, after: Sequence[Card] = ()) -> Iterator[Card]:
    """Yield the cards from `parse_tricks`, so that each card can be checked before the next card is parsed."""
    done, begun = divmod(len(after), EACH)
    tricks = [words for part in re.split(r"[/|\r\n]+", text) if (words := _words(part))]
    if not tricks:
        return
    tricks[0] = [*map(str, after[EACH * done :]), *tricks[0]]
    if len(tricks) == 1:
        tricks = [tricks[0][i : i + EACH] for i in range(0, len(tricks[0]), EACH)]
    for number, words in enumerate(tricks, 1):
        yield from islice(_trick(done + number, words[:EACH]), begun if number == 1 else 0, None)
        if len(words) > EACH or (len(words) < EACH and number < len(tricks)):
            found = f"{cards_counted(len(words))}, {quoted(' '.join(words))}"
            why = f"expected {EACH} in every trick except one in progress, and / between tricks"
            raise AdviceError(f"trick {done + number}: {found} ({why})")


def cards_counted(number: int) -> str:
    """Return a number of cards as text, such as "1 card"."""
    return f"{number} card{'' if number == 1 else 's'}"


def _words(text: str) -> list[str]:
    """Split a text into one word for each card, even without spaces between the cards."""
    words: list[str] = []
    for word in re.split(r"[\s,;]+", text.strip(" \t,;")):
        words += _CARD.findall(word) if _IN_A_ROW.fullmatch(word) else [word] * bool(word)
    return words


def _trick(number: int, words: Sequence[str]) -> Iterator[Card]:
    led = None
    for place, word in enumerate(words, 1):
        where, rank = f"trick {number}, card {place}", _RANK.fullmatch(word)
        if rank and led is None:
            raise AdviceError(
                f"{where}: {quoted(word)} without a suit (expected one for the card led, such as S{word})"
            )
        with raised_as(AdviceError, f"{where}: ", CardError):
            card = Card.parse(led.suit.letter + word if rank and led is not None else word)
        led = led or card
        yield card


def next_turn(lead: Seat, trump: Trump, cards: Sequence[Card]) -> Seat:
    """Return the seat that plays next after the given cards."""
    tricks = tricks_of(lead, cards, trump)
    if not tricks:
        return lead
    last = tricks[-1]
    return last.lead.after(len(last.cards)) if last.winner is None else last.winner


def hand_at_first_card(hand: Hand, seat: Seat, turns: Sequence[tuple[Seat, Card]], number: int) -> Hand:
    """Return the `number` cards that a seat held at the start of play.

    `hand` is the hand at the start of play or after `turns`. Raises AdviceError if `hand` is impossible.
    """
    own = Hand.of({card for by, card in turns if by is seat})
    if len(hand) == number:
        return hand
    if still := hand & own:
        fault = f"{format_cards(still)} played by {seat.word} but still in {{}}"
        raise AdviceError(fault, "hand", expected=f"the cards held now, or all {number} cards as play began")
    if len(hand) + len(own) != number:
        played = f"{cards_counted(len(own))} played by {seat.word}"
        now = f"{number - len(own)} in {{}}" + (f" now, or {number} as play began" if own else "")
        raise AdviceError(f"{cards_counted(len(hand))} held, {played}", "hand", expected=now)
    return hand | own


def after_cards(view: DealView, cards: Sequence[Card]) -> DealView:
    """Return a view after the given plays. Raises AdviceError, naming the trick and the card, if a play is illegal."""
    for card in cards:
        step, played = view.due, len(view.played)
        place = f"trick {played // EACH + 1}, card {played % EACH + 1}"
        if step is None or step.kind is not Play:
            raise AdviceError(f"{place}: extra card {card}, the deal is over (expected no more cards)")
        play = Play(step.seat, card)
        if fault := _fault(view, play) or view.refusal(play):
            raise AdviceError(f"{place}: {fault}")
        view = view.after(play)
    return view


def _fault(view: DealView, play: Play) -> str | None:
    """Return the reason why a play contradicts the viewer's knowledge, or None. The rules are not checked."""
    seat, card, viewer = play.seat, play.card, view.viewer
    turns = [(played.seat, played.card) for played in view.plays]
    for i, (by, other) in enumerate(turns):
        if other is card:
            return f"{card} played twice: {_who(view, by)} played it to trick {i // EACH + 1} (expected each card once)"
    if card in view.hand(viewer):
        if seat is not viewer:
            expected = f"expected one of {seat.word}'s cards; {_leader(view)}"
            return f"{card} would be {seat.word}'s card, but you hold it ({expected})"
        follow = view.hand(viewer).only(view.table[0].suit) if view.table else Hand()
        if follow and card not in follow:
            return f"{card} played while you hold {format_cards(follow)} (expected to follow suit)"
        return None
    if seat is viewer:
        expected = f"expected one of the cards you hold; {_leader(view)}"
        return f"{card} would be your own card, but you do not hold it ({expected})"
    if isinstance(view.discarded, Hand) and card in view.discarded:
        return f"{card} would be {seat.word}'s card, but you discarded it (expected another card)"
    for i in range(0, len(turns), EACH):
        suit = turns[i][1].suit
        if suit is card.suit and any(by is seat and other.suit is not suit for by, other in turns[i : i + EACH]):
            followed = f"did not follow {suit.word} in trick {i // EACH + 1}"
            return f"{card} would be {seat.word}'s card, but {seat.word} {followed} (expected another card)"
    return None


def _leader(view: DealView) -> str:
    """Return a text that names the leader to the trick in progress and gives the reason."""
    you = view.lead is view.viewer
    number = sum(view.won)
    if not number:
        return "you lead to the first trick" if you else f"{view.lead.word} leads to the first trick"
    took = dict(view.tricks[number - 1].turns)[view.lead]
    if you:
        return f"you lead, having won trick {number} with {took}"
    return f"{view.lead.word} leads, having won trick {number} with {took}"


def _who(view: DealView, seat: Seat) -> str:
    return "you" if seat is view.viewer else seat.word
