"""A match as the page shows it, and what is new in it after a step."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile

import msgspec

from ninefivetwo.cards import Seat
from ninefivetwo.game.rules import rules_text
from ninefivetwo.keep.library.records import record_id
from ninefivetwo.keep.session import GameSession
from ninefivetwo.keep.session.fair import dealt_layout
from ninefivetwo.web.table_state import TableObject, changed, table_object
from ninefivetwo.words.deal_end import result_line
from ninefivetwo.words.happened import Teller
from ninefivetwo.words.schema.review import TrickObject

LISTS = ("tricks", "log")  # that grow at their end


@dataclass(frozen=True)
class Moment:
    """A session, and the version under which it is saved; `copy`: it is a moment of another, tried again."""

    session: GameSession
    version: int
    copy: bool = False


class ResultRow(msgspec.Struct, frozen=True):
    """What a player made of a deal: the tricks won and due, the points for them, the score with them."""

    name: str
    contract: int
    won: int
    points: int
    total: int


class ResultObject(msgspec.Struct, frozen=True):
    """A deal's end.

    title: which deal is over, or who has won the match
    words: about the person's contract
    rows: of the players, the dealer first
    record: the id of the deal's record in the library
    """

    title: str
    words: str
    rows: list[ResultRow]
    record: str


class DealingShown(msgspec.Struct, frozen=True):
    """What fair dealing tells (`session.fair`).

    fingerprint: of the deal's cards.  salt, dealt: by which it is checked, once the deal is over.  seed: of the match,
    once it is told
    """

    fingerprint: str
    salt: str | None
    dealt: str | None
    seed: str | None


class PlayObject(msgspec.Struct, frozen=True, kw_only=True):
    """The match as the page shows it.

    version: as it is saved
    number: of the deal
    events: how many have happened in it
    due: what comes next: `person`, `computer`, `next deal`, `over`
    drawn: the cards drawn for the first deal, by player
    told: sentences about what has happened since the state before
    tricks, log: of the deal
    """

    version: int
    number: int
    events: int
    due: str
    training: bool
    rules: str
    drawn: dict[str, str]
    table: TableObject
    told: list[str]
    tricks: list[TrickObject]
    log: list[str]
    result: ResultObject | None
    fair: DealingShown


def play_object(moment: Moment, before: Moment | None = None) -> PlayObject:
    """The match as the person sees it; `before` is what was shown last."""
    session = moment.session
    view, match = session.view, session.match
    names = dict(zip(Seat, match.names, strict=True))
    seen = len(view.events) if before is None else _seen(before.session, session)
    teller = Teller(names, session.me)
    log = teller.before_play(view.events)
    log += [teller.trick(number, trick) for number, trick in enumerate(view.tricks, 1)]
    return PlayObject(
        version=moment.version,
        number=match.number,
        events=len(view.events),
        due=session.due.value,
        training=session.training,
        rules=rules_text(match.rules),
        drawn={name: str(card) for name, card in session.drawn.items()} if match.number == 1 else {},
        table=table_object(view, match.names, match.total if session.deal.over else match.score, seen),
        told=teller.before_play(view.events[seen:]),
        tricks=list(map(TrickObject.of, view.tricks)),
        log=log,
        result=_result(session) if session.deal.over else None,
        fair=_fair(session, moment.copy),
    )


def news(before: PlayObject, after: PlayObject) -> dict[str, object]:
    """What is not as it was: of the table its changed parts, of lists how many entries stay and which follow them."""
    found: dict[str, object] = {}
    for name in PlayObject.__struct_fields__:
        old, new = getattr(before, name), getattr(after, name)
        if name == "table":
            found[name] = changed(old, new) | {"moved": after.table.moved}  # `before` does not say what had moved then
        elif name in LISTS:
            same = _same(old, new)
            found[name] = {"keep": same, "then": new[same:]}
        elif old != new or name == "told":
            found[name] = new
    return found


def _same(old: Sequence[object], new: Sequence[object]) -> int:
    """With how many equal entries both lists begin."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(old, new, strict=False)))


def _seen(before: GameSession, after: GameSession) -> int:
    """How many of a deal's events were shown before; all of them where the deal was taken back."""
    old, new = before.deal.events, after.deal.events
    if after.match.number == before.match.number + 1:
        return 0
    return len(old) if after.match.number == before.match.number and new[: len(old)] == old else len(new)


def _result(session: GameSession) -> ResultObject:
    match, me = session.match, session.me
    deal, total = match.deal, match.total
    rows = [ResultRow(match.names[s], match.rules.contracts[s], deal.won[s], deal.scores[s], total[s]) for s in Seat]
    return ResultObject(_title(session), result_line(match, me), rows, record_id(match))


def _title(session: GameSession) -> str:
    """Which deal is over; at a match's end, who has won it."""
    match, me = session.match, session.me
    if session.daily:
        return "The deal of the day is over"
    winners = ["you" if seat is me else match.names[seat] for seat in match.winners()]
    words = f"{' and '.join(winners)} won the match" if winners else f"deal {match.number} is over"
    return f"{words[0].upper()}{words[1:]}"


def _fair(session: GameSession, copy: bool) -> DealingShown:
    """What is told of the dealing; of a copy never the seed, by which its match may still be dealt."""
    layout = dealt_layout(session.deal) if session.deal.over else None
    seed = None if copy or session.seed_told is None else str(session.seed_told)
    return DealingShown(session.fingerprint, session.salt, None if layout is None else str(layout), seed)
