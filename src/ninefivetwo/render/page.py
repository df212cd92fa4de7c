"""A review as one page that needs nothing else: the template with the review's JSON in it."""

from __future__ import annotations

import json
from importlib.resources import files

from ninefivetwo.game import Match
from ninefivetwo.render.review import PHASES, with_words
from ninefivetwo.render.schema import ReviewObject, encode


def page(review: ReviewObject, match: Match) -> str:
    """The text of the page; `match` is what was reviewed."""
    data = encode(with_words(review, match)).decode().replace("<", "\\u003c")
    phases = json.dumps({phase.value: words for phase, words in PHASES.items()})
    template = files("ninefivetwo.render").joinpath("page.html").read_text(encoding="utf-8")
    return template.replace("@PHASES@", phases).replace("@DATA@", data)
