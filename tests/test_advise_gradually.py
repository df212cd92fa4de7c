"""Advice told while it grows: a first look, then sharper answers, and an end where nothing more is to be found out."""

from itertools import islice, pairwise

import pytest
from msgspec.structs import replace

from ninefivetwo.cards import Seat
from ninefivetwo.errors import AdviceError
from ninefivetwo.game import Deal, Play, PlayTurn, YesNoTurn
from ninefivetwo.game.rules import NAMED
from ninefivetwo.layout import random_deals
from ninefivetwo.think.advise import (
    FirstLook,
    Limits,
    Objective,
    Question,
    Utility,
    advise,
    advise_gradually,
    first_look,
    learned_action,
)
from ninefivetwo.think.advise.advice import FEWEST_WORLDS
from ninefivetwo.think.advise.adviser import settled
from ninefivetwo.words.advice import ADVICE_ROWS, advice_text
from ninefivetwo.words.advice_verdict import first_look_words

LIMITS = Limits(worlds=700, threads=1)


def moments(seed, rules="wikipedia", results=None):
    """The views of those who choose, in a deal of club players."""
    deal = Deal.start(NAMED[rules].rules, next(random_deals(seed)), results)
    while not deal.over:
        view = deal.seen_by(deal.due_turn.seat)
        yield view
        deal = deal.after(learned_action(view))


def told(view, limits=LIMITS, **more):
    """All that is told of a view, the last word last."""
    found = []
    last = advise_gradually(Question(view, limits, **more), found.append)
    return [*found, last]


def test_advice_is_told_at_once_and_then_grows():
    """First what a club player would do, then advice of more and more worlds, each the same as if it were the last."""
    for view in list(moments(3))[:4]:
        first, *later = told(view)
        assert first.action == learned_action(view)
        if first.decided:
            assert not later
            continue
        worlds = [advice.worlds for advice in later]
        assert worlds == sorted(set(worlds)) and worlds
        assert all(advice.recommended.action.seat is view.due_turn.seat for advice in later)
        assert not any(map(settled, later[:-1]))


def test_what_is_not_settled_is_what_advice_says_without_being_watched():
    view = next(view for view in moments(3) if isinstance(view.turn, PlayTurn) and view.turn.count() > 3)
    whole = advise(Question(view, LIMITS))
    assert advise(Question(view, LIMITS), lambda advice: False) == whole
    early = advise(Question(view, LIMITS), lambda advice: True)
    assert early.worlds < whole.worlds and not early.stopped


def test_nothing_is_clear_by_few_worlds_and_the_best_stands_first():
    """However few the worlds: what is recommended is first in its table, by what is wanted, and nothing is clear."""
    clear, few = 0, 0
    for view in islice(moments(11), 0, None, 2):
        if view.turn.count() < 2 or isinstance(view.turn, YesNoTurn):
            continue
        for worlds in (1, 50):
            for objective in (Objective(), Objective(Utility.MAKE)):
                advice = advise(Question(view, replace(LIMITS, worlds=worlds), objective))
                values = [each.value.mean for each in advice.evaluations]
                assert all(better >= worse - 1e-9 for better, worse in pairwise(values))
                assert all(each.regret.mean >= -1e-12 for each in advice.evaluations)
                text = advice_text(advice)
                assert len(text.table.rows) == min(ADVICE_ROWS, len(values)) and len(text.figures.rows) == len(values)
                assert text.table.rows[0][-1] == "" and text.table.rows[0][0] == text.figures.rows[0][0]
                if not advice.exact and advice.effective < FEWEST_WORLDS and len(values) > 1:
                    few += 1
                    assert not advice.clear and "Clearly" not in text.verdict
                clear += advice.clear
    assert few and clear


def test_advice_ends_once_the_others_are_surely_worse_or_as_good():
    ended = 0
    for view in islice(moments(5), 0, None, 2):
        *_, last = told(view)
        if isinstance(last, FirstLook) or last.exact:
            continue
        apart = [(each.regret.mean, 4 * each.regret.standard_error) for each in last.evaluations[1:]]
        sure = last.effective >= FEWEST_WORLDS and all(mean > off + 0.005 or mean + off < 0.1 for mean, off in apart)
        assert settled(last) is sure
        ended += sure
    assert ended > 5


def test_where_there_is_nothing_to_weigh_the_first_look_is_the_last():
    """One card, touching cards, a look at the kitty: no deal is played out, and the reason is said."""
    words = set()
    for seed in range(2):
        for view in moments(seed):
            found = told(view, replace(LIMITS, worlds=2))
            only = isinstance(view.turn, YesNoTurn) or view.turn.count() == 1
            if only:
                assert len(found) == 1
            if len(found) == 1 and isinstance(found[0], FirstLook):
                assert found[0].decided
                words.add(first_look_words(found[0]).partition(". ")[2])
    assert {"No other card is legal.", "Every other choice is worth the same."} <= words


def test_a_first_look_is_said_as_one():
    view = next(view for view in moments(3) if isinstance(view.turn, PlayTurn) and view.turn.count() > 5)
    look = first_look(view)
    assert isinstance(look.action, Play)
    assert first_look_words(look).startswith("Quick answer: Play the ")


def test_a_seat_that_has_nothing_to_choose_gets_no_advice():
    deal = Deal.start(NAMED["wikipedia"].rules, next(random_deals(3)))
    other = next(seat for seat in Seat if seat is not deal.due_turn.seat)
    with pytest.raises(AdviceError, match=f"expected a choice by {other.word}"):
        first_look(deal.seen_by(other))
