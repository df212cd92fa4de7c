"""A review in words: when a decision was made, what was chosen, what it did."""

from __future__ import annotations

from collections.abc import Sequence

from ninefivetwo.cards import Card, Hand, Seat
from ninefivetwo.game import Action, Call, Discard, Give, Match, Play
from ninefivetwo.render.actions import action_words
from ninefivetwo.render.cards import by_suit, count
from ninefivetwo.render.matches import who
from ninefivetwo.review import Decision, Fair, Phase, Review

MOST_BEST = 4  # of the best choices that are named
PHASES = {
    Phase.EXCHANGE: "gifts",
    Phase.CALL: "calls",
    Phase.DISCARD: "discards",
    Phase.LEAD: "leads",
    Phase.FOLLOW: "following",
    Phase.RUFF_OR_SLUFF: "ruffs and sluffs",
}


def when(decision: Decision) -> str:
    """ "call", or "trick 6"."""
    trick = decision.node.trick
    return decision.phase.value if trick is None else f"trick {trick}"


def several(actions: Sequence[Action], most: int = MOST_BEST) -> str:
    """The best choices: cards of a suit together, and of many only some."""
    cards = [action.card for action in actions if isinstance(action, Play)]
    if cards:
        return by_suit(Hand.of(cards))
    named = " / ".join(action_words(action) for action in actions[:most])
    return named + (f" / {len(actions) - most} more" if len(actions) > most else "")


def did(match: Match, action: Action) -> str:
    """What a player did, as a sentence goes on: "Ann's S4", "Bob's call of spades"."""
    name = who(match, action.seat)
    of = f"{name}'s"
    match action:
        case Call():
            return f"{of} call of {action_words(action).split()[-1]}"
        case Discard():
            return f"{of} discard of {action_words(action)}"
        case Give():
            return f"{of} gift ({action_words(action)})"
    return f"{of} {action_words(action)}"


def turning_point(match: Match, decision: Decision) -> str:
    """When a decision was made, what it cost and gave, and what would have kept it, in a sentence."""
    told = f"{when(decision)}: {effect(match, decision)}"
    return told + f" ({verdict(decision)})" * bool(verdict(decision))


def effect(match: Match, decision: Decision) -> str:
    """What a decision cost and gave, and what would have kept it."""
    assert decision.hindsight is not None
    cost, seat = decision.own_cost or 0, decision.seat
    gave = [f"{who(match, s)} {n}" for s, n in (decision.conceded or {}).items() if n]
    parts = ([f"cost {count(cost)}"] if cost else []) + ([f"gave {' and '.join(gave)}"] if gave else [])
    told = f"{did(match, decision.node.action)} {' and '.join(parts)}"
    kept = decision.hindsight.before[seat]
    if cost:
        told += f"; {several(decision.hindsight.best)} kept {kept}"
    return told


def knowable(fair: Fair, decision: Decision) -> str:
    """What could be known of a decision."""
    loss = f"{fair.loss.mean:.2f} ± {fair.loss.standard_error:.2f}"
    if fair.findable:
        return f"{action_words(fair.best.action)} was better by {loss} tricks"
    if fair.best.action == decision.node.action or fair.loss.mean <= 0:
        return "nothing better can be seen"
    return f"{action_words(fair.best.action)} may be better, by {loss} tricks: too little to tell"


def verdict(decision: Decision) -> str:
    """Could it have been known?  Nothing, where that was not asked or where nothing was lost."""
    fair = decision.fair
    if fair is None:
        return ""
    if fair.findable:
        return f"findable: {fair.loss.mean:.2f} ± {fair.loss.standard_error:.2f} by what could be known"
    if decision.only_with_open_cards:
        return "only with open cards"
    return ""


def unused(review: Review, seat: Seat) -> str | None:
    """The chance that a seat which fell short did not take."""
    decision = review.unused_chance(seat)
    if decision is None or decision.hindsight is None:
        return None
    match, contract = review.match, review.match.rules.contracts[seat]
    best = several(decision.hindsight.best)
    where = f"{when(decision)}, where {best} kept {decision.hindsight.before[seat]}"
    return f"{who(match, seat)} was sure of {contract} until {where}"


def line_words(match: Match, line: list[tuple[Seat, Card]]) -> str:
    """A line of play, trick by trick as far as it goes."""
    return " ".join(f"{seat.letter}:{card}" for seat, card in line)
