"""The plan of a survey, which is a TOML file that defines the rows to compute.

A plan has a name, a seed, and one or more tables, which define the rows::

    name = "fairness"
    seed = 952
    [[table]]
    kind = "deals"
    rules = ["wikipedia", "bga kitty_peek=yes"]  # or a single rule set, or "all" for every named rule set
    deals = 1_000_000
    batch = 20_000
    policy = "learned"                # or a file of weights, NAME.json; this and the next keys are optional
    condition = "spades(dealer) >= 6"
    options = { name = "value" }
    seed = 1000                       # seed of the first batch, if not the plan's seed

The batches of a table have consecutive seeds, starting with the table's seed or, by default, the plan's seed. A table
deals the same cards under each of its rule sets.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from typing import Annotated

import msgspec

from ninefivetwo.errors import NineFiveTwoError, SurveyError, quoted, raised_as
from ninefivetwo.files import read_text
from ninefivetwo.game.dealing import Condition
from ninefivetwo.game.rules import NAMED, parse_rules, rules_text
from ninefivetwo.survey.deals import CALLS, DEALS, GUARANTEES, MATCHES, WORTHS
from ninefivetwo.survey.decisions import DECISIONS
from ninefivetwo.survey.hands import HAND_CALLS, HAND_DISCARDS, HAND_GIFTS
from ninefivetwo.survey.work import RowKind, Work
from ninefivetwo.think.playouts import any_policy

SEED_DIGITS = 12  # number of digits of the seed in a file's name
MOST_PLANNED = 10**9  # maximum number of deals in a table of a plan
MOST_BATCHES = 10**6  # maximum number of batches in a plan; each batch is a file

#: Translations of msgspec's type names into the terms used for plans.
_MEANT = {
    "`str | array`": "a text, or a list of them",
    "`array` of length >= 1": "at least one [[table]]",
    "`array`": "[[table]]",
    "`int`": "a whole number",
    "`str`": "a text in quotation marks",
}

Seed = Annotated[int, msgspec.Meta(ge=0, lt=10**SEED_DIGITS)]


class PlanTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table in a plan, which requests rows of one kind for the same deals under one or more rule sets."""

    kind: str
    rules: str | list[str]
    deals: Annotated[int, msgspec.Meta(ge=1, le=MOST_PLANNED)]
    batch: Annotated[int, msgspec.Meta(ge=1, le=MOST_PLANNED)]  # number of deals in each file
    policy: str = "learned"
    condition: str = ""
    options: dict[str, str] = {}
    seed: Seed | None = None

    def rule_sets(self) -> list[str]:
        """Return the table's rule sets in the form of `rules_text`. Raises RulesError if a rule set is invalid."""
        if self.rules == "all":
            return list(NAMED)
        texts = [self.rules] if isinstance(self.rules, str) else self.rules
        return [rules_text(parse_rules(text)) for text in texts]

    def seeds(self, seed: int) -> range:
        """Return the seeds of the table's batches. `seed` is the plan's seed."""
        first = seed if self.seed is None else self.seed
        return range(first, first + -(-self.deals // self.batch))

    def batches(self, seed: int) -> list[Work]:
        """Return the table's batches, ordered by seed and then by rule set. `seed` is the plan's seed."""
        return [
            Work(
                kind=self.kind,
                rules=rules,
                seed=own,
                number=min(self.batch, self.deals - i * self.batch),
                policy=self.policy,
                condition=self.condition,
                options=tuple(sorted(self.options.items())),
            )
            for i, own in enumerate(self.seeds(seed))
            for rules in self.rule_sets()
        ]


class _PlanFile(msgspec.Struct, forbid_unknown_fields=True):
    """The structure of a plan file."""

    name: str
    seed: Seed
    table: Annotated[list[PlanTable], msgspec.Meta(min_length=1)]


@dataclass(frozen=True)
class Plan:
    """A valid plan. `text` is the text of the plan's file."""

    name: str
    seed: int
    tables: tuple[PlanTable, ...]
    text: str

    def batches(self) -> list[Work]:
        """Return all batches in the order in which they are computed.

        All tables advance at the same pace, so the remaining time can be estimated from the progress, and an
        interrupted run contains the same fraction of each table.
        """
        paced = [
            ((place + 0.5) / len(batches), work)
            for batches in (table.batches(self.seed) for table in self.tables)
            for place, work in enumerate(batches)
        ]
        return [work for _, work in sorted(paced, key=lambda pair: pair[0])]

    def same_rows(self, other: Plan) -> bool:
        """Whether another plan requests the same rows, even if the comments in the two files differ."""
        return (self.name, self.seed, self.tables) == (other.name, other.seed, other.tables)


def read_plan(path: str) -> Plan:
    """Read a plan from a file.

    Raises SurveyError, naming the file and the location of the error, if the plan is invalid or cannot be carried out.
    Raises FileError or OSError if the file cannot be read.
    """
    text = read_text(path)
    with raised_as(SurveyError, f"{path}: "):
        return parse_plan(text)


def parse_plan(text: str) -> Plan:
    """Parse the text of a plan. Raises SurveyError, with the location of the error, if the plan is invalid."""
    try:
        file = msgspec.convert(tomllib.loads(text), type=_PlanFile)
    except tomllib.TOMLDecodeError as error:
        raise SurveyError(f"not TOML: {error} (expected a plan as described in docs/survey.md)") from error
    except msgspec.ValidationError as error:
        raise SurveyError(_form_fault(str(error))) from error
    plan = Plan(file.name, file.seed, tuple(file.table), text)
    for number, table in enumerate(plan.tables, 1):
        with raised_as(SurveyError, f"table {number}: ", NineFiveTwoError):
            _check(table)
    _check_files(plan)
    return plan


def _form_fault(message: str) -> str:
    """Convert an error message from msgspec about a plan's structure to the terms used in plans.

    >>> _form_fault("Expected `int` >= 1 - at `$.table[0].deals`")
    'table 1: deals: invalid value (expected a whole number >= 1; see docs/survey.md)'
    """
    fault, _, place = message.partition(" - at ")
    where = re.sub(r"table\[(\d+)\]\.?", lambda found: f"table {int(found[1]) + 1}: ", place.strip("`").strip("$."))
    in_table = where.startswith("table ")
    if name := re.search("missing required field `(.*)`", fault):
        words, expected = f"{where}missing {name[1]}", f"{name[1]} = ..." if name[1] != "table" else "[[table]]"
    elif name := re.search("unknown field `(.*)`", fault):
        keys = (PlanTable if in_table else _PlanFile).__struct_fields__
        words, expected = f"{where}unknown key: {quoted(name[1])}", ", ".join(keys)
    else:
        words = f"{where.removesuffix('[...]')}: invalid value"
        expected = fault.removeprefix("Expected ").partition(", got ")[0]
        for said, meant in _MEANT.items():
            expected = expected.replace(said, meant)
    return f"{words} (expected {expected}; see docs/survey.md)"


def _check(table: PlanTable) -> None:
    """Raise NineFiveTwoError if the rows of a table cannot be computed."""
    kind = ROW_KINDS.get(table.kind)
    if kind is None:
        raise SurveyError(f"unknown kind of rows: {quoted(table.kind)} (expected one of {', '.join(ROW_KINDS)})")
    if not table.rule_sets():
        raise SurveyError("no rule set (expected at least one)")
    any_policy(table.policy)
    if table.condition:
        Condition.parse(table.condition)
    kind.check(Work(table.kind, table.rule_sets()[0], 0, 1, table.policy, table.condition, (*table.options.items(),)))


def _check_files(plan: Plan) -> None:
    """Raise SurveyError if two batches would share a file or if there are too many batches."""
    number = sum(len(table.seeds(plan.seed)) * len(table.rule_sets()) for table in plan.tables)
    if number > MOST_BATCHES:
        raise SurveyError(f"{number:,} batches (expected at most {MOST_BATCHES:,}: give each more deals)")
    last = max(table.seeds(plan.seed)[-1] for table in plan.tables)
    if last >= 10**SEED_DIGITS:
        raise SurveyError(f"seeds up to {last} (expected at most {SEED_DIGITS} digits)")
    taken: dict[tuple[str, str], list[range]] = {}
    for table in plan.tables:
        seeds = table.seeds(plan.seed)
        for rules in table.rule_sets():
            others = taken.setdefault((table.kind, rules), [])
            if any(seeds.start < other.stop and other.start < seeds.stop for other in others):
                expected = "once; give the second table a seed of its own"
                raise SurveyError(f"{table.kind} under {rules} twice with seed {seeds.start} (expected {expected})")
            others.append(seeds)


_FOR_FITS = HAND_CALLS, HAND_DISCARDS, HAND_GIFTS, DECISIONS
ROW_KINDS: dict[str, RowKind] = {kind.name: kind for kind in (DEALS, CALLS, MATCHES, WORTHS, GUARANTEES, *_FOR_FITS)}
