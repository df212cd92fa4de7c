"""Verdicts on the user's last choice, and summaries at the end of a deal.

A verdict on a choice begins with one line; the reasons follow. A summary begins with the result; luck and the costliest
mistake follow after the review.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from functools import partial
from typing import Literal

import msgspec
from msgspec.structs import replace
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response, StreamingResponse

from ninefivetwo.codec import encode
from ninefivetwo.errors import GameError
from ninefivetwo.exact import Solver
from ninefivetwo.game import Action, Deal, Play
from ninefivetwo.keep.session import GameSession
from ninefivetwo.study import Decision, DecisionNode
from ninefivetwo.study.deal import explained
from ninefivetwo.study.why.card_play import example_line
from ninefivetwo.think.advise import Limits
from ninefivetwo.web.review import Staged, address, analysing_words, staged_lines
from ninefivetwo.web.reviewing import REVIEW_SEED
from ninefivetwo.web.site import JSON_LINES, Site, Telling
from ninefivetwo.web.table_state import TableObject, line_events, line_tables, table_object
from ninefivetwo.words.review import ReviewText
from ninefivetwo.words.speaker import Speaker
from ninefivetwo.words.verdict import (
    NO_MISTAKE,
    CostliestMistake,
    LineCard,
    VerdictKind,
    accuracy_line,
    costliest_mistake,
    judged_choice,
    luck_line,
    played_line,
    result_line,
    verdict_reasons,
    verdict_text,
)

VERDICT_MEMORY = 32 << 20  # bytes of the solver's table in the search for reasons


class VerdictShown(msgspec.Struct, frozen=True):
    """A verdict in the form that `page/advice.js` draws.

    stage: `final` in the last message. words: one line. better: a better choice, or null. loss: the avoidable loss in
    tricks, null for a forced choice. why: sentences with the reasons. line: an example of play that punishes a card.
    events: the number of events before the choice.
    """

    stage: Literal["early", "final"]
    kind: VerdictKind
    mark: str
    words: str
    made: Action
    better: Action | None
    loss: float | None
    events: int
    why: Sequence[str] = ()
    line: Sequence[LineCard] = ()
    line_words: str = "For example:"


def verdict(session: GameSession, worlds: int, telling: Telling) -> None:
    """Rate the user's last choice in this deal, as a job for `stream`.

    `worlds` is the number of deals to sample, as in a review. Raises GameError if the match is serious or the user has
    not yet chosen, and SearchStopped if the job is cancelled.
    """
    limits = Limits(None, worlds, REVIEW_SEED, token=telling.token)
    one, node, price = judged_choice(session, limits)
    speaker = Speaker.of(session.match, session.me)
    shown = _shown(one, node, speaker)
    if not one.avoidable:
        telling.tell(shown)
        return
    telling.tell(msgspec.structs.replace(shown, stage="early"))
    why = explained(one.index, node, price, None, Solver(VERDICT_MEMORY, token=telling.token), limits)
    reasons = verdict_reasons(Decision.of(one.index, node, one.forced, fair=price, why=why), session.deal, speaker)
    telling.tell(msgspec.structs.replace(shown, why=reasons, line=_example(one, node, speaker, limits)))


def _example(decision: Decision, node: DecisionNode, speaker: Speaker, limits: Limits) -> list[LineCard]:
    """Return a line of play that punishes a card in a possible deal, or an empty line for other choices."""
    better = None if decision.fair is None else decision.fair.best
    if not isinstance(better, Play):
        return []
    cards = example_line(node, better.card, limits)
    return played_line(node.before.seen_by(node.seat), cards, speaker) if cards else []


def _shown(decision: Decision, node: DecisionNode, speaker: Speaker) -> VerdictShown:
    (kind, words), fair, loss = verdict_text(decision, speaker), decision.fair, decision.fair_cost
    better = fair.best if fair is not None and kind in ("mistake", "unsure") else None
    lost, events = None if loss is None else round(loss.mean, 2), len(node.before.events)
    return VerdictShown("final", kind, decision.mark, words, decision.chosen, better, lost, events)


# The end of a deal.


class EndShown(Staged, frozen=True):
    """The end of a deal in the form that `page/advice.js` draws.

    result, luck, accuracy: sentences. others: a sentence on losses that nobody
    could foresee. mistake: the costliest avoidable mistake, null if there is none. praise: a sentence if the review
    finds no avoidable mistake. review: the review's address, empty without a review. waiting: the time that the review
    will take, or the reason why there is no review.
    """

    result: str
    review: str
    waiting: str = ""
    luck: str = ""
    mistake: CostliestMistake | None = None
    praise: str = ""
    accuracy: str = ""
    others: str = ""


def deal_end(site: Site, session: GameSession) -> Response:
    """Send the results of a session's deal line by line during the review. Raises GameError before the deal is over."""
    if not session.deal.over:
        raise GameError("the deal is not over")
    return StreamingResponse(_end_told(site, session), media_type=JSON_LINES)


async def _end_told(site: Site, session: GameSession) -> AsyncIterator[bytes]:
    record = await run_in_threadpool(site.library.keep_deal, session.finished[-1])
    if record is None:
        why = "This deal was deleted from the library, so there is no review."
        yield encode(EndShown("final", result_line(session.match, session.me), "", why)) + b"\n"
        return
    await run_in_threadpool(site.reviews.ask, [record], True)
    async for line in staged_lines(site, partial(_end, site, session, record)):
        yield line


def _end(site: Site, session: GameSession, record: str) -> EndShown:
    """Return the known results at the end of a deal."""
    result, review = result_line(session.match, session.me), address(record, False)
    left = site.reviews.left([record])
    if left.left:
        return EndShown("early", result, review, analysing_words(left))
    found = site.library.review(record, site.reviews.key)
    if found is None:
        return EndShown("final", result, review, site.reviews.fault(record) or "")
    mistake = costliest_mistake(found, session.match, session.me)
    praise = NO_MISTAKE if mistake is None and found.fair_worlds else ""
    luck, others = luck_line(found, session.me), ReviewText.of(found).double_dummy
    accuracy = accuracy_line(found, session.match, session.me)
    return EndShown("final", result, review, "", luck, mistake, praise, accuracy, others)


# The replay of a finished deal on its table, with the best line from a position.


class Tables(msgspec.Struct, frozen=True):
    """Open tables, one after another."""

    tables: list[TableObject]


class ReplayShown(Tables, frozen=True):
    """The open tables of a finished deal: one before each choice, and one at the end.

    events: the number of events before each choice. own: whether the user made the choice, so that they can play on
    from there.
    """

    events: list[int]
    own: list[bool]


def replay_shown(session: GameSession) -> ReplayShown:
    """Return the open tables of a finished deal. Raises GameError if the deal is in progress."""
    deal = _finished(session)
    tables = line_tables(deal, session.match.names, session.computers)
    own = [table.turn is not None and table.turn.seat == session.me.word for table in tables]
    return ReplayShown(tables, line_events(deal), own)


def tell_line(session: GameSession, events: int, telling: Telling) -> None:
    """Send the open tables of a line of best play for the user, double dummy, from a position in the play.

    Raises GameError if the deal is in progress or `events` is not a position in its play, and SearchStopped if the job
    is cancelled.
    """
    deal = _finished(session)
    while len(deal.events) > events and deal.past is not None:
        deal = deal.past
    position, trump = deal.position, deal.trump
    if position is None or trump is None:
        raise GameError(f"no card is due after event {events} (expected a position in the play)")
    tables = [_open(deal, session)]
    for seat, card in Solver(token=telling.token).best_line(position, trump, session.me):
        deal = deal.after(Play(seat, card))
        tables.append(_open(deal, session))
    telling.tell(Tables(tables))


def _finished(session: GameSession) -> Deal:
    if not session.deal.over:
        raise GameError("the deal is in progress (expected its end)")
    return session.deal


def _open(deal: Deal, session: GameSession) -> TableObject:
    table = table_object(deal, session.match.names, since=len(deal.events), computers=session.computers)
    return replace(table, turn=None)
