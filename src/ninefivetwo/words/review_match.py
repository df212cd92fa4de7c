"""Reviews of several deals as one value, and what is to say of them together.

All of it is made from the values of the deals' reviews, so that kept reviews give the same as new ones.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby, permutations

from msgspec.structs import asdict

from ninefivetwo.cards import Seat
from ninefivetwo.codec import Part, as_written
from ninefivetwo.evaluation import Estimate, mean_text
from ninefivetwo.game import Match, runs
from ninefivetwo.study import LeftOut, MatchReview, Review
from ninefivetwo.study.grades import clearly_less
from ninefivetwo.study.grades import places as places_of
from ninefivetwo.study.match import DealPlace, Ledger, PlayerSums
from ninefivetwo.words.figures import count, plural, signed_tenths
from ninefivetwo.words.review import (
    LITTLE,
    ReviewObject,
    advice,
    grade_words,
    lost_words,
    mostly,
    ranked,
    taken_as,
    too_close_words,
    when,
    with_words,
)
from ninefivetwo.words.speaker import YOU, Speaker
from ninefivetwo.words.template import listed


class ReviewsObject(MatchReview, frozen=True, tag="ninefivetwo.reviews/2"):
    """The reviews of several deals, of one match or of any, and what they come to together (`review`).

    A player is known by his name, whichever seat he has in a deal.

    words: what is to say of them together, in sentences
    """

    deals: tuple[ReviewObject, ...]
    words: ReviewsWordsObject


class ReviewsWordsObject(Part, frozen=True):
    """Several reviews in sentences.

    title: what was reviewed
    result: how the match came out; empty where the deals are not those of one match
    best: a sentence a player, who played best first
    places: the place of each of these; players between whom it is too close to call share one
    too_close: which players share a place, in a sentence; empty if none do
    dearest: a sentence for each of the dearest decisions, with where to find it
    ledger: who gained from whom, the most first
    luck: a sentence a player, who had the most luck first
    deals: a line for each deal: its result, who played best, who lost most
    left_out: a sentence for each deal left out
    """

    title: str
    result: str
    best: list[str]
    places: list[int]
    too_close: str
    dearest: list[str]
    ledger: list[str]
    luck: list[str]
    deals: list[str]
    left_out: list[str]


def reviews_object(
    reviews: Sequence[Review], matches: Sequence[Match], places: Sequence[DealPlace], left_out: Sequence[LeftOut] = ()
) -> ReviewsObject:
    """The reviews of several deals, and of them together; `matches` are what was reviewed, `places` where it stands."""
    names, named = [Speaker.of(review).names for review in reviews], place_words(places)
    whole = MatchReview.of(reviews, left_out, names, places)
    players = {name: as_written(sums) for name, sums in whole.players.items()}
    ranking = [name for name, sums in players.items() if sums.unforced]
    at = places_of([whole.players[name].loss for name in ranking])
    words = ReviewsWordsObject(
        title="; ".join(filter(None, [title(reviews), taken_as(*reviews) if whole.fair else ""])),
        result=result(matches),
        best=[f"{name}: {grade_words(players[name], players[name].deals)}" for name in ranking],
        places=at,
        too_close=too_close_words(ranking, at, whole.fair),
        dearest=[dear_words(reviews[dear.deal], named[dear.deal], dear.decision) for dear in whole.dearest],
        ledger=[] if whole.ledger is None else list(gains(whole.ledger)),
        luck=list(luck_words(players)),
        deals=[deal_line(review) for review in reviews],
        left_out=list(left_out_words(left_out, {place.record for place in places})),
    )
    deals = tuple(with_words(review, match) for review, match in zip(reviews, matches, strict=True))
    return ReviewsObject(**asdict(whole) | {"deals": deals, "players": players, "words": words})


def title(reviews: Sequence[Review]) -> str:
    """What was reviewed: the event if there is one, how many deals, the rules."""
    events = dict.fromkeys(review.event for review in reviews)
    rules = dict.fromkeys(review.rules for review in reviews)
    event = [next(iter(events))] if len(events) == 1 else []
    return ", ".join(filter(None, [*event, plural(len(reviews), "deal"), *(rules if len(rules) == 1 else ())]))


def result(matches: Sequence[Match]) -> str:
    """How the match came out; empty where the deals do not follow one another in one match."""
    together = runs(list(matches))
    return Speaker.of(matches[-1]).match_score(matches[-1]) if len(together) == 1 and matches[-1].deal.over else ""


def dear_words(review: Review, place: str, index: int) -> str:
    """A dear decision in a sentence, with where to find it."""
    decision = review.decisions[index]
    return f"{place}, {when(decision)}: {advice(review, decision, whole=False)}"


def place_words(places: Sequence[DealPlace]) -> list[str]:
    """Each deal by its number, with its record where there are several."""
    several = len({place.record for place in places}) > 1
    return [f"{place.record}, deal {place.deal}" if several else f"Deal {place.deal}" for place in places]


def left_out_words(left_out: Sequence[LeftOut], records: set[str]) -> Iterator[str]:
    """Each deal left out and why; those that share their reason together.  `records` are those of the others."""
    several = len(records | {deal.record for deal in left_out}) > 1
    for (record, why), together in groupby(left_out, key=lambda deal: (deal.record, deal.why)):
        numbers = [deal.deal for deal in together]
        deals = f"deal {numbers[0]}" if len(numbers) == 1 else f"deals {numbers[0]} to {numbers[-1]}"
        yield f"{f'{record}, {deals}' if several else deals.capitalize()} left out: {why}."


def gains(ledger: Ledger) -> Iterator[str]:
    """Who gained from whom, on balance, the most first."""
    gave = ledger.gave
    pairs = [(gave[giver].get(to, 0), gave[to].get(giver, 0), giver, to) for giver, to in permutations(gave, 2)]
    for given, back, giver, to in sorted(pairs, key=lambda pair: pair[1] - pair[0]):
        if given > back:
            yield f"{to} gained {count(given - back)} from {'you' if giver == YOU else giver}."


def luck_words(players: Mapping[str, PlayerSums]) -> Iterator[str]:
    """What luck brought each player, who had the most of it first."""
    split = {name: player.luck for name, player in players.items() if player.luck is not None}
    sums = {name: luck.luck for name, luck in split.items()}
    for name in sorted(split, key=lambda name: -sums[name]):
        luck = split[name]
        parts = ", ".join(f"{what} {signed_tenths(getattr(luck, what))}" for what in ("hands", "kitty", "exchange"))
        brought = f"{mean_text(Estimate(sums[name], luck.error, luck.deals), sign=True)} tricks"
        yield f"{name}: {brought} in {plural(luck.deals, 'deal')} ({parts})."


def deal_line(review: Review) -> str:
    """A deal in a line: its result, who played best, who lost most and with what."""
    speaker, tricks = Speaker.of(review), "not over"
    if review.result is not None:
        tricks = ", ".join(f"{before_number(speaker.names[seat])} {review.result[seat]}" for seat in Seat)
    order, at = ranked(review)
    if not order:
        return f"{tricks}."
    lost = {seat: review.seats[seat].lost_in(1) for seat in order}
    loser = max(order, key=lambda seat: lost[seat].mean)
    worst = review.seats[loser]
    if worst.lost < LITTLE:
        little = "as much as a tenth of a trick that could have been known" if review.fair_worlds else "a trick"
        return f"{tricks}. Nobody lost {little}."
    best = [seat for seat, place in zip(order, at, strict=True) if place == 1]
    most = [loser, *(seat for seat in order if seat is not loser and not clearly_less(lost[seat], lost[loser]))]
    said = [f"Best: {_between(review, best)}"] if len(order) > 1 else []
    if len(most) == 1:
        said.append(f"Most lost: {speaker.name(loser)}, {lost_words(worst)}{mostly(worst)}")
    elif len(most) < len(order):
        said.append(f"Most lost: {_between(review, most)}")
    return ". ".join([tricks, *said]) + "."


def _between(review: Review, seats: Sequence[Seat]) -> str:
    """Some players of whom one is to be named; by open cards they are equal."""
    unclear = ", too close to call" if review.fair_worlds and len(seats) > 1 else ""
    return listed([Speaker.of(review).name(seat) for seat in seats], "or" if unclear else "and") + unclear


def before_number(name: str) -> str:
    """A name as it stands before a number: with a colon if it ends in a digit."""
    return f"{name}:" if name[-1:].isdigit() else name
