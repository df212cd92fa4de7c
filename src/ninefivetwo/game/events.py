"""The events of a deal and their order (`schedule`), with the cards that each seat sees in an event.

Players choose the actions `Give`, `Look`, `Call`, `Discard` and `Play`. The rules determine `Return`, `Peek`, `Take`
and `Show`. The cards of an event are a `Hand` if they are seen, and `Unseen` if only their number is known. `Look` is a
`YesNo`, a class for all choices between yes and no.

The previous results determine how many cards each pair of players exchanges, because the results of a deal sum to 0.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextvars import ContextVar
from enum import IntEnum
from itertools import accumulate
from typing import ClassVar, Literal, Self, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from ninefivetwo.cards import RANKS, Card, Hand, Seat, Suit, Trump, by_seat
from ninefivetwo.checks import Natural, check_fields, checked
from ninefivetwo.codec import FORMS, ActionValue, Form, form
from ninefivetwo.errors import CardError, GameError, raised_as
from ninefivetwo.game.rules import PEEK_TRICKS, TRICKS, DealPhase, KittyShow, RuleSet, TwoUp


class Place(IntEnum):
    """The place of a card: a seat's hand, the kitty on the table, the discard, or the cards played."""

    DEALER = 0
    LEFT = 1
    RIGHT = 2
    KITTY = 3
    DISCARDED = 4
    PLAYED = 5


class Unseen(Struct, frozen=True):
    """A known number of unseen cards. Raises GameError if the number is invalid."""

    number: Natural

    def __post_init__(self) -> None:
        check_fields(self, GameError)

    def __len__(self) -> int:
        return self.number


Cards = Hand | Unseen
NONE = Hand()


def hidden(cards: Cards) -> Cards:
    """Return the number of cards as `Unseen`, or an empty `Hand` if there are no cards."""
    return Unseen(len(cards)) if len(cards) else NONE


def hidden_gifts(
    numbers: tuple[int, int, int], viewer: Seat | None = None, own: Hand = NONE
) -> tuple[Cards, Cards, Cards]:
    """Return the cards given to each seat: `own` for the viewer, and hidden cards for the other seats."""
    return by_seat(own if seat is viewer else hidden(Unseen(numbers[seat])) for seat in Seat)


def known_cards(cards: Cards) -> Hand:
    """Return cards that must be known. Raises GameError if only the number of cards is known."""
    if isinstance(cards, Unseen):
        raise GameError(f"{len(cards)} cards are not seen (expected known cards)")
    return cards


def format_cards(cards: Cards) -> str:
    """Format cards for a message, separated by spaces, with a ? for each unseen card."""
    return " ".join(map(str, cards) if isinstance(cards, Hand) else "?" * len(cards)) or "no card"


class _Checked(Struct, frozen=True):
    """Base class of events. Raises GameError if a field has the wrong type."""

    def __post_init__(self) -> None:
        check_fields(self, GameError)


class Give(_Checked, frozen=True):
    """A gift from a player who was up to players who were down. `cards` is indexed by the receiver's seat."""

    name: ClassVar = "a gift"
    seat: Seat
    cards: tuple[Cards, Cards, Cards]

    @classmethod
    @checked(GameError)
    def of(cls, seat: Seat, gifts: Mapping[Seat, Hand]) -> Give:
        """Return a gift with the cards for each receiver. Raises GameError if a seat or a hand is invalid."""
        return cls(seat, by_seat(gifts.get(receiver, NONE) for receiver in Seat))

    @classmethod
    def in_order(cls, seat: Seat, cards: Sequence[Card], numbers: Sequence[int]) -> Give:
        """Return a gift that divides `cards`, in order, into the given numbers of cards for dealer, left and right."""
        ends = list(accumulate(numbers, initial=0))
        return cls(seat, by_seat(Hand.of(cards[ends[to] : ends[to + 1]]) for to in Seat))

    def seen_by(self, viewer: Seat) -> Give:
        if viewer is self.seat:
            return self
        return replace(self, cards=by_seat(self.cards[s] if s is viewer else hidden(self.cards[s]) for s in Seat))


class _Open(_Checked, frozen=True):
    """An event that all players see."""

    seat: Seat

    def seen_by(self, viewer: Seat) -> Self:
        return self


class _Own(_Checked, frozen=True):
    """An event whose cards only its player sees."""

    seat: Seat
    cards: Cards

    def seen_by(self, viewer: Seat) -> Self:
        return self if viewer is self.seat else replace(self, cards=hidden(self.cards))


class _Passed(_Checked, frozen=True):
    """An event whose cards only `seat` and `to` see. The third player sees the number of cards."""

    seat: Seat
    to: Seat
    cards: Cards

    def seen_by(self, viewer: Seat) -> Self:
        return self if viewer in (self.seat, self.to) else replace(self, cards=hidden(self.cards))


class Return(_Passed, frozen=True):
    """A player who received a gift returns their highest cards of the suits received."""

    name: ClassVar = "a return"


class YesNo(_Open, frozen=True):
    """Whether a player uses a right that the rules give, such as to look at the kitty. All players see the answer.

    A yes must cost nothing, because advice and reviews do not compare the answers: they always say yes. A subclass has
    its name in JSON (`word`), its tag in records (`tag`), the field of `RuleSet` that allows it (`field`), and the
    forced events of the same player that follow a yes (`then`). `YES_NO` lists the subclasses.
    """

    name: ClassVar[str]
    word: ClassVar[ChoiceWord]
    tag: ClassVar[str]
    field: ClassVar[str]
    then: ClassVar[tuple[type[Forced], ...]] = ()
    answer: bool

    @classmethod
    def why_not(cls, rules: RuleSet, previous_results: PreviousResults | None) -> str | None:
        """Return the reason why a player does not have this right in a deal, or None if the player has it."""
        if getattr(rules, cls.field):
            return None
        return f"{cls.name}, which these rules do not allow (expected {cls.field}=yes)"

    @property
    def following(self) -> tuple[Step, ...]:
        """The steps that this answer adds to the deal, which come next."""
        return tuple(Step(kind, self.seat) for kind in self.then) if self.answer else ()


class Peek(_Own, frozen=True):
    """The dealer sees the kitty before the call. The kitty stays on the table."""

    name: ClassVar = "the kitty"


class Look(YesNo, frozen=True):
    """The dealer looks at the kitty before the call, or declines to look."""

    name: ClassVar = "a look at the kitty"
    word: ClassVar = "look"
    tag: ClassVar = "Looked"
    field: ClassVar = "kitty_peek"
    then: ClassVar = (Peek,)

    @classmethod
    def why_not(cls, rules: RuleSet, previous_results: PreviousResults | None) -> str | None:
        if fault := super().why_not(rules, previous_results):
            return fault
        if previous_results is not None and tricks_won(rules, previous_results)[Seat.DEALER] <= PEEK_TRICKS:
            return None
        return "a look at the kitty by a dealer who did not win 0 or 1 tricks (expected [Carry ...] to say so)"


class Call(_Open, frozen=True):
    """The dealer calls trump or no-trump."""

    name: ClassVar = "a call"
    trump: Trump


class Take(_Own, frozen=True):
    """The dealer takes the kitty into their hand."""

    name: ClassVar = "the kitty taken"


class Show(_Passed, frozen=True):
    """The dealer shows kitty cards (perhaps none), as the rules require, to a player who gave the dealer cards."""

    name: ClassVar = "a showing of the kitty"


class Discard(_Own, frozen=True):
    """The dealer discards four cards face down."""

    name: ClassVar = "a discard"


class Play(_Open, frozen=True):
    """A player plays a card to the trick."""

    name: ClassVar = "a card"
    card: Card


#: The kinds of choices that can be evaluated, by the names that commands, pages and problems use.
ACTIONS: dict[str, type[Action]] = {"call": Call, "discard": Discard, "give": Give, "play": Play}
#: The choices between yes and no.
YES_NO: tuple[type[YesNo], ...] = (Look,)
#: The names of all choices in JSON.
ChoiceWord = Literal["play", "call", "discard", "give", "look"]
#: A player's choice: cards to give, yes or no (whether to look at the kitty), a call, a discard or a card to play.
Action = Give | YesNo | Call | Discard | Play
CHOICES: tuple[type[Action], ...] = (Give, *YES_NO, Call, Discard, Play)
Forced = Return | Peek | Take | Show
Event = Action | Forced


def action_object(action: Action) -> ActionValue | bool:
    """Return an action as JSON: a card, a trump, a list of cards, a list for each receiver, or true for yes.

    Raises ValueError if the cards are not known.
    """
    match action:
        case Play():
            return str(action.card)
        case Call():
            return action.trump.letter
        case Discard(cards=Hand() as cards):
            return [str(card) for card in cards]
        case Give():
            gifts = zip(Seat, action.cards, strict=True)
            return {s.word: [str(card) for card in c] for s, c in gifts if isinstance(c, Hand) and c}
        case YesNo(answer=answer):
            return answer
    raise ValueError(action.name)


def action_of(kind: type[Action], seat: Seat, value: object) -> Action:
    """Return a seat's action from its JSON value. The value of a `YesNo` is true or false.

    Raises GameError if the value is not an action of this kind. The legality of the action is not checked.
    """
    with raised_as(GameError, caught=CardError):
        match value:
            case str() if kind is Play:
                return Play(seat, Card.parse(value))
            case str() if kind is Call:
                return Call(seat, Trump.parse(value))
            case list() if kind is Discard:
                return Discard(seat, _hand(value))
            case dict() if kind is Give:
                return Give.of(seat, {Seat.parse(to): _hand(cards) for to, cards in value.items()})
            case bool() if issubclass(kind, YesNo):
                return kind(seat, value)
    raise GameError(f"not a choice: {value!r:.80} (expected {kind.name} by {seat.word})")


def _hand(cards: object) -> Hand:
    if not isinstance(cards, list) or not all(isinstance(card, str) for card in cards):
        raise GameError(f"not a list of cards: {cards!r:.80}")
    return Hand.of(cards)


Plain = TypeVar("Plain")

#: The kind and the player of the actions in the JSON object that is being read.
_ACTING: ContextVar[tuple[type[Action], Seat]] = ContextVar("_ACTING")
_AS_VALUE = Form(ActionValue, action_object, lambda value: action_of(*_ACTING.get(), value))
FORMS.update(dict.fromkeys((Action, Give, YesNo, *YES_NO, Call, Discard, Play), _AS_VALUE))


def holds_actions(kind: type, acting: Callable[[Plain], tuple[type[Action], Seat]]) -> None:
    """Register a class of JSON objects that hold actions.

    An action in JSON has neither a kind nor a player; `acting` finds both in the object as msgspec decodes it.
    """
    shape = form(kind)

    def read(plain: Plain) -> object:
        before = _ACTING.set(acting(plain))
        try:
            return shape.read(plain)
        finally:
            _ACTING.reset(before)

    FORMS[kind] = shape._replace(read=read)


#: Each player's result in the previous deal, in points, by the player's present seat. The deal passes to the left, so
#: the present dealer sat left in the previous deal.
PreviousResults = tuple[int, int, int]


def tricks_won(rules: RuleSet, previous_results: PreviousResults) -> tuple[int, int, int]:
    """Return each player's tricks in the previous deal, indexed by the player's seat in this deal."""
    return by_seat(previous_results[seat] + rules.contracts[seat.next] for seat in Seat)


def check_previous_results(rules: RuleSet, previous_results: PreviousResults) -> None:
    """Raise GameError if the results of the previous deal are impossible."""
    results = " ".join(f"{seat.letter}:{previous_results[seat]:+}" for seat in Seat)
    if sum(previous_results):
        raise GameError(f"results of the previous deal do not sum to 0: {results}")
    for seat, tricks in zip(Seat, tricks_won(rules, previous_results), strict=True):
        if not 0 <= tricks <= TRICKS:
            contract = rules.contracts[seat.next]
            sat = "was the dealer" if seat.next is Seat.DEALER else f"sat at the {seat.next.word}"
            raise GameError(
                f"impossible results of the previous deal: {results}: {seat.word} {sat} then, with a contract of"
                f" {contract} (expected {-contract:+} to {TRICKS - contract:+})"
            )


def owed(rules: RuleSet, previous_results: PreviousResults) -> list[tuple[Seat, tuple[int, int, int]]]:
    """Return the givers in the order of the exchange, each with the maximum number of cards for each receiver.

    If two players were up, the rule set decides who gives first. Ties between givers are broken by the higher contract
    in this deal, then by the seating order from the dealer's left.

    >>> from ninefivetwo.game.rules import parse_rules
    >>> rules = parse_rules("wikipedia")
    >>> owed(rules, (-3, 2, 1))  # left was up 2, right 1, the dealer down 3
    [(<Seat.LEFT: 1>, (2, 0, 0)), (<Seat.RIGHT: 2>, (1, 0, 0))]
    """

    def order(seat: Seat) -> tuple[int, int, int]:
        most = previous_results[seat] if rules.two_up is TwoUp.MOST else 0
        return -most, -rules.contracts[seat], (seat - 1) % 3

    up = sorted((seat for seat in Seat if previous_results[seat] > 0), key=order)
    gives = []
    for giver in up:
        cards = (min(previous_results[giver], max(0, -previous_results[receiver])) for receiver in Seat)
        gives.append((giver, by_seat(cards)))
    return gives


def results_of_gifts(giver: Seat, gifts: Mapping[Seat, int]) -> PreviousResults:
    """Return previous results under which `giver` owes the numbers of cards in `gifts` and no other seat owes cards."""
    return by_seat(sum(gifts.values()) if seat is giver else -gifts.get(seat, 0) for seat in Seat)


def returned(hand: Hand, given: Hand) -> Hand:
    """Return the cards to give back: for n cards given in a suit, the n highest. `hand` includes `given`.

    >>> str(returned(Hand.parse("..QJ32.A"), Hand.parse("..32.A")))
    '-.-.QJ.A'
    """
    back = NONE
    for suit in Suit:
        back |= top(hand.only(suit), len(given.only(suit)))
    return back


def top(hand: Hand, number: int) -> Hand:
    """Return the `number` highest cards of a hand that has only one suit."""
    return Hand.of(list(hand)[:number])


def shown(rules: RuleSet, kitty: Hand, received: Hand, handed_back: Hand) -> Hand:
    """Return the kitty cards that the dealer must show to a player who gave `received` and got back `handed_back`.

    Each shown card outranks the lowest card of its suit in `handed_back` or `received`, depending on
    `RuleSet.kitty_show`. Kitty cards that were handed back are not shown.
    """
    if rules.kitty_show is KittyShow.NO:
        return NONE
    counts = handed_back if rules.kitty_show is KittyShow.RETURNED else received
    lowest = {suit: RANKS.index(ranks[-1]) for suit in Suit if (ranks := counts.suit(suit))}
    return Hand.of(card for card in kitty - handed_back if card.rank > lowest.get(card.suit, card.rank))


class Step(Struct, frozen=True):
    """A scheduled event, with its kind, its seat (for `Play`, the first leader) and its recipient, if any."""

    kind: type[Event]
    seat: Seat
    to: Seat | None = None

    @property
    def is_choice(self) -> bool:
        return self.kind in CHOICES

    def fits(self, event: Event) -> bool:
        """Whether an event has this step's kind, seat and recipient."""
        return type(event) is self.kind and event.seat is self.seat and getattr(event, "to", None) is self.to


def schedule(rules: RuleSet, previous_results: PreviousResults | None) -> tuple[Step, ...]:
    """Return the steps of a deal in order, from the first event after dealing to the play.

    If `previous_results` is None, the deal is the first of a match.
    """
    steps: list[Step] = []
    for phase in rules.first if previous_results is None else rules.later:
        steps += _steps(phase, rules, previous_results)
    return tuple(steps)


def _steps(phase: DealPhase, rules: RuleSet, previous_results: PreviousResults | None) -> list[Step]:
    dealer = Seat.DEALER
    gives = owed(rules, previous_results) if previous_results else []
    givers = [giver for giver, cards in gives if cards[dealer] and rules.kitty_show is not KittyShow.NO]
    shows = {giver: Step(Show, dealer, giver) for giver in givers}
    returns = {
        giver: [Step(Return, to, giver) for to in (giver.next, giver.after(2)) if cards[to]] for giver, cards in gives
    }
    if kitty_first := _kitty_first(rules):
        for giver, show in shows.items():
            returns[giver].append(show)
    match phase:
        case DealPhase.EXCHANGE:
            return [step for giver, _ in gives for step in (Step(Give, giver), *returns[giver])]
        case DealPhase.GIVE:
            return [Step(Give, giver) for giver, _ in gives]
        case DealPhase.RETURN:
            return [step for giver, _ in gives for step in returns[giver]]
        case DealPhase.TRUMP:
            may_look = Look.why_not(rules, previous_results) is None
            return [Step(Look, dealer)] * may_look + [Step(Call, dealer)]
        case DealPhase.KITTY:
            return [Step(Take, dealer), *(() if kitty_first else shows.values())]
        case DealPhase.DISCARD:
            return [Step(Discard, dealer)]
        case DealPhase.PLAY:
            return [Step(Play, rules.lead)]


def _kitty_first(rules: RuleSet) -> bool:
    """Whether the dealer takes the kitty before returning cards."""
    returning = DealPhase.EXCHANGE if DealPhase.EXCHANGE in rules.later else DealPhase.RETURN
    return rules.later.index(DealPhase.KITTY) < rules.later.index(returning)
