"""The review pages of deals and matches, the page for the progress of reviews, and the evaluation of other choices."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import replace
from functools import partial
from threading import Lock
from typing import Literal
from urllib.parse import quote

import msgspec
from msgspec.structs import asdict
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Route

from ninefivetwo.codec import ActionValue, encode, parse
from ninefivetwo.errors import ReviewError, SchemaError, quoted
from ninefivetwo.game import Deal, YesNoTurn
from ninefivetwo.game.events import action_of
from ninefivetwo.keep.library import Library, RecordRow, review_key
from ninefivetwo.keep.session import computer_levels, opponents_of
from ninefivetwo.study import DecisionNode, Judge, decision_nodes, other_choice
from ninefivetwo.study.match import DealPlace, LeftOut
from ninefivetwo.study.nodes import played_by_policy
from ninefivetwo.think.advise import Limits, learned_action
from ninefivetwo.web.page_files import filled
from ninefivetwo.web.review_page import SHARE, Served, match_page, page_policy, tables
from ninefivetwo.web.review_page import deal_page as review_page
from ninefivetwo.web.reviewing import REVIEW_SEED, ReviewsLeft
from ninefivetwo.web.shell import head, page, page_top, static
from ninefivetwo.web.site import JSON_LINES, Done, Site, answer, read, site_of, waited_for
from ninefivetwo.web.table_state import TableObject
from ninefivetwo.words.figures import in_digits, plural
from ninefivetwo.words.review_match import deal_line, reviews_object
from ninefivetwo.words.template import Amount, say
from ninefivetwo.words.what_if import WhatIfObject, what_if_object

WHAT_IF = "/api/what-if"
WHAT_IF_WORLDS = 400
WHAT_IF_MEMORY = 64 << 20  # bytes of the solver's table when another choice is evaluated
MOST_CHOICES = 64  # limit for one request; no deal has this many choices
DECISION_DIGITS = 4  # maximum digits of a decision's number; a deal has about fifty decisions
MINUTES = 90.0  # seconds; longer times are shown in minutes
_ONE = Lock()  # only one choice is evaluated at a time, so that the first request can use all cores


def routes() -> list[Route]:
    """Return the routes of reviews."""
    return [
        Route("/review/{record}", reviewed),
        Route("/match/{record}", match_reviewed),
        Route("/reviewing/{record}", lambda request: _waiting(request, False)),
        Route("/reviewing-match/{record}", lambda request: _waiting(request, True)),
        Route("/api/reviews", follow, methods=["POST"]),
        Route("/api/reviews/stop", stop, methods=["POST"]),
        Route(WHAT_IF + "/{record}", what_if, methods=["GET"]),
    ]


def reviewed(request: Request) -> Response:
    """Return the page of a deal's review, or a redirect to the page of its progress. Raises LibraryError."""
    site, record = site_of(request), request.path_params["record"]
    row = site.library.record(record)
    found = site.library.review(row.id, review_key(site.worlds, REVIEW_SEED))
    if found is None:
        return RedirectResponse(f"/reviewing/{quote(record, safe='')}", 303)
    return _with_policy(review_page(found, row.record, _served([row])))


def match_reviewed(request: Request) -> Response:
    """Return the page of a match's reviews, or a redirect to the page of their progress if a review is missing.

    With `part`, one reviewed deal is enough. Raises LibraryError.
    """
    site, record = site_of(request), request.path_params["record"]
    part = request.query_params.get("part", "") not in ("", "0", "false")
    rows = site.library.match_of(record)
    found = [(row, site.library.review(row.id, review_key(site.worlds, REVIEW_SEED))) for row in rows]
    done = [(row, value) for row, value in found if value is not None]
    if len(done) < (1 if part else len(rows)):
        return RedirectResponse(f"/reviewing-match/{quote(record, safe='')}", 303)
    matches = [row.match for row, _ in done]
    places = [DealPlace(row.event or row.source, match.number) for (row, _), match in zip(done, matches, strict=True)]
    missing = [row for row, value in found if value is None]
    left_out = [LeftOut(row.event or row.source, row.number, "not reviewed yet") for row in missing]
    reviews = reviews_object([value for _, value in done], matches, places, left_out)
    return _with_policy(match_page(reviews, [row.record for row, _ in done], _served([row for row, _ in done])))


def _served(rows: Sequence[RecordRow]) -> Served:
    return Served(tuple(row.id for row in rows), WHAT_IF, static(SHARE), head("fonts.css"), page_top("/library"))


def _with_policy(html: str) -> Response:
    """Return a review's page with its security policy."""
    return HTMLResponse(
        html, headers={"Content-Security-Policy": page_policy(html, served=True) + "; frame-ancestors 'none'"}
    )


class ReviewsAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request for the review of a record or, with `whole`, of the record's whole match."""

    record: str
    whole: bool = False


class DealTold(msgspec.Struct, frozen=True):
    """A deal that is being reviewed, with the review's address and, after the review, a one-line summary."""

    number: int
    address: str
    line: str | None


class ReviewingData(msgspec.Struct, frozen=True):
    """The initial data of the page that shows the progress of reviews: of one record, or of its whole match.

    address: the address of the finished review. deals: the number of deals.
    """

    record: str
    whole: bool
    address: str
    deals: int


class Staged(msgspec.Struct, frozen=True):
    """What is known at a stage of the work on reviews; `final` marks the last message."""

    stage: Literal["early", "final"]


class ReviewsTold(Staged, frozen=True):
    """The progress of some reviews.

    done: whether all reviews are finished. part: the share of the work done,
    from 0 to 1. words: the progress and the time left, or the reason for the end.
    """

    done: bool
    part: float
    words: str
    deals: list[DealTold]


async def follow(request: Request) -> Response:
    """Put reviews first in the queue, and send their progress line by line until the work ends.

    Reviewing continues if the user leaves the page. Raises SchemaError, LibraryError.
    """
    site, rows = await _asked(request)
    await run_in_threadpool(site.reviews.ask, [row.id for row in rows], True)
    return StreamingResponse(staged_lines(site, partial(_told, site, rows, {})), media_type=JSON_LINES)


async def stop(request: Request) -> Response:
    """Stop the work on reviews, and keep finished reviews. Raises SchemaError, LibraryError."""
    site, rows = await _asked(request)
    site.reviews.stop(row.id for row in rows)
    return answer(Done())


async def _asked(request: Request) -> tuple[Site, list[RecordRow]]:
    """Return the records for the requested reviews."""
    site, asked = site_of(request), await read(request, ReviewsAsked)
    return site, await run_in_threadpool(_rows, site.library, asked.record, asked.whole)


def _rows(library: Library, record: str, whole: bool) -> list[RecordRow]:
    return library.match_of(record) if whole else [library.record(record)]


async def staged_lines(site: Site, told: Callable[[], Staged]) -> AsyncIterator[bytes]:
    """Yield what `told` returns after each change of the reviews, as lines of JSON, until the final stage."""
    async for _ in site.reviews.changes():
        now = await run_in_threadpool(told)
        yield encode(now) + b"\n"
        if now.stage == "final":
            return


def _told(site: Site, rows: Sequence[RecordRow], lines: dict[str, str]) -> ReviewsTold:
    """Return the progress of the reviews; `lines` keeps the summaries of reviewed deals between calls."""
    left = site.reviews.left([row.id for row in rows])
    for row in rows:
        if row.id not in lines and row.id not in left.left:
            found = site.library.review(row.id, site.reviews.key)
            if found is not None:
                lines[row.id] = deal_line(found)
    deals = [DealTold(row.number, address(row.id, False), lines.get(row.id)) for row in rows]
    part = (len(lines) + (left.part or 0.0)) / len(rows)
    if left.left:
        return ReviewsTold("early", False, part, progress_words(left, len(rows)), deals)
    faults = filter(None, (site.reviews.fault(row.id) for row in rows))
    done = len(lines) == len(rows)
    words = "Done." if done else next(faults, "Stopped. Finished reviews are kept." if lines else "Stopped.")
    return ReviewsTold("final", done, part, words, deals)


def progress_words(left: ReviewsLeft, of: int) -> str:
    """Return a text on the finished reviews, the reviews ahead in the queue, and the estimated time left."""
    words = []
    if of > 1:
        words.append(
            say("{number} of {deals} reviewed.", number=in_digits(of - len(left.left)), deals=plural(of, "deal"))
        )
    if left.before:
        words.append(say("Waiting for {reviews}.", reviews=plural(left.before, "other review")))
    if left.seconds is not None:
        words.append(say("About {time} left.", time=time_words(left.seconds)))
    return " ".join(words) or "Analysing …"


def analysing_words(left: ReviewsLeft) -> str:
    """Return a text with the estimated time for the review of a deal, such as "Analysing … 3 s"."""
    reviews = plural(left.before, "other review")
    if left.seconds is None:
        return say("Analysing … after {reviews}", reviews=reviews) if left.before else "Analysing …"
    time = time_words(left.seconds)
    return (
        say("Analysing … {time}, after {reviews}", reviews=reviews, time=time)
        if left.before
        else say("Analysing … {time}", time=time)
    )


def time_words(seconds: float) -> Amount:
    """Return a rounded time, such as "12 s" or "3 min"."""
    return Amount(f"{max(1, round(seconds))} s" if seconds < MINUTES else f"{round(seconds / 60)} min")


def _waiting(request: Request, whole: bool) -> Response:
    """Return the page that shows the progress of the reviews of a record or of its whole match."""
    site, record = site_of(request), request.path_params["record"]
    rows = _rows(site.library, record, whole)
    data = ReviewingData(record, whole, address(record, whole), len(rows))
    title = "Reviewing the deal" if len(rows) == 1 else say("Reviewing {deals}", deals=plural(len(rows), "deal"))
    return page(title, "/library", "reviewing.js", data, ("reviewing.css",), filled("reviewing.html"))


def address(record: str, whole: bool) -> str:
    """Return the address of a record's review, or of its whole match."""
    return f"/{'match' if whole else 'review'}/{quote(record, safe='')}"


# What if.


async def what_if(request: Request) -> Response:
    """Evaluate another choice, and continue the deal."""
    site, record, asked = site_of(request), request.path_params["record"], request.query_params
    decision, choices = asked.get("decision", ""), asked.get("choices", "")
    if not decision.isdecimal() or len(decision) > DECISION_DIGITS:
        raise SchemaError(f"not a decision's number: {quoted(decision)}")
    job = partial(what_if_answer, site.library, record, int(decision), choices)
    return answer(await waited_for(request, job))


class WhatIfShown(WhatIfObject, frozen=True):
    """Another choice with the tables of the continued deal."""

    tables: list[TableObject]


def what_if_answer(library: Library, record: str, decision: int, choices: str) -> WhatIfShown:
    """Return the deal after other choices (a JSON list) from a decision on, and the value of the last choice.

    A single choice is compared with the actual
    choice. The last of several choices is compared with a club player's choice. Raises LibraryError, GameError,
    CardError, SchemaError, ReviewError.
    """
    kept = library.record(record).record
    match = kept.match
    nodes = decision_nodes(match.deal)
    values = _list(choices)
    if decision >= len(nodes) or match.deal.viewer is not None:
        raise ReviewError(f"unknown decision {decision} (expected one of a deal with all hands known)")
    deal = nodes[decision].before
    for value in values[:-1]:
        deal = _answered(deal.after(action_of(deal.due_turn.kind, deal.due_turn.seat, value)))
    action = action_of(deal.due_turn.kind, deal.due_turn.seat, values[-1])
    made = nodes[decision].action if len(values) == 1 else learned_action(deal.seen_by(deal.due_turn.seat))
    node = DecisionNode(deal, made, deal.after(made), opponents_of(kept))
    with _ONE:
        actual = [step.action for step in nodes]
        other = other_choice.what_if(node, action, Limits(None, WHAT_IF_WORLDS), actual, Judge(WHAT_IF_MEMORY))
    going_on = replace(match, deal=other.played or deal, past=None)
    shown = tables(going_on, computer_levels(kept), trying=True)
    return WhatIfShown(**asdict(what_if_object(other, decision, match)), tables=shown)


def _list(choices: str) -> list[ActionValue]:
    """Return the list of requested choices, which are checked later in the deal."""
    value = parse(choices)
    if not isinstance(value, list) or not 0 < len(value) <= MOST_CHOICES:
        raise SchemaError(f"invalid choices (expected a list of 1 to {MOST_CHOICES})")
    return value


def _answered(deal: Deal) -> Deal:
    """Return the deal after all choices between yes and no that are due, which a review does not weigh."""
    return played_by_policy(deal, lambda turn: not isinstance(turn, YesNoTurn))
