"""A review in sentences, made from its value, so that a kept review reads like a new one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from msgspec import UNSET, UnsetType
from msgspec.structs import asdict

from ninefivetwo.cards import Card, Seat
from ninefivetwo.codec import ActionValue, BySeat, Part
from ninefivetwo.evaluation import Estimate, mean_text
from ninefivetwo.game import Match
from ninefivetwo.study import Decision, Grade, Luck, Phase, Review, decision_nodes
from ninefivetwo.study.grades import PlayerGrade, places
from ninefivetwo.words import opponents
from ninefivetwo.words.actions import action_words, cards_words
from ninefivetwo.words.figures import count, plural, tricks_words
from ninefivetwo.words.grade_words import accuracy_cell, finders_words, plays_like_text
from ninefivetwo.words.review_before_play import WORD
from ninefivetwo.words.review_why import why_sentences
from ninefivetwo.words.speaker import Speaker, sentence
from ninefivetwo.words.template import capital, listed

MOST_BEST = 2  # best choices: at most this many are named
DEAREST = 3  # mistakes that a review begins with
LITTLE = 0.05  # tricks, which is shown as none
EVEN = 0.5  # tricks: luck of less is not worth a word
PHASES = {
    Phase.EXCHANGE: "gifts",
    Phase.CALL: "calls",
    Phase.DISCARD: "discards",
    Phase.LEAD: "leads",
    Phase.FOLLOW: "following",
    Phase.RUFF_OR_SLUFF: "ruffs and sluffs",
}

#: What luck comes from.
LUCK = {"hands": "the cards dealt", "kitty": "the kitty", "exchange": "the exchange"}
#: What something was lost on: "mainly gifts".
AT = {
    Phase.EXCHANGE: "gifts",
    Phase.CALL: "the call",
    Phase.DISCARD: "the discard",
    Phase.LEAD: "leads",
    Phase.FOLLOW: "following suit",
    Phase.RUFF_OR_SLUFF: "ruffs and sluffs",
}


class ReviewObject(Review, frozen=True, tag="ninefivetwo.review/2"):
    """What every decision of a deal was worth (`review`), which is what its page shows and the library keeps.

    A seat is *sure of* as many tricks of the whole deal as it can take whatever the other two do, those that it has won
    counted.  What needs all hands is null where not all are known.

    words: what is to say of it in sentences; absent in the library
    """

    words: ReviewWordsObject | UnsetType = UNSET


class ReviewWordsObject(Part, frozen=True):
    """A review in sentences.

    opponents: what the others take each player to be; empty without fair figures
    players: what each is called, with his seat where the names alone would not tell them apart
    result: the result, or where the record stops
    happened: what was done before the play
    turning_points: one for each of the review's
    unused: one for each of the review's
    best: a sentence a player, who played best first
    places: the place of each of these; players between whom it is too close to call share one
    too_close: which players share a place, in a sentence; empty if none do
    dearest: a sentence for each of the dearest mistakes that could have been known, at most three, dearest first
    dearest_decisions: their indexes among the decisions
    open_cards: what only open cards show, in one sentence; empty if nothing
    luck: who had the luck, in one sentence; empty where the result is not split
    decisions: one for each of the review's
    """

    opponents: str
    players: BySeat[str]
    result: str
    happened: list[str]
    turning_points: list[str]
    unused: list[str]
    best: list[str]
    places: list[int]
    too_close: str
    dearest: list[str]
    dearest_decisions: list[int]
    open_cards: str
    luck: str
    decisions: list[DecisionWordsObject]


class DecisionWordsObject(Part, frozen=True):
    """A decision in sentences.

    happened: before the play: what had been done by then
    effect: what it cost and conceded; empty if nothing
    fair: what could be known of it; empty if that was left out
    why: why it was a mistake, in two or three sentences; absent unless that could be known
    finders: which players would have found something better; absent likewise
    """

    happened: list[str]
    effect: str
    fair: str
    why: list[str] | UnsetType = UNSET
    finders: str | UnsetType = UNSET


class Said(NamedTuple):
    """What the short form of a review says; fields as in `ReviewWordsObject`."""

    best: list[str]
    places: list[int]
    too_close: str
    dearest: list[str]
    dearest_decisions: list[int]
    open_cards: str
    luck: str

    @classmethod
    def of(cls, review: Review) -> Said:
        """The sentences for which the review is enough."""
        names, (order, at) = Speaker.of(review).names, ranked(review)
        return cls(
            best=[f"{names[seat]}: {grade_words(review.seats[seat])}" for seat in order],
            places=at,
            too_close=too_close_words([names[seat] for seat in order], at, bool(review.fair_worlds)),
            dearest=[f"{when(d).capitalize()}: {advice(review, d)}" for d in dearest(review)],
            dearest_decisions=[decision.index for decision in dearest(review)],
            open_cards=open_cards(review),
            luck=luck_words(review),
        )


def with_words(review: Review, match: Match) -> ReviewObject:
    """The review with its sentences; `match` is what was reviewed."""
    speaker = Speaker.of(match)
    words = ReviewWordsObject(
        opponents=taken_as(review) if review.fair_worlds else "",
        players=speaker.names,
        result=speaker.ending(match),
        happened=speaker.choices(match.deal.events),
        turning_points=[turning_point(review, review.decisions[index]) for index in review.turning_points],
        unused=list(unused_chances(review)),
        **Said.of(review)._asdict(),
        decisions=[
            DecisionWordsObject(
                happened=speaker.choices(node.before.events) if decision.trick is None else [],
                effect=sentence(effect(review, decision)) if decision.price else "",
                fair=knowable(review, decision),
                why=reasons(review, decision) if decision.why else UNSET,
                finders=finders_words(decision.finders) if decision.finders else UNSET,
            )
            for decision, node in zip(review.decisions, decision_nodes(match.deal), strict=True)
        ],
    )
    return ReviewObject(**asdict(review) | {"words": words})


def taken_as(*reviews: Review) -> str:
    """What the players of some deals are taken to be by the others; empty if that differs from deal to deal."""
    named = [dict(zip(Speaker.of(each).names, each.opponents, strict=True)) for each in reviews]
    together = {name: level for each in named for name, level in each.items()}
    return (
        f"all taken as {opponents.taken_as(together)}"
        if all(each.items() <= together.items() for each in named)
        else ""
    )


def reasons(review: Review, decision: Decision) -> list[str]:
    """Why one of its decisions was a mistake that could have been known; nothing of another one."""
    return why_sentences(decision, Speaker.of(review), review.trump, review.tricks, review.playing)


def when(decision: Decision) -> str:
    """When a decision was made: "call", or "trick 6"."""
    return decision.phase.value if decision.trick is None else f"trick {decision.trick}"


def several(review: Review, decision: Decision, most: int = MOST_BEST) -> str:
    """The best choices: cards with each suit said once, and of many others only some."""
    best = decision.best or []
    if decision.trick is not None:
        return cards_words([str(card) for card in best])
    named = " / ".join(choice_words(review, action) for action in best[:most])
    return named + (f" / {len(best) - most} more" if len(best) > most else "")


def did(review: Review, decision: Decision) -> str:
    """What a player did, as a sentence goes on: "Ann's S4", "Bob's call of spades"."""
    whose = Speaker.of(review).whose(decision.seat)
    if decision.trick is not None:
        return f"{whose} {action_words(decision.chosen)}"
    return f"{whose} {WORD[decision.phase]} of {spoken(review, decision, decision.chosen)}"


def turning_point(review: Review, decision: Decision) -> str:
    """When a decision was made, what it cost and conceded, what would have kept it, and whether that could be known."""
    words = f"{when(decision)}: {effect(review, decision)}"
    return f"{words} ({verdict(decision)})" if verdict(decision) else words


def effect(review: Review, decision: Decision) -> str:
    """What a decision cost and conceded, and what would have kept it."""
    assert decision.before is not None
    cost, conceded = decision.own_cost or 0, (decision.conceded or {}).items()
    speaker = Speaker.of(review)
    shares = [f"{number} to {speaker.name(seat)}" for seat, number in conceded if number]
    parts = ([f"cost {count(cost)}"] if cost else []) + ([f"conceded {' and '.join(shares)}"] if shares else [])
    kept = f"; {several(review, decision)} would have kept {decision.before[decision.seat]}" if cost else ""
    return f"{did(review, decision)} {' and '.join(parts)}{kept}"


def ranked(review: Review) -> tuple[list[Seat], list[int]]:
    """The players who had something to decide, who played best first, and the place of each."""
    grades = {seat: review.seats[seat] for seat in Seat if review.seats[seat].unforced}
    fair = all(grade.fair_loss is not None for grade in grades.values())
    losses = {seat: grade.lost_in(grade.unforced if fair else 1) for seat, grade in grades.items()}
    order = sorted(losses, key=lambda seat: losses[seat].mean)
    return order, places([losses[seat] for seat in order])


def too_close_words(names: Sequence[str], at: Sequence[int], fair: bool) -> str:
    """Which players share a place, for players in the order of their places; empty if none do.

    fair: is the order by sampled losses?  By open cards it is exact.
    """
    shared = [[name for name, place in zip(names, at, strict=True) if place == each] for each in dict.fromkeys(at)]
    why = "too close to call" if fair else "equal"
    if len(names) == len(Seat) and len(shared) == 1:
        return f"All three: {why}."
    return " ".join(f"{capital(listed(some))}: {why}." for some in shared if len(some) > 1)


def grade_words(grade: PlayerGrade, deals: int = 1) -> str:
    """A player's accuracy and level, what he lost, on average in so many deals, and with what most of it."""
    lost = grade.lost_in(deals)
    said = [f"accuracy {accuracy_cell(grade)}" if accuracy_cell(grade) else "", plays_like_text(grade)]
    if not (lost.mean or lost.standard_error):
        said.append("lost nothing")
    else:
        most = mostly(grade) if lost.mean >= LITTLE else ""
        said.append(f"lost {lost_words(grade, deals)}{' a deal' if deals > 1 else ''}{most}")
    return "; ".join(filter(None, said))


def lost_words(grade: Grade, deals: int = 1) -> str:
    """What was lost, on average in so many deals; of one deal seen with open cards a whole number."""
    whole = grade.fair_loss is None and deals == 1
    return count(round(grade.lost)) if whole else tricks_words(grade.lost_in(deals))


def mostly(grade: PlayerGrade) -> str:
    """What a player lost most on, after a comma; empty if no phase has more than half of it."""
    share, phase = max((part.lost, phase.value) for phase, part in grade.phases.items())
    return f", mainly {AT[Phase(phase)]}" if share > grade.lost / 2 else ""


def dearest(review: Review) -> list[Decision]:
    """The dearest mistakes that could have been known, or without fair prices the turning points."""
    if not review.fair_worlds:
        return [review.decisions[index] for index in review.turning_points]
    found = [decision for decision in review.decisions if decision.findable and decision.fair_cost]
    return sorted(found, key=lambda d: (-d.fair_cost.mean if d.fair_cost else 0.0, d.index))[:DEAREST]


def advice(review: Review, decision: Decision, whole: bool = True) -> str:
    """Of a mistake that could have been known what was done, what was better and why, and who would have found it.

    Of another decision what it cost.  If not `whole`, only what was done and what was better.
    """
    if not decision.findable or decision.fair is None or decision.fair_cost is None:
        return sentence(effect(review, decision))
    done, best = spoken(review, decision, decision.chosen), spoken(review, decision, decision.fair.best)
    if decision.trick is not None:
        suit = done.partition(" of ")[2]
        best = f"the {best.removesuffix(f' of {suit}')}"
    what = "" if decision.trick is not None else f"{WORD[decision.phase]} of "
    speaker, seat = Speaker.of(review), decision.seat
    why = reasons(review, decision)
    if why and speaker.name(seat).lower() in why[0].lower():
        why[0] = capital(why[0].removeprefix(f"{when(decision).capitalize()}: "))
    else:
        why[:1] = [
            sentence(f"{speaker.whose(seat)} {what}{done}; {best} was better by {tricks_words(decision.fair_cost)}")
        ]
    found = [finders_words(decision.finders)] if decision.finders else []
    return " ".join([*why, *found][: None if whole else 1])


def choice_words(review: Review, choice: ActionValue) -> str:
    """A choice in short: "SQ", "♥ hearts", "S5 D7 to Bob and H6 to Cy"."""
    if not isinstance(choice, dict):
        return action_words(choice)
    speaker = Speaker.of(review)
    gifts = [f"{cards_words(cards)} to {speaker.name(Seat.parse(to))}" for to, cards in choice.items() if cards]
    return " and ".join(gifts) or "nothing"


def spoken(review: Review, decision: Decision, choice: ActionValue) -> str:
    """A choice as one says it: "queen of spades", "hearts", "S5 D7 to Bob and H6 to Cy"."""
    match choice:
        case str() if decision.trick is not None:
            return Card.parse(choice).words
        case str():
            return action_words(choice).split()[-1]
    return choice_words(review, choice)


def open_cards(review: Review) -> str:
    """What the other decisions lost that nobody could have known of; empty if nothing, or if that is not told apart."""
    others = [decision for decision in review.decisions if decision.price and not decision.findable]
    if not others or not review.fair_worlds:
        return ""
    what = "other decision" if dearest(review) else "decision"
    return f"{capital(plural(len(others), what))} cost tricks only because of how the cards lay."


def luck_words(review: Review) -> str:
    """Who had the luck, how much of it and with what most; empty where the result is not split."""
    if review.luck is None:
        return ""
    speaker, lucks = Speaker.of(review), {seat: luck_of(review.luck, seat) for seat in Seat}
    most, least = (pick(lucks, key=lambda seat: lucks[seat][0].mean) for pick in (max, min))
    luck, share = lucks[most]
    if luck.mean < max(EVEN, luck.standard_error):
        return f"Luck was about even: {speaker.name(most)} had the most, {mean_text(luck, sign=True)} tricks."
    lucky, unlucky = mean_text(luck, sign=True), mean_text(lucks[least][0], sign=True)
    return f"Luckiest: {speaker.name(most)}, {lucky} tricks{share}. Unluckiest: {speaker.name(least)}, {unlucky}."


def luck_of(luck: Luck, seat: Seat) -> tuple[Estimate, str]:
    """The tricks that luck brought a seat; and from what most of it came, as a sentence goes on, empty if from none."""
    terms = {name: luck.terms[name].tricks[seat] for name in LUCK}
    tricks = sum(terms.values())
    most = max(terms, key=lambda name: terms[name] * tricks)
    mainly = f" (mainly {LUCK[most]})" if 2 * terms[most] * tricks > tricks**2 else ""
    return Estimate(tricks, luck.dealt.error, 1), mainly


def knowable(review: Review, decision: Decision) -> str:
    """What could be known of a decision; empty if that was left out."""
    fair, loss = decision.fair, decision.fair_cost
    if fair is None or loss is None:
        return ""
    if decision.findable:
        return f"{choice_words(review, fair.best)} was better by {tricks_words(loss)}."
    if fair.best == decision.chosen or loss.mean <= 0:
        return "nothing was better."
    return f"{choice_words(review, fair.best)} may be better by {tricks_words(loss)}, too close to call."


def verdict(decision: Decision) -> str:
    """Whether a loss could have been known; empty where that was left out or nothing was lost."""
    if decision.findable and decision.fair_cost is not None:
        return f"avoidable: {tricks_words(decision.fair_cost)}"
    return "unavoidable" if decision.only_with_open_cards else ""


def unused_chances(review: Review) -> Iterator[str]:
    """Of each seat that fell short, the chance that it did not take."""
    speaker = Speaker.of(review)
    for seat, index in review.unused.items():
        decision = review.decisions[index]
        assert decision.before is not None
        where = f"{when(decision)}, where {several(review, decision)} kept {decision.before[seat]}"
        yield capital(f"{speaker.does(seat, 'was')} sure of {review.contracts[seat]} until {where}")


def line_words(line: Sequence[tuple[Seat, Card]]) -> str:
    """A line of play, card by card, each with its player."""
    return " ".join(f"{seat.letter}:{card}" for seat, card in line)
