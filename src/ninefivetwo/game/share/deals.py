"""A deal with its place in a match as one whole number; what follows from the rules takes no room.

Each choice, one of so many options, is a digit in a base of its own: a choice among n options takes log2(n) bits, and
one among a single option nothing.  A `DigitWriter` puts the digits together, a `DigitReader` takes them apart in the
same order.  Both have the same methods, so that one function describes a thing both ways: it is given what to write,
which a reader ignores (there it may be None), and returns what is written or read.

A deal known whole has its actions only.  In a seat's view what the others did is a choice among the cards that the seat
does not know to be elsewhere, or, where it saw how many cards only, nothing but that number.  The functions raise
ShareError, and the errors of what breaks the rules.
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
    Look,
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
    check_previous_results,
    known_cards,
    why_not_next,
)
from ninefivetwo.game.events import NONE, hidden
from ninefivetwo.game.exchange import tricks_won
from ninefivetwo.game.match import NAMES
from ninefivetwo.game.rules import NAMED, TRICKS, RuleSet, parse_rules
from ninefivetwo.layout import Layout

Option = TypeVar("Option")
_LOW = 8  # a whole number without limit is written in this base, each digit with a mark whether another follows


class Digits(ABC):
    """Choices on their way into a number, or out of one.  Raises ShareError for what is none of the options."""

    writing: bool

    @abstractmethod
    def number(self, options: int, value: int | None) -> int:
        """One of the numbers below `options`."""

    def flag(self, value: bool) -> bool:
        """Yes or no."""
        return bool(self.number(2, value))

    def one_of(self, options: Sequence[Option], value: Option | None) -> Option:
        """One of several values."""
        return options[self.number(len(options), None if value is None else options.index(value))]

    def integer(self, value: int) -> int:
        """Any whole number; small ones are short."""
        rest, total, place = 2 * value if value >= 0 else -2 * value - 1, 0, 1
        while True:
            rest, low = divmod(rest, _LOW)
            digit = self.number(2 * _LOW, low + _LOW * (rest > 0))
            total += digit % _LOW * place
            place *= _LOW
            if digit < _LOW:
                return -(total + 1) // 2 if total % 2 else total // 2

    def text(self, most: int, value: str) -> str:
        """A text of at most so many bytes."""
        data = value.encode(errors="replace")
        length = self.number(most + 1, len(data))
        try:
            return bytes(self.number(256, data[i] if self.writing else None) for i in range(length)).decode()
        except UnicodeDecodeError as error:
            raise ShareError("no code: a name in it is no text (expected a code as it was copied)") from error

    def card(self, pool: Hand, card: Card | None) -> Card:
        """One card of a pool."""
        if card is not None and card not in pool:
            raise ShareError(f"cannot be put into a code: {card} (expected one of {pool})")
        return self.one_of(list(pool), card)

    def cards(self, number: int, pool: Hand, cards: Hand | None) -> Hand:
        """So many cards of a pool."""
        if cards is not None and (cards - pool or len(cards) != number):
            raise ShareError(f"cannot be put into a code: {cards} (expected {number} cards of {pool})")
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
    """The place of some cards among all that are as many of a pool."""
    left, rank = len(cards), 0
    for i, card in enumerate(pool):
        if card in cards:
            left -= 1
        else:  # all the ways in which this one is chosen come first
            rank += comb(len(pool) - i - 1, left - 1) if left else 0
    return rank


class DigitWriter(Digits):
    """Choices to be put into a number."""

    writing = True

    def __init__(self) -> None:
        self._digits: list[tuple[int, int]] = []

    def number(self, options: int, value: int | None) -> int:
        if value is None or not 0 <= value < options:
            raise ShareError(f"cannot be put into a code: {value} (expected 0 to {options - 1})")
        self._digits.append((value, options))
        return value

    @property
    def total(self) -> int:
        """All of it as one number."""
        result = 0
        for value, options in reversed(self._digits):
            result = result * options + value
        return result


class DigitReader(Digits):
    """A number taken apart into choices; the bases must be those it was written with."""

    writing = False

    def __init__(self, total: int) -> None:
        self._rest = total

    def number(self, options: int, value: int | None = None) -> int:
        if options < 1:
            raise ShareError("no code: it asks for a choice where there is none (expected a code as it was copied)")
        self._rest, digit = divmod(self._rest, options)
        return digit

    def check_end(self) -> None:
        """Raises ShareError where something is left over."""
        if self._rest:
            raise ShareError("no code: there is more in it than it tells of (expected a code as it was copied)")


# Deals.


#: The named rule sets by their numbers in codes: a new one goes to the end, and none is ever taken out.
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
MOST_TEXT = 250  # bytes of a name, or of the fields of a rule set that are changed
MOST_DEALS = 1000  # of a match
MOST_EVENTS = 64  # of a deal: 48 cards, and what comes before them


def code_rules(digits: Digits, rules: RuleSet | None) -> RuleSet:
    """A rule set: the named one that it is made from, and what is changed."""
    number = digits.number(MOST_RULE_SETS, RULE_SETS.index(rules.name) if rules else None)
    if number >= len(RULE_SETS):
        raise ShareError("no code: it is of rules that are not known here (expected one of this version or earlier)")
    changes = rules.changes_from(NAMED[rules.name].rules) if rules else ""
    changes = digits.text(MOST_TEXT, changes) if digits.flag(bool(changes)) else ""
    return parse_rules(f"{RULE_SETS[number]} {changes}")


def code_results(digits: Digits, rules: RuleSet, results: PreviousResults | None) -> PreviousResults | None:
    """Each seat's result in the last deal, if there was one."""
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
    """A deal and its place in a match; the players' names are written only if `names`."""
    rules = code_rules(digits, match.rules if match else None)
    seat_names, score = match.names if match else NAMES, match.score if match else (0, 0, 0)
    if digits.flag(names and seat_names != NAMES):
        seat_names = (
            digits.text(MOST_TEXT, seat_names[0]),
            digits.text(MOST_TEXT, seat_names[1]),
            digits.text(MOST_TEXT, seat_names[2]),
        )
    number = 1 + digits.integer(match.number - 1 if match else 0)
    results = code_results(digits, rules, match.previous_results if match else None)
    if number > 1 or results is not None:
        dealer, left = digits.integer(score[Seat.DEALER]), digits.integer(score[Seat.LEFT])
        score = (dealer, left, -dealer - left)
    return _code_deal(digits, MatchState(rules, seat_names, score, results, number), match.deal if match else None)


def code_matches(digits: Digits, matches: tuple[Match, ...] | None, names: bool) -> tuple[Match, ...]:
    """Deals of which each is the next one of the match."""
    more = digits.number(MOST_DEALS, len(matches) - 1 if matches else None)
    result = [code_match(digits, matches[0] if matches else None, names)]
    for number in range(1, more + 1):
        match = matches[number] if matches else None
        if matches and match and (why := why_not_next(matches[number - 1], match)):
            raise ShareError(f"deal {match.number} does not follow the one before: {why}")
        result.append(_code_deal(digits, result[-1].following(), match.deal if match else None))
    return tuple(result)


def _code_deal(digits: Digits, place: MatchState | UndealtMatch, deal: Deal | None) -> Match:
    """The cards as dealt, or those of the viewer, and all that happened since."""
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
            raise ShareError(
                f"cannot be put into a code: {len(deal.dealt_kitty)} cards in the kitty (expected {KITTY})"
            )
        start = Deal.start(place.rules, Layout(*by_seat(hands), pool), place.previous_results)
    events = [event for event in deal.events if viewer or isinstance(event, Action)] if deal else []
    for number in range(digits.number(MOST_EVENTS, len(events))):
        start = start.after(_code_event(digits, start, events[number] if deal else None))
    return Match(place.rules, place.names, place.score, place.previous_results, place.number, deal=start)


def _code_event(digits: Digits, deal: Deal, event: Event | None) -> Event:
    """What happens at the step that is due."""
    step, viewer = deal.due, deal.viewer
    if step is None:
        raise ShareError("no code: events after the end of the deal (expected a code as it was copied)")
    if isinstance(deal, DealView) and (untold := deal.untold()) is not None:
        return untold
    seat, kind, to, turn = step.seat, step.kind, step.to, deal.turn
    cards = event.cards if isinstance(event, (Discard, Return, Peek, Take, Show)) else None
    known = cards if isinstance(cards, Hand) else None
    if kind is Look:
        return Look(seat, digits.flag(isinstance(event, Look) and event.looks))
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
    """The cards that came back to the viewer, of each suit as many as were given."""
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
    """The cards that a view's seat does not know to be where it sees them."""
    cards = FULL_DECK - deal.played
    for seen in (deal.hands[deal.viewer] if deal.viewer is not None else NONE, deal.discarded):
        cards -= seen if isinstance(seen, Hand) else NONE
    return cards


def _pool(deal: Deal, seat: Seat) -> Hand:
    """The cards that a seat may hold."""
    held = deal.hands[seat]
    return held if isinstance(held, Hand) else _unknown(deal)
