"""The plans in `surveys/`, what fits are made to them, and the corpus's sample, whose rows are those of its plan."""

import json
import re
from pathlib import Path

import numpy as np
import pytest
from survey_files import planned_survey

from benchmarks import fit_exchange, fit_gifts, fit_match_equity, fit_par
from benchmarks.runner import run
from benchmarks.survey_rows import under_each
from ninefivetwo.errors import PolicyError, SurveyError
from ninefivetwo.game.rules import NAMED, parse_rules
from ninefivetwo.survey.files import batch_path, content_sum, read_batch
from ninefivetwo.survey.plan import ROW_KINDS, parse_plan, read_plan
from ninefivetwo.survey.work import Work
from ninefivetwo.think.models.deal_results import OUTCOMES, index_of, measured
from ninefivetwo.think.playouts import any_policy
from ninefivetwo.think.playouts.policies import LEARNED, read_weights, weights_sum, write_weights

SURVEYS = Path(__file__).parents[1] / "surveys"
PLANS = sorted(SURVEYS.glob("*.toml"))
FITS = [path for path in PLANS if path.stem.startswith("fit_")]
SAMPLE = SURVEYS / "corpus_sample"
FILES = sorted(SAMPLE.glob("guarantees/rules=wikipedia/*.parquet"))
TABLE = '[[table]]\nkind = "deals"\nrules = ["bga", "wikipedia"]\ndeals = 30\nbatch = 10\n'


@pytest.mark.parametrize("path", PLANS, ids=lambda path: path.stem)
def test_plans_can_be_followed(path):
    """In those of fits every batch's options too: kinds check them only when they make rows."""
    plan = read_plan(str(path))
    assert plan.name == path.stem and plan.batches()
    works = plan.batches() if path in FITS else []
    for work in {(work.kind, work.rules, work.options): work for work in works}.values():
        few = Work(work.kind, work.rules, work.seed, 1, "plain", work.condition, work.options)
        assert ROW_KINDS[work.kind].rows(few, None)


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
    found, known = (
        ROW_KINDS["deals"].rows(Work("deals", "bga", 3, 20, policy=name), None) for name in (path, "learned")
    )
    assert all((found[name] == known[name]).all() for name in known)
    for text in ("p1", str(tmp_path / "none.json")):
        with pytest.raises(PolicyError):
            any_policy(text)


def survey(folder, name, number, **options):
    """The folder of a survey of the fit's plan, but of so many deals in every table, and with these options."""
    plan = next(path for path in PLANS if path.stem == name).read_text()
    planned_survey(folder, re.sub("^(deals|batch) = .*", rf"\1 = {number}", plan, flags=re.MULTILINE), **options)
    return str(folder)


def same_form(one, other):
    """Whether two JSON values have the same names and lengths of lists."""
    if isinstance(one, dict):
        return list(one) == list(other) and all(same_form(one[name], other[name]) for name in one)
    return len(one) == len(other) if isinstance(one, list) else type(one) is type(other)


def test_par_is_fitted_to_a_survey(tmp_path, monkeypatch, capsys):
    """What is written has the form of what ships, and a line is told of each kind of rules; or fresh deals are."""
    shipped = json.loads(fit_par.TABLE.read_text())
    monkeypatch.setattr(fit_par, "TABLE", tmp_path / "table.json")
    folder = survey(tmp_path / "rows", "fit_par", 5)
    run("fit_par", folder, "--check")
    assert len(capsys.readouterr().out.splitlines()) == 1 + len(shipped) and not fit_par.TABLE.exists()
    run("fit_par", folder)
    written = json.loads(fit_par.TABLE.read_text())
    assert written.keys() == shipped.keys() and all(same_form(written[name], shipped[name]) for name in shipped)
    assert len(capsys.readouterr().out.splitlines()) == len(shipped) - 1


def test_results_are_counted_by_the_last_ones():
    """Of each deal after the first what the deal before came to, by the seats of that deal, and what this one does."""
    for name in ("nine-two-five", "bga"):
        rules, rows = parse_rules(name), ROW_KINDS["matches"].rows(Work("matches", name, 3, 4), None)
        tricks = list(zip(*(rows[f"{seat}_tricks"].tolist() for seat in ("dealer", "left")), strict=True))
        expected = np.zeros((len(OUTCOMES), len(OUTCOMES)))
        for i in range(1, len(tricks)):
            if rows["match"][i] == rows["match"][i - 1]:
                expected[index_of(*tricks[i - 1]), index_of(*tricks[i])] += 1
        assert (fit_match_equity.counts(rules, rows) == expected).all()


def test_every_kind_of_rules_is_needed(tmp_path):
    folder = survey(tmp_path / "rows", "fit_match_equity", 1)
    found = under_each(measured, [Path(folder)], "matches")
    assert {measured(named.rules) for named in NAMED.values()} == set(found)
    with pytest.raises(SystemExit, match=r"^Error: .*rows: no rows worths \(expected a survey that has them\)"):
        run("fit_par", folder)


def test_choices_before_the_play_are_fitted_to_surveys(tmp_path, monkeypatch, capsys):
    """Each fit writes its own part of the file, and a line of what it gains in each batch."""
    shipped = json.loads(fit_exchange.FILE.read_text())
    for fit in (fit_exchange, fit_gifts):
        monkeypatch.setattr(fit, "FILE", tmp_path / "exchange.json")
    fit_exchange.FILE.write_text(json.dumps(shipped))
    discards, gifts = (survey(tmp_path / name, f"fit_{name}", 2, worlds="2") for name in ("discards", "gifts"))
    run("fit_exchange", "no-trump", discards)
    assert len(capsys.readouterr().out.splitlines()) == 1
    run("fit_gifts", gifts)
    assert len(capsys.readouterr().out.splitlines()) == 6
    written = json.loads(fit_exchange.FILE.read_text())
    assert same_form(written, shipped)
    assert {name for name in shipped if written[name] != shipped[name]} == {"discards", "gifts"}
    assert {name for name, of in written["discards"].items() if of != shipped["discards"][name]} == {"no-trump"}
    with pytest.raises(SystemExit, match=r"^Error: .*gifts: no rows hand_calls \(expected"):
        run("fit_exchange", "calls", gifts)
    with pytest.raises(SystemExit, match=r"^Error: .*none: not a survey"):
        run("fit_gifts", str(tmp_path / "none"))


# The corpus's sample.


def test_the_sample_is_what_its_plan_gives_and_the_corpus_begins_with():
    sample, corpus = (read_plan(str(SURVEYS / name)) for name in ("corpus_sample.toml", "corpus.toml"))
    works = sample.batches()
    assert corpus.batches()[: len(works)] == works
    assert (SAMPLE / "plan.toml").read_text() == sample.text
    assert [path.relative_to(SAMPLE) for path in FILES] == list(map(batch_path, works))


def test_the_sample_has_the_sums_that_are_told():
    told = [line.split() for line in (SURVEYS / "corpus_sample.sums").read_text().splitlines()]
    assert [name for _, name in told] == [path.relative_to(SAMPLE).as_posix() for path in FILES]
    for (expected, _), path in zip(told, FILES, strict=True):
        info, rows = read_batch(path)
        assert content_sum(rows) == info.sum == expected


def test_the_corpus_has_sums_from_its_first_batch_on():
    """Those of the sample first; to make a batch and compare it takes minutes, so the rows are in `-m long` alone."""
    lines = (SURVEYS / "corpus.sums").read_text().splitlines()
    told, works = [line.split() for line in lines], read_plan(str(SURVEYS / "corpus.toml")).batches()
    assert [name for _, name in told] == [batch_path(work).as_posix() for work in works[: len(told)]]
    assert lines[: len(FILES)] == (SURVEYS / "corpus_sample.sums").read_text().splitlines()
    assert len({total for total, _ in told}) == len(told) and all(len(total) == 64 for total, _ in told)


@pytest.mark.long
def test_a_batch_of_the_corpus_is_made_again_with_its_sum():
    told = dict(line.split()[::-1] for line in (SURVEYS / "corpus.sums").read_text().splitlines())
    work = read_plan(str(SURVEYS / "corpus.toml")).batches()[len(told) - 1]
    assert content_sum(ROW_KINDS[work.kind].rows(work, None)) == told[batch_path(work).as_posix()]


def test_rows_of_the_sample_are_made_again(count):
    """The first rows of each of its batches, by the kind that made them."""
    number = count(1, 25)
    for path in FILES[number == 1 :]:  # the first deal of the first batch takes seconds
        info, rows = read_batch(path)
        work = Work(info.kind, info.rules, info.seed, number, info.policy, options=tuple(info.options.items()))
        assert info.kind_version == ROW_KINDS[info.kind].version
        for column, values in ROW_KINDS[info.kind].rows(work, None).items():
            assert np.array_equal(values, rows[column][:number]), column
