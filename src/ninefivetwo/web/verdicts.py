"""The verdict on a choice just made, for a page: one line at once, then why, the same as the deal's review will say."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

import msgspec

from ninefivetwo.codec import ActionValue
from ninefivetwo.errors import GameError
from ninefivetwo.exact import Solver
from ninefivetwo.game import Match, Play
from ninefivetwo.keep.session import GameSession
from ninefivetwo.study import Decision, DecisionNode, decision_nodes
from ninefivetwo.study.deal import NOT_JUDGED, explained, forced_in, judged
from ninefivetwo.study.why.evidence import example_line
from ninefivetwo.think.advise import Limits
from ninefivetwo.web.reviewing import SEED
from ninefivetwo.web.site import Telling
from ninefivetwo.words.speaker import Speaker
from ninefivetwo.words.verdict import LineCard, VerdictKind, played_line, verdict_reasons, verdict_text

MEMORY = 32 << 20  # bytes, of the table for what is asked


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
    if not session.training:
        raise GameError("no verdict in earnest (expected a match for training)")
    match = replace(session.match, names=Speaker.of(session.match, session.me).titles)
    nodes = decision_nodes(session.deal)
    mine = [index for index, node in enumerate(nodes) if node.seat is session.me]
    if not mine:
        raise GameError("no verdict: you have not chosen anything in this deal")
    index, limits = mine[-1], Limits(None, worlds, SEED, token=telling.token)
    node, forced = nodes[index], forced_in(nodes[index])
    price, _ = NOT_JUDGED if forced else judged(index, node, limits)
    one = Decision.of(index, node, forced, fair=price)
    shown = _shown(one, node, match)
    if not one.findable:
        telling.tell(shown)
        return
    telling.tell(msgspec.structs.replace(shown, stage="early"))
    why = explained(index, node, price, None, Solver(MEMORY, token=telling.token), limits)
    reasons = verdict_reasons(Decision.of(index, node, forced, fair=price, why=why), match)
    telling.tell(msgspec.structs.replace(shown, why=reasons, line=_example(one, node, match, limits)))


def _example(decision: Decision, node: DecisionNode, match: Match, limits: Limits) -> list[LineCard]:
    """How a card may be punished, in a deal that its player could be in; none of a choice before the play."""
    better = decision.choice(decision.fair.best) if decision.fair is not None else None
    if not isinstance(better, Play):
        return []
    cards = example_line(node, better.card, limits)
    return played_line(node.before.seen_by(node.seat), cards, Speaker.of(match))


def _shown(decision: Decision, node: DecisionNode, match: Match) -> VerdictShown:
    text, fair, loss = verdict_text(decision, match), decision.fair, decision.fair_cost
    better = fair.best if fair is not None and text.kind in ("mistake", "unsure") else None
    lost, events = None if loss is None else round(loss.mean, 2), len(node.before.events)
    return VerdictShown("final", text.kind, text.mark, text.words, decision.chosen, better, lost, events)
