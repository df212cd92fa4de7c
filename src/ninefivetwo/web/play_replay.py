"""The replay of a finished deal on its table: a table for each step, and the best line from a position."""

from __future__ import annotations

from msgspec.structs import replace

from ninefivetwo.errors import GameError
from ninefivetwo.exact import Solver
from ninefivetwo.game import Deal, Play
from ninefivetwo.keep.session import GameSession
from ninefivetwo.web.site import Telling
from ninefivetwo.web.table_state import TableObject, line_events, line_tables, table_object


def replay_shown(session: GameSession) -> dict[str, object]:
    """Return the open tables of a finished deal. Raises GameError if the deal is in progress.

    tables: one before each choice, and one at the end. events: the number of events before each choice. own: whether
    the user made the choice, so that they can play on from there.
    """
    deal = _finished(session)
    tables = line_tables(deal, session.match.names, session.computers)
    own = [table.turn is not None and table.turn.seat == session.me.word for table in tables]
    return {"tables": tables, "events": line_events(deal), "own": own}


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
    telling.tell({"tables": tables})


def _finished(session: GameSession) -> Deal:
    if not session.deal.over:
        raise GameError("the deal is in progress (expected its end)")
    return session.deal


def _open(deal: Deal, session: GameSession) -> TableObject:
    table = table_object(deal, session.match.names, since=len(deal.events), computers=session.computers)
    return replace(table, turn=None)
