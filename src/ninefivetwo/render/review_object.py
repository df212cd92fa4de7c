"""A review as a JSON object (docs/review.md)."""

from __future__ import annotations

from typing import Any

from ninefivetwo.cards import Hand, Seat
from ninefivetwo.game import Deal, Play
from ninefivetwo.layout import Layout
from ninefivetwo.render.actions import action_object
from ninefivetwo.render.figures import as_figure
from ninefivetwo.review import Decision, Fair, Grade, HindsightEvaluation, Luck, Phase, Review, shown
from ninefivetwo.rules import rules_text

SCHEMA = "ninefivetwo.review/1"


def review_object(review: Review) -> dict[str, Any]:
    """All that a review says."""
    match = review.match
    first = next((d.hindsight for d in review.decisions if isinstance(d.node.action, Play)), None)
    return {
        "schema": SCHEMA,
        "deal": deal_text(review.deal),
        "rules": rules_text(match.rules),
        "players": {seat.word: match.names[seat] for seat in Seat},
        "viewer": None if review.deal.viewer is None else review.deal.viewer.word,
        "trump": None if review.deal.trump is None else review.deal.trump.name,
        "result": by_word(review.deal.won) if review.deal.over else None,
        "guarantee_at_start": by_word(first.before) if first else None,
        "decisions": [decision_object(decision) for decision in review.decisions],
        "ledger": ledger_object(review) if review.linked else None,
        "turning_points": [decision.index for decision in review.turning_points],
        "seats": {seat.word: grades_object(*review.grades(seat)) for seat in Seat},
        "luck": None if review.luck is None else luck_object(review.luck),
        "fair_worlds": review.worlds,
        "seed": review.seed,
    }


def ledger_object(review: Review) -> dict[str, Any]:
    """From which decision on, what each seat was sure of before it, and what each gave each since."""
    first = review.linked[0]
    assert first.hindsight is not None
    gave = {giver.word: by_word(row) for giver, row in review.ledger.items()}
    return {"from": first.index, "sure": by_word(first.hindsight.before), "gave": gave}


def deal_text(deal: Deal) -> str:
    """The hands as dealt, as a record writes them."""
    dealer, left, right = deal.dealt
    if isinstance(dealer, Hand) and isinstance(left, Hand) and isinstance(right, Hand):
        kitty = deal.dealt_kitty
        return str(Layout(dealer, left, right, kitty if isinstance(kitty, Hand) else None))
    return "D:" + " ".join(str(hand) if isinstance(hand, Hand) else "?" for hand in deal.dealt)


def by_word(values: Any) -> dict[str, Any]:
    return {seat.word: values[seat] for seat in Seat}


def decision_object(decision: Decision) -> dict[str, Any]:
    sight = decision.hindsight
    gifts = decision.conceded
    return {
        "index": decision.index,
        "phase": decision.phase.value,
        "trick": decision.node.trick,
        "seat": decision.seat.word,
        "chosen": action_object(decision.node.action),
        "forced": decision.forced,
        "before": by_word(sight.before) if sight else None,
        "after": by_word(sight.after) if sight else None,
        "best": [action_object(best) for best in sight.best] if sight else None,
        "own_cost": decision.own_cost,
        "gifts": None if gifts is None else {seat.word: n for seat, n in gifts.items()},
        "options": [option_object(option) for option in sight.options if isinstance(option.value, int)]
        if sight
        else None,
        "all_options": sight.listed if sight else None,
        "fair_cost": None if decision.fair is None else as_figure(decision.fair.loss),
        "fair": None if decision.fair is None else fair_object(decision.fair),
        "findable": decision.findable,
        "only_with_open_cards": decision.only_with_open_cards,
        "mark": decision.mark,
    }


def option_object(option: HindsightEvaluation) -> dict[str, Any]:
    told: dict[str, Any] = {"action": action_object(option.action), "own": option.value}
    if option.details.guarantees is not None:
        told["guarantee"] = by_word(option.details.guarantees)
    if option.details.discard is not None:
        told["discard"] = [str(card) for card in option.details.discard]
    return told


def fair_object(fair: Fair) -> dict[str, Any]:
    return {
        "best": action_object(fair.best.action),
        "best_tricks": as_figure(fair.best.value),
        "chosen_tricks": as_figure(fair.chosen.value),
        "exact": fair.exact,
    }


def grades_object(whole: Grade, phases: dict[Phase, Grade]) -> dict[str, Any]:
    return {**grade_object(whole), "phases": {phase.value: grade_object(part) for phase, part in phases.items()}}


def grade_object(grade: Grade) -> dict[str, Any]:
    return {
        "unforced": grade.decisions,
        "own_cost": grade.own_cost,
        "gifts": grade.conceded,
        "fair_loss": None if grade.loss is None else as_figure(grade.loss),
        "thousandths_each": None if grade.each is None else round(grade.each, 1),
        "marks": grade.marks,
    }


def luck_object(luck: Luck) -> dict[str, Any]:
    """Each seat's terms, which sum to its result, and the errors of those that are luck."""
    errors = {name: round(getattr(luck, name).error, 2) for name in ("hands", "kitty", "exchange")}
    return {**{seat.word: shown(luck, seat) for seat in Seat}, "errors": errors}
