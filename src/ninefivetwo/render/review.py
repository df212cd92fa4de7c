"""A review in sentences, made from its value, so that a kept review reads like a new one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from ninefivetwo.cards import Card, Seat
from ninefivetwo.game import Deal, Match
from ninefivetwo.render.actions import action_words, cards_words
from ninefivetwo.render.cards import count
from ninefivetwo.render.figures import figure
from ninefivetwo.render.matches import ending, format_event, who
from ninefivetwo.render.schema.base import BySeat, EstimateObject
from ninefivetwo.render.schema.review import (
    DecisionObject,
    DecisionWordsObject,
    FairObject,
    ReviewObject,
    ReviewWordsObject,
)
from ninefivetwo.review import Phase, decision_nodes

MOST_BEST = 4  # best choices: at most this many are named
PHASES = {
    Phase.EXCHANGE: "gifts",
    Phase.CALL: "calls",
    Phase.DISCARD: "discards",
    Phase.LEAD: "leads",
    Phase.FOLLOW: "following",
    Phase.RUFF_OR_SLUFF: "ruffs and sluffs",
}


def with_words(review: ReviewObject, match: Match) -> ReviewObject:
    """The review with its sentences; `match` is what was reviewed."""
    words = ReviewWordsObject(
        players=BySeat.of([who(match, seat) for seat in Seat]),
        result=ending(match, match.deal).split("\n")[0],
        happened=happened(match, match.deal),
        turning_points=[turning_point(review, review.decisions[index]) for index in review.turning_points],
        unused=list(unused_chances(review)),
        decisions=[
            DecisionWordsObject(
                happened=happened(match, node.before) if decision.trick is None else [],
                effect=f"{effect(review, decision)}." if price(decision) else "",
                fair=f"{knowable(decision, decision.fair, decision.fair_cost)}."
                if decision.fair and decision.fair_cost
                else "",
            )
            for decision, node in zip(review.decisions, decision_nodes(match.deal), strict=True)
        ],
    )
    return replace(review, words=words)


def happened(match: Match, deal: Deal) -> list[str]:
    """What was done before the play, up to a moment."""
    return [sentence for event in deal.events if (sentence := format_event(match, event))]


def player(review: ReviewObject, seat: str) -> str:
    """Who sits there."""
    return who(review, Seat.parse(seat))


def when(decision: DecisionObject) -> str:
    """When a decision was made: "call", or "trick 6"."""
    return decision.phase if decision.trick is None else f"trick {decision.trick}"


def price(decision: DecisionObject) -> int:
    """The tricks that a decision cost its player and conceded, in hindsight."""
    return (decision.own_cost or 0) + sum((decision.conceded or {}).values())


def several(decision: DecisionObject, most: int = MOST_BEST) -> str:
    """The best choices: cards with each suit said once, and of many others only some."""
    best = decision.best or []
    if decision.trick is not None:
        return cards_words([str(card) for card in best])
    named = " / ".join(action_words(action) for action in best[:most])
    return named + (f" / {len(best) - most} more" if len(best) > most else "")


def did(review: ReviewObject, decision: DecisionObject) -> str:
    """What a player did, as a sentence goes on: "Ann's S4", "Bob's call of spades"."""
    whose, chosen = f"{player(review, decision.seat)}'s", action_words(decision.chosen)
    match decision.phase:
        case "call":
            return f"{whose} call of {chosen.split()[-1]}"
        case "discard":
            return f"{whose} discard of {chosen}"
        case "exchange":
            return f"{whose} gift ({chosen})"
    return f"{whose} {chosen}"


def turning_point(review: ReviewObject, decision: DecisionObject) -> str:
    """When a decision was made, what it cost and conceded, what would have kept it, and whether that could be known."""
    sentence = f"{when(decision)}: {effect(review, decision)}"
    return f"{sentence} ({verdict(decision)})" if verdict(decision) else sentence


def effect(review: ReviewObject, decision: DecisionObject) -> str:
    """What a decision cost and conceded, and what would have kept it."""
    assert decision.before is not None
    cost, conceded = decision.own_cost or 0, (decision.conceded or {}).items()
    shares = [f"{number} to {player(review, seat)}" for seat, number in conceded if number]
    parts = ([f"cost {count(cost)}"] if cost else []) + ([f"conceded {' and '.join(shares)}"] if shares else [])
    kept = f"; {several(decision)} kept {decision.before[decision.seat]}" if cost else ""
    return f"{did(review, decision)} {' and '.join(parts)}{kept}"


def knowable(decision: DecisionObject, fair: FairObject, loss: EstimateObject) -> str:
    """What could be known of a decision."""
    if decision.findable:
        return f"{action_words(fair.best)} was better by {figure(loss.estimate)} tricks"
    if fair.best == decision.chosen or loss.mean <= 0:
        return "nothing better can be seen"
    return f"{action_words(fair.best)} may be better, by {figure(loss.estimate)} tricks: too little to tell"


def verdict(decision: DecisionObject) -> str:
    """Whether a loss could have been known; empty where that was left out or nothing was lost."""
    if decision.findable and decision.fair_cost is not None:
        return f"findable: {figure(decision.fair_cost.estimate)} by what could be known"
    return "only with open cards" if decision.only_with_open_cards else ""


def unused_chances(review: ReviewObject) -> Iterator[str]:
    """Of each seat that fell short, the chance that it did not take."""
    for seat, index in review.unused.items():
        decision = review.decisions[index]
        assert decision.before is not None
        where = f"{when(decision)}, where {several(decision)} kept {decision.before[seat]}"
        yield f"{player(review, seat)} was sure of {review.contracts[seat]} until {where}"


def line_words(line: Sequence[tuple[Seat, Card]]) -> str:
    """A line of play, card by card, each with its player."""
    return " ".join(f"{seat.letter}:{card}" for seat, card in line)
