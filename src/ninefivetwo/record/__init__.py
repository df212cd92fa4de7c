"""Records: the `.n52` file, read and written without loss, checked by playing it again."""

from ninefivetwo.record.bga import Imported, is_log, read_log
from ninefivetwo.record.document import FAIR_TAGS, HEADER, PBN_TAGS, Cell, Comment, Escape, Item, Note, Tag
from ninefivetwo.record.parsed import by_seat
from ninefivetwo.record.records import File, Record, read_apart, read_deals, read_file, record_of

__all__ = [
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
    "by_seat",
    "is_log",
    "read_apart",
    "read_deals",
    "read_file",
    "read_log",
    "record_of",
]
