"""A review as one HTML file that needs nothing else: `page.html` with the style, the script and the review's JSON."""

from __future__ import annotations

import json
from importlib.resources import files

from ninefivetwo.game import Match
from ninefivetwo.render.review import PHASES, with_words
from ninefivetwo.render.schema.base import encode
from ninefivetwo.render.schema.review import ReviewObject


def page(review: ReviewObject, match: Match) -> str:
    """The text of the page; `match` is what was reviewed."""
    folder = files("ninefivetwo.render")
    template, style, script = (folder.joinpath(f"page.{kind}").read_text("utf-8") for kind in ("html", "css", "js"))
    data = encode(with_words(review, match)).decode().replace("<", "\\u003c")
    phases = json.dumps({phase.value: words for phase, words in PHASES.items()})
    script = script.replace("@PHASES@", phases)
    return template.replace("@STYLE@", style).replace("@SCRIPT@", script).replace("@DATA@", data)
