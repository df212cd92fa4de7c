"""Several deals reviewed together: sums that come out."""

from functools import cache

import pytest
from test_review import played

from ninefivetwo.cards import Seat
from ninefivetwo.codec import as_written, decode, encode
from ninefivetwo.game import Match
from ninefivetwo.study import LeftOut, MatchReview, Review, review
from ninefivetwo.study.match import DealPlace
from ninefivetwo.think.advise import Limits
from ninefivetwo.words.review_match import ReviewsObject, reviews_object

OUT = [LeftOut("match.n52", 3, "line 42: SA is played twice")]


@cache
def matches() -> list[Match]:
    """Two deals of a match: its seats have turned."""
    return [played("catalan", 5, deals) for deals in (1, 2)]


@cache
def reviews() -> list[Review]:
    return [review(match, Limits(None, 4, 1)) for match in matches()]


@cache
def value() -> ReviewsObject:
    places = [DealPlace("match.n52", number) for number in (1, 2)]
    return reviews_object([as_written(each) for each in reviews()], matches(), places, OUT)


def test_sums_are_those_of_the_deals():
    """Tricks, grades, luck and the ledger of each player, by name though the seats have turned."""
    sums = MatchReview.of(reviews(), OUT)
    assert sums.left_out == OUT and sums.fair
    for name, player in sums.players.items():
        seats = [(each, Seat(each.players.index(name))) for each in reviews()]
        assert player.deals == player.finished == player.luck.deals == 2
        assert player.won == sum(each.result[seat] for each, seat in seats)
        assert player.fair_loss.mean == pytest.approx(sum(e.seats[seat].fair_loss.mean for e, seat in seats))
        lost = [part.lost for part in player.phases.values()]
        assert lost == sorted(lost, reverse=True)
        luck = player.luck
        total = luck.par + luck.luck + luck.own + luck.others
        assert luck.result == player.won == pytest.approx(total)
        ledger = sums.ledger
        assert ledger.sure[name] + sum(row[name] for row in ledger.gave.values()) == ledger.after[name] == player.won
    order = [player.accuracy.mean for player in sums.players.values()]
    assert order == sorted(order, reverse=True)


def test_the_dearest_decisions_could_have_been_known():
    dearest = MatchReview.of(reviews()).dearest
    found = [reviews()[each.deal].decisions[each.decision] for each in dearest]
    every = sorted((d.fair_cost.mean for each in reviews() for d in each.decisions if d.findable), reverse=True)
    assert [decision.fair_cost.mean for decision in found] == every[:5]
    for each, decision in zip(dearest, found, strict=True):
        assert reviews()[each.deal].players[decision.seat] == each.player


def test_as_json_it_is_of_its_schema_and_luck_sums_to_the_last_digit():
    found = value()
    assert decode(encode(found), ReviewsObject) == found
    for player in found.players.values():
        luck = player.luck
        terms = luck.par + luck.hands + luck.kitty + luck.exchange + luck.own + luck.others
        assert round(terms, 9) == luck.result == player.won
    assert len(found.words.deals) == len(found.deals) == len(found.places)
    assert len(found.words.dearest) == len(found.dearest)
    assert found.left_out[0].why in found.words.left_out[0]
