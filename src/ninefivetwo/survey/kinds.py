"""The kinds of rows, by name; each is made in a module of its own."""

from __future__ import annotations

from ninefivetwo.survey.calls import CALLS
from ninefivetwo.survey.deals import DEALS
from ninefivetwo.survey.guarantees import GUARANTEES
from ninefivetwo.survey.work import RowKind

KINDS: dict[str, RowKind] = {kind.name: kind for kind in (DEALS, CALLS, GUARANTEES)}
