"""The library: an SQLite file with the player's records, reviews, problems, answers and matches in progress.

This package must not depend on `words` or on screens. Begin with `library.py`. `store.py` opens the file,
defines the tables and migrates earlier versions, and `merging.py` imports other libraries.
"""

from ninefivetwo.keep.library.library import TERMINAL, Library, default_path, library_files, review_key
from ninefivetwo.keep.library.records import AddedRecord, ImportProgress, Incoming, record_id
from ninefivetwo.keep.library.rows import (
    Answered,
    DailyRow,
    DecisionRow,
    Graded,
    PlayerDeals,
    PlayerProgress,
    PlayerSummary,
    ProblemInfo,
    Query,
    RecordRow,
    RecordSummary,
    ScheduledProblem,
    Sort,
)

__all__ = [
    "TERMINAL",
    "AddedRecord",
    "Answered",
    "DailyRow",
    "DecisionRow",
    "Graded",
    "ImportProgress",
    "Incoming",
    "Library",
    "PlayerDeals",
    "PlayerProgress",
    "PlayerSummary",
    "ProblemInfo",
    "Query",
    "RecordRow",
    "RecordSummary",
    "ScheduledProblem",
    "Sort",
    "default_path",
    "library_files",
    "record_id",
    "review_key",
]
