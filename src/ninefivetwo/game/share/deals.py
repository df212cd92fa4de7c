"""Encode a deal and its place in a match as one integer, omitting everything that follows from the rules.

A choice among n options is a digit in base n, which takes log2(n) bits, so a forced choice takes no space. A
`DigitWriter` combines the digits into an integer, and a `DigitReader` extracts the digits in the same order. Readers
and writers have the same methods, so the same functions encode and decode. Each function takes the value to encode
(ignored when decoding) and returns the encoded or decoded value.

A fully known deal is stored as its actions. In a view, another player's action is stored as a choice among the cards
that this player may hold, or only as a number of cards. The functions raise ShareError, and any error raised when a
deal, match or rule set is created.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from math import comb
from typing import TypeVar

from ninefivetwo.cards import FULL_DECK, Card, Hand, Seat, Suit, by_seat
from ninefivetwo.errors import ShareError
from ninefivetwo.game import (
    KITTY,
    Action,
    Call,
    CallTurn,
    Cards,
    Deal,
    DealView,
    Discard,
    Event,
    Give,
    GiveTurn,
    Match,
    MatchState,
    Peek,
    Play,
    PreviousResults,
    Return,
    Show,
    Take,
    UndealtMatch,
    Unseen,
    YesNo,
    check_previous_results,
    known_cards,
    why_not_next,
)
from ninefivetwo.game.events import NONE, hidden, tricks_won
from ninefivetwo.game.match import SEAT_NAMES
from ninefivetwo.game.rules import NAMED, TRICKS, RuleSet, parse_rules
from ninefivetwo.layout import Layout

Option = TypeVar("Option")
_LOW = 8  # base of integers without a limit; each digit has an extra bit that says whether another digit follows


class Digits(ABC):
    """Base class of `DigitWriter` and `DigitReader`. Raises ShareError if an option is invalid."""

    writing: bool

    @abstractmethod
    def number(self, options: int, value: int | None) -> int:
        """Encode or decode an integer from 0 to `options` - 1."""

    def flag(self, value: bool) -> bool:
        """Encode or decode a boolean."""
        return bool(self.number(2, value))

    def one_of(self, options: Sequence[Option], value: Option | None) -> Option:
        """Encode or decode a choice among several values."""
        return options[self.number(len(options), None if value is None else options.index(value))]

    def integer(self, value: int) -> int:
        """Encode or decode an integer of any size; small integers take less space."""
        rest, total, place = 2 * value if value >= 0 else -2 * value - 1, 0, 1
        while True:
            rest, low = divmod(rest, _LOW)
            digit = self.number(2 * _LOW, low + _LOW * (rest > 0))
            total += digit % _LOW * place
            place *= _LOW
            if digit < _LOW:
                return -(total + 1) // 2 if total % 2 else total // 2

    def text(self, most: int, value: str) -> str:
        """Encode or decode a text of at most `most` bytes."""
        data = value.encode(errors="replace")
        length = self.number(most + 1, len(data))
        try:
            return bytes(self.number(256, data[i] if self.writing else None) for i in range(length)).decode()
        except UnicodeDecodeError as error:
            raise ShareError("invalid code: a name is not valid text (expected a code as it was copied)") from error

    def card(self, pool: Hand, card: Card | None) -> Card:
        """Encode or decode one card from `pool`."""
        if card is not None and card not in pool:
            raise ShareError(f"cannot be encoded: {card} (expected one of {pool})")
        return self.one_of(list(pool), card)

    def cards(self, number: int, pool: Hand, cards: Hand | None) -> Hand:
        """Encode or decode `number` cards from `pool`."""
        if cards is not None and (cards - pool or len(cards) != number):
            raise ShareError(f"cannot be encoded: {cards} (expected {number} cards of {pool})")
        rank, left, chosen = (
            self.number(comb(len(pool), number), None if cards is None else _rank(cards, pool)),
            number,
            [],
        )
        for i, card in enumerate(pool):
            ways = comb(len(pool) - i - 1, left - 1) if left else 0
            if rank < ways:
                chosen.append(card)
                left -= 1
            else:
                rank -= ways
        return Hand.of(chosen)


def _rank(cards: Hand, pool: Hand) -> int:
    """Return the index of `cards` among all sets of the same size from `pool`."""
    left, rank = len(cards), 0
    for i, card in enumerate(pool):
        if card in cards:
            left -= 1
        else:  # The index skips all sets that contain this card.
            rank += comb(len(pool) - i - 1, left - 1) if left else 0
    return rank


class DigitWriter(Digits):
    """A writer that encodes choices in an integer."""

    writing = True

    def __init__(self) -> None:
        self._digits: list[tuple[int, int]] = []

    def number(self, options: int, value: int | None) -> int:
        if value is None or not 0 <= value < options:
            raise ShareError(f"cannot be encoded: {value} (expected 0 to {options - 1})")
        self._digits.append((value, options))
        return value

    @property
    def total(self) -> int:
        """The integer that encodes all choices written so far."""
        result = 0
        for value, options in reversed(self._digits):
            result = result * options + value
        return result


class DigitReader(Digits):
    """A reader that decodes choices from an integer. Each choice must have as many options as in the writer."""

    writing = False

    def __init__(self, total: int) -> None:
        self._rest = total

    def number(self, options: int, value: int | None = None) -> int:
        if options < 1:
            raise ShareError("invalid code: it has a choice without options (expected a code as it was copied)")
        self._rest, digit = divmod(self._rest, options)
        return digit

    def check_end(self) -> None:
        """Raise ShareError if part of the integer is unread."""
        if self._rest:
            raise ShareError("invalid code: it has excess content (expected a code as it was copied)")


#: The named rule sets by their numbers in codes. Append new rule sets at the end and never remove one.
RULE_SETS = (
    "wikipedia",
    "wikipedia-13",
    "catalan",
    "catalan-20",
    "catalan-plus-minus",
    "nine-five-two",
    "nine-two-five",
    "sergeant-major",
    "bga",
)
MOST_RULE_SETS = 32
MOST_TEXT = 250  # maximum size, in bytes, of a name or of the changed fields of a rule set
MOST_DEALS = 1000  # maximum number of deals in a match
MOST_EVENTS = 64  # maximum number of events in a deal: 48 cards, and everything before the play


def code_rules(digits: Digits, rules: RuleSet | None) -> RuleSet:
    """Encode or decode a rule set, stored as a named rule set and the changed fields."""
    number = digits.number(MOST_RULE_SETS, RULE_SETS.index(rules.name) if rules else None)
    if number >= len(RULE_SETS):
        raise ShareError("invalid code: its rules are unknown (expected a code of this version or an earlier one)")
    changes = rules.changes_from(NAMED[rules.name].rules) if rules else ""
    changes = digits.text(MOST_TEXT, changes) if digits.flag(bool(changes)) else ""
    return parse_rules(f"{RULE_SETS[number]} {changes}")


def code_results(digits: Digits, rules: RuleSet, results: PreviousResults | None) -> PreviousResults | None:
    """Encode or decode each seat's result in the previous deal, or None in the first deal of a match."""
    if not digits.flag(results is not None):
        return None
    if results is not None:
        check_previous_results(rules, results)
    won = (0, 0, 0) if results is None else tricks_won(rules, results)
    dealer = digits.number(TRICKS + 1, won[0])
    left = digits.number(TRICKS + 1 - dealer, won[1])
    won = (dealer, left, TRICKS - dealer - left)
    return by_seat(won[seat] - rules.contracts[seat.next] for seat in Seat)


def code_match(digits: Digits, match: Match | None, names: bool) -> Match:
    """Encode or decode a deal and its place in a match. Players' names are encoded only if `names` is True."""
    rules = code_rules(digits, match.rules if match else None)
    seat_names, score = match.names if match else SEAT_NAMES, match.score if match else (0, 0, 0)
    if digits.flag(names and seat_names != SEAT_NAMES):
        seat_names = by_seat(digits.text(MOST_TEXT, name) for name in seat_names)
    number = 1 + digits.integer(match.number - 1 if match else 0)
    results = code_results(digits, rules, match.previous_results if match else None)
    if number > 1 or results is not None:
        dealer, left = digits.integer(score[Seat.DEALER]), digits.integer(score[Seat.LEFT])
        score = (dealer, left, -dealer - left)
    return _code_deal(digits, MatchState(rules, seat_names, score, results, number), match.deal if match else None)


def code_matches(digits: Digits, matches: tuple[Match, ...] | None, names: bool) -> tuple[Match, ...]:
    """Encode or decode consecutive deals of a match."""
    more = digits.number(MOST_DEALS, len(matches) - 1 if matches else None)
    result = [code_match(digits, matches[0] if matches else None, names)]
    for number in range(1, more + 1):
        match = matches[number] if matches else None
        if matches and match and (why := why_not_next(matches[number - 1], match)):
            raise ShareError(f"deal {match.number} does not follow the previous one: {why}")
        result.append(_code_deal(digits, result[-1].following(), match.deal if match else None))
    return tuple(result)


def _code_deal(digits: Digits, place: MatchState | UndealtMatch, deal: Deal | None) -> Match:
    """Encode or decode the cards dealt (in a view, only the viewer's cards) and all later events."""
    start: Deal
    seen = 0 if deal is None or deal.viewer is None else 1 + deal.viewer
    if viewer := digits.number(1 + len(Seat), seen):
        seat = Seat(viewer - 1)
        hand = digits.cards(TRICKS, FULL_DECK, known_cards(deal.dealt[seat]) if deal else None)
        start = DealView.from_hand(place.rules, seat, hand, place.previous_results)
    else:
        pool, hands = FULL_DECK, list[Hand]()
        for seat in Seat:
            hands.append(digits.cards(TRICKS, pool, known_cards(deal.dealt[seat]) if deal else None))
            pool -= hands[-1]
        if deal and deal.dealt_kitty != pool:
            raise ShareError(f"cannot be encoded: {len(deal.dealt_kitty)} cards in the kitty (expected {KITTY})")
        start = Deal.start(place.rules, Layout(*by_seat(hands), pool), place.previous_results)
    events = [event for event in deal.events if viewer or isinstance(event, Action)] if deal else []
    for number in range(digits.number(MOST_EVENTS, len(events))):
        start = start.after(_code_event(digits, start, events[number] if deal else None))
    return Match(place.rules, place.names, place.score, place.previous_results, place.number, deal=start)


def _code_event(digits: Digits, deal: Deal, event: Event | None) -> Event:
    step, viewer = deal.due, deal.viewer
    if step is None:
        raise ShareError("invalid code: events after the end of the deal (expected a code as it was copied)")
    if isinstance(deal, DealView) and (untold := deal.untold()) is not None:
        return untold
    seat, kind, to, turn = step.seat, step.kind, step.to, deal.turn
    cards = event.cards if isinstance(event, (Discard, Return, Peek, Take, Show)) else None
    known = cards if isinstance(cards, Hand) else None
    if issubclass(kind, YesNo):
        return kind(seat, digits.flag(isinstance(event, YesNo) and event.answer))
    if isinstance(turn, CallTurn):
        return Call(seat, digits.one_of(turn.trumps, event.trump if isinstance(event, Call) else None))
    if kind is Play:
        playable = Hand.of(card for card in _pool(deal, seat) if deal.refusal(Play(seat, card)) is None)
        return Play(seat, digits.card(playable, event.card if isinstance(event, Play) else None))
    if kind is Discard:
        return Discard(seat, digits.cards(KITTY, deal.hand(seat), known))
    if isinstance(turn, GiveTurn):
        return _code_gifts(digits, deal, turn, event.cards if isinstance(event, Give) else None)
    if kind is Return and to is not None:
        return Return(seat, to, _code_return(digits, deal, known_cards(deal.given(to, seat)), known))
    if kind is Show and to is not None:
        number = digits.number(KITTY + 1, None if cards is None else len(cards))
        return Show(seat, to, digits.cards(number, _unknown(deal), known) if viewer is to else hidden(Unseen(number)))
    assert kind is Peek or kind is Take
    return kind(seat, digits.cards(KITTY, _unknown(deal), known))


def _code_return(digits: Digits, deal: Deal, given: Hand, cards: Hand | None) -> Hand:
    """Encode or decode the cards returned to the viewer, whose gift has the same number of cards in each suit."""
    back = NONE
    for suit in Suit:
        pool = _unknown(deal).only(suit)
        back |= digits.cards(len(given.only(suit)), pool, None if cards is None else cards.only(suit))
    return back


def _code_gifts(digits: Digits, deal: Deal, turn: GiveTurn, gifts: tuple[Cards, Cards, Cards] | None) -> Give:
    pool, result = _pool(deal, turn.seat), list[Cards]()
    for receiver, most in zip(Seat, turn.owed, strict=True):
        cards = gifts[receiver] if gifts else None
        number = most
        if most and not turn.must:
            number = digits.number(most + 1, None if cards is None else len(cards))
        if deal.viewer in (None, turn.seat, receiver):
            result.append(chosen := digits.cards(number, pool, None if cards is None else known_cards(cards)))
            pool -= chosen
        else:
            result.append(hidden(Unseen(number)))
    return Give(turn.seat, by_seat(result))


def _unknown(deal: Deal) -> Hand:
    """Return the cards whose location the viewer does not know."""
    cards = FULL_DECK - deal.played
    for seen in (deal.hands[deal.viewer] if deal.viewer is not None else NONE, deal.discarded):
        cards -= seen if isinstance(seen, Hand) else NONE
    return cards


def _pool(deal: Deal, seat: Seat) -> Hand:
    """Return the cards that a seat may hold according to the viewer's knowledge."""
    held = deal.hands[seat]
    return held if isinstance(held, Hand) else _unknown(deal)
