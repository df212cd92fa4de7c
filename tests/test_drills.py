"""Drills: what a problem is, that its answer is clear, what answers are worth, what comes back and when."""

import json
import re
from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from msgspec import structs
from reviews import priced, unpriced

from ninefivetwo.cards import FULL_DECK, Card, Seat
from ninefivetwo.errors import DrillError
from ninefivetwo.evaluation import Estimate, chance_text, mean_text
from ninefivetwo.exact import Solver
from ninefivetwo.game import Look, Place, Play, Unseen
from ninefivetwo.game.events import action_object, action_of
from ninefivetwo.game.records import File, record_of
from ninefivetwo.game.rules import NAMED
from ninefivetwo.game.share.codes import PROBLEM_KINDS
from ninefivetwo.keep.drills.drills import SET, Drills, set_text, shipped
from ninefivetwo.keep.drills.judge import FULL, chance_mark, choice_mark, is_right, verdict
from ninefivetwo.keep.drills.kinds import DRILL_KINDS
from ninefivetwo.keep.drills.mining import MINERS, mine, mined
from ninefivetwo.keep.drills.posing import (
    POSED_ERRORS,
    difficulty,
    is_clear,
    problem_at,
    problem_fault,
)
from ninefivetwo.keep.drills.problem import (
    EQUAL_WITHIN,
    ChoiceDetails,
    ProblemChoice,
    cards_at,
    problem_of_text,
    problem_text,
)
from ninefivetwo.keep.drills.weakness import mistake, mistakes_of
from ninefivetwo.keep.library import Library
from ninefivetwo.study import DecisionNode
from ninefivetwo.think.advise import Limits, Question, advise
from ninefivetwo.words.drill_reasons import chosen_words
from ninefivetwo.words.drills import KIND_WORDS, PuzzleText, VerdictText, place_asked
from ninefivetwo.words.figures import count as count_of
from ninefivetwo.words.speaker import BY_SEAT
from ninefivetwo.words.template import called

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
FEW = Limits(worlds=100, threads=1)
RULES = NAMED["wikipedia"].rules
PROBLEMS = shipped()
SOURCE = Path(__file__).parents[1] / "src/ninefivetwo"


changed = structs.replace


def verdict_words(problem, verdict):
    return list(VerdictText(problem, verdict, BY_SEAT).sentences)


def of(kind):
    return [problem for problem in PROBLEMS if problem.kind == kind]


def wrong(problem):
    """The best of the wrong choices."""
    return next(each for each in problem.choices if not is_right(problem, each))


def test_the_shipped_set_is_large_and_of_all_sorts():
    """And it is written as it is read."""
    assert len(PROBLEMS) >= 200 and len({problem.id for problem in PROBLEMS}) == len(PROBLEMS)
    kinds = Counter(problem.kind for problem in PROBLEMS)
    assert all(kinds[kind] >= 10 for kind in DRILL_KINDS)
    assert {problem.source for problem in PROBLEMS} == {"set"}
    assert {problem.difficulty for problem in PROBLEMS} == {1, 2, 3, 4, 5}
    assert len({problem.match.rules.name for problem in PROBLEMS}) >= 4
    assert set_text(PROBLEMS) == SET.read_text()


@pytest.mark.parametrize("kind", DRILL_KINDS)
def test_what_is_shipped_is_what_it_says(kind):
    """Only what the seat has seen is shown, the figures make it clear, theme and difficulty follow from it."""
    for number, problem in enumerate(of(kind)):
        view = problem.view
        assert number % 7 or problem_fault(problem.id, problem_text(problem)) is None
        assert view == problem.deal.seen_by(problem.seat) and view.turn.seat is problem.seat
        assert all(isinstance(view.hands[seat], Unseen) for seat in Seat if seat is not problem.seat)
        assert problem_of_text(problem_text(problem)) == problem
        assert problem.margin == DRILL_KINDS[kind].margin
        assert problem.theme in DRILL_KINDS[kind].themes
        if kind == "know":
            asked = problem.question
            assert problem.theme == DRILL_KINDS[kind].theme(view, (asked.card, asked.place))
            assert sum(chance.weighed.mean for chance in asked.chances.values()) == pytest.approx(1, abs=0.01)
            assert sum(chance.even for chance in asked.chances.values()) == pytest.approx(1, abs=0.01)
            assert 2.5 * asked.chance.weighed.standard_error <= problem.margin
            assert problem.truth == (asked.card in cards_at(problem.deal, asked.place))
        else:
            assert is_clear(kind, problem.choices, problem.margin)
            assert problem.difficulty == difficulty(kind, view, problem.choices)
            assert problem.theme == DRILL_KINDS[kind].theme(view, problem.best.action)
            for choice in problem.choices:
                assert view.turn.error(choice.action) is None
                assert action_of(type(choice.action), view.viewer, action_object(choice.action)) == choice.action
            assert kind == "play" or len(problem.choices) <= 8


def test_a_kind_has_an_entry_in_four_files_at_most():
    assert list(DRILL_KINDS) == list(KIND_WORDS) == list(PROBLEM_KINDS) and set(MINERS) <= set(DRILL_KINDS)
    named = {path.name for path in SOURCE.rglob("*.[pj][ys]") if re.search("""["']know["']""", path.read_text("utf-8"))}
    assert named == {"kinds.py", "drills.py", "mining.py", "codes.py"}


def test_cards_lead_in_worlds_that_nobody_looked_at():
    """The lead of the best is no luck of the worlds it was found by."""
    for problem in of("play")[::9]:
        advice = advise(Question(problem.view, changed(FEW, worlds=60, seed=987)))
        right = {
            card for choice in problem.choices if choice.regret.mean <= EQUAL_WITHIN for card in choice.details.cards
        }
        assert set(advice.recommended.details.cards) <= right


def choice(behind, error=0.0):
    tricks, card = Estimate(5.0, 0.1, 9), Card.parse("SA")
    return ProblemChoice(Play(Seat.LEFT, card), tricks, Estimate(behind, error, 9), 0.5, ChoiceDetails((card,)))


def test_a_problem_is_clear_by_its_margin_and_its_errors():
    best = choice(0)
    assert is_clear("play", [best, choice(0.3, 0.1)], 0.25)
    assert not is_clear("play", [best, choice(0.24, 0.01)], 0.25)  # less than the margin
    assert not is_clear("play", [best, choice(0.3, 0.13)], 0.25)  # within its errors
    assert POSED_ERRORS == 2.5
    assert not any(
        is_clear("play", alike, 0.25) for alike in ([best], [best, choice(EQUAL_WITHIN)])
    )  # nothing to get wrong
    assert is_clear("play", [best, choice(EQUAL_WITHIN), choice(0.3)], 0.25)
    assert not is_clear("play", [best, *[choice(0.01)] * 3, choice(0.3)], 0.25)  # too much is right
    assert not is_clear("play", [best, choice(1.1)], 0.25)  # nobody would think of it
    assert not is_clear("play", [best, choice(-0.1), choice(0.4)], 0.25)


def test_what_cannot_be_told_from_the_best_is_right():
    problem = changed(of("play")[0], margin=0.25)
    assert is_right(problem, choice(0)) and is_right(problem, choice(EQUAL_WITHIN))
    assert is_right(problem, choice(0.2, 0.21)) and not is_right(problem, choice(0.2, 0.19))
    assert not is_right(problem, choice(0.3, 0.4))


@pytest.mark.parametrize("kind", ["play", "know"])
def test_mining_finds_the_same_again(kind):
    first = next(mined(kind, RULES, 40))
    assert first == next(mined(kind, RULES, 40)) and first.source == "mined"
    assert problem_of_text(problem_text(first)) == first
    with pytest.raises(DrillError, match="unknown kind of problem: 'lead'"):
        mine("lead", RULES, 1)


def test_a_card_is_judged_by_its_regret():
    problem = of("play")[0]
    for each in problem.choices:
        for card in each.details.cards:
            found = verdict(problem, str(card))
            assert found.right == (each.regret.mean <= EQUAL_WITHIN) and found.loss == each.regret and found.own == each
    words = "\n".join(verdict_words(problem, verdict(problem, action_object(problem.choices[-1].action))))
    best, last = problem.best, problem.choices[-1]
    assert f"Best: {chosen_words(best, BY_SEAT)}. You win {best.tricks} tricks on average" in words
    assert f"Your choice, {chosen_words(last, BY_SEAT)}, costs {last.regret} tricks" in words
    seat, tricks = max(last.details.conceded.items(), key=lambda pair: pair[1])
    error = last.details.conceded_se[seat]
    assert f"After your choice, {BY_SEAT.name(seat)} wins {mean_text(Estimate(tricks, error, 9))} tricks more." in words


def test_the_solver_says_what_is_sure_in_the_deal_itself():
    for problem in of("play")[:6]:
        deal, found = problem.deal, verdict(problem, action_object(problem.choices[-1].action))
        words = "\n".join(verdict_words(problem, found))
        after = Solver().after_each(deal.position, deal.trump, problem.seat)
        won = deal.won[problem.seat]
        one, two = (won + after[each.action.card] for each in (problem.best, problem.choices[-1]))
        told = f"{one} after both choices" if one == two else f"the best choice guarantees you {one}"
        assert told.replace(f"{one}", str(count_of(one))) in words
        assert one == two or f"your choice guarantees {two}." in words
        best = deal.after(problem.best.action)
        assert list(found.line) == Solver().best_line(best.position, deal.trump, problem.seat)


def slow_mark(regret):
    """Points by counting: one less for each tenth of a trick begun."""
    points = 10
    while regret > 1e-9 and points:
        regret, points = regret - 0.1, points - 1
    return points


def test_a_choice_loses_a_point_for_each_tenth_of_a_trick():
    """A choice that is right has all ten points, another loses one for each tenth of a trick, and at least one."""
    for problem in (*of("play")[::6], *of("call")[::3], *of("discard")[::4], *of("give")[::4]):
        for each in problem.choices:
            mark, right = choice_mark(problem, each), is_right(problem, each)
            assert right == (mark == FULL) and mark == (10 if right else min(9, slow_mark(each.regret.mean)))
        assert verdict(problem, action_object(each.action)).mark == mark
    problem = changed(of("play")[0], margin=0.25)
    marks = [choice_mark(problem, choice(behind)) for behind in (0, 0.05, 0.26, 0.3, 0.31, 0.95, 1, 1.01, 4)]
    assert marks == [10, 10, 7, 7, 6, 0, 0, 0, 0]
    assert choice_mark(changed(problem, margin=0.0), choice(0.06)) == 9  # nearly as good


def test_a_chance_loses_a_point_for_each_five_per_cent():
    """All ten points within ten per cent, then one less for each five per cent that it is off."""
    marks = {20: 10, 25: 10, 30: 10, 40: 10, 41: 7, 45: 7, 50: 6, 55: 5, 79: 0, 80: 0, 100: 0}
    assert {answer: chance_mark(answer / 100, 0.3) for answer in marks} == marks


def test_what_breaks_the_rules_is_no_answer():
    card, discard = of("play")[0], of("discard")[0]
    missing = next(str(c) for c in FULL_DECK if c not in card.view.turn.held)
    for problem, answer, why in [
        (card, missing, "not in the hand"),
        (card, "XX", "not a card"),
        (card, 7, "not a choice: 7 .expected a card by"),
        (discard, ["S2"], "expected"),
        (discard, "S2", "not a choice: 'S2' .expected a discard by"),
        (of("call")[0], "X", "unknown denomination"),
        (of("give")[0], ["S2"], "not a choice: .'S2'. .expected a gift by"),
        (of("know")[0], 1.01, "invalid chance"),
        (of("know")[0], True, "invalid chance"),
        (of("know")[0], "half", "invalid chance"),
    ]:
        with pytest.raises(DrillError, match=why):
            verdict(problem, answer)


def test_an_answer_that_nobody_priced_is_priced_then():
    problem = of("discard")[0]
    held, trump = problem.view.turn.held, problem.view.trump
    dear = sorted(held, key=lambda card: (int(card.suit) == trump, card.rank))[-4:]
    found = verdict(problem, [str(card) for card in dear], FEW)
    assert found.own not in problem.choices and not found.right and found.loss.mean > 1
    again = verdict(problem, [str(card) for card in dear[::-1]], FEW)
    assert again == found


def test_calls_and_gifts_tell_what_follows():
    call, give = of("call")[0], of("give")[0]
    best = verdict(call, action_object(call.best.action))
    words = verdict_words(call, best)
    assert words[0].startswith(f"Best: {called(call.best.action.trump)}. You win ")
    assert best.right and best.loss.mean == 0 and any("your most likely discards are " in line for line in words)
    wrong = verdict(give, action_object(give.choices[-1].action))
    assert sum("the most likely return" in line for line in verdict_words(give, wrong)) >= 2


def test_a_chance_is_scored_properly():
    problem = of("know")[0]
    q = problem.question.chance.weighed.mean
    truth = float(problem.truth)
    for p in (0, 0.25, q, 1):
        found = verdict(problem, p)
        assert found.loss.mean == pytest.approx((p - truth) ** 2) and found.own is None
        assert found.right == (abs(p - q) <= 0.1)
    assert verdict(problem, min(q + 0.1, 1)).right and not verdict(problem, q + 0.11 if q < 0.8 else q - 0.11).right

    def expected(p):
        return q * (p - 1) ** 2 + (1 - q) * p**2

    words = "\n".join(verdict_words(problem, verdict(problem, 0.2)))
    could = chance_text(problem.question.chance.weighed)
    assert f"You said 20 %, which is too {'high' if q < 0.2 else 'low'}. The evidence says {could}." in words
    penalties = f"{expected(0.2):.3f}. Average penalty of the fair estimate: {expected(q):.3f}."
    assert f"Your average penalty: {penalties}" in words
    other = min(q + 0.3, 1) if q < 0.5 else q - 0.3
    for answer, told in ((q, "a good estimate."), (other, "too high" if other > q else "too low")):
        assert told in verdict_words(problem, verdict(problem, answer))[0]


def test_a_look_is_read_from_its_json():
    assert action_of(Look, Seat.DEALER, True) == Look(Seat.DEALER, True)


def test_what_was_wrong_comes_back_and_what_was_right_later(library):
    one, two = of("know")[:2]
    drills = Drills(library, [one, two])
    wrong, right = (0.0 if one.question.chance.weighed.mean > 0.3 else 1.0), two.question.chance.weighed.mean
    assert not drills.answer(one, wrong, NOW).right and drills.answer(two, right, NOW).right
    assert drills.next("know", NOW) is None
    soon = NOW + timedelta(minutes=11)
    assert drills.next("know", soon) == one
    assert library.scheduled(two.id).due > NOW + timedelta(days=3)
    gaps, at = [], soon
    for _ in range(3):  # remembered again and again
        drills.answer(one, one.question.chance.weighed.mean, at)
        gaps.append(library.scheduled(one.id).due - at)
        at = library.scheduled(one.id).due
    assert timedelta(days=1) <= gaps[0] < gaps[1] < gaps[2]
    assert not drills.answer(one, wrong, at).right
    assert library.scheduled(one.id).due - at == timedelta(minutes=10)
    counts = drills.counts(at + timedelta(minutes=10))["know"]
    assert (counts.due, counts.unseen, counts.answered, counts.right) == (2, 0, 6, 4)


def test_what_was_nearly_right_comes_back_before_what_was_right(library):
    """And after what was wrong."""
    near, right, wrong = (changed(each, margin=0.01) for each in of("play")[:3])
    gaps = {}
    for problem, behind in ((right, 0.0), (near, 0.3), (wrong, 1.2)):
        one, two = problem.choices[0], problem.choices[-1]
        problem = changed(problem, choices=(one, changed(two, regret=Estimate(behind, 0.0, 9))))
        drills = Drills(library, [problem])
        at = NOW
        for given in (one, one, two):  # remembered twice, and then so
            mark = drills.answer(problem, action_object(given.action), at).mark
            gaps[behind], at = library.scheduled(problem.id).due - at, library.scheduled(problem.id).due
        assert mark == {0.0: 10, 0.3: 7, 1.2: 0}[behind] == library.answers()[0].mark
    assert gaps[1.2] == timedelta(minutes=10) < gaps[0.3] < gaps[0.0]


def test_what_is_due_comes_before_mistakes_and_the_unseen(library):
    due, seen, plain, own = of("play")[:4]
    own = changed(own, source="mistake")
    drills = Drills(library, [plain, due, seen], seed=3)
    drills.add(own)
    assert drills.next("play", NOW) == own
    drills.answer(due, action_object(due.choices[-1].action), NOW - timedelta(hours=1))
    assert drills.next("play", NOW) == due
    drills.answer(due, action_object(due.best.action), NOW)
    drills.answer(own, action_object(own.best.action), NOW)
    assert drills.next("play", NOW).id in {seen.id, plain.id}
    mistakes = {problem.id for problem in drills.fitting("play", source="mistake")}
    assert drills.next("play", NOW, mistakes) is None and drills.next("know", NOW) is None
    assert seen.id in {alike.id for alike in drills.fitting("play", seen.theme, seen.difficulty)}
    assert drills.next(None, NOW) == drills.next("play", NOW)
    for wanted in ({"kind": "lead"}, {"kind": None, "source": "x"}):
        with pytest.raises(DrillError, match="expected one of"):
            drills.fitting(**wanted)


def test_the_seed_orders_what_is_unseen(library):
    first = {Drills(library, seed=seed).next("play", NOW).id for seed in range(12)}
    assert len(first) > 4
    assert Drills(library, seed=1).next("play", NOW) == Drills(library, seed=1).next("play", NOW)


def test_answers_outlive_the_window_and_the_set(tmp_path):
    problem = of("play")[0]
    with Library(tmp_path / "library.sqlite") as library:
        Drills(library).answer(problem, action_object(problem.choices[-1].action), NOW)
    with Library(tmp_path / "library.sqlite") as library:
        assert Drills(library, []).next("play", NOW + timedelta(hours=1)) == problem
        (kept,) = library.answers()
        assert (kept.problem, kept.right) == (problem.id, False)
        assert json.loads(kept.answer) == action_object(problem.choices[-1].action)
        assert kept.loss == problem.choices[-1].regret.mean and kept.when == NOW


def blunder():
    """A match whose last card so far was a mistake, that decision, and the problem that it was."""
    problem = next(each for each in of("play") if len(each.view.hands[each.seat]) <= 6)
    match = replace(problem.match, deal=problem.deal, names=("Ann", "Bob", "Cy"))
    action = problem.choices[-1].action
    after = replace(match, deal=problem.deal.after(action))
    review = unpriced(after, worlds=20)
    *others, last = review.decisions
    last = priced(last, Estimate(1.0, 0.1, 20), problem.best.action)
    return problem, after, changed(review, decisions=[*others, last])


def test_mistakes_in_the_library_become_problems_once(library):
    """The avoidable ones of the player; what was right is no problem."""
    problem, match, review = blunder()
    ((id, _),) = library.add_records(str(File.of([record_of(match)])), "test")
    library.add_review(id, "test", review)
    name, limits = match.names[problem.seat], changed(FEW, worlds=60)
    (found,) = mistakes_of(library, name, limits)
    assert (found.kind, found.source, found.theme) == ("play", "mistake", problem.theme)
    assert found.view == problem.view and found.best.action == problem.best.action
    Drills(library, []).add(found)
    for nothing in (name, match.names[problem.seat.next], "nobody"):
        assert not list(mistakes_of(library, nothing, limits))
    assert Drills(library).next("play", NOW) == found
    good = problem.best.action
    assert mistake(match, DecisionNode(problem.deal, good, problem.deal.after(good)), limits) is None


def test_any_moment_with_a_choice_poses_a_problem():
    few = changed(FEW, worlds=30)
    for kind in ("call", "discard", "give", "play"):
        problem = of(kind)[0]
        match = replace(problem.match, deal=problem.deal)
        found = problem_at(match, problem.seat, "mined", few)
        assert (found.kind, found.id, found.view) == (kind, problem.id, problem.view) and found.deal == problem.deal
        assert problem_fault(found.id, problem_text(found)) is None
        own = problem_at(problem.match, problem.seat, "mined", few)
        assert own.id == problem.id and own.whole is None and own.choices == found.choices
        with pytest.raises(DrillError, match="has nothing to choose"):
            problem_at(match, problem.seat.next, "mined", few)


def test_a_question_names_the_place_and_the_card():
    for problem in of("know"):
        place = problem.question.place
        words = {Place.DISCARDED: "the dealer discarded", Place.DEALER: "the dealer holds"}.get(
            place, f"{place.name.lower()} holds"
        )
        assert PuzzleText(problem, BY_SEAT).asked == f"How likely is it that {words} the {problem.question.card.words}?"
    assert place_asked(Card.parse("HK"), Place.KITTY) == "How likely is it that the king of hearts is in the kitty?"
