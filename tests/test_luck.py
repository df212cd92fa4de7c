"""Luck by playouts: usual play is as likely as said, counts nothing, a blunder counts, and luck is zero on average."""

import numpy as np
import pytest

from benchmarks.fit_par import check_terms, deals
from ninefivetwo import Card, Hand, Seat
from ninefivetwo.game import Deal, Discard, Play
from ninefivetwo.game.rules import NAMED, parse_rules
from ninefivetwo.layout import Layout, random_deals
from ninefivetwo.study import Phase, decision_nodes
from ninefivetwo.study.luck import LuckTerm, _adjusted, _ready, luck
from ninefivetwo.survey.plan import ROW_KINDS
from ninefivetwo.survey.work import Work
from ninefivetwo.think.models.deal_results import par_of
from ninefivetwo.think.players import PLAYERS
from ninefivetwo.think.playouts import game_of, play_out, policy
from ninefivetwo.think.playouts.first_lead import dealt, ready_deals
from ninefivetwo.think.playouts.policies import TEMPER, card_changes, usual, usual_tricks
from ninefivetwo_solver.playout import choose, probabilities, view

WIKIPEDIA = parse_rules("wikipedia")


def played(names, seed, previous=None, rules=WIKIPEDIA, instead=None):
    """A deal played by players by name; instead: what replaces the action that a player chose, given the deal."""
    deal = Deal.start(rules, next(random_deals(seed)), previous)
    players = [PLAYERS[name](seed) for name in names]
    while (turn := deal.turn) is not None:
        action = players[turn.seat].act(deal.seen_by(turn.seat))
        deal = deal.after((instead and instead(deal, action)) or action)
    return deal


def in_play(seed, cards):
    """A deal of which so many cards have been played."""
    nodes = [node for node in decision_nodes(played(["club"] * 3, seed)) if isinstance(node.action, Play)]
    return nodes[cards]


def test_sampled_policy_plays_each_card_with_its_probability():
    """Ten thousand choices from one view: every card as often as its chance says, within four standard errors."""
    number = 10_000
    seen = np.repeat(view(game_of(in_play(3, 0).before)), number)
    sampled = policy("learned").sampled(1.0)
    found = np.bincount(choose(sampled, seen, 7), minlength=64) / number
    chances = probabilities(sampled, seen[:1])[0]
    lowest = np.flatnonzero(found)
    by_class = np.add.reduceat(chances, lowest)  # a card that others touch stands for all of them
    assert len(lowest) > 2 and by_class.sum() == pytest.approx(1, abs=0.01)
    assert np.abs(found[lowest] - by_class).max() < 4 * np.sqrt(0.25 / number)


@pytest.mark.parametrize("temper", [0.0, -1.0, 1001.0])
def test_sampling_refuses_what_it_cannot(temper):
    with pytest.raises(ValueError, match="temper"):
        policy("learned").sampled(temper)
    with pytest.raises(ValueError, match="no probabilities"):
        policy("plain").sampled(1.0)


@pytest.mark.parametrize(("seed", "cards"), [(5, 0), (6, 9), (8, 20)])
def test_a_cards_change_is_its_value_less_the_usual_one(seed, cards):
    """Against the values of all choices, each played out by itself and weighed by its probability."""
    node = in_play(seed, cards)
    game, number = game_of(node.before), 1500
    seen = view(game)
    chances = probabilities(usual()[0], seen, TEMPER)[0]
    legal = np.flatnonzero(chances)
    worst = int(legal[-1])
    values = play_out(usual(), np.repeat(game, number), cards=legal, seed=11, threads=1).mean(axis=0)
    expected = values[-1] - chances[legal] @ values
    rows = card_changes(game, Card.at(worst), number, 5)
    error = rows.std(axis=0) / np.sqrt(number) + 0.03
    assert (np.abs(rows.mean(axis=0) - expected) < 4 * error).all()
    assert np.abs(rows.sum(axis=1)).max() == 0  # what one wins another loses


def test_usual_decisions_count_nothing():
    """The club player's call, discard and gifts are the usual ones; his cards are nearly always."""
    skills = []
    for seed in range(4):
        nodes = decision_nodes(played(["club"] * 3, seed, (-1, 2, -1) if seed % 2 else None))
        found = luck(nodes, seed)
        for (_, phase), term in found.decisions.items():
            if phase in (Phase.CALL, Phase.DISCARD, Phase.EXCHANGE):
                assert term == LuckTerm((0.0, 0.0, 0.0))
        skills += [found.skill(seat, seat) for seat in Seat]
        if not seed % 2:
            assert found.exchange == LuckTerm((0.0, 0.0, 0.0))
    assert abs(np.mean(skills)) < 0.3


def test_a_blunder_is_credited_to_its_player():
    """A dealer who throws away his four best trumps loses by it, and the others win that."""

    def throw(deal, action):
        if isinstance(action, Discard):
            trumps = sorted(deal.hand(Seat.DEALER).only(deal.called))[-4:]
            return Discard(Seat.DEALER, Hand.of(trumps))

    found = luck(decision_nodes(played(["club"] * 3, 12, instead=throw)), 1)
    term = found.decisions[Seat.DEALER, Phase.DISCARD]
    assert term.tricks[Seat.DEALER] < -1 - 4 * term.error
    assert found.skill(Seat.DEALER, Seat.DEALER) < -1
    assert sum(term.tricks) == pytest.approx(0, abs=1e-9)


def test_same_seed_same_luck_and_another_within_errors():
    nodes = decision_nodes(played(["club", "beginner", "rule"], 21, (1, 0, -1)))
    one, again, other = luck(nodes, 1), luck(nodes, 1), luck(nodes, 2)
    assert one == again != other
    for name, term in one.terms.items():
        error = np.hypot(term.error, other.terms[name].error)
        assert np.abs(np.subtract(term.tricks, other.terms[name].tricks)).max() <= 4.5 * error + 1e-9, name


def test_what_is_left_over_goes_where_errors_are():
    """The adjusted terms make the result; what has no error stays, of the others the less sure one moves more."""
    terms = [LuckTerm((1.0, 0.0, -1.0), 0.1), LuckTerm((2.0, 1.0, -3.0), 0.2), LuckTerm((0.5, -0.5, 0.0), 0.0)]
    found = _adjusted(terms, (4, 1, -5))
    assert np.sum([term.tricks for term in found], axis=0) == pytest.approx([4, 1, -5])
    assert found[2].tricks == terms[2].tricks and found[2].error == 0
    moved = [found[i].tricks[0] - terms[i].tricks[0] for i in (0, 1)]
    assert moved[1] == pytest.approx(4 * moved[0]) and all(
        a.error < b.error for a, b in zip(found[:2], terms, strict=False)
    )


@pytest.mark.parametrize("name", ["wikipedia", "catalan-plus-minus", "nine-two-five", "sergeant-major"])
@pytest.mark.parametrize("previous", [None, (-2, 1, 1), (1, -2, 1)])
def test_par_is_of_deals_as_luck_plays_them(name, previous):
    """The deals that par was fitted to, dealt by the thousand, are those that a review completes one by one."""
    rules = parse_rules(name)
    cards = dealt(6, 5)
    results = None if previous is None else np.tile(previous, (6, 1))
    for row, game in zip(cards, ready_deals(rules, results, cards).games, strict=True):
        hands = [Hand(int(each)) for each in row]
        one = game_of(_ready(Deal.start(rules, Layout(*hands), previous)))[0]
        assert one == game


def test_luck_is_zero_on_average(count):
    """Over fresh deals hands, kitty and exchange, each over what is usual, are zero within four errors."""
    number = count(300, 3000)
    for name in ("wikipedia", "nine-two-five"):
        works = Work("worths", name, 987, number, "usual"), Work("matches", name, 987, number // 6, "usual")
        found = deals(parse_rules(name), *(ROW_KINDS[work.kind].rows(work, None) for work in works))
        assert len(found.bare) == len(found.first) == number < len(found.later)
        for means, error in check_terms(parse_rules(name), found).values():
            assert (np.abs(means) < 4 * error + 0.03).all()


@pytest.mark.parametrize("name", NAMED)
def test_par_shares_the_tricks(name):
    rules = parse_rules(name)
    for previous in (None, (-2, 1, 1), (1, 1, -2)):
        assert sum(par_of(rules, previous).tricks) == pytest.approx(16, abs=1e-6)
    first, given = par_of(rules).tricks, par_of(rules, (-2, 1, 1)).tricks
    assert given[Seat.DEALER] < first[Seat.DEALER]  # who was down gives high cards


def test_playouts_of_a_deal_share_its_tricks():
    rows = usual_tricks(game_of(in_play(4, 12).before), 50, 3)
    assert (rows.sum(axis=1) == 16).all() and rows.std(axis=0).max() > 0
