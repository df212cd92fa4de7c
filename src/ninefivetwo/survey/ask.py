"""A survey's files opened for questions: DuckDB in memory, which reads them and nothing else, and writes nothing."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from glob import escape
from pathlib import Path

import duckdb

from ninefivetwo.cards import Seat
from ninefivetwo.errors import SurveyError, quoted
from ninefivetwo.game.rules import NAMED, RuleSet, parse_rules
from ninefivetwo.survey.files import BatchInfo, placed_info
from ninefivetwo.survey.plan import KINDS
from ninefivetwo.survey.views import PLAIN_VIEW, TWICE, VIEWS, macros

_WHICH_PLAN = "the plans in surveys/ have them all"
#: What DuckDB has in a cell: whatever SQL makes.
SqlValue = object


@dataclass(frozen=True)
class SqlRows:
    """What a question in SQL came to; `more` where there were more rows than asked for."""

    columns: tuple[str, ...]
    rows: tuple[tuple[SqlValue, ...], ...]
    more: bool = False


class AskedSurvey:
    """The rows of a survey's directory, by kind.  `kinds` has, for each kind there, the rule sets with rows.

    Raises SurveyError where there are no rows, files that cannot be read, or such as are not where their rows belong.
    """

    def __init__(self, directory: str | Path) -> None:
        self.directory = Path(directory)
        self._files = {kind: found for kind in KINDS if (found := _files(self.directory, kind))}
        self.kinds = {kind: _rules_of(files) for kind, files in self._files.items()}
        if not self.kinds:
            raise SurveyError(f"{self.directory}: no rows of a survey (expected a folder that `n52 survey run` wrote)")
        shared = any(_has_deals_twice(files) for files in self._files.values())
        self._database = _database(self.directory, self.kinds, shared)

    def rules(self, kind: str, asked: str | None = None) -> list[str]:
        """The rule sets with rows of a kind, the program's own first, or the one asked for.

        Raises SurveyError where it has none, which says how to get them.
        """
        found = self.kinds.get(kind)
        if found is None:
            raise SurveyError(
                f"{self.directory}: no rows of the kind {kind} (expected a survey by a plan that has a table with"
                f' kind = "{kind}"; {_WHICH_PLAN})'
            )
        if asked is not None and asked not in found:
            raise SurveyError(
                f"{self.directory}: no rows of the kind {kind} under {quoted(asked)} (expected {', '.join(found)})"
            )
        return found if asked is None else [asked]

    def one_rule_set(self, kind: str, asked: str | None = None, notrump: bool = False) -> str:
        """The rule set asked for, or the first with rows of a kind.  notrump: one that has it.  Raises SurveyError.

        Rows of one rule set only, for under another the same cards are dealt, and mostly the same is made of them.
        """
        found = [rules for rules in self.rules(kind, asked) if not notrump or parse_rules(rules).notrump]
        if not found:
            raise SurveyError(
                f"{self.directory}: no rows of the kind {kind} with no-trump"
                " (expected a rule set that allows it, such as wikipedia)"
            )
        return found[0]

    def how(self, kind: str) -> str:
        """Who played a kind's deals, and which deals they are, in words."""
        policies = sorted({file.policy for file in self._files[kind]})
        conditions = sorted({file.condition for file in self._files[kind] if file.condition})
        only = f", only deals with {' or '.join(conditions)}" if conditions else ""
        return f"played by the policy {' and '.join(policies)}{only}"

    def sql(self, text: str, parameters: Sequence[str | int | list[str]] = (), most: int | None = None) -> SqlRows:
        """Ask one question.  most: rows at most.  Raises SurveyError for what is no question, or cannot be answered."""
        try:
            statements = self._database.extract_statements(text)
            if len(statements) != 1 or statements[0].type != duckdb.StatementType.SELECT:
                raise SurveyError(f"{quoted(text)}: no question (expected one SELECT)")
            self._database.execute(statements[0], list(parameters))
            columns = tuple(str(column[0]) for column in self._database.description or ())
            rows = self._database.fetchall() if most is None else self._database.fetchmany(most + 1)
        except duckdb.Error as error:
            raise SurveyError(self._no_view(error) or _twice(error) or _one_line(error)) from error
        return SqlRows(columns, tuple(rows[:most]), most is not None and len(rows) > most)

    def _no_view(self, error: duckdb.Error) -> str | None:
        """In words that there are no such rows, where that is what is wrong."""
        found = re.match(r"Catalog Error: Table with name (.*) does not exist", str(error))
        if found is None:
            return None
        return f"{self.directory}: no rows of the kind {found[1]} (expected {', '.join(self.kinds)})"


def _files(directory: Path, kind: str) -> list[BatchInfo]:
    """What the files of a kind say of themselves."""
    return [placed_info(directory, path) for path in sorted((directory / kind).glob("rules=*/*.parquet"))]


def _rules_of(files: Iterable[BatchInfo]) -> list[str]:
    """The rule sets of files, in the order of the named ones."""
    found, names = {file.rules for file in files}, list(NAMED)
    return sorted(found, key=lambda text: (names.index(parse_rules(text).name), text))


def _has_deals_twice(files: Iterable[BatchInfo]) -> bool:
    """Are there the same deals, those of one seed, under several rule sets?"""
    rules = dict[int, str]()
    return any(rules.setdefault(file.seed, file.rules) != file.rules for file in files)


def _twice(error: duckdb.Error) -> str | None:
    """What to do if `estimate` finds a deal under several rule sets, or cannot tell."""
    if TWICE in str(error):
        return f"{TWICE} (expected WHERE rules = '...' or GROUP BY rules)"
    if re.search(r"[cC]olumn (name )?\"(seed|rules)\"", str(error)):
        return (
            f"{_one_line(error)}: estimate needs one column rules and one column seed, as this survey has the same"
            " deals under several rule sets (expected a subquery that has them)"
        )
    return None


def _database(directory: Path, kinds: dict[str, list[str]], shared: bool) -> duckdb.DuckDBPyConnection:
    """A database with the functions and views, shut up so that it can read below the directory only."""
    found = duckdb.connect(":memory:")
    try:
        _shut(found, directory, kinds)
        for macro in macros(shared):
            found.execute(macro)
        _add_rule_sets(found, {text: parse_rules(text) for rules in kinds.values() for text in rules})
        for kind in kinds:
            found.execute(f"CREATE VIEW {kind} AS {VIEWS.get(kind, PLAIN_VIEW).format(rows=_rows(directory / kind))}")
        found.execute("SET lock_configuration = true")
    except duckdb.Error as error:
        raise SurveyError(f"{directory}: {_one_line(error)}") from error
    return found


def _shut(database: duckdb.DuckDBPyConnection, directory: Path, kinds: Iterable[str]) -> None:
    """No other files, no extensions, and nothing written to make room.

    Files below the directory could still be written by COPY, which is why `AskedSurvey.sql` takes a SELECT only.
    """
    database.execute("SET temp_directory = ''")
    folders = [
        str(folder.resolve()) for folder in (directory, *(directory / kind for kind in kinds))
    ]  # kinds may be links
    names = ", ".join(_literal(name) for folder in folders for name in (folder, escape(folder)))  # patterns count too
    database.execute(f"SET allowed_directories = [{names}]")
    database.execute("SET enable_external_access = false")


def _add_rule_sets(database: duckdb.DuckDBPyConnection, rules: dict[str, RuleSet]) -> None:
    """The table of rule sets, by their text: the contracts."""
    contracts = ", ".join(f"{seat.word}_contract TINYINT" for seat in Seat)
    database.execute(f"CREATE TABLE rule_sets (rules VARCHAR, {contracts})")
    for text, rule_set in rules.items():
        database.execute("INSERT INTO rule_sets VALUES (?, ?, ?, ?)", [text, *rule_set.contracts])


def _rows(directory: Path) -> str:
    """The rows of a kind, with the contracts."""
    files = _literal(f"{escape(str(directory.resolve()))}/rules=*/*.parquet")
    read = f"read_parquet({files}, hive_partitioning = true, hive_types_autocast = false, filename = true)"
    return f"({read} JOIN rule_sets USING (rules))"


def _literal(text: str) -> str:
    """A text in SQL."""
    return "'" + text.replace("'", "''") + "'"


def _one_line(error: Exception) -> str:
    """What DuckDB says, without the place in the text below it; of a file, what finds the bad ones."""
    message = " ".join(str(error).split("\n\nLINE ")[0].split())
    return f"{message} (`n52 survey check` finds bad files)" if ".parquet" in message else message
