"""Read and write records (`.n52` files) without loss, and check records by replaying their deals."""

from ninefivetwo.game.records.bga import Imported, is_log, read_log
from ninefivetwo.game.records.document import (
    COMPUTERS_TAG,
    FAIR_TAGS,
    HEADER,
    PBN_TAGS,
    Cell,
    Comment,
    Escape,
    Item,
    Note,
    Tag,
    seat_items,
)
from ninefivetwo.game.records.records import File, Record, read_deals, read_file, record_of

__all__ = [
    "COMPUTERS_TAG",
    "FAIR_TAGS",
    "HEADER",
    "PBN_TAGS",
    "Cell",
    "Comment",
    "Escape",
    "File",
    "Imported",
    "Item",
    "Note",
    "Record",
    "Tag",
    "is_log",
    "read_deals",
    "read_file",
    "read_log",
    "record_of",
    "seat_items",
]
