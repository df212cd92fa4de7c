"""The plans in `surveys/`, and the corpus's sample: its rows are those that its plan gives."""

from pathlib import Path

import numpy as np
import pytest

from ninefivetwo.survey.files import batch_path, content_sum, read_batch
from ninefivetwo.survey.plan import KINDS, read_plan
from ninefivetwo.survey.work import Work

SURVEYS = Path(__file__).parents[1] / "surveys"
SAMPLE = SURVEYS / "corpus_sample"
FILES = sorted(SAMPLE.glob("guarantees/rules=wikipedia/*.parquet"))


@pytest.mark.parametrize("path", sorted(SURVEYS.glob("*.toml")), ids=lambda path: path.name)
def test_plans_can_be_followed(path):
    plan = read_plan(str(path))
    assert plan.name == path.stem and plan.batches()


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


def test_rows_of_the_sample_are_made_again(count):
    """The first rows of each of its batches, by the kind that made them."""
    number = count(2, 25)
    for path in FILES:
        info, rows = read_batch(path)
        work = Work(info.kind, info.rules, info.seed, number, info.policy, options=tuple(info.options.items()))
        assert info.kind_version == KINDS[info.kind].version
        for column, values in KINDS[info.kind].rows(work, None).items():
            assert np.array_equal(values, rows[column][:number]), column
