"""Small surveys for tests: batches of rows, made by their kinds or made up, in the places of a survey's files."""

from dataclasses import replace
from pathlib import Path

from ninefivetwo.survey.files import batch_info, encoded, held, put
from ninefivetwo.survey.plan import ROW_KINDS, parse_plan
from ninefivetwo.survey.work import Work

SEED = 952


def write_rows(folder, kind, rules, seed, columns):
    """The file of a batch with these rows, whatever made them."""
    work = Work(kind, rules, seed, len(columns["deal"]))
    in_order = {column.name: columns[column.name] for column in ROW_KINDS[kind].columns}
    put(Path(folder), work, encoded(in_order, batch_info(work)))


def small_survey(folder, tables, batches=2):
    """A survey by the kinds themselves; tables: (kind, rules, number a batch, options).

    Its rows, by kind and rules: the columns of each batch.
    """
    rows = {}
    for kind, rules, number, options in tables:
        for seed in range(SEED, SEED + batches):
            columns = ROW_KINDS[kind].rows(Work(kind, rules, seed, number, options=tuple(options.items())), None)
            write_rows(folder, kind, rules, seed, columns)
            rows.setdefault((kind, rules), []).append(columns)
    return rows


def planned_survey(folder, plan, batches=None, **options):
    """A survey by the text of its plan; batches: only so many of its first; options: in place of the plan's."""
    asked = parse_plan(plan)
    with held(folder, asked):
        for work in asked.batches()[:batches]:
            given = replace(work, options=tuple((dict(work.options) | options).items()))
            put(folder, work, encoded(ROW_KINDS[work.kind].rows(given, None), batch_info(work, plan)))
