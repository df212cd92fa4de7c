"""The review of several deals: the JSON document and its sentences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, permutations

from msgspec.structs import asdict

from ninefivetwo.cards import Seat
from ninefivetwo.codec import Part
from ninefivetwo.game import Match, runs
from ninefivetwo.study import LeftOut, MatchReview, Review
from ninefivetwo.study.grades import clearly_less
from ninefivetwo.study.grades import places as places_of
from ninefivetwo.study.match import DealPlace, Ledger, PlayerSums
from ninefivetwo.words.figures import count, plural, signed_tenths
from ninefivetwo.words.review import (
    LITTLE,
    ON,
    ReviewObject,
    ReviewText,
    grade_words,
    levels_words,
    lost_words,
    luck_tricks,
    mainly,
    ranked,
    too_close_words,
    with_words,
)
from ninefivetwo.words.speaker import YOU, Speaker
from ninefivetwo.words.template import Amount, Name, Template, Term, listed, say

DEAL = Template("Deal {number}")
DEAL_RANGE = Template("Deals {number} to {target}")
RECORD_DEAL = Template("{record}, deal {number}")
RECORD_DEALS = Template("{record}, deals {number} to {target}")

GAINED = Template("{player} gained {tricks} from {other}.")

BEST_PLAYERS = Template("Best: {players}.")
BEST_UNCLEAR = Template("Best: {players}, too close to call.")
MOST_LOST = Template("Lost most: {player}, {tricks}.")
MOST_LOST_MAINLY = Template("Lost most: {player}, {tricks}, mainly on {action}.")
MOST_LOST_EQUAL = Template("Lost most: {players}.")
MOST_LOST_UNCLEAR = Template("Lost most: {players}, too close to call.")


class ReviewsObject(MatchReview, frozen=True, tag="ninefivetwo.reviews/3"):
    """The reviews of several deals and their sums (`review`); the deals need not belong to one match.

    Players are identified by name and may change seats from deal to deal.

    words: sentences on all deals together
    """

    deals: tuple[ReviewObject, ...]
    words: ReviewsWordsObject


class ReviewsWordsObject(Part, frozen=True):
    """Sentences on the reviews of several deals.

    title: the event, the number of deals and the rules
    result: the score of the match; empty if the deals do not belong to one match
    best: a text on each player's decisions, the best player first
    places: the place of each player in `best`; players too close to call share a place
    too_close: a sentence on the players who share a place; empty if no place is shared
    costliest: a text on each of the costliest decisions: the deal, the better choice and the main reason
    ledger: a sentence on each player's net gain from an opponent, the largest gain first
    luck: a sentence for each player, the luckiest first
    deals: a line for each deal: the result, the best player, and the player who lost most
    left_out: sentences on the deals that were left out, and the reasons
    """

    title: str
    result: str
    best: list[str]
    places: list[int]
    too_close: str
    costliest: list[str]
    ledger: list[str]
    luck: list[str]
    deals: list[str]
    left_out: list[str]


@dataclass(frozen=True)
class MatchText:
    """The reviews of several deals as text; `words` in a `ReviewsObject` is this text as JSON."""

    found: MatchReview

    @property
    def title(self) -> str:
        """The subject of the reviews and, with avoidable losses, a sentence on the assumed levels."""
        assumed = levels_words(*self.found.deals) if self.found.fair else ""
        return f"{subject(self.found.deals)}. {assumed}" if assumed else subject(self.found.deals)

    @property
    def ranked(self) -> list[str]:
        """The names of the players who had a choice, the best player first."""
        return [name for name, sums in self.found.players.items() if sums.unforced]

    @property
    def best(self) -> list[str]:
        """A text on the decisions of each player in the ranking."""
        return [grade_words(name, sums, sums.deals) for name in self.ranked if (sums := self.found.players[name])]

    @property
    def places(self) -> list[int]:
        """The place of each player in the ranking; players too close to call share a place."""
        return places_of([self.found.players[name].loss for name in self.ranked])

    @property
    def too_close(self) -> str:
        """A sentence on the players who share a place; empty if no place is shared."""
        return too_close_words(self.ranked, self.places, self.found.fair)


def reviews_object(
    reviews: Sequence[Review], matches: Sequence[Match], places: Sequence[DealPlace], left_out: Sequence[LeftOut] = ()
) -> ReviewsObject:
    """Return the reviews of several deals with their sums; `matches` and `places` give each deal's match and origin."""
    names, named = [Speaker.of(review).names for review in reviews], place_words(places)
    whole = MatchReview.of(reviews, left_out, names, places)
    text = MatchText(whole)
    words = ReviewsWordsObject(
        title=text.title,
        result=result(matches),
        best=text.best,
        places=text.places,
        too_close=text.too_close,
        costliest=[f"{named[dear.deal]}. {_advice(reviews[dear.deal], dear.decision)}" for dear in whole.costliest],
        ledger=[] if whole.ledger is None else list(gains(whole.ledger)),
        luck=list(luck_words(whole.players)),
        deals=[deal_line(review) for review in reviews],
        left_out=list(left_out_words(left_out, {place.record for place in places})),
    )
    deals = tuple(with_words(review, match) for review, match in zip(reviews, matches, strict=True))
    return ReviewsObject(**asdict(whole) | {"deals": deals, "words": words})


def _advice(review: Review, decision: int) -> str:
    return ReviewText.of(review).advice(review.decisions[decision])


def subject(reviews: Sequence[Review]) -> str:
    """Return the event, if known, the number of deals, and the rules."""
    events = dict.fromkeys(review.event for review in reviews)
    rules = dict.fromkeys(review.rules for review in reviews)
    event, rule = ([*each] if len(each) == 1 else [] for each in (events, rules))
    return ", ".join([*filter(None, event), plural(len(reviews), "deal"), *rule])


def result(matches: Sequence[Match]) -> str:
    """Return the score of the match; empty if the deals are not consecutive deals of one match."""
    together = runs(list(matches))
    return Speaker.of(matches[-1]).match_score(matches[-1]) if len(together) == 1 and matches[-1].deal.over else ""


def place_words(places: Sequence[DealPlace]) -> list[str]:
    """Return a label for each deal: "Deal 2", or "friday.n52, deal 2" if there are several records."""
    several = len({place.record for place in places}) > 1
    return [_deals_of(place.record, [place.deal], several) for place in places]


def _deals_of(record: str, numbers: Sequence[int], several: bool) -> str:
    ends = {"number": Amount(f"{numbers[0]}"), "target": Amount(f"{numbers[-1]}")}
    if several:
        return (RECORD_DEALS if len(numbers) > 1 else RECORD_DEAL)(record=Term(record), **ends)
    return (DEAL_RANGE if len(numbers) > 1 else DEAL)(**ends)


def left_out_words(left_out: Sequence[LeftOut], records: set[str]) -> Iterator[str]:
    """Yield a sentence on each run of consecutive deals that were left out for the same reason."""
    several = len(records | {deal.record for deal in left_out}) > 1
    for (record, why), together in groupby(left_out, key=lambda deal: (deal.record, deal.why)):
        stage = Term(_deals_of(record, [deal.deal for deal in together], several))
        yield f"{say('{stage} left out', stage=stage)}: {why}."


def gains(ledger: Ledger) -> Iterator[str]:
    """Yield a sentence on each player's net gain of tricks from another, the largest gain first."""
    gave = ledger.gave
    pairs = [(gave[giver].get(to, 0), gave[to].get(giver, 0), giver, to) for giver, to in permutations(gave, 2)]
    for given, back, giver, to in sorted(pairs, key=lambda pair: pair[1] - pair[0]):
        if given > back:
            yield GAINED(player=_player(to), tricks=count(given - back), other=_player(giver))


def _player(name: str) -> Name:
    return Name.you() if name == YOU else Name(name)


def luck_words(players: Mapping[str, PlayerSums]) -> Iterator[str]:
    """Yield a sentence on each player's luck, the luckiest player first."""
    split = {name: player.luck for name, player in players.items() if player.luck is not None}
    for name, luck in sorted(split.items(), key=lambda item: -item[1].luck.mean):
        yield say(
            "{player}: {tricks} by luck in {deals} (hands {number}, kitty {scores}, exchange {points}).",
            player=Name(name),
            tricks=luck_tricks(luck.luck),
            deals=plural(luck.deals, "deal"),
            number=Amount(signed_tenths(luck.hands)),
            scores=Amount(signed_tenths(luck.kitty)),
            points=Amount(signed_tenths(luck.exchange)),
        )


def deal_line(review: Review) -> str:
    """Return a line on a deal: the result, the best player, and the player who lost most."""
    speaker, (order, at) = Speaker.of(review), ranked(review)
    said = ["Not over."]
    if review.result is not None:
        said = [say("{scores}.", scores=tricks_won(review.result, speaker))]
    return " ".join([*said, *_best_and_worst(review, speaker, order, at)])


def _best_and_worst(review: Review, speaker: Speaker, order: Sequence[Seat], at: Sequence[int]) -> Iterator[str]:
    if not order:
        return
    lost = {seat: review.seats[seat].lost_in(1) for seat in order}
    loser = max(order, key=lambda seat: lost[seat].mean)
    worst = review.seats[loser]
    if worst.lost < LITTLE:
        yield "No avoidable mistakes." if review.fair_worlds else "Nobody lost a trick."
        return
    best = [seat for seat, place in zip(order, at, strict=True) if place == 1]
    most = [loser, *(seat for seat in order if seat is not loser and not clearly_less(lost[seat], lost[loser]))]
    fair = bool(review.fair_worlds)
    if len(order) > 1:
        yield (BEST_UNCLEAR if fair and len(best) > 1 else BEST_PLAYERS)(players=_between(speaker, best, fair))
    if len(most) == 1:
        values, phase = {"player": speaker.name(loser), "tricks": lost_words(worst)}, mainly(worst)
        yield MOST_LOST(**values) if phase is None else MOST_LOST_MAINLY(action=Term(ON[phase]), **values)
    elif len(most) < len(order):
        yield (MOST_LOST_UNCLEAR if fair else MOST_LOST_EQUAL)(players=_between(speaker, most, fair))


def _between(speaker: Speaker, seats: Sequence[Seat], fair: bool) -> Name:
    """Return players joined by "or" if their order is uncertain (`fair`), otherwise by "and"."""
    return Name(listed([speaker.name(seat) for seat in seats], "or" if fair else "and"))


def tricks_won(won: Sequence[int], speaker: Speaker) -> Amount:
    """Return each player's tricks; a name that ends in a digit gets a colon: "Ann 9, Player 2: 5, Cy 2"."""
    names = (f"{title}:" if title[-1:].isdigit() else title for title in speaker.titles)
    return Amount(", ".join(f"{name} {tricks}" for name, tricks in zip(names, won, strict=True)))
