"""The JSON that ninefivetwo writes and reads: a class for each kind of object, which docs/json.md is made from.

Each stands alone under a schema name with a version of its own, such as "ninefivetwo.solve/1", in its field `schema`.
The version is raised when a field is renamed or changes its meaning.
"""

from ninefivetwo.render.schema.base import (
    AtMost,
    BySeat,
    Document,
    EstimateObject,
    Part,
    convert,
    decode,
    encode,
    parse,
    schema_name,
)
from ninefivetwo.render.schema.game import (
    CheckedDealObject,
    DealObject,
    DueObject,
    ItemObject,
    LineObject,
    MatchObject,
    PlayerResultObject,
    RecordCheckObject,
    RecordObject,
    RuleSetsObject,
    RulesObject,
    SolveObject,
    SolveTargetObject,
    TargetObject,
)

DOCUMENTS: tuple[type[Document], ...] = (
    SolveObject,
    SolveTargetObject,
    DealObject,
    RulesObject,
    RuleSetsObject,
    RecordObject,
    RecordCheckObject,
    MatchObject,
)

__all__ = [
    "DOCUMENTS",
    "AtMost",
    "BySeat",
    "CheckedDealObject",
    "DealObject",
    "Document",
    "EstimateObject",
    "DueObject",
    "ItemObject",
    "LineObject",
    "MatchObject",
    "Part",
    "PlayerResultObject",
    "RecordCheckObject",
    "RecordObject",
    "RuleSetsObject",
    "RulesObject",
    "SolveObject",
    "SolveTargetObject",
    "TargetObject",
    "convert",
    "decode",
    "encode",
    "parse",
    "schema_name",
]
