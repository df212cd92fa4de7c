"""The texts that the pages' HTML and scripts use by name; `say` in `table/dom.js` fills placeholders in scripts."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from html import escape
from pathlib import Path

import msgspec

from ninefivetwo.cards import RANKS, Card, Trump
from ninefivetwo.codec import encode
from ninefivetwo.words import (
    page_analyse,
    page_drill,
    page_home,
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
    page_home,
    page_play,
    page_today,
    page_drill,
    page_analyse,
    page_library,
    page_settings,
    page_review,
)
#: All texts by their names.
TEXTS = {name: value.text for module in MODULES for name, value in vars(module).items() if isinstance(value, Template)}
#: The words for ranks, suits and no-trump, by letter; every page contains these words.
LETTERS = {rank: rank_word(Card.parse("S" + rank)) for rank in RANKS} | {d.letter: str(called(d)) for d in Trump}
STATIC = Path(__file__).parent / "page"
_IMPORT = re.compile(r'^import .* from "(.+)";', re.MULTILINE)
_NAME = re.compile(r'"([A-Z][A-Z0-9_]+)"')
_PLACE = re.compile(r"@([A-Z_]+)@")
_TYPES = re.compile(r"/\*\*.*?\*/ ?", re.DOTALL)


def texts_named(scripts: Iterable[str]) -> dict[str, object]:
    """Return the texts, by name, whose names appear in the source of the scripts."""
    named = {name for script in scripts for name in _NAME.findall(script)}
    return {**{name: text for name, text in TEXTS.items() if name in named}, **LETTERS}


def script_texts(script: str) -> dict[str, object]:
    """Return the texts, by name, whose names appear in a script or in its imported modules."""
    return texts_named(map(_source, [script, *imported(script)]))


def _source(name: str) -> str:
    return (STATIC / name).read_text("utf-8")


def without_types(script: str) -> str:
    """Return the source of a script without the comments with types (`/** … */`), which browsers need not load."""
    return _TYPES.sub("", script)


def imported(script: str) -> list[str]:
    """Return the names of all modules that a script imports, directly or indirectly."""
    found: list[str] = []
    waiting = [script]
    while waiting:
        name = waiting.pop()
        folder = name.rpartition("/")[0]
        for other in _IMPORT.findall(_source(name)):
            joined = other.removeprefix("./") if not folder else f"{folder}/{other.removeprefix('./')}"
            if joined not in found and joined != script:
                found.append(joined)
                waiting.append(joined)
    return found


@cache
def icon(name: str) -> str:
    """Return an icon of `icons.js` as HTML."""
    found = re.search(rf'^  {name}: "([^"]+)"', (STATIC / "icons.js").read_text("utf-8"), re.MULTILINE)
    assert found, name
    return f'<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="{found[1]}"/></svg>'


def filled(name: str, **parts: str) -> str:
    """Return a file of HTML, in which `@NAME@` stands for the part, the text or, as `@ICON_NAME@`, the icon `name`."""

    def put(found: re.Match[str]) -> str:
        place = found[1]
        if place in parts:
            return parts[place]
        return icon(place.removeprefix("ICON_").lower()) if place.startswith("ICON_") else escape(TEXTS[place])

    return _PLACE.sub(put, _source(name))


def inert(data: msgspec.Struct | dict[str, object]) -> str:
    """Return data as JSON without `<`, which is safe inside an HTML element."""
    return encode(data).decode().replace("<", "\\u003c")
