"""What a batch asks, read from its words: rules, policies, cards, options."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice

import numpy as np

from ninefivetwo.cards import Hand
from ninefivetwo.errors import SearchStopped, SurveyError, quoted
from ninefivetwo.exact import CancelToken
from ninefivetwo.game.dealing import Condition, deals_where
from ninefivetwo.sets import Sets
from ninefivetwo.survey.dealt import dealt
from ninefivetwo.survey.work import Work
from ninefivetwo.think.playouts import Policies, any_policy


def policies_of(work: Work) -> Policies:
    """The policy at each seat.  Raises PolicyError for what is none."""
    found = any_policy(work.policy)
    return found, found, found


def cards_of(work: Work, token: CancelToken | None) -> Sets:
    """The deals, the three hands and the kitty of each; shape (number, 4).

    The same seed deals the same cards under every rule set.  Raises ConditionError for what is no condition, or is
    hardly ever met, and SearchStopped when cancelled.
    """
    if not work.condition:
        return dealt(work.number, work.seed)
    cards = []
    for layout in islice(deals_where(Condition.parse(work.condition), work.seed), work.number):
        check_going_on(token)
        cards.append([each.cards for each in (*layout.hands, layout.out or Hand())])
    return np.array(cards, np.uint64)


def check_going_on(token: CancelToken | None) -> None:
    """Raises SearchStopped when the token is cancelled."""
    if token is not None and token.cancelled:
        raise SearchStopped("batch stopped, cancelled")


def check_options(work: Work, known: Mapping[str, tuple[str, ...]]) -> dict[str, str]:
    """The options of a batch.

    known: names and the values that each may have, the first where it is not given; without values: any text, which the
    kind checks itself, and none where it is not given.

    Raises SurveyError for another name or value, or a name given twice.
    """
    found = {name: values[0] if values else "" for name, values in known.items()}
    given = set[str]()
    for name, value in work.options:
        if name not in known:
            expected = ", ".join(known) or "none"
            raise SurveyError(f"no option of the kind {work.kind}: {quoted(name)} (expected {expected})")
        if name in given:
            raise SurveyError(f"option twice: {quoted(name)} of the kind {work.kind} (expected once)")
        if known[name] and value not in known[name]:
            expected = " or ".join(known[name])
            raise SurveyError(f"no value of the option {name}: {quoted(value)} (expected {expected})")
        found[name] = value
        given.add(name)
    return found


def check_no_condition(work: Work) -> None:
    """Raises SurveyError for a condition, in a kind whose cards are dealt evenly."""
    if work.condition:
        raise SurveyError(f"a condition of the kind {work.kind}: {quoted(work.condition)} (expected none)")


def whole_number(text: str) -> int:
    """An option's value, of five digits at most; 0 for what is no such number."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 6 else 0
