"""Migrate library files from earlier versions, in one step for each value of `user_version`.

All steps run in one transaction, which ends with a check of the references between tables. The steps must not call code
that may change later.
"""

from __future__ import annotations

import json
import re
import sqlite3
from hashlib import sha256
from typing import Any, TypeAlias

APPLICATION_ID = 0x4E393532  # "N952", in the header of every library
VERSION = 5  # version of the tables, stored as user_version

_TABLES = """
CREATE TABLE records (
    id TEXT PRIMARY KEY, text TEXT NOT NULL, event TEXT NOT NULL, rules TEXT NOT NULL, over INTEGER NOT NULL,
    added TEXT NOT NULL, source TEXT NOT NULL);
CREATE INDEX records_by_time ON records (added);
CREATE TABLE players (
    record TEXT NOT NULL REFERENCES records DEFERRABLE INITIALLY DEFERRED, seat INTEGER NOT NULL, name TEXT NOT NULL,
    won INTEGER, result INTEGER, level TEXT,
    PRIMARY KEY (record, seat));
CREATE INDEX players_by_name ON players (name);
CREATE TABLE reviews (
    record TEXT NOT NULL REFERENCES records DEFERRABLE INITIALLY DEFERRED, key TEXT NOT NULL, added TEXT NOT NULL,
    worlds INTEGER NOT NULL, review TEXT,
    PRIMARY KEY (record, key));
CREATE TABLE decisions (
    record TEXT NOT NULL, key TEXT NOT NULL, place INTEGER NOT NULL, seat INTEGER NOT NULL, phase TEXT NOT NULL,
    loss REAL, error REAL, own_cost INTEGER, conceded INTEGER,
    forced INTEGER NOT NULL, avoidable INTEGER NOT NULL, mark TEXT NOT NULL,
    PRIMARY KEY (record, key, place),
    FOREIGN KEY (record, key) REFERENCES reviews ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED);
CREATE TABLE outcomes (
    record TEXT NOT NULL, key TEXT NOT NULL, seat INTEGER NOT NULL,
    decisions INTEGER NOT NULL, loss REAL, squares REAL, luck REAL, skill REAL,
    PRIMARY KEY (record, key, seat),
    FOREIGN KEY (record, key) REFERENCES reviews ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED);
CREATE TABLE problems (
    id TEXT PRIMARY KEY, kind TEXT NOT NULL, theme TEXT NOT NULL, difficulty INTEGER NOT NULL, source TEXT NOT NULL,
    text TEXT NOT NULL);
CREATE TABLE answers (
    id TEXT PRIMARY KEY, problem TEXT NOT NULL REFERENCES problems DEFERRABLE INITIALLY DEFERRED, kind TEXT NOT NULL,
    theme TEXT NOT NULL, at TEXT NOT NULL, answer TEXT NOT NULL, loss REAL NOT NULL, right INTEGER NOT NULL,
    mark INTEGER);
CREATE TABLE schedule (
    problem TEXT PRIMARY KEY REFERENCES problems DEFERRABLE INITIALLY DEFERRED, fsrs TEXT NOT NULL, due TEXT NOT NULL);
CREATE TABLE sessions (owner TEXT PRIMARY KEY, text TEXT, version INTEGER NOT NULL);
CREATE TABLE daily (
    owner TEXT NOT NULL, date TEXT NOT NULL, at TEXT NOT NULL, tricks INTEGER NOT NULL, score INTEGER NOT NULL,
    record TEXT NOT NULL,
    PRIMARY KEY (owner, date));
CREATE TABLE deleted (
    at TEXT NOT NULL, kind TEXT NOT NULL, place INTEGER NOT NULL, row TEXT NOT NULL,
    PRIMARY KEY (at, kind, place));
"""


TABLES = frozenset(re.findall(r"CREATE TABLE (\w+)", _TABLES))


def create(db: sqlite3.Connection) -> None:
    """Create the tables and set the application id and version of the file, in the open transaction."""
    for statement in filter(str.strip, _TABLES.split(";")):
        db.execute(statement)
    db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    db.execute(f"PRAGMA user_version = {VERSION}")


def migrate(db: sqlite3.Connection) -> list[str]:
    """Migrate a database to the current version in the open transaction. Returns messages for the owner.

    Raises ValueError or sqlite3.Error if a row is corrupt; the transaction must then be rolled back.
    """
    (version,) = db.execute("PRAGMA user_version").fetchone()
    notices = []
    try:
        for step in _STEPS[version - 1 :]:
            notices += step(db)
    except (TypeError, KeyError, AttributeError) as error:
        raise ValueError(f"{type(error).__name__}: {error}") from error
    if fault := db.execute("PRAGMA foreign_key_check").fetchone():
        raise ValueError(f"a row of {fault[0]} without its row of {fault[2]}")
    db.execute(f"PRAGMA user_version = {VERSION}")
    return notices


def _from_1_to_2(db: sqlite3.Connection) -> list[str]:
    """Store reviews as values instead of rendered text, and rename tables, columns and themes as in version 0.2.0."""
    for statement in filter(str.strip, _TABLES_2.split(";")):
        db.execute(statement)
    for id, text in db.execute("SELECT id, text FROM problems").fetchall():
        problem: _Json = json.loads(text)
        new, theme = _id_2(problem), _theme_2(problem)
        text = json.dumps(_problem_2(problem), ensure_ascii=False, separators=(",", ":"))
        db.execute("UPDATE problems SET id = ?, theme = ?, text = ? WHERE id = ?", (new, theme, text, id))
        db.execute("UPDATE answers SET problem = ?, theme = ? WHERE problem = ?", (new, theme, id))
        for (card,) in db.execute("SELECT fsrs FROM schedule WHERE problem = ?", (id,)).fetchall():
            card = json.dumps(json.loads(card) | {"card_id": int(new, 16)})
            db.execute("UPDATE schedule SET problem = ?, fsrs = ? WHERE problem = ?", (new, card, id))
    for owner, text in db.execute("SELECT owner, text FROM sessions WHERE text IS NOT NULL").fetchall():
        text = json.dumps(json.loads(text) | {"schema": "ninefivetwo.session/1"})
        db.execute("UPDATE sessions SET text = ? WHERE owner = ?", (text, owner))
    (reviews,) = db.execute("SELECT count(*) FROM reviews").fetchone()
    return [_OUTDATED.format(reviews)] if reviews else []


_TABLES_2 = """
ALTER TABLE sittings RENAME TO sessions;
ALTER TABLE decisions RENAME COLUMN gifts TO conceded;
UPDATE decisions SET phase = 'ruff-or-sluff' WHERE phase = 'ruff-or-throw';
CREATE TABLE new_reviews (
    record TEXT NOT NULL REFERENCES records DEFERRABLE INITIALLY DEFERRED, key TEXT NOT NULL, added TEXT NOT NULL,
    worlds INTEGER NOT NULL, review TEXT,
    PRIMARY KEY (record, key));
INSERT INTO new_reviews SELECT record, key, added, worlds, NULL FROM reviews ORDER BY rowid;
DROP TABLE reviews;
ALTER TABLE new_reviews RENAME TO reviews
"""
_OUTDATED = (
    "reviews made by an earlier version are outdated ({}): their losses and grades still count,"
    " but to see one again the record must be reviewed again (library review ID)"
)


_Json: TypeAlias = dict[str, Any]  # a JSON object of the schema "ninefivetwo.problem/1"


def _problem_2(problem: _Json) -> dict[str, object]:
    """Convert a problem of schema "ninefivetwo.problem/1" to "ninefivetwo.problem/2"."""
    new = problem | {
        "schema": "ninefivetwo.problem/2",
        "theme": _theme_2(problem),
        "choices": [_choice_2(choice) for choice in problem["choices"]],
    }
    if (question := problem.get("asked")) is not None:
        del new["asked"]
        new["id"] = _id_2(problem)
        new["question"] = {
            "card": question["card"],
            "place": _place_2(question["place"]),
            "chances": {
                _place_2(place): {"even": even, "weighed": _figure_2(weighed)}
                for place, (even, weighed) in question["chances"].items()
            },
        }
    return new


def _theme_2(problem: _Json) -> str:
    return _THEMES_2.get((problem["kind"], problem["theme"]), str(problem["theme"]))


def _id_2(problem: _Json) -> str:
    """Return a problem's new id. Only the ids of questions about a renamed place change."""
    if (question := problem.get("asked")) is None:
        return str(problem["id"])
    parts = [problem["kind"], problem["record"], question["card"], _place_2(question["place"]).upper()]
    return sha256("\n".join(parts).encode()).hexdigest()[:16]


def _place_2(place: str) -> str:
    return _PLACES_2.get(place, place)


_PLACES_2 = {"thrown": "discarded"}
_THEMES_2 = {
    ("discard", "throw a trump"): "discard a trump",
    ("play", "throw"): "sluff",
    ("know", "the throw"): "the discard",
}
_DETAILS_2 = {"goes": "discards", "back": "returns", "cards": "cards", "gifts": "conceded"}


def _choice_2(choice: _Json) -> dict[str, object]:
    return {
        "action": choice["action"],
        "tricks": _figure_2(choice["tricks"]),
        "regret": _figure_2(choice["behind"]),
        "make": choice["make"],
        "details": {_DETAILS_2[name]: value for name, value in choice["why"].items()},
    }


def _figure_2(figure: list[float]) -> dict[str, object]:
    mean, error, n = figure
    return {"mean": mean, "se": error, "n": n}


def _from_2_to_3(db: sqlite3.Connection) -> list[str]:
    """Add columns for lists of records, totals for each seat, daily results, deletions and points for answers.

    An earlier answer gets points only if it was right. The tricks of each seat stay empty, because records are not
    replayed.
    """
    for statement in filter(str.strip, _TABLES_3.split(";")):
        db.execute(statement)
    return []


_TABLES_3 = """
CREATE INDEX records_by_time ON records (added);
ALTER TABLE players ADD COLUMN won INTEGER;
ALTER TABLE players ADD COLUMN result INTEGER;
CREATE TABLE new_outcomes (
    record TEXT NOT NULL, key TEXT NOT NULL, seat INTEGER NOT NULL,
    decisions INTEGER NOT NULL, loss REAL, squares REAL, luck REAL, skill REAL,
    PRIMARY KEY (record, key, seat),
    FOREIGN KEY (record, key) REFERENCES reviews ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED);
INSERT INTO new_outcomes
    SELECT reviews.record, reviews.key, players.seat, count(loss), sum(loss), sum(error * error), luck, skill
    FROM reviews JOIN players USING (record)
    LEFT JOIN (SELECT * FROM decisions WHERE NOT forced) USING (record, key, seat)
    LEFT JOIN outcomes USING (record, key, seat)
    GROUP BY reviews.record, reviews.key, players.seat ORDER BY reviews.rowid, players.seat;
DROP TABLE outcomes;
ALTER TABLE new_outcomes RENAME TO outcomes;
ALTER TABLE answers ADD COLUMN mark INTEGER;
UPDATE answers SET mark = 10 WHERE right;
CREATE TABLE daily (
    owner TEXT NOT NULL, date TEXT NOT NULL, at TEXT NOT NULL, tricks INTEGER NOT NULL, score INTEGER NOT NULL,
    record TEXT NOT NULL,
    PRIMARY KEY (owner, date));
CREATE TABLE deleted (
    at TEXT NOT NULL, kind TEXT NOT NULL, place INTEGER NOT NULL, row TEXT NOT NULL,
    PRIMARY KEY (at, kind, place))
"""


def _from_3_to_4(db: sqlite3.Connection) -> list[str]:
    """Add a column for the level of computer players. Earlier versions identified computer players by their names."""
    db.execute("ALTER TABLE players ADD COLUMN level TEXT")
    levels = {f"{level} {n}": level for level in ("beginner", "rule", "club", "expert", "master") for n in (1, 2, 3)}
    db.executemany("UPDATE players SET level = ? WHERE name = ?", [(level, name) for name, level in levels.items()])
    deleted = db.execute("SELECT at, place, row FROM deleted WHERE kind = 'players'").fetchall()
    for at, place, text in deleted:
        row = json.loads(text)
        text = json.dumps([*row, levels.get(row[2])])
        db.execute("UPDATE deleted SET row = ? WHERE (at, kind, place) = (?, 'players', ?)", (text, at, place))
    return []


def _from_4_to_5(db: sqlite3.Connection) -> list[str]:
    """Rename the fields of avoidable mistakes in all reviews, including deleted reviews."""
    db.execute("ALTER TABLE decisions RENAME COLUMN findable TO avoidable")
    kept = db.execute("SELECT record, key, review FROM reviews WHERE review IS NOT NULL").fetchall()
    for record, key, text in kept:
        db.execute("UPDATE reviews SET review = ? WHERE (record, key) = (?, ?)", (_review_5(text), record, key))
    for at, place, text in db.execute("SELECT at, place, row FROM deleted WHERE kind = 'reviews'").fetchall():
        *values, review = json.loads(text)
        row = json.dumps([*values, review and _review_5(review)])
        db.execute("UPDATE deleted SET row = ? WHERE (at, kind, place) = (?, 'reviews', ?)", (row, at, place))
    return []


_DECISION_5 = {"findable": "avoidable", "only_with_open_cards": "only_double_dummy"}


def _review_5(text: str) -> str:
    """Convert a review of schema "ninefivetwo.review/2" to "ninefivetwo.review/3"."""
    review: _Json = json.loads(text)
    decisions = [{_DECISION_5.get(name, name): value for name, value in each.items()} for each in review["decisions"]]
    for why in filter(None, (decision.get("why") for decision in decisions)):
        why["gain"] = why.pop("saves")
    new = review | {"schema": "ninefivetwo.review/3", "decisions": decisions}
    return json.dumps(new, ensure_ascii=False, separators=(",", ":"))


_STEPS = (_from_1_to_2, _from_2_to_3, _from_3_to_4, _from_4_to_5)
assert len(_STEPS) == VERSION - 1
