"""The end of a deal, for its page: the result at once, luck and the dearest mistake once the deal is reviewed."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from typing import Literal

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response, StreamingResponse

from ninefivetwo.codec import encode
from ninefivetwo.errors import GameError
from ninefivetwo.game.records import File
from ninefivetwo.keep.session import GameSession
from ninefivetwo.web.review import address, progress_words
from ninefivetwo.web.site import LINES, Site
from ninefivetwo.words.verdict import NO_MISTAKE, LineCard, dearest_mistake, luck_line, result_line

DELETED = "The deal was deleted from the library, so it is not reviewed."


class MistakeShown(msgspec.Struct, frozen=True):
    """A mistake that can be tried again.

    events: by how many events the deal had begun then.  place: of the decision in the review's page.  line: how the
    trick went, and what punished it.
    """

    words: str
    mine: bool
    events: int
    place: str
    line: Sequence[LineCard]


class EndShown(msgspec.Struct, frozen=True):
    """The end of a deal as `page/advice.js` draws it.

    stage: after `final` nothing comes.  result, luck: a line each.  mistake: the dearest that could be known; null
    where there is none, which `praise` then says.  review: its address, empty where there is none.  waiting: how long
    the review will take, or why there is none.
    """

    stage: Literal["early", "final"]
    result: str
    review: str
    waiting: str = ""
    luck: str = ""
    mistake: MistakeShown | None = None
    praise: str = ""


def deal_end(site: Site, session: GameSession) -> Response:
    """The end of a session's deal, line by line, while it is reviewed.  Raises GameError before the end."""
    if not session.deal.over:
        raise GameError("the deal is not over (expected its end)")
    return StreamingResponse(_told(site, session), media_type=LINES)


async def _told(site: Site, session: GameSession) -> AsyncIterator[bytes]:
    text = str(File.of([session.record()]))
    record = await run_in_threadpool(site.library.keep_deal, text)
    if record is None:
        yield encode(EndShown("final", result_line(session.match, session.me), "", DELETED)) + b"\n"
        return
    await run_in_threadpool(site.reviews.ask, [record], True)
    async for _ in site.reviews.changes():
        end = await run_in_threadpool(_end, site, session, record)
        yield encode(end) + b"\n"
        if end.stage == "final":
            return


def _end(site: Site, session: GameSession, record: str) -> EndShown:
    """The end of a deal, as far as it is known."""
    result, review = result_line(session.match, session.me), address(record, False)
    left = site.reviews.left([record])
    if left.left:
        return EndShown("early", result, review, f"Luck and mistakes follow: {progress_words(left, 1).lower()}")
    found = site.library.review(record, site.reviews.key)
    if found is None:
        return EndShown("final", result, review, site.reviews.fault(record) or "")
    mistake = dearest_mistake(found, session.match, session.me)
    shown = None
    if mistake is not None:
        place = f"deal-{session.match.number}-decision-{mistake.decision}"
        shown = MistakeShown(mistake.words, mistake.mine, mistake.events, place, mistake.line)
    praise = NO_MISTAKE if mistake is None and found.fair_worlds else ""
    return EndShown("final", result, review, "", luck_line(found, session.me), shown, praise)
