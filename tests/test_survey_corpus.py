"""The plans in `surveys/`."""

from pathlib import Path

import pytest

from ninefivetwo.survey.plan import read_plan

SURVEYS = Path(__file__).parents[1] / "surveys"


@pytest.mark.parametrize("path", sorted(SURVEYS.glob("*.toml")), ids=lambda path: path.name)
def test_plans_can_be_followed(path):
    plan = read_plan(str(path))
    assert plan.name == path.stem and plan.batches()
