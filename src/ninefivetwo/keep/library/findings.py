"""Stored reviews, with tables of the results for each decision and each seat.

If a record has several reviews, the library uses the newest review with single-dummy figures or, without such figures,
the newest review.
"""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Iterator
from datetime import datetime
from math import hypot, inf, sqrt
from statistics import stdev
from typing import Any

from ninefivetwo.cards import Seat
from ninefivetwo.codec import decode
from ninefivetwo.errors import label
from ninefivetwo.evaluation import Estimate, sum_in_order
from ninefivetwo.keep.library.rows import DecisionRow, Graded, PlayerProgress, PlayerSummary, Query, Sort
from ninefivetwo.keep.library.store import Store
from ninefivetwo.study import Decision, Phase, Review, Theme, accuracy

_CURRENT = """
    WITH current AS (SELECT record, key FROM (
        SELECT record, key, row_number() OVER (PARTITION BY record ORDER BY worlds > 0 DESC, added DESC, rowid DESC)
            AS nth FROM reviews) WHERE nth = 1)
"""
_OF_RECORD = "SELECT key FROM reviews WHERE record = ? ORDER BY worlds > 0 DESC, added DESC, rowid DESC"
#: The SQL condition that selects a player's rows. If a person has the same name as a computer, only
#: the person's rows are selected.
_OF_PLAYER = "name = :player AND (level IS NULL OR :player NOT IN (SELECT name FROM players WHERE level IS NULL))"
_DAY = (
    "coalesce(played_on(CAST(text AS BLOB)), substr(added, 1, 10))"  # the day of a record, by which records are sorted
)
_DECISIONS = "current JOIN decisions USING (record, key) JOIN players USING (record, seat)"


class KeptReviews(Store):
    """The methods of a library that read reviews."""

    def review(self, id: str, key: str | None = None) -> Review | None:
        """Return a record's review under `key` or, by default, the review that the library uses.

        Returns None if the review is missing.
        """
        if key is None:
            query = f"{_CURRENT} SELECT review FROM current JOIN reviews USING (record, key) WHERE record = :record"
        else:
            query = "SELECT review FROM reviews WHERE record = :record AND key = :key"
        with self.reading() as db:
            row = db.execute(query, {"record": id, "key": key}).fetchone()
            return decode(row[0], Review) if row else None

    def without_review(self, key: str, source: str | None = None, most: int = -1) -> list[str]:
        """Return the ids of at most `most` records without a review under `key`, newest first.

        If `source` is given, only finished deals from that source are returned.
        """
        statement = """
            SELECT id FROM records
            WHERE (:source IS NULL OR source = :source AND over)
                AND id NOT IN (SELECT record FROM reviews WHERE key = :key)
            ORDER BY added DESC, rowid DESC LIMIT :most
        """
        with self.reading() as db:
            return [id for (id,) in db.execute(statement, {"source": source, "key": key, "most": most})]

    def decisions(self, query: Query) -> list[DecisionRow]:
        """Return the decisions that match a query, using one review for each record.

        The costliest decisions come first, sorted by avoidable loss if known, then by double-dummy cost.
        """
        statement = f"""
            {_CURRENT} SELECT record, place, name, seat, phase, loss, error, own_cost, conceded, forced, avoidable, mark
            FROM {_DECISIONS} JOIN records ON records.id = record
            WHERE {_conjunction([*_rules_condition(query), *_decision_conditions(query)])}
            ORDER BY loss DESC NULLS LAST, own_cost DESC NULLS LAST, forced, added DESC, records.rowid DESC, place
            LIMIT :limit
        """
        with self.reading() as db:
            return [_decision_row(row) for row in db.execute(statement, _parameters(query))]

    def mistakes(self, name: str, most: int) -> list[tuple[Phase, Theme | None, Estimate]]:
        """Return a player's avoidable mistakes in the newest `most` reviewed records, oldest first.

        Each mistake has the kind of decision, the first theme in the review, and the tricks lost.
        """
        statement = f"""
            {_CURRENT}, newest AS (
                SELECT record FROM current JOIN players USING (record) JOIN records ON records.id = record
                WHERE {_OF_PLAYER} ORDER BY added DESC, records.rowid DESC LIMIT :most)
            SELECT phase, json_extract(review, mistake || '.why.themes[0].theme'),
                json_extract(review, mistake || '.fair_cost.mean'), json_extract(review, mistake || '.fair_cost.se'),
                json_extract(review, mistake || '.fair_cost.n')
            FROM (SELECT *, '$.decisions[' || place || ']' AS mistake FROM {_DECISIONS})
            JOIN reviews USING (record, key) JOIN records ON records.id = record
            WHERE {_OF_PLAYER} AND avoidable AND loss IS NOT NULL AND record IN newest
            ORDER BY records.added, records.rowid, place
        """
        with self.reading() as db:
            rows = db.execute(statement, {"player": name, "most": most})
            return [
                (Phase(phase), theme and Theme(theme), Estimate(mean, inf if error is None else error, n))
                for phase, theme, mean, error, n in rows
            ]

    def progress(self, name: str) -> PlayerProgress:
        """Return a player's results in all reviewed records."""
        statement = f"""
            {_CURRENT} SELECT phase, loss, error FROM {_DECISIONS}
            WHERE {_OF_PLAYER} AND NOT forced AND loss IS NOT NULL
        """
        losses = defaultdict(list)
        with self.reading() as db:
            for phase, loss, error in db.execute(statement, {"player": name}):
                losses[Phase(phase)].append((loss, error))
            return PlayerProgress(
                {phase: _mean(losses[phase]) for phase in Phase if phase in losses}, _by_record(db, name)
            )


def store_review(db: sqlite3.Connection, record: str, key: str, added: str, review: Review, text: str) -> None:
    """Store a review and its results, replacing the review stored under `key`. `text` is the review in JSON."""
    db.execute("DELETE FROM reviews WHERE record = ? AND key = ?", (record, key))
    db.execute("INSERT INTO reviews VALUES (?, ?, ?, ?, ?)", (record, key, added, review.fair_worlds, text))
    rows = [(record, key, *_decision_columns(decision)) for decision in review.decisions]
    db.executemany(f"INSERT INTO decisions VALUES ({', '.join('?' * 12)})", rows)
    outcomes = [(record, key, int(seat), *_outcome_columns(review, seat)) for seat in Seat]
    db.executemany(f"INSERT INTO outcomes VALUES ({', '.join('?' * 8)})", outcomes)


def _outcome_columns(review: Review, seat: Seat) -> tuple[Any, ...]:
    own = [d.fair_cost for d in review.decisions if d.seat is seat and d.fair_cost is not None]
    sums = (
        (sum_in_order(loss.mean for loss in own), sum_in_order(loss.standard_error**2 for loss in own))
        if own
        else (None, None)
    )
    luck = review.luck
    if luck is None:
        return (len(own), *sums, None, None)
    return (len(own), *sums, luck.dealt.tricks[seat], luck.skill(seat, seat))


def _decision_columns(decision: Decision) -> tuple[Any, ...]:
    loss = decision.fair_cost
    figures = (None, None) if loss is None else (loss.mean, loss.standard_error)
    conceded = None if decision.conceded is None else sum(decision.conceded.values())
    marks = (decision.forced, decision.avoidable, decision.mark)
    return (decision.index, int(decision.seat), decision.phase.value, *figures, decision.own_cost, conceded, *marks)


def _decision_row(row: tuple[Any, ...]) -> DecisionRow:
    record, place, name, seat, phase, loss, error, own_cost, conceded, forced, avoidable, mark = row
    figures = (loss, error, own_cost, conceded)
    return DecisionRow(record, place, name, Seat(seat), Phase(phase), *figures, bool(forced), bool(avoidable), mark)


def record_ids(db: sqlite3.Connection, query: Query) -> list[str]:
    """Return the ids of the records that match a query, in the query's order."""
    statement = f"""
        {_CURRENT}, scores AS (
            SELECT record, {_of_those_asked_for("sum", "loss", query)},
                {_of_those_asked_for("sum", "decisions", query)}, {_of_those_asked_for("min", "name", query)}
            FROM players LEFT JOIN current USING (record) LEFT JOIN outcomes USING (record, key, seat)
            GROUP BY record)
        SELECT id FROM records {"" if query.sort is Sort.DATE else "LEFT JOIN scores ON scores.record = id"}
        WHERE {_conjunction(_record_conditions(query))}
        ORDER BY {_ORDERS[query.sort]}{_DAY} DESC, added DESC, records.rowid DESC LIMIT :limit OFFSET :start
    """
    return [id for (id,) in db.execute(statement, _parameters(query))]


def _of_those_asked_for(total: str, column: str, query: Query) -> str:
    """Return SQL that aggregates a column over the players that a query selects."""
    names = [f"instr(casefold(name), casefold(:word{i}))" for i, _ in enumerate(query.words.split())]
    if query.name is not None:
        names = [_conjunction(_decision_conditions(Query(name=query.name, seat=query.seat)))]
    value = "casefold(name)" if column == "name" else column
    asked_for = " OR ".join(names) or "TRUE"
    return f"coalesce({total}({value}) FILTER (WHERE {asked_for}), {total}({value})) AS {column}"


_ORDERS = {
    Sort.DATE: "",
    Sort.LOSS: "scores.loss DESC NULLS LAST, ",
    Sort.GRADE: "scores.loss / nullif(decisions, 0) NULLS LAST, ",
    Sort.PLAYER: "scores.name, ",
}


def number_of_records(db: sqlite3.Connection, query: Query) -> int:
    """Return the number of records that match a query, ignoring its limit."""
    statement = f"{_CURRENT} SELECT count(*) FROM records WHERE {_conjunction(_record_conditions(query))}"
    (number,) = db.execute(statement, _parameters(query)).fetchone()
    return int(number)


def player_summaries(db: sqlite3.Connection, id: str) -> tuple[list[PlayerSummary], bool]:
    """Return a record's players in seat order, and whether the record has a review."""
    (key,) = db.execute(f"{_OF_RECORD} LIMIT 1", (id,)).fetchone() or (None,)
    statement = """
        SELECT name, won, result, decisions, loss, squares
        FROM players LEFT JOIN outcomes ON (outcomes.record, outcomes.seat, key) = (players.record, players.seat, ?)
        WHERE players.record = ? ORDER BY players.seat
    """
    players = []
    for name, won, result, number, loss, squares in db.execute(statement, (key, id)):
        lost = _loss(number, loss, squares)
        players.append(PlayerSummary(label(name), won, result, lost and accuracy(lost), loss))
    return players, key is not None


def _record_conditions(query: Query) -> Iterator[str]:
    yield from _rules_condition(query)
    if query.phase or query.loss is not None:
        where = _conjunction(_decision_conditions(query))
        yield f"EXISTS (SELECT 1 FROM {_DECISIONS} WHERE record = records.id AND NOT forced AND {where})"
    elif query.name is not None:
        where = _conjunction(_decision_conditions(query))
        yield f"EXISTS (SELECT 1 FROM players WHERE record = records.id AND {where})"
    for i, _ in enumerate(query.words.split()):
        title = f"event || ' ' || source || ' ' || records.rules || ' ' || {_DAY}"
        named = f"SELECT 1 FROM players WHERE record = records.id AND instr(casefold(name), casefold(:word{i}))"
        yield f"(instr(casefold({title}), casefold(:word{i})) OR EXISTS ({named}))"


def _decision_conditions(query: Query) -> Iterator[str]:
    if query.name is not None:
        yield "instr(casefold(name), casefold(:name))"
    if query.player is not None:
        yield _OF_PLAYER
    if query.seat is not None:
        yield "seat = :seat"
    if query.phase is not None:
        yield "phase = :phase"
    if query.loss is not None:
        yield "loss >= :loss"


def _rules_condition(query: Query) -> Iterator[str]:
    if query.rules is not None:
        yield "substr(rules || ' ', 1, length(:rules) + 1) = :rules || ' '"


def _conjunction(conditions: Iterable[str]) -> str:
    return " AND ".join(conditions) or "TRUE"


def _parameters(query: Query) -> dict[str, Any]:
    words = {f"word{i}": word for i, word in enumerate(query.words.split())}
    return vars(query) | {"phase": query.phase and query.phase.value} | words


def _mean(losses: list[tuple[float, float]]) -> Estimate:
    """Return the mean of several losses, each given with its standard error.

    The standard error of the mean is the larger of two estimates: from the spread of the losses, and from the losses'
    own standard errors.
    """
    means, n = [mean for mean, _ in losses], len(losses)
    spread = stdev(means) / sqrt(n) if n > 1 else 0.0
    return Estimate(sum_in_order(means) / n, max(spread, hypot(*(error for _, error in losses)) / n), n)


def _by_record(db: sqlite3.Connection, name: str) -> list[Graded]:
    statement = f"""
        {_CURRENT} SELECT record, added, played_on(CAST(text AS BLOB)), rules, seat, decisions, loss, squares, luck,
            skill
        FROM current JOIN players USING (record) JOIN outcomes USING (record, key, seat)
        JOIN records ON records.id = record
        WHERE {_OF_PLAYER} ORDER BY {_DAY}, added, records.rowid, seat
    """
    return [
        Graded(id, datetime.fromisoformat(added), day, Seat(seat), _loss(number, loss, squares), luck, skill, rules)
        for id, added, day, rules, seat, number, loss, squares, luck, skill in db.execute(statement, {"player": name})
    ]


def _loss(number: int | None, loss: float | None, squares: float | None) -> Estimate | None:
    """Return the total loss over `number` decisions, or None if the loss is unknown."""
    return Estimate(loss, sqrt(squares), number) if number and loss is not None and squares is not None else None
