"""The public functions `advise`, `review` and `review_match`.

`print` shows advice as `n52 advise` does, and a review in a shorter form than `n52 review`.

Internal: import public names from `ninefivetwo` instead.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from ninefivetwo.cards import Hand, Seat, Trump
from ninefivetwo.checks import Positive, checked
from ninefivetwo.errors import AdviceError, ReviewError, quoted
from ninefivetwo.files import display_name
from ninefivetwo.game import Action, Call, DealView, Discard, Match, Play, Situation
from ninefivetwo.game.events import ACTIONS, PreviousResults
from ninefivetwo.game.records import record_of
from ninefivetwo.game.records.records import Record, records_of
from ninefivetwo.game.rules import TRICKS, RuleSet
from ninefivetwo.game.situation import GivenBySeat, GivenCards
from ninefivetwo.keep.session import opponents_of, recognised_people
from ninefivetwo.study import FAIR_WORLDS, MatchReview, Review
from ninefivetwo.study.deal import review as review_deal
from ninefivetwo.study.match import DealPlace
from ninefivetwo.think.advise import AnyAdvice, Assumptions, Limits, Objective, Question
from ninefivetwo.think.advise import advise as advise_on
from ninefivetwo.think.playouts import Opponents
from ninefivetwo.think.playouts.opponents import PEOPLE
from ninefivetwo.words.speaker import Speaker, parse_action

PLAIN, ANYTHING = Limits(), Objective()
OF_PEOPLE = Assumptions(opponents=PEOPLE)
OF_REVIEWS = Limits(worlds=FAIR_WORLDS)


@checked(AdviceError)
def advise(
    hand: Hand | str | Situation | DealView,
    due: str | None = None,
    *,
    rules: RuleSet | str | None = None,
    seat: Seat | str | None = None,
    gave: GivenBySeat | None = None,
    received: GivenBySeat | None = None,
    previous_results: PreviousResults | None = None,
    trump: Trump | str | None = None,
    discarded: GivenCards | None = None,
    shown: GivenCards | None = None,
    played: GivenCards | None = None,
    compare: Action | str | None = None,
    limits: Limits = PLAIN,
    objective: Objective = ANYTHING,
    assumptions: Assumptions = OF_PEOPLE,
) -> AnyAdvice:
    """Return advice on a call, a discard, a gift or a card to play.

    `hand` is a hand, a `Situation`, or a seat's view of a deal (`Deal.seen_by`). If `hand` is a hand, the arguments
    from `rules` to `played` describe the situation, as values or text, like the fields of `Situation`. `due` is "call",
    "discard", "give" or "play". By default, `due` is "call" if no trump suit is given, "discard" if the hand has twenty
    cards, and otherwise "play". `rules` are "wikipedia" by default. `seat` is the player's seat; the default is the
    dealer or, in the play, the seat whose turn it is. `compare` is a choice that is always evaluated, such as "SA" or
    "D2 C543". `limits` sets the number of possible deals, the time in seconds and the seed. `objective` is the number
    of tricks, the contract or the match. `assumptions` has facts about the deal and the opponents' levels, which are
    mixed by default.

    Raises AdviceError, GameError, CardError or RulesError if an argument is invalid or no deal fits the situation.

    >>> advice = advise("AKJ94.Q83.KT5.A7642", limits=Limits(worlds=40, seed=1))
    >>> advice.recommended.action
    Call(seat=<Seat.DEALER: 0>, trump=<Trump.SPADES: 0>)
    """
    parts = dict(
        rules=rules,
        seat=seat,
        gave=gave,
        received=received,
        previous_results=previous_results,
        trump=trump,
        discarded=discarded,
        shown=shown,
        played=played,
    )
    known = {name: part for name, part in parts.items() if part is not None}
    if due is not None and due not in ACTIONS:
        raise AdviceError(f"due: invalid choice {quoted(due)} (expected one of {', '.join(ACTIONS)})")
    if known and not isinstance(hand, Hand | str):
        raise AdviceError(f"{next(iter(known))} cannot be combined with a {type(hand).__name__} (expected a hand)")
    view = hand if isinstance(hand, DealView) else _told(hand, due, known)
    if due is not None and view.due_turn.kind is not ACTIONS[due]:
        raise AdviceError(f"due: {due} is not due (expected {view.due_turn.kind.name} by {view.due_turn.seat.word})")
    if isinstance(compare, str):
        compare = parse_action(view, compare)
    elif compare is not None and (fault := view.refusal(compare)):
        raise AdviceError(f"compare: {fault}")
    return advise_on(Question(view, limits, objective, assumptions, compare))


def _told(hand: Hand | str | Situation, due: str | None, known: Mapping[str, Any]) -> DealView:
    """Return the view of the player in the described situation. Raises AdviceError if the situation is impossible."""
    told = hand if isinstance(hand, Situation) else Situation.of(hand, **known)
    kind = ACTIONS[due] if due else _kind(told)
    return (told.at_turn() if kind is Play and told is not hand and "seat" not in known else told).view(kind)


def _kind(told: Situation) -> type[Action]:
    if told.trump is None:
        return Call
    return Discard if len(told.hand) > TRICKS and not told.discarded else Play


@checked(ReviewError)
def review(
    source: str | os.PathLike[str] | Match,
    deal: Positive | None = None,
    *,
    limits: Limits | None = OF_REVIEWS,
    opponents: Opponents | None = None,
) -> Review:
    """Return a review of a recorded deal, with the value of every decision.

    `source` is the path of a record, or a match, which may be unfinished. `deal` is the number of the deal in the
    record, from 1, and may be omitted if the record has only one deal. `limits` are the limits for the single-dummy
    analysis, which None leaves out. `opponents` has each seat's level. By default, computers have their known levels,
    and people's levels are estimated from their play if possible.

    Raises RecordError, with file and line, if the record breaks the rules, or ReviewError for an unknown deal.
    """
    if isinstance(source, Match):
        if deal is not None:
            raise ReviewError(f"deal={deal} cannot be combined with a Match (expected the path of a record)")
        match = record_of(source).match  # restores the earlier states, which `play_match` does not keep
        return review_deal(match, limits, opponents=opponents or PEOPLE)
    records, name = records_of(os.fspath(source)), display_name(os.fspath(source))
    if deal is None and len(records) > 1:
        raise ReviewError(f"{name} has {len(records)} deals (expected deal=N, or review_match)")
    if (number := deal or 1) > len(records):
        raise ReviewError(f"deal {number} not found in {name} (expected 1 to {len(records)})")
    return _reviewed(records, records[number - 1 : number], limits, opponents)[0]


@checked(ReviewError)
def review_match(
    source: str | os.PathLike[str], *, limits: Limits | None = OF_REVIEWS, opponents: Opponents | None = None
) -> MatchReview:
    """Return reviews of all deals in a record, with totals. The parameters and errors are as for `review`."""
    records = records_of(os.fspath(source))
    reviews = _reviewed(records, records, limits, opponents)
    names = [Speaker.of(each).names for each in reviews]
    places = [DealPlace(display_name(os.fspath(source)), number) for number in range(1, len(records) + 1)]
    return MatchReview.of(reviews, names=names, places=places)


def _reviewed(
    records: Sequence[Record], asked: Sequence[Record], limits: Limits | None, opponents: Opponents | None
) -> list[Review]:
    """Review the deals in `asked`. The levels of people are estimated from all deals in `records`."""
    people = None if opponents else recognised_people(records)
    found = [review_deal(each.match, limits, opponents=opponents or opponents_of(each, people)) for each in asked]
    return [replace(one, event=each.event) for one, each in zip(found, asked, strict=True)]
