"""The exchange of cards, and the order of events in a deal (`schedule`).

The previous results determine how many cards each pair of players exchanges, because the results of a deal sum to 0.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from ninefivetwo.cards import RANKS, Hand, Seat, Suit, by_seat
from ninefivetwo.errors import GameError
from ninefivetwo.game.events import NONE, Call, Discard, Event, Give, Look, Play, Return, Show, Take
from ninefivetwo.game.rules import PEEK_TRICKS, TRICKS, DealPhase, KittyShow, RuleSet, TwoUp

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


def may_look(rules: RuleSet, previous_results: PreviousResults | None) -> bool:
    """Whether the dealer may look at the kitty before calling trump."""
    return (
        rules.kitty_peek
        and previous_results is not None
        and tricks_won(rules, previous_results)[Seat.DEALER] <= PEEK_TRICKS
    )


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


CHOICES = (Give, Look, Call, Discard, Play)


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
            return [Step(Look, dealer)] * may_look(rules, previous_results) + [Step(Call, dealer)]
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
