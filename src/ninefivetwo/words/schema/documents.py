"""All JSON objects that stand alone, in the order of docs/json.md, which is made from them."""

from __future__ import annotations

from ninefivetwo.codec import Document
from ninefivetwo.keep.drills.problem import Problem, Problems
from ninefivetwo.keep.session.saved import SessionObject
from ninefivetwo.words.advice_json import (
    AdviseDiscardObject,
    AdviseExchangeObject,
    AdvisePlayObject,
    AdviseTrumpObject,
    BestDiscardObject,
    ForcedReturnsObject,
)
from ninefivetwo.words.review import ReviewObject
from ninefivetwo.words.review_match import ReviewsObject
from ninefivetwo.words.schema.game import (
    DealObject,
    FairCheckObject,
    MatchObject,
    RecordCheckObject,
    RecordObject,
    RuleSetsObject,
    RulesObject,
    SolveObject,
    SolveTargetObject,
)
from ninefivetwo.words.schema.library import (
    LibraryAddObject,
    LibraryDecisionsObject,
    LibraryImportObject,
    LibraryProgressObject,
    LibraryRecordsObject,
)
from ninefivetwo.words.schema.survey import SurveyAnswerObject, SurveyQuestionsObject, SurveyRowsObject
from ninefivetwo.words.what_if import WhatIfObject

DOCUMENTS: tuple[type[Document], ...] = (
    SolveObject,
    SolveTargetObject,
    DealObject,
    RulesObject,
    RuleSetsObject,
    RecordObject,
    RecordCheckObject,
    FairCheckObject,
    MatchObject,
    AdviseTrumpObject,
    AdviseDiscardObject,
    AdviseExchangeObject,
    AdvisePlayObject,
    BestDiscardObject,
    ForcedReturnsObject,
    ReviewObject,
    ReviewsObject,
    WhatIfObject,
    LibraryAddObject,
    LibraryRecordsObject,
    LibraryDecisionsObject,
    LibraryProgressObject,
    LibraryImportObject,
    SurveyQuestionsObject,
    SurveyAnswerObject,
    SurveyRowsObject,
    SessionObject,
    Problem,
    Problems,
)
