"""The player's own SQLite file: records, reviews, problems and answers."""

from ninefivetwo.library.incoming import AddedRecord, ImportProgress, Incoming
from ninefivetwo.library.library import Library, default_path, library_files, review_key
from ninefivetwo.library.merging import Merging
from ninefivetwo.library.records import record_id
from ninefivetwo.library.rows import (
    Answered,
    DailyRow,
    DecisionRow,
    Deletion,
    Graded,
    Listing,
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
from ninefivetwo.library.sessions import TERMINAL

__all__ = [
    "TERMINAL",
    "AddedRecord",
    "Answered",
    "DailyRow",
    "DecisionRow",
    "Deletion",
    "Graded",
    "ImportProgress",
    "Incoming",
    "Library",
    "Listing",
    "Merging",
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
