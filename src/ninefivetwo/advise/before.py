"""Advice before the play: the call, the discard, the gift."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Any, Generic, TypeVar

import numpy as np

from ninefivetwo.advise.completed_deals import complete_deals
from ninefivetwo.advise.race import CLEAR, Limits, Price, Race
from ninefivetwo.advise.utility import Objective, Utility
from ninefivetwo.cards import FULL_DECK, Card, Hand, Seat, Suit
from ninefivetwo.errors import AdviceError
from ninefivetwo.evaluation import Estimate
from ninefivetwo.game import Action, Call, CallTurn, Cards, Deal, Discard, DiscardTurn, Give, GiveTurn
from ninefivetwo.heuristics import best_call, give, heuristic_action
from ninefivetwo.heuristics.tables import kind_of_suit, returns, worths
from ninefivetwo.knowledge import Hints, Knowledge, Likelihood, Sample
from ninefivetwo.models.match_equity import MatchScore
from ninefivetwo.rules import RuleSet
from ninefivetwo.sets import Sets, lane
from ninefivetwo.solve.discard import discard_classes

Chosen = TypeVar("Chosen", bound=Action)

Chances = tuple[tuple[Card, float], ...]

TELLING = 0.05  # of all worlds
FIELD = 8  # candidates that are raced
SHORTLIST = 60  # discards or gifts that are estimated in all worlds
FIRST_WORLDS = 100  # in which a long list of gifts is estimated, to make it short
MOST_GIFTS = 400  # of them
CALL_MARGIN = 2.0  # standard errors by which a call must lead the plain rule's to be recommended in its place
MARGIN = 1.0  # the same of a discard or a gift
LEAST = {Call: 8, Discard: 4, Give: 4}  # worlds solved of every candidate
#: Worlds by which what the estimates do not say of a candidate is doubted: how many times as large its variance is over
#: worlds as over candidates (measured: 1.5 for discards, 6 for gifts).
DOUBT = {Call: 2, Discard: 2, Give: 6}


@dataclass(frozen=True)
class Candidate(Generic[Chosen]):
    """A choice, and what it is worth.

    `goes`, of a call: cards of the hand that the plain rules would discard after it, in what share of worlds.  `back`,
    of a gift: what comes back from each receiver, likewise.  Both from the likeliest on, no card in less than
    `TELLING`.
    """

    action: Chosen
    price: Price
    goes: Chances = ()
    back: dict[Seat, Chances] = field(default_factory=dict)


@dataclass(frozen=True)
class Advice(Generic[Chosen]):
    """What a seat is advised before the play.

    `candidates` are those that were raced, the one recommended first, then best first; `others` is how many legal
    choices there are beside them.  `clear`: does the first lead all others by several standard errors?  `plain` is the
    plain rule's choice.  `effective` is how many even draws the worlds are worth, of `estimated`.  `stopped`: was it
    broken off?  `objective` is by what the choices were judged.
    """

    view: Deal
    objective: Objective
    candidates: tuple[Candidate[Chosen], ...]
    others: int
    clear: bool
    plain: Chosen
    effective: float
    estimated: int
    seed: int
    stopped: bool

    @property
    def recommended(self) -> Candidate[Chosen]:
        return self.candidates[0]

    @property
    def lead(self) -> Estimate | None:
        """By how much the one recommended leads the next best; None where there is no other."""
        return self.candidates[1].price.behind if len(self.candidates) > 1 else None


@dataclass(frozen=True)
class Terms:
    """What advice is about: what is wanted, what is known beside the view, how worlds are weighed (None: evenly).

    `match_score`: of the match before this deal, which a score is then worth its chance of winning.
    """

    utility: Utility = Utility.TRICKS
    hints: Hints | None = None
    likelihood: Likelihood | None = Likelihood()
    match_score: MatchScore | None = None

    def objective(self, rules: RuleSet, seat: Seat) -> Objective:
        return Objective(self.utility, rules, seat, self.match_score)


def advise_before_play(view: Deal, limits: Limits, terms: Terms) -> Advice[Any]:
    """What the seat whose view this is, and whose turn it must be, should call, discard or give.

    Raises AdviceError where no such choice is due, KnowledgeError for a contradiction.
    """
    start, turn = time.monotonic(), view.turn
    choices = likely_choices(view)
    assert turn is not None
    most, margin = (len(choices), CALL_MARGIN) if isinstance(turn, CallTurn) else (FIELD, MARGIN)
    plain = heuristic_action(view)
    wanted = [plain, Give.of(turn.seat, {})] if isinstance(turn, GiveTurn) and not turn.must else [plain]
    choices += [choice for choice in wanted if choice not in choices]
    knowledge = Knowledge(view, hints=terms.hints)
    certain = knowledge.count() == 1
    sample = knowledge.sample(1 if certain else limits.estimated, limits.seed, terms.likelihood)
    objective = terms.objective(view.rules, turn.seat)
    choices = _shortened(view, sample.sets[:FIRST_WORLDS], choices, wanted, objective)
    completed = [complete_deals(view, sample.sets, choice) for choice in choices]
    race = Race(completed, view.rules.lead, objective, DOUBT[type(plain)], sample.effective, certain)
    at = choices.index(plain)
    left = None if limits.seconds is None else max(limits.seconds - (time.monotonic() - start), 0.1)
    race.run(
        race.field(most, [choices.index(choice) for choice in wanted]),
        LEAST[type(plain)],
        replace(limits, seconds=left),
    )
    return _advice(view, race, choices, at, margin, sample, limits)


def price_choices(view: Deal, choices: list[Any], limits: Limits, terms: Terms) -> list[Price]:
    """What these choices before the play are worth, `behind` the first of them, all by the same worlds.

    Nothing here is chosen by what the worlds say, so the figures are fair where the choices were made without them.
    """
    turn = view.turn
    assert turn is not None
    sample = Knowledge(view, hints=terms.hints).sample(limits.estimated, limits.seed, terms.likelihood)
    completed = [complete_deals(view, sample.sets, choice) for choice in choices]
    race = Race(completed, view.rules.lead, terms.objective(view.rules, turn.seat), 0, sample.effective)
    race.run(list(range(len(choices))), limits.worlds, limits)
    return [race.price(number, 0) for number in range(len(choices))]


def _advice(
    view: Deal, race: Race, choices: list[Any], plain: int, margin: float, sample: Sample, limits: Limits
) -> Advice[Any]:
    """The race's result as advice."""
    turn = view.turn
    assert turn is not None
    best = race.best(plain, margin)
    rest = [c for c in race.raced if c != best]
    raced = [best, *sorted(rest, key=lambda c: race.behind(c, best).mean)]
    behind = [race.behind(c, best) for c in raced[1:]]
    return Advice(
        view,
        race.objective,
        tuple(_candidate(view, race, choices[c], c, best, sample) for c in raced),
        turn.count() - len(raced),
        all(each.mean > CLEAR * each.standard_error for each in behind),
        choices[plain],
        sample.effective,
        len(sample.sets),
        limits.seed,
        race.stopped,
    )


def _candidate(view: Deal, race: Race, action: Any, number: int, best: int, sample: Sample) -> Candidate[Any]:
    turn, price = view.turn, race.price(number, best)
    assert turn is not None
    if isinstance(action, Call):
        return Candidate(action, price, _shares(turn.held, race.completed[number].discarded))
    return Candidate(action, price, back=comes_back(action, sample.sets) if isinstance(action, Give) else {})


def comes_back(gift: Give, worlds: Sets) -> dict[Seat, Chances]:
    """What each receiver of a gift will return, in what share of worlds (`Sample.sets`); as in `Candidate.back`."""
    back = {}
    for seat, cards in zip(Seat, gift.cards, strict=True):
        if given := _cards(cards).cards:
            sets = np.full(len(worlds), given, dtype=np.uint64)
            back[seat] = _shares(FULL_DECK, returns(worlds[:, seat] | sets, sets))
    return back


def _shares(cards: Hand, sets: Sets) -> Chances:
    """Of these cards those that are in many of the sets, with the share of the sets."""
    shares = [(card, float(((sets >> np.uint64(card.index)) & np.uint64(1)).mean())) for card in cards]
    return tuple(sorted(((card, share) for card, share in shares if share >= TELLING), key=lambda pair: -pair[1]))


def due(view: Deal) -> str:
    """What is due, in words."""
    step = view.due
    return "the deal is over" if step is None else f"{step.kind.__name__.lower()} by {step.seat.word} is due"


def likely_choices(view: Deal) -> list[Any]:
    """The calls, discards or gifts worth thinking of.  Raises AdviceError where something else is due."""
    turn = view.turn
    match turn:
        case CallTurn():
            return list(turn.actions())
        case DiscardTurn():
            return list(_discards(view, turn))
        case GiveTurn():
            return list(_gifts(turn))
    raise AdviceError(f"{due(view)} (expected a call, a discard or a gift)")


def _discards(view: Deal, turn: DiscardTurn) -> Iterator[Discard]:
    """The discards that leave the most by the plain rules' worths; before the call, for the plain rules' call."""
    trump = best_call(turn.held, view.rules.denominations()) if view.trump is None else view.trump
    classes = discard_classes(turn.held, FULL_DECK - turn.held, turn.number, trump)
    every = np.array([discard.cards for discard in classes], dtype=np.uint64)
    kept = np.uint64(turn.held.cards) ^ every
    worth = np.sum([worths(kind_of_suit(suit, trump))[lane(kept, suit)] for suit in Suit], axis=0)
    for i in np.argsort(-worth, kind="stable")[:SHORTLIST]:
        yield Discard(turn.seat, Hand(int(every[i])))


def _gifts(turn: GiveTurn) -> Iterator[Give]:
    """The gifts worth thinking of: of each suit low cards, the fewer the more ways there are.

    Where even the lowest of each suit make too many ways, the plain rule's gift with each card exchanged for another.
    """
    for low in (13, 4, 3, 2, 1):
        cards = Hand.of(card for suit in Suit for card in sorted(turn.held.only(suit))[:low])
        few = GiveTurn(turn.seat, cards, turn.owed, turn.must)
        if len(cards) >= sum(turn.owed) and few.count() <= MOST_GIFTS:
            yield from _unlike(few)
            return
    plain = give(turn)
    given = {seat: cards for seat, cards in zip(Seat, plain.cards, strict=True) if isinstance(cards, Hand)}
    rest = turn.held - Hand.of(card for cards in given.values() for card in cards)
    for seat, cards in given.items():
        for card, other in product(cards, rest):
            yield Give.of(turn.seat, given | {seat: cards - Hand.of([card]) | Hand.of([other])})


def _unlike(turn: GiveTurn) -> Iterator[Give]:
    """The gifts, and of those that differ only in touching cards of the hand the one with the lowest."""
    places = {card: i for i, card in enumerate(sorted(turn.held))}
    group = {card: (card.suit, card.rank - i) for card, i in places.items()}  # the same for cards that touch
    seen = set()
    for action in sorted(turn.actions(), key=lambda a: sum(card.rank for cards in a.cards for card in _cards(cards))):
        key = tuple(tuple(sorted(group[card] for card in _cards(cards))) for cards in action.cards)
        if key not in seen:
            seen.add(key)
            yield action


def _cards(cards: Cards) -> Hand:
    assert isinstance(cards, Hand)
    return cards


def _shortened(view: Deal, worlds: Sets, choices: list[Any], wanted: list[Any], objective: Objective) -> list[Any]:
    """The choices that are best by estimates in a few worlds, and those wanted in any case."""
    if len(choices) <= SHORTLIST:
        return choices
    completed = [complete_deals(view, worlds, choice) for choice in choices]
    first = Race(completed, view.rules.lead, objective, 0, len(worlds))
    return [choices[i] for i in first.field(SHORTLIST, [choices.index(choice) for choice in wanted])]
