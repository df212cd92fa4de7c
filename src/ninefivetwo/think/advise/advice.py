"""The advice that answers a `Question`, and the reasons for the recommended choice."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Generic, TypeGuard, TypeVar

import numpy as np
from msgspec import Struct

from ninefivetwo.cards import FULL_DECK, Card, Hand, Seat, Suit, Trump
from ninefivetwo.evaluation import HAIR, Bound, Estimate, Evaluation, Printed
from ninefivetwo.game import KITTY, Action, Call, DealView, Discard, Give, Play, PlayTurn, known_cards
from ninefivetwo.layout import trick_winner
from ninefivetwo.sets import Sets
from ninefivetwo.think.advise.question import Objective, Utility
from ninefivetwo.think.advise.reasons import (
    USUAL,
    Chances,
    Ducks,
    Followed,
    ForTheMatch,
    Holding,
    LikelyVoid,
    LongSuit,
    Mask,
    Reason,
    Returned,
    Risk,
    Rival,
    TakesTrick,
    TopCard,
    Voids,
    key_cards,
    lengths,
    share_of,
    sharpest,
)
from ninefivetwo.think.knowledge import Knowledge
from ninefivetwo.think.knowledge.proof import Threats
from ninefivetwo.think.playouts.opponents import Opponents
from ninefivetwo.think.playouts.values import RolloutValues, estimate

LEVEL_LEAD = {True: 0.01, False: 0.1}  # a smaller lead counts as equal: as a chance (True), or in tricks (False)
FEWEST_WORLDS = 100  # advice based on a smaller effective sample size counts as an estimate and is never called clear
SHOWN_LEAD = 0.005  # smallest lead that the displayed figures can show, as a chance or in tricks
READ_FROM = 50  # minimum effective sample size for giving reasons
RISK, OFTEN = 0.75, 0.35  # a named risk costs at least RISK tricks, and its share of the worlds is at most OFTEN
RIVAL, RIVAL_GAP = 0.1, 0.4  # minimum loss of a rival choice, in tricks: over all worlds, in the worlds named
MOSTLY, MOST = 0.5, 0.7  # minimum share of the lost tricks: to name a kind of world, to name the opponent who wins them
LONG, LONGEST = 5, 0.75  # minimum length of a long suit, and minimum chance that it is longer than any other player's
CERTAIN = 0.999  # chances above this count as certain and are not mentioned
SACRIFICE = 0.5  # a sacrifice for the match is mentioned if it costs at least this number of tricks
LIKELY_VOID_CHANCE = 0.15
TOP_CARD_CHANCE = 0.6  # minimum chance for a seat to be named as the holder of a card


class Prospects(Struct, frozen=True):
    """The expected results of a player's choice.

    `tricks` is the expected number of tricks in the whole deal, and `make` is the chance of making the contract.
    `distribution` has the chances of 0 to 16 tricks. `match` is the chance of winning the match, or None if the match
    score is unknown. `proved` has bounds on the tricks for any hidden cards and any play. A figure that the bounds
    determine has a standard error of 0.
    """

    tricks: Estimate
    make: Estimate
    distribution: tuple[float, ...]
    match: Estimate | None
    proved: Bound


class CallDetails(Prospects, frozen=True, kw_only=True):
    """The expected results of a call, with the cards in the hand that are likely to be discarded (`discards`)."""

    discards: Chances = ()


class GiftDetails(Prospects, frozen=True, kw_only=True):
    """The expected results of a gift, with the cards that each receiver is likely to return (`returns`)."""

    returns: Mapping[Seat, Chances] = field(default_factory=dict)


class CardDetails(Prospects, frozen=True, kw_only=True):
    """The expected results of playing a card.

    `cards` has the card and all equivalent (touching) cards. `conceded` has the extra tricks of each opponent, compared
    with the recommended card.
    """

    cards: tuple[Card, ...]
    conceded: Mapping[Seat, Estimate]


#: The evaluation of a call, discard or gift; the details are `CallDetails` for calls and `GiftDetails` for gifts.
DealEvaluation = Evaluation[Action, Estimate, Prospects]
CardEvaluation = Evaluation[Play, Estimate, CardDetails]

Evaluated = TypeVar("Evaluated", bound=DealEvaluation, covariant=True)


@dataclass(frozen=True)
class Advice(Printed, Generic[Evaluated]):
    """The advice to a seat: the evaluated choices, the recommended choice, and the accuracy of the figures.

    `evaluations` has the choices from best to worst, and regrets are measured against the first choice. `others` is the
    number of legal choices that were dropped before the final evaluation or are equivalent to an evaluated choice.
    `clear` is true if every other choice is worse by several standard errors and by more than `SHOWN_LEAD`.
    `heuristic` is the choice made by the rules of thumb. `exact` is true if all possible worlds were evaluated.
    `effective` is the effective sample size. `outcomes` has the results in each world, in the order of `evaluations`.
    `compared` is the user's own choice.
    """

    view: DealView
    objective: Objective
    evaluations: tuple[Evaluated, ...]
    others: int
    clear: bool
    heuristic: Action
    exact: bool
    opponents: Opponents
    worlds: int
    effective: float
    seed: int
    stopped: bool
    outcomes: RolloutValues = field(compare=False, repr=False)
    compared: Action | None = None

    @property
    def recommended(self) -> Evaluated:
        """The evaluation of the recommended choice."""
        return self.evaluations[0]

    @property
    def own(self) -> Evaluated | None:
        """The evaluation of the user's own choice or of an equivalent card, or None if the user named no choice."""
        for choice in self.evaluations:
            cards = choice.details.cards if isinstance(choice.details, CardDetails) else ()
            if choice.action == self.compared or (isinstance(self.compared, Play) and self.compared.card in cards):
                return choice
        return None

    @property
    def lead(self) -> Estimate | None:
        """The lead of the recommended choice over the second-best choice, or None if only one choice was evaluated."""
        return self.evaluations[1].regret if len(self.evaluations) > 1 else None

    def chance(self, evaluation: DealEvaluation) -> Estimate:
        """Return a choice's chance of winning the match, if that is the objective, or of making the contract."""
        match = evaluation.details.match if self.objective.utility is Utility.SCORE else None
        return match or evaluation.details.make

    def tied(self, evaluation: DealEvaluation) -> bool:
        """Whether a choice has the same chance of success as the recommended choice."""
        own, best = self.chance(evaluation).mean, self.chance(self.recommended).mean
        return self.objective.in_chances and abs(own - best) < HAIR

    @cached_property
    def level(self) -> tuple[Evaluated, ...]:
        """The choices that are as good as the recommended choice, within the accuracy of the sample.

        A choice is included if its regret is below `SHOWN_LEAD`, at most one standard error, or at least two standard
        errors below `LEVEL_LEAD`.
        """
        least = LEVEL_LEAD[self.objective.in_chances]
        return tuple(
            evaluation
            for evaluation in self.evaluations[1:]
            if (regret := evaluation.regret).mean < SHOWN_LEAD
            or regret.mean <= max(regret.standard_error, least - 2 * regret.standard_error)
        )

    @cached_property
    def reasons(self) -> tuple[Reason, ...]:
        """The reasons for the recommended choice, starting with the most important reason."""
        return tuple(_reasons(self))


#: Advice on any kind of choice.
AnyAdvice = Advice[DealEvaluation]

#: A callback that receives interim advice as worlds are added, and returns True to stop the work.
Watch = Callable[[Advice[Evaluated]], bool]


def is_on_card(advice: AnyAdvice) -> TypeGuard[Advice[CardEvaluation]]:
    """Whether the advice recommends a card to play."""
    return isinstance(advice.recommended.details, CardDetails)


# Reasons


def _reasons(advice: AnyAdvice) -> Iterator[Reason]:
    yield from _for_the_match(advice)
    match advice.recommended.action:
        case Call():
            yield from _of_call(advice)
        case Discard() as discard:
            yield from _of_discard(advice, discard)
        case Give():
            yield from _of_gift(advice)
        case Play() as play:
            yield from _of_card(advice, play)
    if _enough(advice):
        in_tricks = not advice.objective.in_chances
        yield from _rival(advice) if in_tricks else ()
        yield from _long_suit(advice)
        yield from _risk(advice) if in_tricks else ()
        yield from _likely_voids(advice)


def _enough(advice: AnyAdvice) -> bool:
    """Whether there are enough worlds to estimate the chances in reasons."""
    return advice.exact or advice.effective >= READ_FROM


def _for_the_match(advice: AnyAdvice) -> Iterator[ForTheMatch]:
    """Yield the choice with the most expected tricks if the recommended choice sacrifices tricks to win the match."""
    if advice.objective.utility is not Utility.SCORE or not advice.objective.in_chances:
        return
    most = max(advice.evaluations, key=lambda choice: choice.details.tricks.mean)
    more = _gained(advice, advice.evaluations.index(most))
    if most not in advice.level and more.mean >= SACRIFICE + 2 * more.standard_error:
        yield ForTheMatch(most.action, more, advice.chance(most))


# Reasons for calls, discards and gifts


def _of_call(advice: AnyAdvice) -> Iterator[Reason]:
    details = advice.recommended.details
    assert isinstance(details, CallDetails)
    discards = [card for card, chance in details.discards if chance.certain]
    if len(discards) == KITTY:
        yield Followed(Hand.of(discards))


def _of_discard(advice: AnyAdvice, discard: Discard) -> Iterator[Reason]:
    held, trump = advice.view.due_turn.held, advice.view.trump
    kept = held - known_cards(discard.cards)
    voids = tuple(suit for suit in Suit if held.only(suit) and not kept.only(suit))
    if voids and trump is not None and trump is not Trump.NO_TRUMP and kept.only(Suit(trump)):
        yield Voids(voids, len(kept.only(Suit(trump))))


def _long_suit(advice: AnyAdvice) -> Iterator[LongSuit]:
    """Yield the longest side suit kept, if another discard would leave at least two cards fewer in the suit."""
    if not isinstance(discard := advice.recommended.action, Discard):
        return
    held, trump = advice.view.due_turn.held, advice.view.trump
    kept, rivals = held - known_cards(discard.cards), [rival.action for rival in advice.evaluations[1:]]
    suit = max((suit for suit in Suit if trump is None or int(suit) != int(trump)), key=lambda s: len(kept.only(s)))
    number = len(kept.only(suit))
    left = [len((held - known_cards(rival.cards)).only(suit)) for rival in rivals if isinstance(rival, Discard)]
    if LONG <= number < len(FULL_DECK.only(suit)) and min(left, default=number) < number - 1:
        others = tuple(seat for seat in Seat if seat is not advice.outcomes.seat)
        longest = _share(advice, ~Holding(others, FULL_DECK.only(suit), number, 13).holds(advice.outcomes.worlds.sets))
        if len((FULL_DECK - held).only(suit)) < number:
            longest = replace(longest, standard_error=0.0)
        if longest.mean >= LONGEST:
            yield LongSuit(suit, number, longest)


def _of_gift(advice: AnyAdvice) -> Iterator[Reason]:
    details = advice.recommended.details
    assert isinstance(details, GiftDetails)
    certain = all(chance.certain for back in details.returns.values() for _, chance in back)
    if details.returns and (certain or _enough(advice)):
        yield Returned(details.returns)


# Reasons for cards


def _of_card(advice: AnyAdvice, play: Play) -> Iterator[Reason]:
    view, turn = advice.view, advice.view.turn
    assert isinstance(turn, PlayTurn)
    to_play = [turn.seat.after(i) for i in range(1, len(Seat) - len(view.table))]
    winner = trick_winner(view.lead, [*view.table, play.card], view.called)
    if winner is not turn.seat:
        if turn.seat in {trick_winner(view.lead, [*view.table, card], view.called) for card in turn.legal()}:
            yield Ducks(winner, not to_play)
        return
    led = view.table[0].suit if view.table else play.card.suit
    if not to_play:
        yield TakesTrick(Estimate(0.0, 0.0, advice.worlds))
        return
    if not _enough(advice):
        return
    beaten = _share(advice, _can_beat(advice, play.card, led, to_play))
    if not beaten.mean and Threats.known(Knowledge(view), view.called).takes_trick(play.card, view.table):
        beaten = replace(beaten, standard_error=0.0)
    if beaten.mean < MOSTLY:
        yield TakesTrick(beaten)
    elif not view.table:
        yield from _top_card(advice, play.card)


def _can_beat(advice: AnyAdvice, card: Card, led: Suit, seats: list[Seat]) -> Mask:
    """Return a mask of the worlds in which one of `seats` can beat `card`, which is winning the trick."""
    sets, trump = advice.outcomes.worlds.sets, advice.view.called
    trumps = Hand() if trump is Trump.NO_TRUMP else FULL_DECK.only(Suit(trump))
    higher = Hand.of(other for other in FULL_DECK.only(card.suit) if other > card)
    can_beat = np.zeros(len(sets), dtype=bool)
    for seat in seats:
        void, beats = _has(sets, seat, FULL_DECK.only(led), 0), _has(sets, seat, higher)
        can_beat |= beats | (void & _has(sets, seat, trumps)) if card.suit is led else void & beats
    return can_beat


def _share(advice: AnyAdvice, worlds: Mask) -> Estimate:
    return share_of(worlds, advice.outcomes.worlds, advice.effective)


def _has(sets: Sets, seat: Seat, cards: Hand, number: int | None = None) -> Mask:
    """Return a mask of the worlds in which a seat holds `number` of `cards`, or at least one card by default."""
    return Holding((seat,), cards, *((1, len(cards)) if number is None else (number, number))).holds(sets)


def _top_card(advice: AnyAdvice, card: Card) -> Iterator[TopCard]:
    """Yield the highest hidden card of the suit led if one opponent is likely to hold this card."""
    sets = advice.outcomes.worlds.sets
    seats = [seat for seat in Seat if seat is not advice.view.due_turn.seat]
    hidden = Hand(int(np.bitwise_or.reduce(sets[:, seats], axis=None)))
    top = next(iter(hidden.only(card.suit)), None)
    if top is None or top < card:
        return
    chances = {seat: _share(advice, _has(sets, seat, Hand.of([top]))) for seat in seats}
    seat = max(chances, key=lambda seat: chances[seat].mean)
    if TOP_CARD_CHANCE <= chances[seat].mean < CERTAIN:
        yield TopCard(top, seat, chances[seat])


def _likely_voids(advice: AnyAdvice) -> Iterator[LikelyVoid]:
    """Yield each opponent who has a considerable chance of being void in the suit led."""
    match advice.recommended.action:
        case Play(seat, Card() as card) if not advice.view.table:
            for other in (seat.after(1), seat.after(2)):
                chance = _share(advice, _has(advice.outcomes.worlds.sets, other, FULL_DECK.only(card.suit), 0))
                if LIKELY_VOID_CHANCE <= chance.mean < CERTAIN:
                    yield LikelyVoid(other, card.suit, chance)


# Risks and rivals


def _risk(advice: AnyAdvice) -> Iterator[Risk]:
    outcomes = advice.outcomes
    own = outcomes.tricks[:, 0, outcomes.seat]
    holdings = _holdings(advice, _suits_at_risk(advice))
    if split := sharpest(own, outcomes.worlds, holdings, RISK, OFTEN):
        yield Risk(split)


def _suits_at_risk(advice: AnyAdvice) -> list[Suit]:
    """Return the trump suit, or all suits at no-trump and before the call."""
    match advice.recommended.action:
        case Call():
            trump: Trump | None = advice.recommended.action.trump
        case _:
            trump = advice.view.trump
    return list(Suit) if trump is None or trump is Trump.NO_TRUMP else [Suit(trump)]


def _holdings(advice: AnyAdvice, suits: list[Suit]) -> Iterator[Holding]:
    """Yield opponents' holdings in these suits that might explain a result."""
    seats = [seat for seat in Seat if seat is not advice.outcomes.seat]
    for suit in suits:
        yield from lengths(suit, seats, advice.outcomes.worlds.sets)
        yield from key_cards(suit, seats, advice.outcomes.worlds.sets)


def _rival(advice: AnyAdvice) -> Iterator[Rival]:
    """Yield a clearly worse choice for comparison, preferably the choice of the rules of thumb."""
    level = advice.level
    behind = [
        number
        for number, rival in enumerate(advice.evaluations[1:], 1)
        if rival not in level and rival.regret.mean >= RIVAL + 2 * rival.regret.standard_error
    ]
    if not behind:
        return
    by_rules = [i for i in behind if advice.evaluations[i].action == advice.heuristic]
    number = (by_rules or behind)[0]
    outcomes, rival = advice.outcomes, advice.evaluations[number]
    own = outcomes.tricks[:, :, outcomes.seat]
    lost, lead = rival.regret, own[:, number] - own[:, 0]
    holdings = _holdings(advice, _suits_of(advice, number))
    split = sharpest(lead, outcomes.worlds, holdings, max(lost.mean, RIVAL_GAP), USUAL)
    if split is not None and -split.within.mean * split.chance.mean < MOSTLY * lost.mean:
        split = None
    winner = _winner(advice, number)
    if by_rules or split is not None or (number == 1 and winner is not None):
        yield Rival(rival.action, bool(by_rules), lost, winner, split)


def _gained(advice: AnyAdvice, number: int) -> Estimate:
    """Estimate how many more tricks a choice wins than the recommended choice."""
    outcomes, (_, shares, exact) = advice.outcomes, advice.outcomes.worlds
    own = outcomes.tricks[:, :, outcomes.seat]
    return estimate(own[:, number] - own[:, 0], shares, exact)


def _winner(advice: AnyAdvice, number: int) -> Seat | None:
    """Return the opponent who wins most of the tricks lost by a card, or None if neither opponent does."""
    details = advice.evaluations[number].details
    if not isinstance(details, CardDetails):
        return None
    seat = max(details.conceded, key=lambda seat: details.conceded[seat].mean)
    return seat if details.conceded[seat].mean >= MOST * advice.evaluations[number].regret.mean else None


def _suits_of(advice: AnyAdvice, number: int) -> list[Suit]:
    """Return the trump suit and the suits in which a choice differs from the recommended choice."""
    best, other = advice.recommended.action, advice.evaluations[number].action
    match best, other:
        case Call(_, one), Call(_, two):
            suits = {Suit(d) for d in (one, two) if d is not Trump.NO_TRUMP}
        case Discard(_, one), Discard(_, two):
            suits = {
                card.suit for card in (known_cards(one) | known_cards(two)) - (known_cards(one) & known_cards(two))
            }
        case Play(_, one), Play(_, two):
            suits = {one.suit, two.suit}
        case _:
            suits = set[Suit]()
    trump = advice.view.trump
    if trump is not None and trump is not Trump.NO_TRUMP:
        suits.add(Suit(trump))
    return sorted(suits)
