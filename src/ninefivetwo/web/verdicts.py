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
from ninefivetwo.game.events import action_object
from ninefivetwo.keep.session import GameSession
from ninefivetwo.study import Decision, decision_nodes
from ninefivetwo.study.deal import explained, forced_in, judged
from ninefivetwo.study.why.evidence import example_line
from ninefivetwo.think.advise import Limits
from ninefivetwo.web.reviewing import SEED
from ninefivetwo.web.site import Telling
from ninefivetwo.words.speaker import Speaker
from ninefivetwo.words.verdict import LineCard, VerdictKind, played_line, verdict_reasons, verdict_text

MEMORY = 32 << 20  # bytes, of the table for what is asked


class VerdictShown(msgspec.Struct, frozen=True):
    """A verdict as `static/advice.js` draws it.

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
    decisions = [Decision(index, node, None, None) for index, node in enumerate(nodes)]
    limits = Limits(None, worlds, SEED, token=telling.token)
    one = decisions[mine[-1]]
    if not forced_in(one.node):
        one = judged(one, limits)
    shown = _shown(one, match)
    if not one.findable:
        telling.tell(shown)
        return
    telling.tell(msgspec.structs.replace(shown, stage="early"))
    solver = Solver(MEMORY)
    solver.token = telling.token
    decisions[one.index] = one = explained(one, solver, limits)
    why = verdict_reasons(one, tuple(decisions), match, worlds)
    telling.tell(msgspec.structs.replace(shown, why=why, line=_example(one, match, limits)))


def _example(decision: Decision, match: Match, limits: Limits) -> list[LineCard]:
    """How a card may be punished, in a deal that its player could be in; none of a choice before the play."""
    node, fair = decision.node, decision.fair
    if fair is None or not isinstance(fair.best.action, Play):
        return []
    cards = example_line(node, fair.best.action.card, limits)
    return played_line(node.before.seen_by(node.seat), cards, Speaker.of(match))


def _shown(decision: Decision, match: Match) -> VerdictShown:
    text, fair, node = verdict_text(decision, match), decision.fair, decision.node
    better = action_object(fair.best.action) if fair is not None and text.kind in ("mistake", "unsure") else None
    loss = None if fair is None else round(fair.loss.mean, 2)
    made, events = action_object(node.action), len(node.before.events)
    return VerdictShown("final", text.kind, text.mark, text.words, made, better, loss, events)
