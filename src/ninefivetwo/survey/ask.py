"""A read-only in-memory DuckDB database for questions about a survey, limited to the survey's files."""

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
from ninefivetwo.survey.plan import ROW_KINDS
from ninefivetwo.survey.views import PLAIN_VIEW, TWICE, VIEWS, macros

#: A value in a result of a query, of any type that SQL can return.
SqlValue = object


@dataclass(frozen=True)
class SqlRows:
    """The result of an SQL query. `more` is True if the query has more rows than requested."""

    columns: tuple[str, ...]
    rows: tuple[tuple[SqlValue, ...], ...]
    more: bool = False


class AskedSurvey:
    """The rows in a survey's folder. `kinds` maps each kind of rows to its rule sets.

    Raises SurveyError if there are no rows, a file cannot be read, or a file is at the wrong path for its rows.
    """

    def __init__(self, directory: str | Path) -> None:
        self.directory = Path(directory)
        self._files = {kind: found for kind in ROW_KINDS if (found := _files(self.directory, kind))}
        self.kinds = {kind: _rules_of(files) for kind, files in self._files.items()}
        if not self.kinds:
            raise SurveyError(f"{self.directory}: no survey rows found (expected a folder written by `n52 survey run`)")
        shared = any(_has_deals_twice(files) for files in self._files.values())
        self._database = _database(self.directory, self.kinds, shared)

    def rules(self, kind: str, asked: str | None = None) -> list[str]:
        """Return the rule sets with rows of a kind, or only the requested rule set.

        The rule sets are in the order of the named rule sets. Raises SurveyError if the survey has no rows of the kind
        for the requested rule set.
        """
        found = self.kinds.get(kind)
        if found is None:
            raise SurveyError(
                f"{self.directory}: no rows of the kind {kind} (expected a survey whose plan has a table with"
                f' kind = "{kind}"; the plans in surveys/ have them all)'
            )
        if asked is not None and asked not in found:
            raise SurveyError(
                f"{self.directory}: no rows of the kind {kind} under {quoted(asked)} (expected {', '.join(found)})"
            )
        return found if asked is None else [asked]

    def one_rule_set(self, kind: str, asked: str | None = None, notrump: bool = False) -> str:
        """Return the requested rule set or, if no rule set is requested, the first rule set with rows of a kind.

        Some questions use only one rule set, because results usually differ little between rule sets. If `notrump` is
        True, the rule set must allow no-trump. Raises SurveyError if no rule set qualifies.
        """
        found = [rules for rules in self.rules(kind, asked) if not notrump or parse_rules(rules).notrump]
        if not found:
            raise SurveyError(
                f"{self.directory}: no rows of the kind {kind} with no-trump"
                " (expected a rule set that allows it, such as wikipedia)"
            )
        return found[0]

    def how(self, kind: str) -> str:
        """Describe the policies that played the deals of a kind, and any conditions on the deals."""
        policies = sorted({file.policy for file in self._files[kind]})
        conditions = sorted({file.condition for file in self._files[kind] if file.condition})
        only = f", only deals with {' or '.join(conditions)}" if conditions else ""
        return f"played by the policy {' and '.join(policies)}{only}"

    def sql(self, text: str, parameters: Sequence[str | int | list[str]] = (), most: int | None = None) -> SqlRows:
        """Run a single SELECT statement and return at most `most` rows.

        Raises SurveyError if the text is not a single SELECT statement, or if the statement fails.
        """
        try:
            statements = self._database.extract_statements(text)
            if len(statements) != 1 or statements[0].type != duckdb.StatementType.SELECT:
                raise SurveyError(f"not a question: {quoted(text)} (expected one SELECT)")
            self._database.execute(statements[0], list(parameters))
            columns = tuple(str(column[0]) for column in self._database.description or ())
            rows = self._database.fetchall() if most is None else self._database.fetchmany(most + 1)
        except duckdb.Error as error:
            raise SurveyError(self._no_view(error) or _twice(error) or _one_line(error)) from error
        return SqlRows(columns, tuple(rows[:most]), most is not None and len(rows) > most)

    def _no_view(self, error: duckdb.Error) -> str | None:
        """Return an error message if a query failed because the survey has no rows of a kind, otherwise None."""
        found = re.match(r"Catalog Error: Table with name (.*) does not exist", str(error))
        if found is None:
            return None
        return f"{self.directory}: no rows of the kind {found[1]} (expected {', '.join(self.kinds)})"


def _files(directory: Path, kind: str) -> list[BatchInfo]:
    return [placed_info(directory, path) for path in sorted((directory / kind).glob("rules=*/*.parquet"))]


def _rules_of(files: Iterable[BatchInfo]) -> list[str]:
    found, names = {file.rules for file in files}, list(NAMED)
    return sorted(found, key=lambda text: (names.index(parse_rules(text).name), text))


def _has_deals_twice(files: Iterable[BatchInfo]) -> bool:
    """Whether files of several rule sets have the same seed, and therefore the same deals."""
    rules = dict[int, str]()
    return any(rules.setdefault(file.seed, file.rules) != file.rules for file in files)


def _twice(error: duckdb.Error) -> str | None:
    """Return an error message if `estimate` may have used the same deal under several rule sets, otherwise None."""
    if TWICE in str(error):
        return f"{TWICE} (expected WHERE rules = '...' or GROUP BY rules)"
    if re.search(r"[cC]olumn (name )?\"(seed|rules)\"", str(error)):
        return (
            f"{_one_line(error)}: estimate needs one column rules and one column seed, as this survey has the same"
            " deals under several rule sets (expected a subquery that has them)"
        )
    return None


def _database(directory: Path, kinds: dict[str, list[str]], shared: bool) -> duckdb.DuckDBPyConnection:
    """Create a database with the SQL functions and views, and restrict the database to the survey's folder."""
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
    """Restrict the database to the survey's files, and disable extensions and temporary files.

    COPY could still write to the folder, so `AskedSurvey.sql` accepts only SELECT statements.
    """
    database.execute("SET temp_directory = ''")
    folders = [  # resolve the paths, because a folder may be a symbolic link
        str(folder.resolve()) for folder in (directory, *(directory / kind for kind in kinds))
    ]
    names = ", ".join(_literal(name) for folder in folders for name in (folder, escape(folder)))  # also glob patterns
    database.execute(f"SET allowed_directories = [{names}]")
    database.execute("SET enable_external_access = false")


def _add_rule_sets(database: duckdb.DuckDBPyConnection, rules: dict[str, RuleSet]) -> None:
    """Create the table of contracts, with one row for each rule set. The key is the text of the rule set."""
    contracts = ", ".join(f"{seat.word}_contract TINYINT" for seat in Seat)
    database.execute(f"CREATE TABLE rule_sets (rules VARCHAR, {contracts})")
    for text, rule_set in rules.items():
        database.execute("INSERT INTO rule_sets VALUES (?, ?, ?, ?)", [text, *rule_set.contracts])


def _rows(directory: Path) -> str:
    """Return an SQL expression for the rows of a kind, joined with the contracts."""
    files = _literal(f"{escape(str(directory.resolve()))}/rules=*/*.parquet")
    read = f"read_parquet({files}, hive_partitioning = true, hive_types_autocast = false, filename = true)"
    return f"({read} JOIN rule_sets USING (rules))"


def _literal(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def _one_line(error: Exception) -> str:
    """Return a DuckDB error message on one line. For a file error, add the command that finds damaged files."""
    message = " ".join(str(error).split("\n\nLINE ")[0].split())
    return f"{message} (`n52 survey check` finds bad files)" if ".parquet" in message else message
