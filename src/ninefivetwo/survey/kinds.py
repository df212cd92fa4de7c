"""The kinds of rows, by name; each is made in a module of its own."""

from __future__ import annotations

from ninefivetwo.survey.deals import CALLS, DEALS
from ninefivetwo.survey.decisions import DECISIONS
from ninefivetwo.survey.guarantees import GUARANTEES
from ninefivetwo.survey.hand_calls import HAND_CALLS
from ninefivetwo.survey.hand_discards import HAND_DISCARDS
from ninefivetwo.survey.hand_gifts import HAND_GIFTS
from ninefivetwo.survey.matches import MATCHES
from ninefivetwo.survey.work import RowKind
from ninefivetwo.survey.worths import WORTHS

_FOR_FITS = HAND_CALLS, HAND_DISCARDS, HAND_GIFTS, DECISIONS
KINDS: dict[str, RowKind] = {kind.name: kind for kind in (DEALS, CALLS, MATCHES, WORTHS, GUARANTEES, *_FOR_FITS)}
