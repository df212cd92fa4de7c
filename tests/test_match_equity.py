"""The chance of winning a match: right where the rules end it, else what recursion over the deals to come gives."""

from functools import cache
from itertools import product
from random import Random

import numpy as np
import pytest
from msgspec.structs import replace

from benchmarks import fit_match_equity, match_equity
from ninefivetwo.cards import Hand, Seat, Trump
from ninefivetwo.errors import AdviceError
from ninefivetwo.game import Call, Play, Situation
from ninefivetwo.game.events import owed
from ninefivetwo.game.match import rotated, winners_of
from ninefivetwo.game.rules import NAMED, parse_rules
from ninefivetwo.think.advise import Limits, Objective, Question, advise, price_choices
from ninefivetwo.think.models.deal_results import OUTCOMES, features, index_of, next_results, results_by, statistics
from ninefivetwo.think.models.linear import BLOCK
from ninefivetwo.think.models.match_ends import ends
from ninefivetwo.think.models.match_equity import Lattice, MatchScore, chance, chances, check_match_score
from ninefivetwo.think.playouts import play_out, policy
from ninefivetwo.think.playouts.first_lead import dealt, ready_deals

D, L, R = Seat
PLAIN = (policy("plain"),) * 3
ENDS = [
    *NAMED,
    *("bga tie=play-on", "wiki over=3", "wiki sweep=7 tie=share", "925 winner=furthest floor=-5"),
    *("cat-pm target=9 floor=-13 tie=share", "cat-pm target=14 floor=-7"),
    *("cat-pm target=40 floor=-6", "wiki target=no floor=-10", "bga over=2 contracts=6-6-4"),
]


def random_score(random, most):
    dealer, left = random.randint(-most, most), random.randint(-most, most)
    return dealer, left, -dealer - left


@pytest.mark.parametrize("text", ENDS)
def test_what_ends_a_match_is_what_the_rules_say(text, count, seed):
    """A whole table of results at some scores: where the match is over its winners, else chances that sum to one."""
    rules, random, seen = parse_rules(text), Random(seed), set()
    results = OUTCOMES - np.array(rules.contracts)
    for _ in range(count(3, 300)):
        score, number = random_score(random, 20), random.choice([1, 5, 9, 10, 12])
        totals, last = np.array(score) + results, rules.deals is not None and number >= rules.deals
        over, shares = ends(rules, totals, results, OUTCOMES, last)
        tables = [chances(rules, MatchScore(score, number), seat) for seat in Seat]
        for i, won in enumerate(map(tuple, OUTCOMES.tolist())):
            winners = winners_of(rules, tuple(totals[i].tolist()), tuple(results[i].tolist()), won, number)
            assert over[i] == bool(winners)
            wanted = [(seat in winners) / max(len(winners), 1) for seat in Seat]
            assert shares[i].tolist() == wanted
            found = [tables[seat][won[seat], won[seat.next]] for seat in Seat]
            assert found == wanted if winners else sum(found) == pytest.approx(1) and min(found) >= 0
            seen.add(bool(winners))
    assert True in seen


@pytest.mark.parametrize("text", ["bga deals=3", "bga deals=4 contracts=8-5-3", "sm sweep=8 deals=3 tie=share"])
def test_a_match_of_few_deals_is_worth_what_plain_recursion_gives(text, seed):
    """Every result of every deal to come, by the match's own rules of rotation and end."""
    rules, random, table = parse_rules(text), Random(seed), next_results(parse_rules(text))
    for score in [(0, 0, 0), random_score(random, 8)]:
        for number in (rules.deals - 1, rules.deals - 2):
            won = tuple(OUTCOMES[random.randrange(len(OUTCOMES))].tolist())
            wanted = follow(rules, table, score, won, number)
            found = [chance(rules, MatchScore(score, number), won, seat) for seat in Seat]
            assert found == pytest.approx(wanted, abs=4e-3)


def follow(rules, table, score, won, number):
    """Each seat's share of the win after a deal, by recursion."""

    @cache
    def after(score, won, number):
        results = tuple(w - c for w, c in zip(won, rules.contracts, strict=True))
        total = tuple(a + b for a, b in zip(score, results, strict=True))
        if winners := winners_of(rules, total, results, won, number):
            return tuple((seat in winners) / len(winners) for seat in Seat)
        return before(rotated(total), index_of(*won[:2]), number + 1)

    @cache
    def before(score, last, number):
        found = [0.0] * 3
        for won, share in zip(OUTCOMES.tolist(), table[last], strict=True):
            if share > 1e-7:
                dealer, left, right = after(score, tuple(won), number)
                for seat, part in zip((L, R, D), (dealer, left, right), strict=True):  # who is left in the deal before
                    found[seat] += share * part
        return tuple(found)

    return after(score, won, number)


@pytest.mark.parametrize("text", ["catalan", "wikipedia", "catalan-plus-minus", "sergeant-major", "bga tie=play-on"])
def test_a_chance_is_the_mean_of_those_a_deal_later(text, count, seed):
    """Without an end in sight: whoever sits left of the dealer deals next, and the next results follow from these."""
    rules, random, table = parse_rules(text), Random(seed), next_results(parse_rules(text))
    number = rules.deals or 5
    for _ in range(count(3, 60)):
        score, won = random_score(random, 6), random.choice([(9, 5, 2), (8, 4, 4), (11, 4, 1), (6, 5, 5)])
        total = tuple(s + w - c for s, w, c in zip(score, won, rules.contracts, strict=True))
        if not winners_of(rules, total, tuple(np.subtract(won, rules.contracts).tolist()), won, number):
            later = [chances(rules, MatchScore(rotated(total), number + 1), seat) for seat in Seat]
            likely = table[index_of(*won[:2])]
            for seat in Seat:
                then = Seat((seat - 1) % 3)
                mean = sum(likely * later[then][OUTCOMES[:, then], OUTCOMES[:, then.next]])
                assert chance(rules, MatchScore(score, number), won, seat) == pytest.approx(mean, abs=4e-3)


def test_a_low_score_may_win_where_the_further_end_wins():
    """One trick from the negative end is nearly a win there; where the highest score wins it is nearly a loss."""
    score = MatchScore((-8, -6, 14), 9)
    furthest = chance(parse_rules("catalan-plus-minus"), score, (5, 1, 10), L)  # who is then left -7, right +19: over
    assert furthest == 0
    after = [chance(parse_rules(text), MatchScore((-12, 6, 6), 9), (7, 3, 6), D) for text in ("cat-pm", "925")]
    assert after[0] > 0.5 and after[1] < 0.02


def test_who_was_up_has_the_better_of_the_next_exchange():
    """The same score in the end, one time by a good last deal and one time by a bad one."""
    rules = parse_rules("catalan")
    up, down = (
        chance(rules, MatchScore(score, 5), won, D)
        for score, won in [((-4, 2, 2), (13, 2, 1)), ((4, -2, -2), (5, 6, 5))]
    )
    assert up > down + 0.1
    dealer, left = OUTCOMES[:, 0], OUTCOMES[:, 1]
    means = next_results(rules) @ left  # left deals next, so dealer's results are right's after that
    assert means[index_of(5, 8)] < 5 and (next_results(rules) @ dealer)[index_of(9, 9 - 2)] > 8


#: What 400,000 matches came to that were simulated from the fitted results: the shares of dealer, left and right.
SIMULATED = [
    ("wikipedia target=60", (6, -7, 1), 5, (12, 0, 4), (0.4428, 0.2153, 0.3420)),
    ("wikipedia target=60", (55, 50, -105), 9, (9, 5, 2), (0.6063, 0.3897, 0.0040)),
    ("wikipedia target=no floor=-50", (10, -30, 20), 5, (9, 5, 2), (0.3925, 0.1517, 0.4558)),
    ("catalan-plus-minus target=40 floor=-40", (6, -7, 1), 5, (12, 0, 4), (0.3802, 0.3433, 0.2765)),
    ("nine-two-five target=40 floor=-40", (25, -7, -18), 5, (12, 0, 4), (0.7802, 0.1112, 0.1086)),
    ("sergeant-major target=60 sweep=15", (30, -10, -20), 8, (9, 4, 3), (0.5620, 0.2333, 0.2048)),
    ("bga deals=18", (0, 0, 0), 1, (9, 5, 2), (0.3562, 0.3701, 0.2737)),
    ("bga deals=40 over=5", (10, -10, 0), 3, (8, 5, 3), (0.3065, 0.3737, 0.3198)),
    ("wikipedia deals=30", (5, -10, 5), 4, (9, 5, 2), (0.4436, 0.2229, 0.3335)),
]
#: Larger ones.
SIMULATED += [
    pytest.param(*each, marks=pytest.mark.long)
    for each in (
        ("wikipedia target=100", (95, 90, -185), 15, (7, 6, 3), (0.4157, 0.5827, 0.0016)),
        ("catalan-plus-minus target=60 floor=-60", (55, -55, 0), 5, (9, 2, 5), (0.3654, 0.5922, 0.0424)),
        ("bga deals=60", (0, 0, 0), 1, (9, 5, 2), (0.3475, 0.3516, 0.3009)),
        ("wikipedia target=60 deals=100", (25, -10, -15), 4, (9, 5, 2), (0.5476, 0.2491, 0.2032)),
    )
]


@pytest.mark.parametrize(("text", "score", "number", "won", "shares"), SIMULATED)
def test_chances_in_long_matches_are_those_of_simulated_ones(text, score, number, won, shares):
    """Within half a percentage point, near an end too; `python -m benchmarks match_equity` simulates more."""
    found = [chance(parse_rules(text), MatchScore(score, number), won, seat) for seat in Seat]
    assert found == pytest.approx(shares, abs=5e-3) and sum(found) == pytest.approx(1)


@pytest.mark.parametrize(
    "text",
    [*NAMED, *(pytest.param(text, marks=pytest.mark.long) for text in ("cat-pm target=90 floor=-40", "952 target=40"))],
)
def test_chances_are_those_of_matches_simulated_here(text, count, seed):
    """Scores of matches with results as fitted, every other one near the end."""
    matches = count(10_000, 400_000)
    for i, moment in enumerate(match_equity.drawn(parse_rules(text), count(2, 10), seed)):
        found, shares = moment.chances(), match_equity.simulated(moment, matches, i)
        assert found == pytest.approx(shares, abs=5e-3 + 4.5 * 0.5 / matches**0.5)
        assert found.sum() == pytest.approx(1) and found.min() >= 0


def test_the_longest_match_has_chances():
    """A thousand deals, or points, and a score beyond all lattices."""
    for text, score in product(["bga deals=1000", "wiki target=1000", "sm"], [(0, 0, 0), (400, -300, -100)]):
        rules = parse_rules(text)
        found = [chance(rules, MatchScore(score, 3), (9, 4, 3), seat) for seat in Seat]
        assert sum(found) == pytest.approx(1) and (text == "sm" or not any(score) or found[D] > found[L])


def test_each_score_has_its_row_and_those_beyond_the_rim_one_near_them():
    lattice = Lattice(-9, 5)
    scores = lattice.scores.reshape(-1, 3)
    number = len({tuple(score) for score in scores.tolist()})
    assert len(scores) % BLOCK == 0 and (scores.sum(axis=1) == 0).all()
    assert lattice.rows(scores[:number, 0], scores[:number, 1]).tolist() == [*range(number)]
    beyond = np.array([(7, -3, -4), (20, 20, -40), (-30, 15, 15), (6, 6, -12), (5, 5, -10), (-10, 6, 4)])
    near = scores[lattice.rows(beyond[:, 0], beyond[:, 1])]
    assert ((near >= -9) & (near <= 5)).all() and near[0].tolist() == [5, -2, -3]


@pytest.mark.parametrize(
    ("text", "score", "number", "fault"),
    [
        ("wiki", (20, -10, -10), 5, r"the match is over: dealer has \+20 \(expected below \+20\)$"),
        ("cat-pm", (15, -15, 0), 9, r"the match is over: dealer has \+15 \(expected below"),
        ("cat-pm", (4, -15, 11), 9, r"the match is over: left has -15 \(expected above -"),
        ("bga", (1, 0, -1), 10, r"^bga has 9 deals \(expected number 1 to 9\)$"),
        ("bga tie=play-on", (1, 0, -1), 10, "^bga has 9 deals .*, or a tie"),
        ("wiki", (33, -16, -17), 3, "impossible score before deal 3: 33 points .expected at most 32, 16 a deal"),
    ],
)
def test_no_deal_is_advised_on_after_the_end(text, score, number, fault):
    with pytest.raises(AdviceError, match=fault):
        check_match_score(parse_rules(text), MatchScore(score, number))


def test_every_kind_of_advice_looks_whether_the_match_is_over():
    limits, objective = Limits(worlds=2), Objective(match_score=MatchScore((20, -10, -10), 5))
    situation = Situation(parse_rules("wikipedia"), L, Hand.parse("KJT3.AJ94.K86.QJ965"), trump=Trump.SPADES)
    call = replace(situation, seat=D, trump=None).view(Call)
    for ask in (
        lambda: advise(Question(call, limits, objective)),
        lambda: price_choices(Question(call, limits, objective), [Call(D, Trump.SPADES)]),
        lambda: advise(Question(situation.view(Play), limits, objective)),
    ):
        with pytest.raises(AdviceError, match="the match is over"):
            ask()


def test_a_tie_that_is_played_on_and_a_score_short_of_the_end_go_on():
    for text, score, number in (
        ("wiki", (20, 20, -40), 9),
        ("wiki", (19, 0, -19), 9),
        ("bga tie=play-on", (1, 1, -2), 10),
        ("bga", (40, -20, -20), 1),
        ("bga", (1, 0, -1), 9),
    ):
        check_match_score(parse_rules(text), MatchScore(score, number))


def test_features_are_the_cards_owed():
    """After each outcome: who gives how many to whom, as the exchange has it."""
    rules = parse_rules("wikipedia")
    pairs = [(giver, receiver) for giver in Seat for receiver in Seat if giver is not receiver]
    for won, row in zip(OUTCOMES.tolist(), features(rules), strict=True):
        gives = dict(owed(rules, rotated(tuple(np.subtract(won, rules.contracts).tolist()))))
        wanted = [gives[giver][receiver] if giver in gives else 0 for giver, receiver in pairs]
        assert (3 * row[:6]).tolist() == pytest.approx(wanted)


def test_a_fit_finds_the_model_that_made_the_counts():
    rules, random = parse_rules("wikipedia"), np.random.default_rng(1)
    true = next_results(rules)
    times = random.multinomial(300_000, np.full(len(true), 1 / len(true)))
    counts = np.array([random.multinomial(n, row) for n, row in zip(times, true, strict=True)], float)
    found = results_by(*fit_match_equity.fit(counts, features(rules)), features(rules))
    assert abs((found - true) @ OUTCOMES).mean() < 0.03
    assert fit_match_equity.misfit(counts, found).max() < 0.03
    assert fit_match_equity.misfit(counts, np.roll(found, 1, axis=0)).max() > 0.3
    assert len(statistics()) == len(OUTCOMES)


def test_dealt_deals_follow_the_exchange():
    """After an exchange who was up wins more; sixteen tricks a deal under every rule set, and alike on any machine."""
    for text in NAMED:
        rules = parse_rules(text)
        previous = np.repeat([(-3, 1, 2), (2, -4, 2), (0, 0, 0), (4, -2, -2)], 50, axis=0)
        games = ready_deals(rules, previous, dealt(200, 3)).games
        found, again = (play_out(PLAIN, games, seed=3, threads=threads) for threads in (1, 2))
        assert (found.sum(axis=1) == 16).all() and (found == again).all()
        assert found[150:, 0].mean() > found[100:150, 0].mean() > found[:50, 0].mean()
