"""Several deals reviewed together: sums that come out."""

from functools import cache

import pytest
from kept import FRIDAY, ROOT, hindsight, only_match, with_losses
from msgspec.structs import replace
from reviews import review_once

from ninefivetwo.cards import Seat
from ninefivetwo.codec import decode, encode
from ninefivetwo.evaluation import Estimate
from ninefivetwo.game import Match
from ninefivetwo.game.records import read_file
from ninefivetwo.study import LeftOut, MatchReview, Phase, Review, decision_nodes
from ninefivetwo.study.fair_price import fair
from ninefivetwo.study.grades import places, player_grade
from ninefivetwo.study.match import DealPlace
from ninefivetwo.think.advise import Limits
from ninefivetwo.words.review_match import ReviewsObject, deal_line, reviews_object

OUT = [LeftOut("match.n52", 3, "line 42: SA is played twice")]


@cache
def matches() -> list[Match]:
    """Two deals of a match: its seats have turned."""
    return [record.match for record in read_file((ROOT / "tests/data/match.n52").read_text()).records]


@cache
def reviews() -> list[Review]:
    return [review_once(match, Limits(None, 4)) for match in matches()]


@cache
def value() -> ReviewsObject:
    places = [DealPlace("match.n52", number) for number in (1, 2)]
    return reviews_object([each for each in reviews()], matches(), places, OUT)


def test_sums_are_those_of_the_deals():
    """Tricks, grades, luck and the ledger of each player, by name though the seats have turned."""
    sums = MatchReview.of(reviews(), OUT)
    assert sums.left_out == OUT and sums.fair
    for name, player in sums.players.items():
        seats = [(each, Seat(each.players.index(name))) for each in reviews()]
        assert player.deals == player.finished == player.luck.deals == 2
        assert player.won == sum(each.result[seat] for each, seat in seats)
        assert player.fair_loss.mean == pytest.approx(sum(e.seats[seat].fair_loss.mean for e, seat in seats), abs=2e-4)
        lost = [part.lost for part in player.phases.values()]
        assert lost == sorted(lost, reverse=True)
        luck = player.luck
        total = luck.par + luck.luck.mean + luck.own + luck.others
        assert luck.result == player.won == pytest.approx(total)
        ledger = sums.ledger
        assert ledger.sure[name] + sum(row[name] for row in ledger.gave.values()) == ledger.after[name] == player.won
    order = [player.accuracy.mean for player in sums.players.values()]
    assert order == sorted(order, reverse=True)


def test_the_costliest_decisions_are_the_worst_avoidable_ones():
    costliest = MatchReview.of(reviews()).costliest
    found = [reviews()[each.deal].decisions[each.decision] for each in costliest]
    every = sorted((d.fair_cost.mean for each in reviews() for d in each.decisions if d.avoidable), reverse=True)
    assert [decision.fair_cost.mean for decision in found] == every[:5]
    for each, decision in zip(costliest, found, strict=True):
        assert reviews()[each.deal].players[decision.seat] == each.player


def test_its_json_is_read_back_and_luck_sums_to_the_last_digit():
    found = value()
    assert decode(encode(found), ReviewsObject) == found
    for player in found.players.values():
        luck = player.luck
        terms = luck.par + luck.hands + luck.kitty + luck.exchange + luck.own + luck.others
        assert round(terms, 9) == luck.result == player.won
    assert len(found.words.deals) == len(found.deals) == len(found.places)
    assert len(found.words.costliest) == len(found.costliest)
    assert found.left_out[0].why in found.words.left_out[0]


def called(line: str) -> tuple[str, str]:
    """Whom the line on a deal calls best, and whom it says lost most; empty where it is too close to call."""
    best, _, worst = line.partition("Best: ")[2].partition(". Lost most: ")
    return tuple("" if "too close" in part else part.split(",")[0] for part in (best, worst))


def friday(seed: int) -> Review:
    """The review of the leads in Friday's deal, with fair losses by few worlds."""
    nodes, limits = decision_nodes(only_match(FRIDAY).deal), Limits(worlds=60, seed=1000 * seed, threads=1)
    leads = [each for each in hindsight().decisions if each.phase is Phase.LEAD]
    found = with_losses(replace(hindsight(), decisions=leads), lambda each: fair(nodes[each.index], limits).loss)
    seats = [player_grade(each for each in found.decisions if each.seat is seat) for seat in Seat]
    return replace(found, seats=tuple(seats))


def test_nobody_is_called_better_by_one_seed_and_worse_by_another(count):
    """Where two lost about as much, who played better depends on the worlds drawn, and is not told."""
    lines = [deal_line(friday(seed)) for seed in range(count(2, 3))]
    best, worst = ({called(line)[part] for line in lines if called(line)[part]} for part in (0, 1))
    assert len(best) <= 1 and worst == {"Ann"}, lines


def test_a_place_begins_where_clearly_more_was_lost():
    losses = [Estimate(mean, error, 9) for mean, error in [(0.0, 0.01), (0.1, 0.02), (0.14, 0.02), (0.3, 0.02)]]
    assert places(losses) == [1, 2, 2, 4] and places(losses[1:]) == [1, 1, 3] and places(losses[:1]) == [1]
    assert places([Estimate(float(lost), 0.0, 9) for lost in (0, 1, 1)]) == [1, 2, 2]
    chain = [Estimate(lost, 0.02, 9) for lost in (0.0, 0.06, 0.12)]  # the first from the last alone
    assert places(chain) == [1, 1, 3]
