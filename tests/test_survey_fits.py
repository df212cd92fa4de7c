"""What the fits ask of surveys: tables with seeds of their own, policies in files, hands and decisions."""

from pathlib import Path

import pytest

from ninefivetwo.errors import PolicyError, SurveyError
from ninefivetwo.playouts import any_policy, policy, read_weights, write_weights
from ninefivetwo.playouts.policies import LEARNED, weights_sum
from ninefivetwo.survey.kinds import KINDS
from ninefivetwo.survey.plan import parse_plan, read_plan
from ninefivetwo.survey.work import Work

PLANS = sorted((Path(__file__).parents[1] / "surveys").glob("fit_*.toml"))
TABLE = '[[table]]\nkind = "deals"\nrules = ["bga", "wikipedia"]\ndeals = 30\nbatch = 10\n'


@pytest.mark.parametrize("path", PLANS, ids=lambda path: path.stem)
def test_plans_can_be_followed(path):
    """Every batch's options too: kinds check them only when they make rows."""
    for work in {(work.kind, work.rules, work.options): work for work in read_plan(str(path)).batches()}.values():
        few = Work(work.kind, work.rules, work.seed, 1, "plain", work.condition, work.options)
        assert KINDS[work.kind].rows(few, None)


def test_a_table_may_have_seeds_of_its_own():
    plan = parse_plan(f'name = "two"\nseed = 5\n{TABLE}{TABLE}seed = 8\n')
    assert sorted({work.seed for work in plan.batches()}) == [5, 6, 7, 8, 9, 10]
    with pytest.raises(SurveyError, match=r"^deals under bga twice with seed 7 \(expected once; give the second table"):
        parse_plan(f'name = "two"\nseed = 5\n{TABLE}{TABLE}seed = 7\n')


def test_a_policy_plays_from_a_file(tmp_path):
    """As the policy of its weights does, and the file says which those are."""
    path = str(tmp_path / "p1.json")
    write_weights(path, read_weights(LEARNED))
    assert weights_sum(path) == weights_sum("learned") == weights_sum("usual") and weights_sum("plain") == ""
    assert any_policy("learned") is policy("learned")
    found, known = (KINDS["deals"].rows(Work("deals", "bga", 3, 20, policy=name), None) for name in (path, "learned"))
    assert all((found[name] == known[name]).all() for name in known)
    for text in ("p1", str(tmp_path / "none.json")):
        with pytest.raises(PolicyError):
            any_policy(text)
