"""What a page tells of the player's own play: the verdict on a choice just made, and the end of a deal.

Of a choice there is one line at once, then why, the same as the deal's review will say.  Of a deal there is the result
at once, luck and the dearest mistake once it is reviewed.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from typing import Literal

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response, StreamingResponse

from ninefivetwo.codec import ActionValue, encode
from ninefivetwo.errors import GameError
from ninefivetwo.exact import Solver
from ninefivetwo.game import Match, Play
from ninefivetwo.game.records import File
from ninefivetwo.keep.session import GameSession
from ninefivetwo.study import Decision, DecisionNode
from ninefivetwo.study.deal import explained
from ninefivetwo.study.why.card_play import example_line
from ninefivetwo.think.advise import Limits
from ninefivetwo.web.review import address, progress_words
from ninefivetwo.web.reviewing import SEED
from ninefivetwo.web.site import LINES, Site, Telling
from ninefivetwo.words.review import open_cards
from ninefivetwo.words.speaker import Speaker
from ninefivetwo.words.verdict import (
    NO_MISTAKE,
    DearestMistake,
    LineCard,
    VerdictKind,
    accuracy_line,
    dearest_mistake,
    judged_choice,
    luck_line,
    played_line,
    result_line,
    verdict_reasons,
    verdict_text,
)

MEMORY = 32 << 20  # bytes, of the table for what is asked
DELETED = "The deal was deleted from the library, so it is not reviewed."


class VerdictShown(msgspec.Struct, frozen=True):
    """A verdict as `page/advice.js` draws it.

    stage: after `final` nothing comes.  words: one line.  better: what is better, null where nothing is.  loss: tricks
    that could be known to be lost; null where there was nothing to choose.  why: sentences.  line: how a card may be
    punished.  events: by how many events the deal had begun when the choice was made, by which it can be tried again.
    """

    stage: Literal["early", "final"]
    kind: VerdictKind
    mark: str
    words: str
    made: ActionValue
    better: ActionValue | None
    loss: float | None
    events: int
    why: Sequence[str] = ()
    line: Sequence[LineCard] = ()
    line_words: str = "It may go like this:"


def verdict(session: GameSession, worlds: int, telling: Telling) -> None:
    """Tell what the person's last choice in this deal was worth; a job for `stream`.

    worlds: as for reviews.  Raises GameError in earnest, and where the person has not chosen yet; SearchStopped.
    """
    limits = Limits(None, worlds, SEED, token=telling.token)
    one, node, price, match = judged_choice(session, limits)
    shown = _shown(one, node, match)
    if not one.findable:
        telling.tell(shown)
        return
    telling.tell(msgspec.structs.replace(shown, stage="early"))
    why = explained(one.index, node, price, None, Solver(MEMORY, token=telling.token), limits)
    reasons = verdict_reasons(Decision.of(one.index, node, one.forced, fair=price, why=why), match)
    telling.tell(msgspec.structs.replace(shown, why=reasons, line=_example(one, node, match, limits)))


def _example(decision: Decision, node: DecisionNode, match: Match, limits: Limits) -> list[LineCard]:
    """How a card may be punished, in a deal that its player could be in; none of a choice before the play."""
    better = decision.choice(decision.fair.best) if decision.fair is not None else None
    if not isinstance(better, Play):
        return []
    cards = example_line(node, better.card, limits)
    return played_line(node.before.seen_by(node.seat), cards, Speaker.of(match)) if cards else []


def _shown(decision: Decision, node: DecisionNode, match: Match) -> VerdictShown:
    (kind, words), fair, loss = verdict_text(decision, match), decision.fair, decision.fair_cost
    better = fair.best if fair is not None and kind in ("mistake", "unsure") else None
    lost, events = None if loss is None else round(loss.mean, 2), len(node.before.events)
    return VerdictShown("final", kind, decision.mark, words, decision.chosen, better, lost, events)


# The end of a deal.


class EndShown(msgspec.Struct, frozen=True):
    """The end of a deal as `page/advice.js` draws it.

    stage: after `final` nothing comes.  result, accuracy, luck, others: a line each; others counts the losses that
    nobody could foresee.  mistake: the dearest that could be known; null
    where there is none, which `praise` then says.  review: its address, empty where there is none.  waiting: how long
    the review will take, or why there is none.
    """

    stage: Literal["early", "final"]
    result: str
    review: str
    waiting: str = ""
    luck: str = ""
    mistake: DearestMistake | None = None
    praise: str = ""
    accuracy: str = ""
    others: str = ""


def deal_end(site: Site, session: GameSession) -> Response:
    """The end of a session's deal, line by line, while it is reviewed.  Raises GameError before the end."""
    if not session.deal.over:
        raise GameError("the deal is not over (expected its end)")
    return StreamingResponse(_end_told(site, session), media_type=LINES)


async def _end_told(site: Site, session: GameSession) -> AsyncIterator[bytes]:
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
    praise = NO_MISTAKE if mistake is None and found.fair_worlds else ""
    luck, others = luck_line(found, session.me), open_cards(found)
    accuracy = accuracy_line(found, session.match, session.me)
    return EndShown("final", result, review, "", luck, mistake, praise, accuracy, others)
