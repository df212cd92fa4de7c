"""Reviews of deals, each computed once in a run of the tests."""

from dataclasses import replace
from importlib import import_module

from msgspec import structs

from ninefivetwo.cards import by_seat
from ninefivetwo.errors import label
from ninefivetwo.study import review

#: The modules that review a deal for a command or a page, and what each calls the function.
ASKERS = {"cli.review.course": "review_deal", "cli.library.reviews": "review_deal", "web.reviewing": "review"}
KNOWN = {}


def review_once(match, limits=None, progress=None, *more, judge=None):
    """The review of a match's deal: computed, or taken from an earlier test; its players have the match's names."""
    how = limits and replace(limits, threads=None, progress=None, token=None)
    key = match.deal, how, judge is not None and judge._deep
    if key not in KNOWN:
        KNOWN[key] = review(match, limits, progress, *more, judge=judge)
    return structs.replace(KNOWN[key], number=match.number, players=by_seat(map(label, match.names)))


def share_reviews(monkeypatch):
    """Let commands and pages review a deal only once."""
    for module, name in ASKERS.items():
        monkeypatch.setattr(import_module(f"ninefivetwo.{module}"), name, review_once)
