"""The texts that a page's scripts name, as the page gets them: `table/dom.js` has `say`, which fills their places."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ninefivetwo.cards import RANKS, Card, Trump
from ninefivetwo.words import (
    page_analyse,
    page_drill,
    page_library,
    page_play,
    page_review,
    page_settings,
    page_shared,
    page_today,
)
from ninefivetwo.words.card_words import called, rank_word
from ninefivetwo.words.template import Template

MODULES = (
    page_shared,
    page_play,
    page_today,
    page_drill,
    page_analyse,
    page_library,
    page_settings,
    page_review,
)
#: Each text by its name.
TEXTS = {name: value.text for module in MODULES for name, value in vars(module).items() if isinstance(value, Template)}
#: The words for ranks, suits and no-trump by their letters, which every page gets.
LETTERS = {rank: rank_word(Card.parse("S" + rank)) for rank in RANKS} | {d.letter: str(called(d)) for d in Trump}
_NAME = re.compile(r'"([A-Z][A-Z0-9_]+)"')


def texts_named(scripts: Iterable[str]) -> dict[str, object]:
    """The texts that the source of some scripts names, by name."""
    named = {name for script in scripts for name in _NAME.findall(script)}
    return {**{name: text for name, text in TEXTS.items() if name in named}, **LETTERS}
