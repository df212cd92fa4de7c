"""Several deals reviewed together: sums that come out, from reviews and from their values alike."""

from functools import cache

import pytest
from test_review import played

from ninefivetwo.cards import Seat
from ninefivetwo.codec import decode, encode
from ninefivetwo.study import LeftOut, MatchReview, Review, review
from ninefivetwo.study.review_object import review_object
from ninefivetwo.study.schema import PlaceObject, ReviewsObject
from ninefivetwo.think.advise import Limits
from ninefivetwo.words.review_match import match_review, outcome_of, reviews_object

OUT = (LeftOut("match.n52", 3, "line 42: SA is played twice"),)


@cache
def reviews() -> list[Review]:
    """Two deals of a match: its seats have turned."""
    return [review(played("catalan", 5, deals), Limits(None, 4, 1)) for deals in (1, 2)]


@cache
def value() -> ReviewsObject:
    found = reviews()
    places = [PlaceObject("match.n52", number) for number in (1, 2)]
    return reviews_object([review_object(each) for each in found], [each.match for each in found], places, OUT)


def test_reviews_and_their_values_come_to_the_same():
    """But for the digits that a value rounds off."""
    direct = MatchReview.of(reviews(), OUT)
    kept = match_review([review_object(each) for each in reviews()], OUT)
    assert direct.players.keys() == kept.players.keys() and direct.ledger == kept.ledger
    for name, sums in direct.players.items():
        other = kept.players[name]
        assert (sums.won, sums.deals, sums.grade.own_cost, sums.grade.marks) == (
            (other.won, other.deals, other.grade.own_cost, other.grade.marks)
        )
        assert sums.grade.loss.mean == pytest.approx(other.grade.loss.mean, abs=1e-2)
        assert sums.worst[0] == other.worst[0]
        assert sums.luck.own == pytest.approx(other.luck.own, abs=0.05)
    assert [(e.deal, e.decision.index) for e in direct.dearest] == [(e.deal, e.decision.index) for e in kept.dearest]
    for each in reviews():
        assert [d.judged for d in outcome_of(review_object(each)).decisions if d.judged.fair is None] == []


def test_sums_are_those_of_the_deals():
    """Tricks, grades, luck and the ledger of each player, by name though the seats have turned."""
    sums = MatchReview.of(reviews())
    for name, player in sums.players.items():
        seats = [(each, Seat(each.match.names.index(name))) for each in reviews()]
        assert player.deals == player.finished == player.luck.deals == 2
        assert player.won == sum(each.deal.won[seat] for each, seat in seats)
        assert player.grade.loss.mean == pytest.approx(sum(e.grades(seat)[0].loss.mean for e, seat in seats))
        luck = player.luck
        total = luck.par + luck.luck + luck.own + luck.others
        assert luck.result == player.won == pytest.approx(total)
        ledger = sums.ledger
        assert ledger.sure[name] + sum(row[name] for row in ledger.gave.values()) == ledger.after[name] == player.won
    order = [player.grade.accuracy.mean for player in sums.players.values()]
    assert order == sorted(order, reverse=True)


def test_the_dearest_decisions_could_have_been_known():
    dearest = MatchReview.of(reviews()).dearest
    losses = [each.decision.judged.fair.loss.mean for each in dearest]
    every = sorted((d.fair.loss.mean for each in reviews() for d in each.decisions if d.findable), reverse=True)
    assert losses == every[:5]
    for each in dearest:
        found = reviews()[each.deal]
        assert found.match.names[found.decisions[each.decision.index].seat] == each.player


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
