"""A review as one page that needs nothing else: the template with what it shows in it."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any

from ninefivetwo.cards import Hand, Seat
from ninefivetwo.game import Deal, Discard, Give, Play
from ninefivetwo.layout import trick_winner
from ninefivetwo.render.actions import action_words
from ninefivetwo.render.matches import ending, format_event, who
from ninefivetwo.render.review import PHASES, effect, knowable, turning_point, unused, when
from ninefivetwo.render.review_object import by_word
from ninefivetwo.render.review_rows import errors, grade_cells, grade_columns, ledger_rows, luck_rows
from ninefivetwo.review import Decision, HindsightEvaluation, Review
from ninefivetwo.rules import rules_text

FAIRNESS = (
    "Fair figures over up to {} deals that could be, seed {}; ± is one standard error; ‰: thousandths of a trick."
)
LUCK_ERROR = "The forecasts' own errors: hands ± {:.1f}, kitty ± {:.1f}, exchange ± {:.1f}."
MOST_OPTIONS = 60  # of a discard or a gift that are listed


def page(review: Review, title: str) -> str:
    """The page's text."""
    return page_text(page_object(review, title))


def page_text(shown: dict[str, Any]) -> str:
    """The page that shows this (`page_object`)."""
    data = json.dumps(shown, ensure_ascii=False).replace("<", "\\u003c")
    template = files("ninefivetwo.render").joinpath("page.html").read_text(encoding="utf-8")
    return template.replace("@DATA@", data)


def page_object(review: Review, title: str) -> dict[str, Any]:
    """All that the page shows; every word of it as it stands there."""
    match, deal = review.match, review.deal
    luck, fair = review.luck, bool(review.worlds)
    steps = _steps(review)
    before_play = sum(step["card"] is None for step in steps)
    place = {step["decision"]: i for i, step in enumerate(steps)}
    grades = {seat: review.grades(seat) for seat in Seat}
    rows = [["", *grade_columns(fair)]]
    for seat, (whole, phases) in grades.items():
        rows.append([who(match, seat), *grade_cells(whole, fair)])
        rows += [["· " + PHASES[phase], *grade_cells(part, fair)] for phase, part in phases.items()]
    return {
        "title": title,
        "rules": rules_text(match.rules),
        "result": ending(match, deal).split("\n")[0],
        "players": by_word([who(match, seat) for seat in Seat]),
        "contracts": by_word(match.rules.contracts),
        "trump": deal.trump.name if deal.trump is not None else None,
        "dealt": by_word([_cards(hand) for hand in deal.dealt]),
        "playing": _playing(deal),
        "open": all(isinstance(hand, Hand) for hand in deal.dealt),
        "over": deal.over,
        "happened": _happened(review, deal),
        "steps": steps,
        "before_play": before_play,
        "sure": _sure(review),
        "points": [{"words": turning_point(match, d), "step": place[d.index]} for d in review.turning_points],
        "unused": [words for seat in Seat if (words := unused(review, seat))],
        "ledger": ledger_rows(review) if review.linked else None,
        "grades": rows,
        "fairness": FAIRNESS.format(review.worlds, review.seed) if fair else "",
        "luck": luck_rows(match, luck) if luck else [],
        "won": list(deal.won),
        "luckerror": LUCK_ERROR.format(*errors(luck)) if luck else "",
    }


def _cards(hand: Any) -> list[str] | None:
    return [str(card) for card in hand] if isinstance(hand, Hand) else None


def _playing(deal: Deal) -> dict[str, Any]:
    """The hands before the first card, or as they stand where it has not come to that."""
    while deal.past is not None and any(isinstance(event, Play) for event in deal.events):
        deal = deal.past
    return by_word([_cards(hand) for hand in deal.hands])


def _steps(review: Review) -> list[dict[str, Any]]:
    """Every decision before the play, then every card, whoever's hands are known."""
    decisions = {(d.seat, d.node.action): d for d in review.decisions}
    before = [_step(review, d) for d in review.decisions if not isinstance(d.node.action, Play)]
    cards, table = list[dict[str, Any]](), list[Play]()
    for event in review.deal.events:
        if not isinstance(event, Play):
            continue
        decision = decisions.get((event.seat, event))
        step = _step(review, decision) if decision else _unknown(event, len(cards) // 3 + 1)
        table.append(event)
        if len(table) == 3 and review.deal.trump is not None:
            cards_played = [play.card for play in table]
            step["won_by"] = trick_winner(table[0].seat, cards_played, review.deal.trump).word
            table = []
        cards.append(step)
    return before + cards


def _unknown(play: Play, trick: int) -> dict[str, Any]:
    told = {"seat": play.seat.word, "card": str(play.card), "when": f"trick {trick}", "chosen": str(play.card)}
    return {**told, "decision": None, "forced": False, "sight": False}


def _step(review: Review, decision: Decision) -> dict[str, Any]:
    action, sight, fair = decision.node.action, decision.hindsight, decision.fair
    options = [] if sight is None or decision.forced else list(sight.options)
    listed = [o for i, o in enumerate(options) if i < MOST_OPTIONS or o.action == action]
    line = review.line(decision.index) if decision.own_cost and isinstance(action, Play) else []
    return {
        "decision": decision.index,
        "seat": decision.seat.word,
        "when": when(decision),
        "card": str(action.card) if isinstance(action, Play) else None,
        "cards": _thrown_or_given(action),
        "hands": None if isinstance(action, Play) else by_word([_cards(hand) for hand in decision.node.before.hands]),
        "chosen": action_words(action),
        "forced": decision.forced,
        "sight": sight is not None,
        "mark": decision.mark,
        "cost": decision.own_cost or 0,
        "told": effect(review.match, decision) + "." if decision.price else "",
        "fair": "" if fair is None else knowable(fair, decision) + ".",
        "happened": _happened(review, decision.node.before),
        "line": " ".join(str(card) for _, card in line),
        "options": [_option(option, decision) for option in listed],
        "more": f"{len(options) - len(listed)} more, none better" if len(options) > len(listed) else "",
    }


def _happened(review: Review, deal: Deal) -> list[str]:
    """What was done before the play, up to a moment."""
    return [words for event in deal.events if (words := format_event(review.match, event))]


def _thrown_or_given(action: Any) -> list[str]:
    if isinstance(action, Discard):
        return _cards(action.cards) or []
    if isinstance(action, Give):
        return [card for cards in action.cards for card in _cards(cards) or []]
    return []


def _option(option: HindsightEvaluation, decision: Decision) -> dict[str, Any]:
    assert decision.hindsight is not None
    value, details = option.value, option.details
    words = action_words(option.action) + (
        f", then discard {action_words(Discard(Seat.DEALER, details.discard))}" if details.discard else ""
    )
    return {
        "words": words,
        "own": value if isinstance(value, int) else value.at_most,
        "exact": isinstance(value, int),
        "sure": None if details.guarantees is None else by_word(details.guarantees),
        "chosen": option.action == decision.node.action,
        "best": option.action in decision.hindsight.best,
    }


def _sure(review: Review) -> list[list[int]]:
    """What each seat is sure of before the first card, and after every card."""
    played = [d.hindsight for d in review.decisions if isinstance(d.node.action, Play) and d.hindsight is not None]
    return [list(played[0].before), *(list(sight.after) for sight in played)] if played else []
