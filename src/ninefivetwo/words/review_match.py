"""Reviews of several deals as one value, and what is to say of them together.

All of it is made from the values of the deals' reviews, so that kept reviews give the same as new ones.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby, permutations

from msgspec.structs import asdict

from ninefivetwo.cards import Seat
from ninefivetwo.codec import as_written
from ninefivetwo.evaluation import Estimate, Evaluation
from ninefivetwo.game import Action, Call, Discard, Give, Match, Play, runs
from ninefivetwo.game.events import action_of
from ninefivetwo.study import Fair, LeftOut, MatchReview, Phase
from ninefivetwo.study.grades import Judged
from ninefivetwo.study.match import DealOutcome, DecisionOutcome, Ledger, LuckShares, PlayerSums, by_name
from ninefivetwo.study.review_object import grade_object
from ninefivetwo.study.schema import (
    DearObject,
    DecisionObject,
    LeftOutObject,
    LuckObject,
    LuckSumsObject,
    MatchLedgerObject,
    PlaceObject,
    PlayerSumsObject,
    ReviewObject,
    ReviewsObject,
    ReviewsWordsObject,
)
from ninefivetwo.words.figures import count, plural, signed_tenths
from ninefivetwo.words.review import (
    LITTLE,
    advice,
    grade_words,
    lost,
    lost_words,
    mostly,
    ranked,
    when,
    with_words,
)
from ninefivetwo.words.speaker import YOU, Speaker


def reviews_object(
    reviews: Sequence[ReviewObject],
    matches: Sequence[Match],
    places: Sequence[PlaceObject],
    left_out: Sequence[LeftOut] = (),
) -> ReviewsObject:
    """The reviews of several deals, and of them together; `matches` are what was reviewed, `places` where it stands."""
    sums = match_review(reviews, left_out)
    players = {name: as_written(player_object(each)) for name, each in sums.players.items()}
    dearest = [DearObject(each.deal, each.decision.index, each.player) for each in sums.dearest]
    out = [LeftOutObject(each.record, each.deal, each.why) for each in left_out]
    named = place_words(places)
    ledger = None if sums.ledger is None else ledger_object(sums.ledger)
    words = ReviewsWordsObject(
        title=title(reviews),
        result=result(matches),
        best=[f"{name}: {grade_words(each, each.deals)}" for name, each in players.items() if each.unforced],
        dearest=[dear_words(reviews[each.deal], named[each.deal], each.decision) for each in dearest],
        ledger=[] if ledger is None else list(gains(ledger)),
        luck=list(luck_words(players)),
        deals=[deal_line(review) for review in reviews],
        left_out=list(left_out_words(left_out, {place.record for place in places})),
    )
    values = [with_words(review, match) for review, match in zip(reviews, matches, strict=True)]
    return ReviewsObject(values, list(places), out, players, dearest, ledger, words)


def match_review(reviews: Sequence[ReviewObject], left_out: Sequence[LeftOut] = ()) -> MatchReview:
    """The sums of the reviews of several deals."""
    return MatchReview(tuple(map(outcome_of, reviews)), tuple(left_out))


def outcome_of(review: ReviewObject) -> DealOutcome:
    """What the sums take from a deal's review."""
    names, luck, ledger = Speaker.of(review).names, None, None
    if review.luck is not None:
        one, two, three = (luck_shares(review, review.luck, seat) for seat in Seat)
        luck = one, two, three
    if review.ledger is not None:
        gave = {names[giver]: by_name(names, review.ledger.gave[giver]) for giver in Seat}
        ledger = Ledger(by_name(names, review.ledger.sure), gave, by_name(names, review.ledger.after))
    decisions = tuple(
        DecisionOutcome(each.index, each.seat, judged_of(each)) for each in review.decisions if not each.forced
    )
    return DealOutcome(names, review.result, decisions, luck, ledger, bool(review.fair_worlds))


_KINDS: dict[str, type[Action]] = {"exchange": Give, "call": Call, "discard": Discard}


def judged_of(decision: DecisionObject) -> Judged:
    """What a grade needs of a decision."""
    fair, loss = decision.fair, decision.fair_cost
    judged = None
    if fair is not None and loss is not None:
        kind = _KINDS.get(decision.phase, Play)
        best, chosen = (action_of(kind, decision.seat, value) for value in (fair.best, decision.chosen))
        none = Estimate(0.0, 0.0, loss.n)
        judged = Fair(
            Evaluation(best, fair.best_tricks, none, None),
            Evaluation(chosen, fair.chosen_tricks, loss, None),
            fair.exact,
        )
    conceded = None if decision.conceded is None else sum(decision.conceded.values())
    return Judged(Phase(decision.phase), decision.own_cost, conceded, judged)


def luck_shares(review: ReviewObject, luck: LuckObject, seat: Seat) -> LuckShares:
    """How a seat's result came about."""
    assert review.result is not None
    terms: dict[str, float] = getattr(luck, seat.word)
    own = sum(tricks for name, tricks in terms.items() if name.startswith(f"{seat.word} "))
    par, hands, kitty, exchange = (terms[name] for name in ("par", "hands", "kitty", "exchange"))
    others = sum(terms.values()) - par - hands - kitty - exchange - own
    return LuckShares(par, hands, kitty, exchange, own, others, review.result[seat], luck.error)


def player_object(sums: PlayerSums) -> PlayerSumsObject:
    """A player's sums in JSON."""
    grade = grade_object(sums.grade, {phase: sums.phases[phase] for phase in sums.worst})
    luck = None if sums.luck is None else luck_object(sums.luck)
    return PlayerSumsObject(**asdict(grade), deals=sums.deals, finished=sums.finished, won=sums.won, luck=luck)


def luck_object(luck: LuckShares) -> LuckSumsObject:
    """How a player's results came about, rounded so that the terms still sum to the result."""
    terms = {name: round(getattr(luck, name), 2) for name in ("par", "hands", "kitty", "exchange", "own")}
    others = round(luck.result - sum(terms.values()), 2)
    return LuckSumsObject(luck.deals, **terms, others=others, result=luck.result, error=round(luck.error, 3))


def ledger_object(ledger: Ledger) -> MatchLedgerObject:
    return MatchLedgerObject(ledger.deals, ledger.sure, ledger.gave, ledger.after)


def title(reviews: Sequence[ReviewObject]) -> str:
    """What was reviewed: the event if there is one, how many deals, the rules."""
    events = dict.fromkeys(review.event for review in reviews)
    rules = dict.fromkeys(review.rules for review in reviews)
    event = [next(iter(events))] if len(events) == 1 else []
    return ", ".join(filter(None, [*event, plural(len(reviews), "deal"), *(rules if len(rules) == 1 else ())]))


def result(matches: Sequence[Match]) -> str:
    """How the match came out; empty where the deals do not follow one another in one match."""
    together = runs(list(matches))
    return Speaker.of(matches[-1]).match_score(matches[-1]) if len(together) == 1 and matches[-1].deal.over else ""


def dear_words(review: ReviewObject, place: str, index: int) -> str:
    """A dear decision in a sentence, with where to find it."""
    decision = review.decisions[index]
    return f"{place}, {when(decision)}: {advice(review, decision, whole=False)}"


def place_words(places: Sequence[PlaceObject]) -> list[str]:
    """Each deal by its number, with its record where there are several."""
    several = len({place.record for place in places}) > 1
    return [f"{place.record}, deal {place.deal}" if several else f"Deal {place.deal}" for place in places]


def left_out_words(left_out: Sequence[LeftOut], records: set[str]) -> Iterator[str]:
    """Each deal left out and why; those that share their reason together.  `records` are those of the others."""
    several = len(records | {each.record for each in left_out}) > 1
    for (record, why), together in groupby(left_out, key=lambda each: (each.record, each.why)):
        numbers = [each.deal for each in together]
        deals = f"deal {numbers[0]}" if len(numbers) == 1 else f"deals {numbers[0]} to {numbers[-1]}"
        yield f"{f'{record}, {deals}' if several else deals.capitalize()} left out: {why}."


def gains(ledger: MatchLedgerObject) -> Iterator[str]:
    """Who gained from whom, on balance, the most first."""
    gave = ledger.gave
    pairs = [(gave[giver].get(to, 0), gave[to].get(giver, 0), giver, to) for giver, to in permutations(gave, 2)]
    for given, back, giver, to in sorted(pairs, key=lambda pair: pair[1] - pair[0]):
        if given > back:
            yield f"{to} gained {count(given - back)} from {'you' if giver == YOU else giver}."


def luck_words(players: Mapping[str, PlayerSumsObject]) -> Iterator[str]:
    """What luck brought each player, who had the most of it first."""
    split = {name: each.luck for name, each in players.items() if each.luck is not None}
    sums = {name: luck.luck for name, luck in split.items()}
    for name in sorted(split, key=lambda name: -sums[name]):
        luck = split[name]
        parts = ", ".join(f"{what} {signed_tenths(getattr(luck, what))}" for what in ("hands", "kitty", "exchange"))
        brought = f"{signed_tenths(sums[name])} ± {luck.error:.1f} tricks"
        yield f"{name}: {brought} in {plural(luck.deals, 'deal')} ({parts})."


def deal_line(review: ReviewObject) -> str:
    """A deal in a line: its result, who played best, who lost most and with what."""
    speaker, tricks = Speaker.of(review), "not over"
    if review.result is not None:
        tricks = ", ".join(f"{counted(speaker.names[seat])} {review.result[seat]}" for seat in Seat)
    order = ranked(review)
    if not order:
        return f"{tricks}."
    loser = max(order, key=lambda seat: lost(review.seats[seat]))
    worst = review.seats[loser]
    if lost(worst) < LITTLE:
        little = "as much as a tenth of a trick that could have been known" if review.fair_worlds else "a trick"
        return f"{tricks}. Nobody lost {little}."
    best = f"{tricks}. Best: {speaker.name(order[0])}. " if len(order) > 1 else f"{tricks}. "
    return f"{best}Most lost: {speaker.name(loser)}, {lost_words(worst)}{mostly(worst, ', ')}."


def counted(name: str) -> str:
    """A name before a number."""
    return f"{name}:" if name[-1:].isdigit() else name
