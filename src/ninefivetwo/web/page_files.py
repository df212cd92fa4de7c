"""The HTML and the scripts of the pages, as files beside this module."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import msgspec

from ninefivetwo.codec import encode

STATIC = Path(__file__).parent / "page"
_PLACE = re.compile(r"@([A-Z_]+)@")
_TYPES = re.compile(r"/\*\*.*?\*/ ?", re.DOTALL)


def source(name: str) -> str:
    """Return the text of a file, such as "table/dom.js"."""
    return (STATIC / name).read_text("utf-8")


def without_types(script: str) -> str:
    """Return the source of a script without the comments with types (`/** … */`), which browsers need not load."""
    return _TYPES.sub("", script)


@cache
def icon(name: str) -> str:
    """Return an icon of `icons.js` as HTML."""
    found = re.search(rf'^  {name}: "([^"]+)"', source("icons.js"), re.MULTILINE)
    assert found, name
    return f'<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="{found[1]}"/></svg>'


def filled(name: str, **parts: str) -> str:
    """Return a file of HTML, in which `@NAME@` stands for the part, or as `@ICON_NAME@` for the icon `name`."""

    def put(found: re.Match[str]) -> str:
        place = found[1]
        return parts[place] if place in parts else icon(place.removeprefix("ICON_").lower())

    return _PLACE.sub(put, source(name))


def inert(data: msgspec.Struct) -> str:
    """Return data as JSON without `<`, which is safe inside an HTML element."""
    return encode(data).decode().replace("<", "\\u003c")
