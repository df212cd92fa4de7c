"""What the fit of the lead order stands on: positions that a search met, and what their leads are worth."""

from random import Random

from engine_lab import FEATURES, Lab
from positions import asked, dense, random_state, sparse

from ninefivetwo_solver.engine import Engine


def test_positions_met_are_the_true_game_s_and_rightly_answered():
    random, lab, judge, seen = Random(1), Lab(1 << 22), Engine(1 << 22), 0
    for _ in range(40):
        state, seat = random_state(random, 9, kind="any"), random.randrange(3)
        for hands, leader, has_trumps, need, answer in lab.met(*dense(state, seat), random, 20):
            assert leader < 3
            assert judge.reaches(*asked(sparse(hands, leader, has_trumps)), 0, need) == answer
            seen += 1
    assert seen > 400


def test_leads_decide_as_they_are_said_to():
    random, lab, judge = Random(2), Lab(1 << 22), Engine(1 << 22)
    for _ in range(40):
        state, seat = random_state(random, 6), random.randrange(3)
        hands, leader, has_trumps = dense(state, seat)
        need = random.randint(1, 6)
        leads = lab.leads(hands, leader, has_trumps, need)
        assert all(len(features) == FEATURES for _, features, _, _ in leads)
        decided = judge.reaches(*asked(state), seat, need) == (leader == 0)
        assert any(decides for _, _, decides, _ in leads) == decided
