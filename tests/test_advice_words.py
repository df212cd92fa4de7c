"""Advice in words: how sure it is, what is certain, and figures that can be, whatever the hand."""

import re
from dataclasses import replace

import pytest
from commands import answer
from msgspec import structs
from table import WIKIPEDIA, by_rules, played

from ninefivetwo.cards import Hand, Seat
from ninefivetwo.evaluation import Bound, Estimate
from ninefivetwo.game import Call, Match, Situation
from ninefivetwo.game.records import File, record_of
from ninefivetwo.game.rules import NAMED
from ninefivetwo.think.advise import Limits, MatchScore, Objective, Question, Utility, advise
from ninefivetwo.think.heuristics import heuristic_action
from ninefivetwo.words.advice import advice_text
from ninefivetwo.words.advice_verdict import sure_words, worth_words
from ninefivetwo.words.figures import chance_cells

HAND = Hand.parse("AKJ94.Q83.KT5.A7642")


@pytest.fixture(scope="module")
def call():
    """Advice on a call, of which each test changes what it is about."""
    return advise(Question(Situation(WIKIPEDIA, Seat.DEALER, HAND).view(Call), Limits(worlds=100)))


def with_regrets(advice, *regrets, clear):
    """The advice with these regrets, each with its standard error, after the recommended choice."""
    changed = [
        replace(each, regret=Estimate(mean, error, 200))
        for each, (mean, error) in zip(advice.evaluations[1:], regrets, strict=False)
    ]
    return replace(advice, evaluations=(advice.recommended, *changed), clear=clear, effective=200.0)


def with_chances(advice, *chances):
    """The advice in which the recommended choice wins 0, 1, 2 and so on tricks with these chances, which are proved."""
    distribution = (*chances, *[0.0] * (17 - len(chances)))
    tricks = sum(n * chance for n, chance in enumerate(distribution))
    make, possible = sum(distribution[9:]), [n for n, chance in enumerate(distribution) if chance]
    details = structs.replace(
        advice.recommended.details,
        distribution=distribution,
        tricks=Estimate(tricks, 0.0, 200),
        make=Estimate(make, 0.0, 200),
        proved=Bound(possible[0], possible[-1]),
    )
    return replace(advice, evaluations=(replace(advice.recommended, details=details), *advice.evaluations[1:]))


FAR = [(2.0, 0.05)] * 3


@pytest.mark.parametrize(
    ("regrets", "clear", "words"),
    [
        ([(0.31, 0.05), *FAR], True, "Clearly best, by 0.31 ± 0.05 tricks over clubs."),
        ([(0.05, 0.01), *FAR], True, "Narrowly best, by 0.050 ± 0.010 tricks over clubs."),
        ([(0.004, 0.001), *FAR], False, "About as good, at a cost of 0.004 ± 0.001 tricks: clubs."),
        ([(0.16, 0.08), *FAR], False, "Probably best, by 0.16 ± 0.08 tricks over clubs."),
        ([(0.0, 0.01), *FAR], False, "About as good: clubs."),
        (
            [(0.02, 0.01), (0.03, 0.01), *FAR],
            False,
            "About as good, at a cost of 0.020 ± 0.010 tricks: clubs and one more.",
        ),
        ([(0.0, 0.0), (0.2, 0.3), *FAR], False, "About as good: clubs. One more choice is too close to call."),
        ([(0.2, 0.3), *FAR], False, "Too close to call: clubs."),
        ([(0.0, 0.0), (0.0, 0.0)], False, "All choices are worth the same."),
    ],
)
def test_the_verdict_says_how_sure_it_is(call, regrets, clear, words):
    assert advice_text(with_regrets(call, *regrets, clear=clear)).verdict.endswith(words)


def test_a_chance_that_is_wanted_is_told_in_per_cent(call):
    wanted = with_makes(call, (0.674, 0.0), (0.614, 0.01), *FAR_BEHIND, clear=True)
    assert advice_text(wanted).verdict.endswith("Clearly best, by 6.0 % ± 1.0 over clubs.")


FAR_BEHIND = [(0.1, 0.01)] * 3


def with_makes(advice, *makes, clear):
    """The advice, asked for the contract, with these chances of it; each is followed by the error of its regret."""
    best, tie = makes[0][0], 1e-6
    changed = [
        replace(
            each,
            details=structs.replace(each.details, make=Estimate(make, 0.01, 200)),
            regret=Estimate(best - make + tie * number, error or tie / 10, 200),
        )
        for number, (each, (make, error)) in enumerate(zip(advice.evaluations, makes, strict=False))
    ]
    objective = Objective(Utility.MAKE)
    return replace(advice, objective=objective, evaluations=tuple(changed), clear=clear, effective=200.0)


def test_the_order_is_explained_where_the_table_contradicts_it(call):
    """For tricks, beside a choice that makes the contract more often by the table; not if the order is by that."""
    told = "The choices are listed by tricks, but clubs would make nine in more deals (61.0 % ± 1.0)."
    for makes, expected in (([0.55, 0.61, 0.5], True), ([0.61, 0.6099, 0.55], False), ([0.7, 0.61, 0.5], False)):
        wanted = with_makes(call, *[(make, 0.0) for make in makes], clear=False)
        by_tricks = advice_text(replace(wanted, objective=Objective()))
        assert (told in by_tricks.reasons) == expected and len(by_tricks.reasons) <= 3
        assert told not in advice_text(wanted).reasons


@pytest.mark.parametrize(
    ("makes", "clear", "words"),
    [
        ([0.7, 0.7, 0.7], False, "All choices are equally good for your aim, and are listed by tricks."),
        ([0.0, 0.0], False, "Equally good for your aim, and listed by tricks: clubs."),
        ([0.7, 0.7, 0.5], False, "Equally good for your aim, and listed by tricks: clubs."),
        ([0.702, 0.699, 0.5], False, "About as good, at a cost of 0.300 % ± 0.010: clubs."),
        ([0.704, 0.7039, 0.5], True, "Narrowly best, by 0.010 % ± 0.010 over clubs."),
        ([0.704, 0.684, 0.5], True, "Clearly best, by 2.000 % ± 0.010 over clubs."),
    ],
)
def test_chances_that_show_alike_are_told_alike(call, makes, clear, words):
    found = with_makes(call, *((make, 0.0001 * (make != makes[0])) for make in makes), clear=clear)
    text = advice_text(found)
    assert text.verdict.endswith(words) and not re.search(r"(?<![\d.])(100|0) %", text.verdict)
    shown = [row[-1] for row in text.table.rows[1:]]
    assert all((cell == "equal") == (make == makes[0]) for cell, make in zip(shown, makes[1:], strict=True))


def test_what_is_certain_is_told_as_certain(call):
    sixteen = [0.0] * 16 + [1.0]
    assert advice_text(with_chances(call, *sixteen)).verdict.startswith("Call spades. You win exactly 16 tricks.")
    assert "always make nine" in advice_text(with_chances(call, *[0.0] * 9, 0.5, 0.5)).verdict
    assert "never make nine" in advice_text(with_chances(call, 0.5, 0.5)).verdict
    assert "make nine in 99.9 % of deals" in advice_text(with_chances(call, *[0.0] * 8, 0.001, 0.999)).verdict
    assert "make nine in 0.1 % of deals" in advice_text(with_chances(call, *[0.0] * 8, 0.999, 0.001)).verdict


def test_few_deals_are_called_an_estimate(call):
    few = replace(call, worlds=12, effective=12.0)
    assert advice_text(few).verdict.endswith("This is a rough estimate from 12 deals.")
    assert sure_words(few).endswith("This is a rough estimate from 12 deals.") and "rough" not in worth_words(few)
    assert advice_text(replace(few, stopped=True)).verdict.endswith(
        "from 12 deals, because the analysis was stopped early."
    )
    unlikely = "This is a rough estimate: most of the 200 deals are unlikely."
    assert advice_text(replace(call, effective=20.0)).verdict.endswith(unlikely)
    assert "estimate" not in advice_text(call).verdict and "few" not in advice_text(replace(few, exact=True)).verdict
    assert advice_text(replace(call, stopped=True)).verdict.endswith("The analysis was stopped early, after 200 deals.")


def test_what_is_the_same_in_every_deal_is_no_estimate(call):
    same = replace(with_regrets(call, *[(0.0, 0.0)] * 4, clear=False), worlds=12, effective=12.0)
    assert "estimate" in advice_text(same).verdict
    assert advice_text(with_chances(same, *[0.0] * 16, 1.0)).verdict.endswith("All choices are worth the same.")


def test_all_tricks_that_may_be_won_are_told(call):
    """Rare numbers of tricks stand together, but not across the contract."""
    told = advice_text(with_chances(call, *[0.0] * 6, 0.002, 0.0, 0.002, 0.001, 0.001, 0.994)).sentences
    assert "Tricks after spades: 6 to 8 (0.4 % ± 0.4), 9 to 10 (0.2 % ± 0.3), 11 (99.4 % ± 0.5)." in told


def test_regrets_of_a_table_have_as_many_decimals_as_their_errors_leave(call):
    mixed = advice_text(with_regrets(call, (0.04, 0.2), (0.17, 0.05), (0.2, 0.15), (-0.01, 0.7), clear=False))
    cells = ["0.0 ± 0.2", "0.17 ± 0.05", "0.20 ± 0.15", "0.0 ± 0.7"]
    assert [row[-1] for row in mixed.table.rows[1:]] == cells[: len(mixed.table.rows) - 1]
    assert mixed.footer.startswith("Regret is the loss against the best choice. ± is one standard error. ")


@pytest.mark.parametrize(
    ("changes", "deals", "more"),
    [
        ({}, "200 deals were", " The deals "),
        ({"exact": True, "worlds": 1}, "The only possible deal was", ""),
        ({"exact": True, "worlds": 7}, "All 7 possible deals were", ""),
    ],
)
def test_the_footer_says_how_many_deals_and_against_whom(call, changes, deals, more):
    text, told = advice_text(replace(call, **changes)), f"{deals} played out against club players."
    assert text.footer.endswith(told) and text.sentences[-1].startswith(told + more)


def test_the_match_comes_first_where_it_is_wanted():
    view = Situation(NAMED["bga"].rules, Seat.DEALER, HAND).view(Call)
    objective = Objective(Utility.SCORE, MatchScore((0, 1, -1), 9))
    text = advice_text(advise(Question(view, Limits(worlds=200), objective)))
    assert not any("To win the match" in reason for reason in text.reasons)
    assert re.match(
        r"Call \w+\. Your chance of winning the match is \d+ % ± \d+\. You win \d+\.\d+ ± \d\.\d+ tricks ", text.verdict
    )
    assert "wins match" in text.table.head


def test_tricks_given_up_for_the_match_are_told():
    """A dealer at -14 wins the match, where the further end wins, by tricks that he does not take."""
    rules, hand = NAMED["catalan-plus-minus"].rules, Hand.parse("AKQJT98765432.A.2.3")
    view = Situation(rules, Seat.DEALER, hand, discarded=Hand.parse("-.2.43.4")).view(Call)
    text = advice_text(advise(Question(view, Limits(worlds=60), Objective(Utility.SCORE, MatchScore((-14, 7, 7), 5)))))
    more, chance = r"1\d\.\d+ ± \d\.\d+ tricks more", r"\d\d\.\d % ± 0\.\d"
    told = rf"Spades would win {more}, but the chance of winning the match would be only {chance}\."
    assert re.fullmatch(told, text.reasons[0]) and not text.verdict.startswith("Call spades")


def test_a_forced_card_and_equal_cards_are_told_plainly():
    deal = played(17, 13)
    verdicts = []
    while not deal.over:
        view = deal.seen_by(deal.turn.seat)
        verdicts.append((deal.turn.count(), advice_text(advise(Question(view, Limits(worlds=20)))).verdict))
        deal = deal.after(heuristic_action(view))
    assert all(("No other card is legal" in verdict) == (count == 1) for count, verdict in verdicts)
    assert {count == 1 for count, _ in verdicts} == {True, False}


def test_chances_in_one_column_have_one_form():
    """A chance of 99.9 % is not shown as less than one that no deal of the sample contradicts."""
    certain, nearly, other = (Estimate.share(share, 1000) for share in (1.0, 0.999, 0.8))
    assert chance_cells([certain, nearly, other]) == [">99 %", ">99 %", "80.0 % ± 1.3"]
    assert chance_cells([nearly, other])[0] == "99.90 % ± 0.10"


# Freak hands at the command line: figures that cannot be never appear.

CALLS = ["AKQJ.AKQJ.AKQJ.AKQJ", "AKQJT98765432.AKQ..", "5432.5432.5432.5432", "..T9876543.AKQJT987"]
DISCARDS = [("AKQJT98765432.AKQJT98..", "S"), ("AKQJT.AKQJT.AKQJT.AKQJT", "N"), (".AKQJT987654.5432.65432", "N")]
GIFTS = [("AKQJ.AKQJ.AKQJ.AKQJ", "left=2,right=1"), ("AKQJT98765432.2..32", "left=1")]
PLAYS = [("AKQJ.AKQJ.AKQJ.AKQJ", "N"), ("5432.5432.5432.5432", "N"), ("..T9876543.AKQJT987", "S")]
QUESTIONS = [
    *(("trump", hand) for hand in CALLS),
    *(("discard", hand, "--trump", trump) for hand, trump in DISCARDS),
    *(("exchange", hand, "--seat", "dealer", "--give", owed) for hand, owed in GIFTS),
    *(("play", "--seat", "left", "--hand", hand, "--trump", trump) for hand, trump in PLAYS),
]


def is_possible(text, contract):
    """No figure that cannot be, no line too long; the rows of the table, each a dictionary by the names of columns."""
    lines = text.splitlines()
    assert max(map(len, lines)) <= 80 and not any(line.endswith(" ") for line in lines)
    assert not re.search(r"-0\.0+\b|± 0(\.0+)?(?![.\d])|nan|inf", text)
    assert all(0 <= float(number) <= 100 for number in re.findall(r"(\d+(?:\.\d+)?) %", text))
    assert all(0 <= float(number) <= 16 for number in re.findall(r"(\d+\.\d+)(?: ± \d+\.\d+)? tricks", text))
    rule = next(i for i, line in enumerate(lines) if line.startswith("──"))
    names = re.split(r"  +", lines[rule - 1].strip())
    table = [line for line in lines[rule + 1 : lines.index("", rule)] if not line.startswith("(no room for")]
    rows = [re.split(r"  +", line[2:].strip()) for line in table]
    last_words = [name.split()[-1] for name in names[1:4]]  # headings may be broken between words
    assert last_words == ["tricks", f"{contract}", "regret"][: len(names) - 1]
    for row in rows:
        assert 0 <= figure(row[1]) <= 16 and 0 <= figure(row[2]) <= 100
    assert lines[rule + 1].startswith("* ") and all(figure(row[3]) >= 0 for row in rows[1:])
    assert all(figure(row[1]) <= figure(rows[0][1]) + 0.01 for row in rows)  # rounded by their own errors
    return rows


def figure(cell):
    return float(re.match(r"[<>]?(?:\d+-)?(-?\d+(\.\d+)?)", cell)[1])


def likely(chance):
    """A chance as it is told; of an interval the end at which all of the sample agree."""
    low, _, high = chance.lstrip("<>").rpartition("-")
    return 0.0 if low == "0" or chance[0] == "<" else float(high)


def agree(text, rows, contract):
    """Mean and chance of the two best choices agree with their distributions."""
    told = re.findall(r"Tricks after [^:]*: (.*?\))\.", " ".join(text.split()))
    assert len(told) == min(2, len(rows))
    for row, words in zip(rows, told, strict=False):
        found = re.findall(r"(\d+) \(((?:\d+-|[<>])?\d+(?:\.\d+)?) %(?: ± [\d.]+)?\)", words)
        chances = {int(n): likely(chance) for n, chance in found}
        assert 95 <= sum(chances.values()) <= 105 and 0 <= min(chances) <= max(chances) <= 16
        assert figure(row[1]) == pytest.approx(sum(n * c for n, c in chances.items()) / 100, abs=0.6)
        made = likely(row[2].partition(" %")[0])
        assert made == pytest.approx(sum(c for n, c in chances.items() if n >= contract), abs=5)


@pytest.mark.parametrize("question", QUESTIONS, ids=" ".join)
def test_freak_hands_have_figures_that_can_be(question):
    contract = 5 if question[0] == "play" else 9
    short = answer("advise", *question, "--worlds", "200")
    is_possible(short, contract)
    explained = answer("advise", *question, "--worlds", "200", "--explain")
    assert explained.splitlines()[0] == short.splitlines()[0]
    agree(explained, is_possible(explained, contract), contract)


@pytest.fixture(scope="module")
def record(tmp_path_factory):
    """A deal of plain players, played out, with its file."""
    deal = by_rules(played(17, 15))
    path = tmp_path_factory.mktemp("records") / "deal.n52"
    path.write_text(str(File.of([record_of(Match(deal.rules, deal=deal))])))
    return str(path)


@pytest.mark.parametrize("after", ["39", "45", "47"])
def test_the_last_cards_have_figures_that_can_be(record, after):
    text = answer("advise", "play", record, "--after", after, "--explain")
    contract = int(re.search(r"makes (\d)", text)[1])
    agree(text, is_possible(text, contract), contract)
