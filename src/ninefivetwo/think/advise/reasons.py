"""Why a choice is recommended: facts found in the worlds in which it was played out.

A reason is told only where the worlds bear it out; where nothing stands out there is none.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from ninefivetwo.cards import FULL_DECK, Card, Denomination, Hand, Seat, Suit
from ninefivetwo.evaluation import Estimate
from ninefivetwo.game import KITTY, Action, Call, Discard, Give, Play, PlayTurn, known_cards
from ninefivetwo.layout import trick_winner
from ninefivetwo.sets import Sets
from ninefivetwo.think.advise.advice import AnyAdvice, CallDetails, CardDetails, Chances, GiftDetails
from ninefivetwo.think.advise.holdings import USUAL, Holding, Mask, Split, key_cards, lengths, sharpest
from ninefivetwo.think.advise.objective import Utility
from ninefivetwo.think.playouts.estimates import estimate

TOLD = 50  # evenly drawn worlds, below which nothing is read out of them
RISK, OFTEN = 0.75, 0.35  # tricks less, from which a kind of world is said to go wrong; more of them are no kind
RIVAL, RIVAL_GAP = 0.1, 0.4  # tricks behind, from which it is said why; and more in the worlds that are named
MOSTLY, MOST = 0.5, 0.7  # of the tricks lost, from which a kind of world is said to cost them, or a player to gain them
LONG, LONGEST = 5, 0.75  # cards of a suit, and the chance that nobody else holds so many
CERTAIN = 0.999  # what is as good as seen is not told
SACRIFICE = 0.5  # tricks fewer, from which it is said that they are given up for the match
LIKELY_VOID = 0.15
TOP_CARD = 0.6  # the chance of one place, from which it is said where a card is


@dataclass(frozen=True)
class Voids:
    """A discard that leaves none of some suits, and so many trumps."""

    suits: tuple[Suit, ...]
    trumps: int


@dataclass(frozen=True)
class LongSuit:
    """A discard that keeps a long side suit; `longest` is the chance that nobody else holds so many."""

    suit: Suit
    number: int
    longest: float


@dataclass(frozen=True)
class Returned:
    """The cards that each receiver of a gift hands back, each with its chance."""

    cards: Mapping[Seat, Chances]


@dataclass(frozen=True)
class Followed:
    """The discard that follows after a call, where the dealer sees all his twenty cards."""

    discard: Hand


@dataclass(frozen=True)
class TakesTrick:
    """The card holds the trick as it lies; `beaten` is the chance that somebody still to play can take it."""

    beaten: float


@dataclass(frozen=True)
class Ducks:
    """The trick is left to `winner`, though another card would take it as it lies."""

    winner: Seat


@dataclass(frozen=True)
class TopCard:
    """Where the highest card of the suit led is, above the card advised: most likely with `seat`."""

    card: Card
    seat: Seat
    chance: float


@dataclass(frozen=True)
class LikelyVoid:
    """A seat still to play has none of the suit led, with this chance."""

    seat: Seat
    suit: Suit
    chance: float


@dataclass(frozen=True)
class Risk:
    """The kind of world in which the choice goes wrong: the tricks that it brings there and otherwise."""

    split: Split


@dataclass(frozen=True)
class Rival:
    """Another choice, what it would lose, and what makes the difference.

    heuristic: is it what the plain rules would do?  lost: so many tricks.  winner: of a card, who gains most of them;
    None where nobody does.  split: of the lead over it, below zero, the kind of world in which most is lost; None where
    there is none.
    """

    action: Action
    heuristic: bool
    lost: float
    winner: Seat | None
    split: Split | None


@dataclass(frozen=True)
class ForTheMatch:
    """Another choice would win so many `tricks` more, but the match only with this `chance`."""

    action: Action
    tricks: float
    chance: float


Reason = ForTheMatch | Voids | LongSuit | Returned | Followed | TakesTrick | Ducks | TopCard | LikelyVoid | Risk | Rival


def reasons(advice: AnyAdvice) -> tuple[Reason, ...]:
    """Why the recommended choice is best, what tells most first."""
    found: list[Reason] = [*_for_the_match(advice)]
    match advice.recommended.action:
        case Call():
            found += _of_call(advice)
        case Discard() as discard:
            found += _of_discard(advice, discard)
        case Give():
            found += _of_gift(advice)
        case Play() as play:
            found += _of_card(advice, play)
    if _enough(advice):
        in_tricks = not advice.objective.in_chances
        found += [*(_rival(advice) if in_tricks else ()), *_long_suit(advice)]
        found += [*(_risk(advice) if in_tricks else ()), *_likely_voids(advice)]
    return tuple(found)


def _enough(advice: AnyAdvice) -> bool:
    """Are there worlds enough to read chances out of them?"""
    return advice.exact or advice.effective >= TOLD


def _for_the_match(advice: AnyAdvice) -> Iterator[ForTheMatch]:
    """The choice that would win most tricks, where the recommended one wins fewer for the sake of the match."""
    if advice.objective.utility is not Utility.SCORE or not advice.objective.in_chances:
        return
    most = max(advice.evaluations, key=lambda each: each.details.tricks.mean)
    more = _lost(advice, advice.evaluations.index(most))
    if most not in advice.level and -more.mean >= SACRIFICE + 2 * more.standard_error:
        yield ForTheMatch(most.action, -more.mean, advice.chance(most))


# Before the play.


def _of_call(advice: AnyAdvice) -> Iterator[Reason]:
    details = advice.recommended.details
    assert isinstance(details, CallDetails)
    discards = [card for card, chance in details.discards if chance == 1]
    if len(discards) == KITTY:
        yield Followed(Hand.of(discards))


def _of_discard(advice: AnyAdvice, discard: Discard) -> Iterator[Reason]:
    held, trump = advice.view.due_turn.held, advice.view.trump
    kept = held - known_cards(discard.cards)
    voids = tuple(suit for suit in Suit if held.only(suit) and not kept.only(suit))
    if voids and trump is not None and trump is not Denomination.N and kept.only(Suit(trump)):
        yield Voids(voids, len(kept.only(Suit(trump))))


def _long_suit(advice: AnyAdvice) -> Iterator[LongSuit]:
    """The longest side suit that is left by a discard, where another choice would throw from it."""
    if not isinstance(discard := advice.recommended.action, Discard):
        return
    held, trump = advice.view.due_turn.held, advice.view.trump
    kept, rivals = held - known_cards(discard.cards), [each.action for each in advice.evaluations[1:]]
    suit = max((suit for suit in Suit if trump is None or int(suit) != int(trump)), key=lambda s: len(kept.only(s)))
    number = len(kept.only(suit))
    left = [len((held - known_cards(rival.cards)).only(suit)) for rival in rivals if isinstance(rival, Discard)]
    if LONG <= number < len(FULL_DECK.only(suit)) and min(left, default=number) < number - 1:
        sets, shares, _ = advice.outcomes.worlds
        others = tuple(seat for seat in Seat if seat is not advice.outcomes.seat)
        longest = 1 - float(shares @ Holding(others, FULL_DECK.only(suit), number, 13).holds(sets))
        if longest >= LONGEST:
            yield LongSuit(suit, number, longest)


def _of_gift(advice: AnyAdvice) -> Iterator[Reason]:
    details = advice.recommended.details
    assert isinstance(details, GiftDetails)
    certain = all(chance > CERTAIN for back in details.returns.values() for _, chance in back)
    if details.returns and (certain or _enough(advice)):
        yield Returned(details.returns)


# In the play.


def _of_card(advice: AnyAdvice, play: Play) -> Iterator[Reason]:
    view, turn = advice.view, advice.view.turn
    assert isinstance(turn, PlayTurn)
    to_play = [turn.seat.after(i) for i in range(1, len(Seat) - len(view.table))]
    winner = trick_winner(view.lead, [*view.table, play.card], view.called)
    if winner is not turn.seat:
        if turn.seat in {trick_winner(view.lead, [*view.table, card], view.called) for card in turn.legal()}:
            yield Ducks(winner)
        return
    led = view.table[0].suit if view.table else play.card.suit
    if not to_play:
        yield TakesTrick(0.0)
        return
    if not _enough(advice):
        return
    beaten = float(advice.outcomes.worlds.shares @ _can_beat(advice, play.card, led, to_play))
    if beaten < MOSTLY:
        yield TakesTrick(beaten)
    elif not view.table:
        yield from _top_card(advice, play.card)


def _can_beat(advice: AnyAdvice, card: Card, led: Suit, seats: list[Seat]) -> Mask:
    """In which worlds can one of these seats beat a card that holds the trick?"""
    sets, trump = advice.outcomes.worlds.sets, advice.view.called
    trumps = Hand() if trump is Denomination.N else FULL_DECK.only(Suit(trump))
    higher = Hand.of(other for other in FULL_DECK.only(card.suit) if other > card)
    found = np.zeros(len(sets), dtype=bool)
    for seat in seats:
        void, beats = _has(sets, seat, FULL_DECK.only(led), 0), _has(sets, seat, higher)
        found |= beats | (void & _has(sets, seat, trumps)) if card.suit is led else void & beats
    return found


def _has(sets: Sets, seat: Seat, cards: Hand, number: int | None = None) -> Mask:
    """In which worlds does a seat hold so many of these cards, or any?"""
    return Holding((seat,), cards, *((1, len(cards)) if number is None else (number, number))).holds(sets)


def _top_card(advice: AnyAdvice, card: Card) -> Iterator[TopCard]:
    """Where the highest hidden card of a suit is, where one seat most likely holds it."""
    sets, shares, _ = advice.outcomes.worlds
    seats = [seat for seat in Seat if seat is not advice.view.due_turn.seat]
    hidden = Hand(int(np.bitwise_or.reduce(sets[:, seats], axis=None)))
    top = next(iter(hidden.only(card.suit)), None)
    if top is None or top < card:
        return
    chances = {seat: float(shares @ _has(sets, seat, Hand.of([top]))) for seat in seats}
    seat = max(chances, key=lambda each: chances[each])
    if TOP_CARD <= chances[seat] < CERTAIN:
        yield TopCard(top, seat, chances[seat])


def _likely_voids(advice: AnyAdvice) -> Iterator[LikelyVoid]:
    """Who may have none of the suit of a card that is led."""
    match advice.recommended.action:
        case Play(seat, Card() as card) if not advice.view.table:
            sets, shares, _ = advice.outcomes.worlds
            for other in (seat.after(1), seat.after(2)):
                chance = float(shares @ _has(sets, other, FULL_DECK.only(card.suit), 0))
                if LIKELY_VOID <= chance < CERTAIN:
                    yield LikelyVoid(other, card.suit, chance)


# Which worlds go wrong, and what another choice would lose.


def _risk(advice: AnyAdvice) -> Iterator[Risk]:
    outcomes = advice.outcomes
    own = outcomes.tricks[:, 0, outcomes.seat]
    holdings = _holdings(advice, _suits_at_risk(advice))
    if split := sharpest(own, outcomes.worlds, holdings, RISK, OFTEN):
        yield Risk(split)


def _suits_at_risk(advice: AnyAdvice) -> list[Suit]:
    """The trump suit; at no-trump every suit."""
    match advice.recommended.action:
        case Call(_, denomination):
            trump: Denomination | None = denomination
        case _:
            trump = advice.view.trump
    return list(Suit) if trump is None or trump is Denomination.N else [Suit(trump)]


def _holdings(advice: AnyAdvice, suits: list[Suit]) -> Iterator[Holding]:
    """What may be said of the others' hands in some suits."""
    seats = [seat for seat in Seat if seat is not advice.outcomes.seat]
    for suit in suits:
        yield from lengths(suit, seats, advice.outcomes.worlds.sets)
        yield from key_cards(suit, seats, advice.outcomes.worlds.sets)


def _rival(advice: AnyAdvice) -> Iterator[Rival]:
    """The plain rules' choice where it is behind, or else the next one that is."""
    level = advice.level
    behind = [
        number
        for number, each in enumerate(advice.evaluations[1:], 1)
        if each not in level and each.regret.mean >= RIVAL + 2 * each.regret.standard_error
    ]
    if not behind:
        return
    by_rules = [i for i in behind if advice.evaluations[i].action == advice.heuristic]
    number = (by_rules or behind)[0]
    outcomes, each = advice.outcomes, advice.evaluations[number]
    own = outcomes.tricks[:, :, outcomes.seat]
    lost, lead = each.regret.mean, own[:, number] - own[:, 0]
    split = sharpest(lead, outcomes.worlds, _holdings(advice, _suits_of(advice, number)), max(lost, RIVAL_GAP), USUAL)
    if split is not None and -split.within * split.chance < MOSTLY * lost:
        split = None
    winner = _winner(advice, number)
    if by_rules or split is not None or (number == 1 and winner is not None):
        yield Rival(each.action, bool(by_rules), lost, winner, split)


def _lost(advice: AnyAdvice, number: int) -> Estimate:
    """The tricks that a choice loses against the recommended one."""
    outcomes, (_, shares, exact) = advice.outcomes, advice.outcomes.worlds
    own = outcomes.tricks[:, :, outcomes.seat]
    return estimate(own[:, 0] - own[:, number], shares, exact)


def _winner(advice: AnyAdvice, number: int) -> Seat | None:
    """Who gains most of what another card loses."""
    details = advice.evaluations[number].details
    if not isinstance(details, CardDetails):
        return None
    seat = max(details.conceded, key=lambda each: details.conceded[each].mean)
    return seat if details.conceded[seat].mean >= MOST * advice.evaluations[number].regret.mean else None


def _suits_of(advice: AnyAdvice, number: int) -> list[Suit]:
    """The suits in which two choices differ, and the trump suit."""
    best, other = advice.recommended.action, advice.evaluations[number].action
    match best, other:
        case Call(_, one), Call(_, two):
            found = {Suit(d) for d in (one, two) if d is not Denomination.N}
        case Discard(_, one), Discard(_, two):
            found = {
                card.suit for card in (known_cards(one) | known_cards(two)) - (known_cards(one) & known_cards(two))
            }
        case Play(_, one), Play(_, two):
            found = {one.suit, two.suit}
        case _:
            found = set()
    trump = advice.view.trump
    if trump is not None and trump is not Denomination.N:
        found.add(Suit(trump))
    return sorted(found)
