"""The player's own SQLite file: records, reviews, problems and answers."""

from ninefivetwo.library.library import Library, default_path, library_files, review_key
from ninefivetwo.library.records import record_id
from ninefivetwo.library.rows import (
    Answered,
    DailyRow,
    DecisionRow,
    Graded,
    PlayerProgress,
    ProblemInfo,
    Query,
    RecordRow,
    ScheduledProblem,
)

__all__ = [
    "Answered",
    "DailyRow",
    "DecisionRow",
    "Graded",
    "Library",
    "PlayerProgress",
    "ProblemInfo",
    "Query",
    "RecordRow",
    "ScheduledProblem",
    "default_path",
    "library_files",
    "record_id",
    "review_key",
]
