"""The short way in for programs: one call for a question in text, whose answer prints.

`ninefivetwo` itself has these functions.  They read and check what they are given, and call the packages below.

Internal: programs import what they need from `ninefivetwo`.
"""

from __future__ import annotations

import os
from collections.abc import Sequence

from msgspec.structs import replace

from ninefivetwo.cards import Hand, Seat, Trump
from ninefivetwo.errors import AdviceError, ReviewError
from ninefivetwo.files import display_name
from ninefivetwo.game import Action, Call, DealView, Discard, Match, Play, Situation
from ninefivetwo.game.events import ACTIONS
from ninefivetwo.game.records.records import Record, records_of
from ninefivetwo.game.rules import TRICKS, RuleSet
from ninefivetwo.game.situation import GivenBySeat, GivenCards
from ninefivetwo.keep.session import opponents_of, recognised_people
from ninefivetwo.study import FAIR_WORLDS, MatchReview, Review
from ninefivetwo.study.deal import review as review_deal
from ninefivetwo.think.advise import AnyAdvice, Assumptions, Limits, Objective, Question
from ninefivetwo.think.advise import advise as advise_on
from ninefivetwo.think.playouts import Opponents
from ninefivetwo.think.playouts.opponents import PEOPLE
from ninefivetwo.words.speaker import Speaker, parse_action

PLAIN, ANYTHING = Limits(), Objective()
OF_PEOPLE = Assumptions(opponents=PEOPLE)
OF_REVIEWS = Limits(worlds=FAIR_WORLDS)


def advise(
    hand: Hand | str | Situation | DealView,
    due: str | None = None,
    *,
    rules: RuleSet | str = "wikipedia",
    seat: Seat | str | None = None,
    gave: GivenBySeat | None = None,
    received: GivenBySeat | None = None,
    previous_results: Sequence[int] | None = None,
    trump: Trump | str | None = None,
    discarded: GivenCards = (),
    shown: GivenCards = (),
    played: GivenCards = (),
    compare: Action | str | None = None,
    limits: Limits = PLAIN,
    objective: Objective = ANYTHING,
    assumptions: Assumptions = OF_PEOPLE,
) -> AnyAdvice:
    """What to call, discard, give or play with a hand; `print` shows the answer as `n52 advise` does.

    hand: the hand with what else is known (see `Situation`, whose fields these are, as text or as values); or a
    `Situation`; or what a seat has seen of a deal (`Deal.seen_by`).  due: "call", "discard", "give" or "play"; if it is
    left out, a call before trump is told, after that a discard from twenty cards, and else a card.  seat: whose hand it
    is; the dealer's before the play, in it that of the player whose turn it is.  compare: a choice that is evaluated in
    any case, "SA" or "D2 C543".  limits: worlds, seconds, the seed.  objective: tricks, the contract, the match.
    assumptions: what else is known, and how well the others play; without them people are mixed.

    Raises AdviceError, GameError, CardError and RulesError, which say what was expected, for what is no such moment.

    >>> advice = advise("AKJ94.Q83.KT5.A7642", limits=Limits(worlds=40, seed=1))
    >>> advice.recommended.action
    Call(seat=<Seat.DEALER: 0>, trump=<Trump.SPADES: 0>)
    """
    if isinstance(hand, DealView):
        view = hand
    else:
        told = hand
        if not isinstance(told, Situation):
            told = Situation.of(
                told,
                rules=rules,
                seat=Seat.DEALER if seat is None else seat,
                gave=gave,
                received=received,
                previous_results=previous_results,
                trump=trump,
                discarded=discarded,
                shown=shown,
                played=played,
            )
        kind = _kind(told, due)
        view = (told.at_turn() if kind is Play and seat is None and told is not hand else told).view(kind)
    compared = parse_action(view, compare) if isinstance(compare, str) else compare
    return advise_on(Question(view, limits, objective, assumptions, compared))


def _kind(told: Situation, due: str | None) -> type[Action]:
    """What is to be decided.  Raises AdviceError for a word that names nothing."""
    if due is not None and due not in ACTIONS:
        raise AdviceError(f"due: invalid choice {due!r:.80} (expected one of {', '.join(ACTIONS)})")
    if due is not None:
        return ACTIONS[due]
    if told.trump is None:
        return Call
    return Discard if len(told.hand) > TRICKS and not told.discarded else Play


def review(
    source: str | os.PathLike[str] | Match,
    deal: int | None = None,
    *,
    limits: Limits | None = OF_REVIEWS,
    opponents: Opponents | None = None,
) -> Review:
    """What every decision of a recorded deal was worth; `print` shows the short form of what `n52 review` does.

    source: the path of a record, or a match as far as it goes.  deal: which of the record's deals, from 1; without it
    there must be one.  limits: of what could have been known; None leaves that out.  opponents: how well each plays;
    without them computers are as they are known, people as their cards show or mixed.

    Raises RecordError, with file and line, for a record that breaks the rules; ReviewError for no such deal.
    """
    if isinstance(source, Match):
        return review_deal(source, limits, opponents=opponents or PEOPLE)
    records, name = records_of(os.fspath(source)), display_name(os.fspath(source))
    if deal is None and len(records) > 1:
        raise ReviewError(f"{name} has {len(records)} deals (expected deal=N, or review_match)")
    if not isinstance(number := 1 if deal is None else deal, int) or not 1 <= number <= len(records):
        raise ReviewError(f"no deal {number!r:.20} in {name} (expected 1 to {len(records)})")
    return _reviewed(records, records[number - 1 : number], limits, opponents)[0]


def review_match(
    source: str | os.PathLike[str], *, limits: Limits | None = OF_REVIEWS, opponents: Opponents | None = None
) -> MatchReview:
    """All deals of a record, and what they come to together.  Parameters and errors as for `review`."""
    records = records_of(os.fspath(source))
    reviews = _reviewed(records, records, limits, opponents)
    return MatchReview.of(reviews, names=[Speaker.of(each).names for each in reviews])


def _reviewed(
    records: Sequence[Record], asked: Sequence[Record], limits: Limits | None, opponents: Opponents | None
) -> list[Review]:
    """Some of a file's deals; people are recognised by all of them."""
    people = None if opponents else recognised_people(records)
    return [
        replace(review_deal(each.match, limits, opponents=opponents or opponents_of(each, people)), event=each.event)
        for each in asked
    ]
