"""A review as the value that is printed as JSON, shown as a page, and kept in a library (docs/json.md)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import UNSET
from msgspec.structs import asdict, replace

from ninefivetwo.cards import Card, Hand, Seat, Suit, by_seat
from ninefivetwo.codec import BySeat, as_written
from ninefivetwo.errors import TITLE_LIMIT, label
from ninefivetwo.game import Cards, Deal, Play
from ninefivetwo.game.events import action_object
from ninefivetwo.game.rules import rules_text
from ninefivetwo.layout import Layout
from ninefivetwo.study import (
    ANALYSIS,
    Decision,
    Fair,
    Grade,
    Hindsight,
    HindsightEvaluation,
    Luck,
    Phase,
    ProvenTheme,
    Review,
    Why,
    shown,
)
from ninefivetwo.study.known import (
    Fact,
    HigherOut,
    HighestReturned,
    LeftOutside,
    NoneLeft,
    Noticed,
    OnlyWith,
    PassedOn,
    ShownOut,
    StillNeeds,
)
from ninefivetwo.study.schema import (
    DecisionObject,
    FairObject,
    GradeObject,
    KnownFactObject,
    LedgerObject,
    LuckObject,
    OptionObject,
    PhaseGradeObject,
    ProvenThemeObject,
    ReplyObject,
    ReviewObject,
    TrickObject,
    WhyObject,
)

MOST_OPTIONS = 60  # that are not exact: the rest are only counted


def review_object(review: Review, event: str = "") -> ReviewObject:
    """The review without its sentences; `event` is the title of its record."""
    match, deal = review.match, review.deal
    cards = [d.hindsight for d in review.decisions if isinstance(d.node.action, Play) and d.hindsight is not None]
    unused = {seat: review.unused_chance(seat) for seat in Seat}
    value = ReviewObject(
        event=label(event, TITLE_LIMIT),
        number=match.number,
        rules=rules_text(match.rules),
        players=by_seat(label(name) for name in match.names),
        contracts=match.rules.contracts,
        viewer=deal.viewer,
        deal=dealt_text(deal),
        trump=None if deal.trump is None else deal.trump.name,
        result=deal.won if deal.over else None,
        guarantee_at_start=cards[0].before if cards else None,
        playing=hands_object(before_play(deal)),
        tricks=list(map(TrickObject.of, deal.tricks)),
        decisions=[decision_object(review, decision) for decision in review.decisions],
        ledger=ledger_object(review) if review.linked else None,
        turning_points=[decision.index for decision in review.turning_points],
        unused={seat: decision.index for seat, decision in unused.items() if decision is not None},
        seats=by_seat(grade_object(*review.grades(seat)) for seat in Seat),
        luck=None if review.luck is None else luck_object(review.luck),
        fair_worlds=review.worlds,
        seed=review.seed,
        analysis=ANALYSIS,
    )
    return as_written(value)


def dealt_text(deal: Deal) -> str:
    """The hands as dealt, as a record writes them."""
    dealer, left, right = deal.dealt
    if isinstance(dealer, Hand) and isinstance(left, Hand) and isinstance(right, Hand):
        kitty = deal.dealt_kitty
        return str(Layout(dealer, left, right, kitty if isinstance(kitty, Hand) else None))
    return "D:" + " ".join(str(hand) if isinstance(hand, Hand) else "?" for hand in deal.dealt)


def before_play(deal: Deal) -> Deal:
    """The deal before its first card, or as it stands where it has not come to that."""
    while deal.past is not None and deal.plays:
        deal = deal.past
    return deal


def hands_object(deal: Deal) -> BySeat[str | None]:
    """The hands at a moment; None for one not known."""

    def text(cards: Cards) -> str | None:
        return str(cards) if isinstance(cards, Hand) else None

    return by_seat(text(hand) for hand in deal.hands)


def decision_object(review: Review, decision: Decision) -> DecisionObject:
    sight, conceded, play = decision.hindsight, decision.conceded, isinstance(decision.node.action, Play)
    listed = [] if sight is None else list(listed_options(decision, sight))
    line = review.line(decision.index) if decision.own_cost and play else []
    return DecisionObject(
        index=decision.index,
        phase=decision.phase.value,
        trick=decision.node.trick,
        seat=decision.seat,
        chosen=action_object(decision.node.action),
        forced=decision.forced,
        hands=None if play else hands_object(decision.node.before),
        before=sight.before if sight else None,
        after=sight.after if sight else None,
        best=[action_object(best) for best in sight.best] if sight else None,
        own_cost=decision.own_cost,
        conceded=conceded,
        options=[option_object(option) for option in listed] if sight else None,
        options_left=len(sight.options) - len(listed) if sight else None,
        all_options=sight.listed if sight else None,
        line=[str(card) for _, card in line] or None,
        fair_cost=None if decision.fair is None else decision.fair.loss,
        fair=None if decision.fair is None else fair_object(decision.fair),
        findable=decision.findable,
        only_with_open_cards=decision.only_with_open_cards,
        mark=decision.mark,
        why=UNSET if decision.why is None else why_object(decision.why),
        finders=UNSET if decision.finders is None else decision.finders,
    )


def why_object(why: Why) -> WhyObject:
    reply = None
    if why.reply is not None:
        line = [str(card) for _, card in why.reply.line]
        instead = [str(card) for card in why.reply.instead]
        reply = ReplyObject(why.reply.seat, line, why.reply.before, why.reply.after, instead)
    return WhyObject(
        better=action_object(why.better),
        saves=why.loss,
        themes=[theme_object(theme) for theme in why.themes],
        reply=reply,
        worlds=why.worlds,
        seed=why.seed,
        known=[known_object(noticed) for noticed in why.known],
    )


def theme_object(theme: ProvenTheme) -> ProvenThemeObject:
    return ProvenThemeObject(
        theme=theme.theme.value,
        seat=theme.seat,
        cards=[str(card) for card in theme.cards],
        after=theme.after,
        instead=theme.instead,
        loss=theme.loss,
        same=theme.same,
        changed=theme.changed,
        suit=None if theme.suit is None else theme.suit.name,
        fate=theme.fate,
        fated=theme.fated,
    )


def listed_options(decision: Decision, sight: Hindsight) -> Iterator[HindsightEvaluation]:
    """The options that are listed: those valued exactly, the first of the others, and the one that was chosen."""
    for i, option in enumerate(sight.options):
        if isinstance(option.value, int) or i < MOST_OPTIONS or option.action == decision.node.action:
            yield option


def option_object(option: HindsightEvaluation) -> OptionObject:
    details = option.details
    return OptionObject(
        action=action_object(option.action),
        value=option.value,
        guarantee=UNSET if details.guarantees is None else details.guarantees,
        discard=UNSET if details.discard is None else [str(card) for card in details.discard],
    )


def fair_object(fair: Fair) -> FairObject:
    return FairObject(action_object(fair.best.action), fair.best.value, fair.chosen.value, fair.exact)


def ledger_object(review: Review) -> LedgerObject:
    """Who was paid by whom since the first of the linked decisions."""
    first, last = review.linked[0], review.linked[-1]
    assert first.hindsight is not None and last.hindsight is not None
    gave = by_seat(by_seat(row[to] for to in Seat) for row in review.ledger.values())
    return LedgerObject(first.index, first.hindsight.before, gave, last.hindsight.after)


def grade_object(whole: Grade, phases: dict[Phase, Grade]) -> GradeObject:
    """A player's grade, and that of each phase."""
    parts = {phase.value: phase_grade_object(part) for phase, part in phases.items()}
    level = UNSET if whole.plays_like is None else whole.plays_like
    return GradeObject(**asdict(phase_grade_object(whole)), phases=parts, plays_like=level)


def phase_grade_object(grade: Grade) -> PhaseGradeObject:
    return PhaseGradeObject(
        unforced=grade.decisions,
        own_cost=grade.own_cost,
        conceded=grade.conceded,
        fair_loss=grade.loss,
        thousandths_each=None if grade.each is None else round(grade.each, 2),
        marks=grade.marks,
        accuracy=UNSET if grade.accuracy is None else grade.accuracy,
    )


def luck_object(luck: Luck) -> LuckObject:
    """Each seat's terms, which sum to its result, and their errors."""
    dealer, left, right = (shown(luck, seat) for seat in Seat)
    return LuckObject(dealer, left, right, {name: round(term.error, 3) for name, term in luck.terms.items()})


def known_object(noticed: Noticed) -> KnownFactObject:
    """A fact as JSON, with what it is worth to have noticed it."""
    return replace(_fact_object(noticed.fact), loss=noticed.loss, missed=noticed.missed)


def _fact_object(fact: Fact) -> KnownFactObject:
    match fact:
        case ShownOut(seat, suit, trick):
            return KnownFactObject("shown out", seat, suit.name, number=trick)
        case NoneLeft(seat, suit):
            return KnownFactObject("none left", seat, suit.name)
        case PassedOn(card, seat, returned, there):
            return KnownFactObject("returned" if returned else "given", seat, cards=[str(card)], sure=there)
        case HighestReturned(card, seat, higher):
            return KnownFactObject("highest returned", seat, cards=[str(card), *map(str, higher)])
        case LeftOutside(suit, number, at_most, seats):
            return KnownFactObject("left outside", suit=suit.name, number=number, sure=not at_most, seats=[*seats])
        case HigherOut(card, higher, certain):
            return KnownFactObject("higher out", cards=[str(card), *map(str, higher)], sure=certain)
        case OnlyWith(card, seat):
            return KnownFactObject("only with", seat, cards=[str(card)])
        case StillNeeds(seat, tricks):
            return KnownFactObject("still needs", seat, number=tricks)


def fact_of(value: KnownFactObject) -> Fact:
    """The fact of its JSON.  Raises ValueError for a kind that is not known."""
    seat = value.seat or Seat.DEALER
    suit = Suit.S if value.suit is None else Suit[value.suit]
    cards = [Card.parse(text) for text in value.cards]
    card, others = cards[0] if cards else None, cards[1:]
    number = value.number or 0
    match value.fact, card:
        case "shown out", _:
            return ShownOut(seat, suit, number)
        case "none left", _:
            return NoneLeft(seat, suit)
        case "returned" | "given", Card():
            return PassedOn(card, seat, value.fact == "returned", value.sure)
        case "highest returned", Card():
            return HighestReturned(card, seat, Hand.of(others))
        case "left outside", _:
            return LeftOutside(suit, number, not value.sure, tuple(value.seats))
        case "higher out", Card():
            return HigherOut(card, Hand.of(others), value.sure)
        case "only with", Card():
            return OnlyWith(card, seat)
        case "still needs", _:
            return StillNeeds(seat, number)
    raise ValueError(f"no kind of fact: {value.fact}")
