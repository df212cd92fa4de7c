"""Certainty only with proof: no sample has an error of 0, intervals if all of it agree, tricks that are proved."""

import json
import re
from math import inf
from pathlib import Path

import numpy as np
import pytest
from commands import answer
from table import WIKIPEDIA, by_rules, played
from test_estimates import even

import ninefivetwo
from ninefivetwo.cards import Hand, Seat, Trump
from ninefivetwo.codec import encode
from ninefivetwo.evaluation import Estimate, chance_text, difference_text, least_error, mean_text
from ninefivetwo.exact import Solver
from ninefivetwo.game import Call, DealView, Discard, Give, Play, Situation
from ninefivetwo.layout import Layout, Position
from ninefivetwo.think.advise import Limits, Objective, Question, Utility, advise, likely_returns
from ninefivetwo.think.heuristics import heuristic_action
from ninefivetwo.think.knowledge import Knowledge
from ninefivetwo.think.knowledge.proof import Threats, proved_line, proved_tricks
from ninefivetwo.think.playouts.values import DistinctWorlds, chance, estimate
from ninefivetwo.web.hints import advice_shown
from ninefivetwo.words.advice import advice_text
from ninefivetwo.words.advice_json import advice_object

HAND = "AKJ94.Q83.KT5.A7642"


# Errors.


@pytest.mark.parametrize("n", [2, 60, 10**6])
def test_no_sample_has_an_error_of_0(n):
    least = 1 / (2 * (n + 1))
    assert least_error(n) == least
    agree = [
        Estimate.share(1.0, n),
        Estimate.share(0.0, n),
        *([Estimate.of([9.0] * n), estimate(np.full(n, 9.0), even(n))] if n < 1000 else []),
    ]
    assert [each.standard_error for each in agree] == pytest.approx([least] * len(agree))
    assert all(json.loads(encode(each))["se"] > 0 for each in agree)


def test_a_chance_counts_worlds_by_what_they_are_worth():
    """Two thousand worlds that are worth two drawn evenly."""
    worlds = DistinctWorlds(np.zeros((2000, 5), np.uint64), even(2000))
    assert chance_text(chance(np.ones(2000), worlds, 2.0)) == "34-100 %"
    assert chance_text(chance(np.ones(2000), worlds, 2000.0)) == ">99 %"
    uneven = np.array([0.98, 0.01, 0.01])  # worth 1.04: of one draw in fact
    assert chance_text(chance(np.ones(3), worlds._replace(shares=uneven), 1.04)) == "21-100 %"


def test_a_list_of_all_worlds_leaves_open_how_they_are_played():
    """What is listed has no error of sampling, but a chance of the play has that of playing each world once."""
    worlds = DistinctWorlds(np.zeros((2, 5), np.uint64), even(2), exact=True)
    assert estimate(np.array([9.0, 8.0]), worlds.shares, worlds.exact) == Estimate(8.5, 0.0, 2)
    assert chance_text(chance(np.ones(2), worlds, 2.0)) == "34-100 %"
    assert chance(np.array([1.0, 0.0]), worlds, 2.0).standard_error == least_error(2)


# Texts.


@pytest.mark.parametrize(
    ("n", "all_agree", "none_agree"),
    [(1, "20-100 %", "0-80 %"), (2, "34-100 %", "0-66 %"), (380, "98-100 %", "0-2 %"), (381, ">99 %", "<1 %")],
)
def test_if_all_agree_the_interval_is_shown(n, all_agree, none_agree):
    assert (chance_text(Estimate.share(1.0, n)), chance_text(Estimate.share(0.0, n))) == (all_agree, none_agree)
    exact = n / (n + 1.96**2)  # Wilson's lower limit at 95 %
    low = re.match(r"(\d+)-", all_agree)
    assert exact > 0.99 if low is None else int(low[1]) == int(100 * exact)


@pytest.mark.parametrize(
    ("chance", "text"),
    [
        (Estimate(1.0, 0.0, 9), "100 %"),
        (Estimate(0.0, 0.0, 9), "0 %"),
        (Estimate(0.5, 0.0, 2), "50 %"),
        (Estimate(1 / 3, 0.0, 3), "33.3 %"),
        (Estimate(1 - 1e-6, 0.0, 9), ">99 %"),
        (Estimate(1e-6, 0.0, 9), "<1 %"),
        (Estimate(0.4, 0.05, 9), "40 % ± 5"),
        (Estimate(0.4, 0.014, 9), "40.0 % ± 1.4"),
        (Estimate(0.6312, 0.0005, 9), "63.12 % ± 0.05"),
        (Estimate(0.999, 0.001, 999), "99.90 % ± 0.10"),
        (Estimate(1.0, inf, 1), "20-100 %"),
        (Estimate(0.37, inf, 1), "37 % ± ?"),
    ],
)
def test_a_chance_has_as_many_digits_as_its_error_leaves(chance, text):
    assert chance_text(chance) == text


@pytest.mark.parametrize(
    ("mean", "text"),
    [
        (Estimate(8.91418, 0.0021, 9), "8.914 ± 0.002"),
        (Estimate(8.91418, 0.014, 9), "8.914 ± 0.014"),
        (Estimate(8.91418, 0.7, 9), "8.9 ± 0.7"),
        (Estimate(84.2, 4.0, 9), "84 ± 4"),
        (Estimate(-0.001, 0.004, 9), "-0.001 ± 0.004"),
        (Estimate(-0.0001, 0.004, 9), "0.000 ± 0.004"),
        (Estimate(9.001, 1e-9, 9), "9.001 ± 0.001"),
        (Estimate(9.5, inf, 1), "9.5 ± ?"),
        (Estimate(16.0, 0.0, 9), "16"),
        (Estimate(8.25, 0.0, 4), "8.25"),
    ],
)
def test_a_mean_has_as_many_digits_as_its_error_leaves(mean, text):
    assert mean_text(mean) == str(mean) == text


def test_signs_are_shown_and_differences_in_per_cent():
    assert mean_text(Estimate(0.304, 0.06, 9), sign=True) == "+0.30 ± 0.06"
    assert difference_text(Estimate(0.0, 0.004, 9)) == "0.0 % ± 0.4"
    assert difference_text(Estimate(-0.03, 0.02, 9)) == "-3 % ± 2"


def test_an_error_is_written_in_one_place():
    """Beside it stand only ratings, whose deviation is no standard error, and errors of luck without their means."""
    home = Path(ninefivetwo.__file__).parent
    found = {path.relative_to(home).as_posix() for path in home.rglob("*.py") if re.search("± *[{]", path.read_text())}
    assert found == {"evaluation.py", "words/kept.py", "words/review_tables.py"}


def test_the_page_shows_figures_as_the_terminal_does():
    view = Situation(WIKIPEDIA, Seat.DEALER, Hand.parse(HAND)).view(Call)
    advice = advise(Question(view, Limits(worlds=30)))
    shown, text = advice_shown(advice), advice_text(advice)
    for table in (shown.table, shown.figures):
        cells = [cell for row in table.rows for cell in row[1:] if cell]
        assert len(cells) >= 8 and all(re.search(r" ± \d|\d-\d|[<>]", cell) for cell in cells)
    told = " ".join((shown.advised, shown.sure, shown.worth))
    assert sorted(told.rstrip(".").split(". ")) == sorted(text.verdict.rstrip(".").split(". "))
    assert "give or take" not in shown.footer and "±" in shown.footer
    assert all(re.search(r" ± \d|\d-\d|[<>]", bar.words) for bar in shown.like.bars)
    assert str(advice.recommended.details.tricks) in text.table.html


# Proofs.


def test_what_is_proved_is_guaranteed_in_every_world(count):
    """In endings with all their worlds: never more than what open cards guarantee in the worst of them."""
    solver, proved, settled = Solver(8 << 20), 0, 0
    for seed in range(count(6, 100)):
        deal = played(seed, 10)
        while not deal.over:
            view, seat = deal.seen_by(deal.turn.seat), deal.turn.seat
            knowledge = Knowledge(view)
            threats = Threats.known(knowledge, view.called)
            if worlds := knowledge.all(60):
                after = [
                    solver.after_each(Position(Layout(*hands[:3]), view.lead, view.table), view.called, seat)
                    for hands in ([w.dealer, w.left, w.right] for w, _ in worlds)
                ]
                for card in deal.turn.legal():
                    found, worst = proved_tricks(view, Play(seat, card), threats), min(each[card] for each in after)
                    assert found.at_least <= view.won[seat] + worst <= found.at_most
                    proved += found.at_least > view.won[seat]
                    settled += found.at_least == found.at_most
            deal = deal.after(heuristic_action(view))
    assert proved > 25 and settled > 10


@pytest.mark.parametrize(
    ("hand", "trump", "tricks"),
    [
        ("AKQJT98765432.AKQ.-.-", "S", 16),  # all trumps, and hearts from the top
        ("AKQJT98765432.432.-.-", "S", 13),
        ("AKQJT9876.432.54.32", "S", 9),  # top trumps win whoever leads
        ("KQJT98765432.432.5.-", "S", 0),  # the ace may lie over each of them
        ("AKQJ.AKQJ.AKQJ.AKQJ", "N", 16),  # whatever left leads, it is won, and all the rest
        ("AKQJT98765432.A.K.Q", "N", 0),  # a diamond is led
    ],
)
def test_a_hand_proves_the_tricks_of_its_top_cards(hand, trump, tricks):
    view = Situation(WIKIPEDIA, Seat.DEALER, Hand.parse(hand)).view(Call)
    call = Call(Seat.DEALER, Trump.parse(trump))
    found = proved_tricks(view, call, Threats.known(Knowledge(view), call.trump))
    assert (found.at_least, found.at_most) == (tricks, 16)


def test_hands_that_are_all_top_trumps_are_certain():
    view = Situation(WIKIPEDIA, Seat.LEFT, Hand.parse("AKQJT98765432.AKQ.-.-"), trump=Trump.SPADES).view(Play)
    advice = advise(Question(view, Limits(worlds=20)))
    assert proved_line(view) is not None and len(proved_line(view)) == 16
    assert advice.recommended.details.tricks == Estimate(16.0, 0.0, advice.worlds)
    assert advice.recommended.details.make == Estimate(1.0, 0.0, advice.worlds)
    assert "You win exactly 16 tricks." in advice_text(advice).verdict


def test_enough_top_trumps_make_the_contract_every_time_but_not_the_tricks():
    view = Situation(WIKIPEDIA, Seat.DEALER, Hand.parse("AKQJT9876.432.54.32")).view(Call)
    advice = advise(Question(view, Limits(worlds=20)))
    text = advice_text(advice)
    assert re.match(r"Call spades\. You win 1\d\.\d+ ± 0\.\d+ tricks on average and always make nine\. ", text.verdict)
    assert next(row[2] for row in text.table.rows) == "100 %"
    assert not [row for row in text.table.rows[1:] if row[2] in ("0 %", "100 %")]
    document = json.loads(encode(advice_object(advice)))["denominations"]["S"]
    assert document["proved"] == {"at_least": 9, "at_most": 16}
    assert document["make"]["se"] == 0 < document["tricks"]["se"]


def test_a_discard_proves_the_top_trumps_that_it_keeps():
    held = Hand.parse("AKQJT9876.A432.5432.432")
    view = Situation(WIKIPEDIA, Seat.DEALER, held, trump=Trump.SPADES).view(Discard)
    for cards, tricks in (("-.-.5432.-", 9), ("6.-.543.-", 8), ("A.-.543.-", 8)):
        threats = Threats.known(Knowledge(view), view.called)
        found = proved_tricks(view, Discard(Seat.DEALER, Hand.parse(cards)), threats)
        assert found.at_least == tricks


# What is not proved.


@pytest.mark.parametrize("kind", [("trump", HAND), ("discard", "AKJ94.Q83K2.KT53.A7642T", "--trump", "S")])
@pytest.mark.parametrize("form", ["--explain", "--json"])
def test_two_worlds_prove_nothing(kind, form):
    """Every time that hands made nine in the few worlds drawn, the interval is shown; no error of a sample is 0."""
    text = answer("advise", *kind, "--worlds", "2", form)
    assert not re.search("always|never|exactly [0-9]", text) and not re.search(r"(?<![\d-])(100|0) %", text)
    if form == "--json":
        found = json.loads(text)
        first, *others = found.get("candidates") or [*found["denominations"].values()]
        chances = [each["make"] for each in (first, *others)]
        assert all(each["se"] is None or each["se"] > 0 for each in chances)
        for each in (first, *others):
            open_ends = each["distribution_se"][each["proved"]["at_least"] : each["proved"]["at_most"] + 1]
            assert open_ends and all(error > 0 for error in open_ends)
    else:
        assert re.search(r"\b\d+-100 %", text)


def listed_and_unproved():
    """Advice in which all worlds are listed, each is played out and makes the contract, and nothing proves it."""
    for seed in range(60):
        deal = by_rules(played(seed, 10), lambda deal: deal.turn.count() > 1)
        advice = advise(Question(deal.seen_by(deal.turn.seat), Limits(worlds=300)))
        best = advice.recommended.details
        if advice.exact and best.make.mean > 1 - 1e-6 and best.make.standard_error and advice.worlds > 1:
            return advice
    raise AssertionError("none found")


def test_all_worlds_listed_prove_nothing_by_being_played_out_once():
    advice = listed_and_unproved()
    best, text = advice.recommended.details, advice_text(advice)
    assert best.proved.at_least < advice.view.rules.contracts[advice.view.due_turn.seat]
    assert "always" not in text.verdict and re.search(r"in (\d+-100|>99) % of deals", text.verdict)
    assert best.tricks.standard_error == 0 < best.make.standard_error


def test_a_contract_made_and_one_out_of_reach_are_certain():
    made = unmade = 0
    for seed in range(20):
        deal = played(seed, 14)
        advice = advise(Question(deal.seen_by(deal.turn.seat), Limits(worlds=20)))
        won, contract = deal.won[deal.turn.seat], WIKIPEDIA.contracts[deal.turn.seat]
        for each in advice.evaluations:
            if won >= contract:
                made += each.details.make == Estimate(1.0, 0.0, advice.worlds)
            if won + len(deal.turn.held) < contract:
                unmade += each.details.make == Estimate(0.0, 0.0, advice.worlds)
                assert "never make" in advice_text(advice).verdict
    assert made and unmade


def test_the_last_card_is_certain_if_all_possible_deals_say_so():
    certain = set()
    for seed in range(20):
        deal = played(seed, 15)
        advice = advise(Question(deal.seen_by(deal.turn.seat), Limits(worlds=20)))
        tricks = {float(own) for own in advice.outcomes.tricks[:, 0, deal.turn.seat]}
        assert ("exactly" in advice_text(advice).verdict) == (advice.exact and len(tricks) == 1)
        certain.add(len(tricks) == 1)
    assert True in certain


def test_one_possible_deal_proves_what_open_cards_guarantee():
    for seed in range(60):
        deal = played(seed, 12)
        view = deal.seen_by(deal.turn.seat)
        advice = advise(Question(view, Limits(worlds=20)))
        if advice.exact and advice.worlds == 1:
            position = Position(Layout(*deal.hands), deal.lead, deal.table)
            after = Solver(8 << 20).after_each(position, deal.called, deal.turn.seat)
            for each in advice.evaluations:
                assert each.details.proved.at_least == deal.won[deal.turn.seat] + after[each.action.card]
            return
    raise AssertionError("no view with one possible deal")


def test_a_chance_that_is_wanted_is_no_more_certain():
    view = Situation(WIKIPEDIA, Seat.DEALER, Hand.parse("AKQJT987.AK2.54.432")).view(Call)
    advice = advise(Question(view, Limits(worlds=4), Objective(Utility.MAKE)))
    assert "always" not in advice_text(advice).verdict and advice.recommended.details.make.standard_error > 0


def test_one_world_proves_nothing():
    view = played(4, 3).seen_by(played(4, 3).turn.seat)
    advice = advise(Question(view, Limits(worlds=1)))
    text, best = advice_text(advice), advice.recommended.details
    assert (advice.worlds, best.make.standard_error, best.tricks.standard_error) == (1, inf, inf)
    assert "always" not in text.verdict and re.search(r"in (20-100|0-80) % of deals", text.verdict)
    assert all(" ± ?" in row[1] and row[2] in ("20-100 %", "0-80 %") for row in text.figures.rows)
    assert json.loads(encode(advice_object(advice)))["cards"][0]["make"]["se"] is None


def test_a_card_that_nobody_can_beat_comes_back_for_certain():
    view = DealView.from_hand(WIKIPEDIA, Seat.DEALER, Hand.parse("AKJT2.Q83.KT5.A7642"), (1, -1, 0))
    knowledge = Knowledge(view)
    worlds = knowledge.sample(40, 1).distinct

    def back(cards):
        (chances,) = likely_returns(Give.of(Seat.DEALER, {Seat.LEFT: Hand.parse(cards)}), worlds, knowledge).values()
        return {str(card): chance for card, chance in chances}

    assert back("A.-.-.-") == {"SA": Estimate(1.0, 0.0, 40)}  # the others hold no higher spade
    assert back("-.-.-.2")["CK"].standard_error > 0
    assert all(chance.standard_error > 0 for chance in back("-.3.-.-").values())
    assert back("AK.-.-.-") == {"SA": Estimate(1.0, 0.0, 40), "SK": Estimate(1.0, 0.0, 40)}
