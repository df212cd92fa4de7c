"""Advice on calls, discards and gifts, based on the deals that follow from the most promising choices.

If the dealer sees all twenty cards before the call, each call is evaluated together with its best discard. The fitted
model makes all other choices before the play, in all worlds at once (`playouts/first_lead.py`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

import numpy as np
from msgspec.structs import asdict, replace

from ninefivetwo.cards import FULL_DECK, Card, Hand, Seat, Suit
from ninefivetwo.errors import AdviceError
from ninefivetwo.evaluation import Estimate
from ninefivetwo.exact.values import discard_classes
from ninefivetwo.game import (
    Action,
    Call,
    CallTurn,
    Deal,
    DealView,
    Discard,
    DiscardTurn,
    Give,
    GiveTurn,
    Place,
    Play,
    Show,
    Take,
    known_cards,
)
from ninefivetwo.game.rules import TRICKS
from ninefivetwo.sets import Sets, lanes_of
from ninefivetwo.think.advise.advice import Advice, CallDetails, DealEvaluation, GiftDetails, Prospects, Watch
from ninefivetwo.think.advise.pricing import Choices, Clock, Stage, drawn_worlds
from ninefivetwo.think.advise.question import Question
from ninefivetwo.think.advise.reasons import Chances
from ninefivetwo.think.heuristics import best_call, give, heuristic_action, returns
from ninefivetwo.think.knowledge import Knowledge
from ninefivetwo.think.models.exchange import discard_tables, hand_worths
from ninefivetwo.think.playouts.first_lead import complete_deals
from ninefivetwo.think.playouts.values import (
    DistinctWorlds,
    Rollouts,
    RolloutValues,
    deal_values,
    discard_values,
    estimate,
)
from ninefivetwo.think.playouts.views import DISCARDED, Rows, games_in, games_of_hands

SHORTLIST = 60  # number of discards played out: those that the fitted model rates best
MOST_PRICED_GIFTS = 400  # maximum number of gifts evaluated
LOW_CARDS = (  # numbers of low cards per suit considered for gifts; the first with at most `MOST_GIFTS` gifts is used
    13,
    4,
    3,
    2,
    1,
)
LEAST_SHARE = 0.05  # a card is named if it is discarded or returned in at least this share of the worlds
NO_CARDS = Hand()
SCREENING = 1 << 62  # added to the seed so that the screening stages and the final evaluation use different worlds
SCREENED = 200  # maximum number of worlds in a screening stage
TIMES = {Call: 2, Discard: 1, Give: 1}  # factors for the number of worlds; larger for calls, whose values vary more
#: The screening stages, in which weak choices are dropped before the final evaluation.
ADVICE_STAGES = {
    Call: (),
    Discard: (Stage("learned", 60, 16), Stage("learned", SCREENED, 6)),
    Give: (Stage("plain", 60, 60), Stage("learned", 60, 16), Stage("learned", SCREENED, 6)),
}
DISCARDS_TRIED = 12  # number of discards evaluated after each call
BEST_DISCARD = (Stage("learned", 120, 1),)


def advice_before_play(question: Question, watch: Watch[DealEvaluation] | None = None) -> Advice[DealEvaluation]:
    """Return advice on a call, discard or gift. Raises AdviceError if no call, discard or gift is due."""
    view = question.view
    likely, kept = likely_choices(view), kept_choices(view, *([question.compared] if question.compared else []))
    choices = list(dict.fromkeys([*kept, *likely]))
    screening = drawn_worlds(question, SCREENED, SCREENING).worlds
    deals = DealChoices(question, choices, screening)
    choices = deals.shortlist(choices, kept, screening, ADVICE_STAGES[type(choices[0])])
    drawn = drawn_worlds(question, TIMES[type(choices[0])] * question.limits.worlds)
    return deals.advice(choices, drawn, view.due_turn.count(), watch)


def price_choices(question: Question, choices: Sequence[Action]) -> tuple[DealEvaluation, ...]:
    """Evaluate calls, discards or gifts in the same worlds, with regrets measured against the first choice.

    The figures are unbiased if the choices were selected without these worlds. Raises AdviceError if the match is over.
    """
    question.check()
    deals = DealChoices(question, choices, drawn_worlds(question, SCREENED, SCREENING).worlds)
    drawn = drawn_worlds(question, TIMES[type(choices[0])] * question.limits.worlds)
    values, _ = deals.played_out(choices, drawn.worlds)
    return deals.evaluations(choices, values, range(len(choices)), 0, drawn.effective)


# Choices worth evaluating


def due(view: Deal) -> str:
    """Return a phrase that names the next event of the deal."""
    step = view.due
    return "the deal is over" if step is None else f"{step.kind.__name__.lower()} by {step.seat.word} is due"


def likely_choices(view: DealView) -> list[Action]:
    """Return the calls, discards or gifts that are worth considering.

    Raises AdviceError if no call, discard or gift is due.
    """
    turn = view.turn
    match turn:
        case CallTurn():
            return list(turn.actions())
        case DiscardTurn():
            return list(_discards(view, turn))
        case GiveTurn():
            return list(_gifts(turn))
    raise AdviceError(f"{due(view)} (expected a call, a discard or a gift)")


def _discards(view: DealView, turn: DiscardTurn) -> Iterator[Discard]:
    """Yield the discards that leave the best hands according to the fitted model.

    If trump has not been called, hands are rated for the call that the rules of thumb would make.
    """
    trump = best_call(turn.held, view.rules.trumps()) if view.trump is None else view.trump
    classes = discard_classes(turn.held, FULL_DECK - turn.held, turn.number, trump)
    discards = np.array([discard.cards for discard in classes], dtype=np.uint64)
    kept = np.uint64(turn.held.cards) ^ discards
    lanes = lanes_of(kept)
    worth = hand_worths(lanes, trump, discard_tables(trump, blind=len(turn.held) == TRICKS))
    for i in np.argsort(-worth, kind="stable")[:SHORTLIST]:
        yield Discard(turn.seat, Hand(int(discards[i])))


def _gifts(turn: GiveTurn) -> Iterator[Give]:
    """Yield gifts that consist of the lowest cards of each suit.

    If even one low card per suit allows more than `MOST_GIFTS` gifts, yield variants of the rule-of-thumb gift that
    differ in one card.
    """
    for number in LOW_CARDS:
        cards = Hand.of(card for suit in Suit for card in sorted(turn.held.only(suit))[:number])
        low = GiveTurn(turn.seat, cards, turn.owed, turn.must)
        if len(cards) >= sum(turn.owed) and low.count() <= MOST_PRICED_GIFTS:
            yield from _different_gifts(low)
            return
    heuristic = give(turn)
    given = {seat: cards for seat, cards in zip(Seat, heuristic.cards, strict=True) if isinstance(cards, Hand)}
    rest = turn.held - Hand.of(card for cards in given.values() for card in cards)
    for seat, cards in given.items():
        for card, other in product(cards, rest):
            yield Give.of(turn.seat, given | {seat: cards - Hand.of([card]) | Hand.of([other])})


def _different_gifts(turn: GiveTurn) -> Iterator[Give]:
    """Yield the gift with the lowest cards from each set of equivalent gifts."""
    places = {card: i for i, card in enumerate(sorted(turn.held))}
    group = {card: (card.suit, card.rank - i) for card, i in places.items()}  # touching cards have the same key
    seen = set()
    for action in sorted(
        turn.actions(), key=lambda gift: sum(c.rank for cards in gift.cards for c in known_cards(cards))
    ):
        key = tuple(tuple(sorted(group[card] for card in known_cards(cards))) for cards in action.cards)
        if key not in seen:
            seen.add(key)
            yield action


def kept_choices(view: DealView, *chosen: Action) -> list[Action]:
    """Return the choices that are always evaluated: `chosen`, the rule-of-thumb choice and, if legal, an empty gift."""
    turn = view.turn
    nothing = [Give.of(turn.seat, {})] if isinstance(turn, GiveTurn) and not turn.must else []
    return list(dict.fromkeys([*chosen, heuristic_action(view), *nothing]))


# Deals that follow a choice


class DealChoices(Choices[Action, Prospects]):
    """The choices before the play, with the deals that follow each choice.

    If the dealer sees all twenty cards before the call, each call is paired with its best discard in `worlds`.
    """

    def __init__(
        self, question: Question, choices: Sequence[Action], worlds: DistinctWorlds, clock: Clock | None = None
    ) -> None:
        super().__init__(question, clock)
        self._after = dict[Action, tuple[DealView, Discard]]()
        for call in choices:
            after = _kitty_taken(self.view.after(call)) if isinstance(call, Call) else self.view
            if after is not self.view and after.due is not None and after.due.kind is Discard and discards_only(after):
                discards = likely_choices(after)[:DISCARDS_TRIED]
                deals = DealChoices(replace(question, view=after), (), worlds, self.clock)
                (best,) = deals.shortlist(discards, [], worlds, BEST_DISCARD)
                assert isinstance(best, Discard)
                self._after[call] = after, best

    def price(self, choices: Sequence[Action], worlds: DistinctWorlds, rollouts: Rollouts) -> RolloutValues:
        if discards_only(self.view):
            return discard_values(self.view, worlds, [_cards(choice) for choice in choices], rollouts)
        if self._after:
            views = (self._after[choice] for choice in choices)
            values = [discard_values(view, worlds, [_cards(cards)], rollouts) for view, cards in views]
            return RolloutValues.joined(values, worlds, axis=1)
        return deal_values(self.view, self.view.due_turn.seat, worlds, self.deals(choices, worlds.sets), rollouts)

    def deals(self, choices: Sequence[Action], sets: Sets) -> list[Rows]:
        """Return, for each choice, an array of the deals at the first lead, with one `GAME` per world."""
        if discards_only(self.view):
            return [_after_discard(games_in(self.view, sets), _cards(choice)) for choice in choices]
        if self._after:
            views = (self._after[choice] for choice in choices)
            return [_after_discard(games_in(view, sets), _cards(cards)) for view, cards in views]
        completed, own = complete_deals(self.view, sets, choices), self.view.discarded
        away = np.tile(sets[:, DISCARDED], len(choices)) | np.uint64(own.cards if isinstance(own, Hand) else 0)
        games = games_of_hands(completed.hands, completed.trumps, completed.discarded | away, self.view.rules)
        return np.split(games, len(choices))

    def details(self, choice: Action, common: Prospects, values: RolloutValues, at: int, best: int) -> Prospects:
        match choice:
            case Call():
                return CallDetails(**asdict(common), discards=self._likely_discards(choice, values.worlds))
            case Give():
                returns = likely_returns(choice, values.worlds, self.question.knowledge)
                return GiftDetails(**asdict(common), returns=returns)
        return common

    def _likely_discards(self, call: Call, worlds: DistinctWorlds) -> Chances:
        if call in self._after:
            _, discard = self._after[call]
            return tuple((card, Estimate(1.0, 0.0, len(worlds.sets))) for card in known_cards(discard.cards))
        discarded = complete_deals(self.view, worlds.sets, [call]).discarded
        return _likely_cards(discarded & np.uint64(self.view.due_turn.held.cards), worlds)


def _after_discard(games: Rows, discard: Hand) -> Rows:
    """Remove the discard from the dealer's hand in each deal, changing the array in place."""
    games["hand"][:, Seat.DEALER] &= ~np.uint64(discard.cards)
    games["discarded"] |= np.uint64(discard.cards)
    return games


def _kitty_taken(view: DealView) -> DealView:
    """Return the view after the dealer takes a kitty that the dealer has already seen, if this is the next event."""
    if view.due is not None and view.due.kind is Take and view.kitty and isinstance(view.kitty, Hand):
        return view.after(view.forced())
    return view


def discards_only(view: DealView) -> bool:
    """Whether the dealer's discard is the only choice left before the play."""
    return view.trump is not None and {step.kind for step in view.schedule} <= {Discard, Take, Show, Play}


def _cards(choice: Action) -> Hand:
    assert isinstance(choice, Discard) and isinstance(choice.cards, Hand)
    return choice.cards


def likely_returns(gift: Give, worlds: DistinctWorlds, knowledge: Knowledge) -> dict[Seat, Chances]:
    """Return the cards that each receiver of a gift is likely to return, with their chances.

    `knowledge` is the giver's knowledge, which proves that some cards must come back.
    """
    back = {}
    for seat, cards in zip(Seat, gift.cards, strict=True):
        if given := known_cards(cards):
            sets = np.full(len(worlds.sets), given.cards, dtype=np.uint64)
            certain = _certain_to_return(given, knowledge.may_be(Place(seat)))
            back[seat] = _likely_cards(returns(worlds.sets[:, seat] | sets, sets), worlds, certain)
    return back


def _certain_to_return(given: Hand, may_hold: Hand) -> Hand:
    """Return the cards of a gift that must come back because the receiver cannot hold enough higher cards."""
    highest = list[Card]()
    for suit in Suit:
        if cards := given.only(suit):
            highest += sorted(cards | may_hold.only(suit))[-len(cards) :]
    return Hand.of(highest) & given


def _likely_cards(sets: Sets, worlds: DistinctWorlds, certain: Hand = NO_CARDS) -> Chances:
    """Return the cards in at least `LEAST_SHARE` of the sets, with their chances, starting with the likeliest card.

    The cards in `certain` are known to be in every set.
    """
    cards, chances = Hand(int(np.bitwise_or.reduce(sets))), []
    for card in cards:
        held = ((sets >> np.uint64(card.index)) & np.uint64(1)).astype(float)
        chances.append((card, estimate(held, worlds.shares, worlds.exact or card in certain)))
    return tuple(sorted((pair for pair in chances if pair[1].mean >= LEAST_SHARE), key=lambda pair: -pair[1].mean))
