"""Files of fitted numbers name the policy under which they were fitted, and are made again by one command."""

import json
from importlib.resources import files

import numpy as np
import pytest

from benchmarks import refit
from benchmarks.survey_rows import shipped_policy
from ninefivetwo.survey.plan import parse_plan
from ninefivetwo.think.playouts.policies import LEARNED

MODELS = files("ninefivetwo.think.models")


def named(file):
    """The policies that a file names."""
    if file == "like.npz":
        with MODELS.joinpath(file).open("rb") as content:
            return {str(np.load(content)["policy"])}
    folder = files("ninefivetwo.study") if file == "accuracy.json" else MODELS
    found = json.loads(folder.joinpath(file).read_text(encoding="utf-8"))["policy"]
    return set(found.values()) if isinstance(found, dict) else {found}


@pytest.mark.parametrize("file", ["exchange.json", "match_equity.json", "par.json", "like.npz", "accuracy.json"])
def test_what_ships_was_fitted_under_the_policy_that_ships(file):
    assert named(file) == {shipped_policy()}


def test_each_part_of_the_exchange_names_its_policy():
    found = json.loads(MODELS.joinpath("exchange.json").read_text(encoding="utf-8"))
    assert set(found["policy"]) == {*found["discards"], *(key for key in found if "calls" in key), "gifts"}


def test_the_chain_fits_in_order_and_goes_on_where_it_was_stopped(tmp_path, monkeypatch):
    """Stopped at the fit of gifts, it begins with gifts; done, it does nothing."""
    asked = []

    def run(module, *arguments):
        asked.append([word for word in arguments if "/" not in word and word not in ("run", "-o")][:2])
        if asked[-1][0] == "fit_gifts" and len(asked) < 12:
            raise KeyboardInterrupt

    monkeypatch.setattr(refit, "run", run)
    with pytest.raises(KeyboardInterrupt):
        refit.main(tmp_path)
    assert [first for first, *_ in asked] == [
        *("survey", *["fit_exchange"] * 3, "survey", *["fit_exchange"] * 2, "survey", "fit_gifts")
    ]
    del asked[:]
    asked += [["stopped"]] * 12
    refit.main(tmp_path)
    later = ["fit_match_equity", "fit_par", "fit_like"]
    surveys = [each for fit in later for each in ("survey", fit)]
    assert [first for first, *_ in asked[12:]] == ["survey", "fit_gifts", *surveys, "fit_accuracy", "make_problems"]
    refit.main(tmp_path)
    assert len(asked) == 12 + 10


def test_a_round_has_cards_of_its_own_and_all_policies_before_it(tmp_path):
    pool = [tmp_path / f"p{number}.json" for number in range(3)]
    for path in pool:
        path.write_bytes(LEARNED.read_bytes())
    plans = [parse_plan(refit.plan_of_round(number, pool[:number])) for number in (1, 3)]
    for plan, number in zip(plans, (1, 3), strict=True):
        company = f"self, self, plain{''.join(f', {path}' for path in pool[: number - 1])}"
        assert {table.options["company"] for table in plan.tables} == {company}
        assert {table.policy for table in plan.tables} == {str(pool[number - 1])}
    seeds = [{batch.seed for batch in plan.batches()} for plan in plans]
    assert not seeds[0] & seeds[1]
