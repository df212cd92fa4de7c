"""The card table: a match against the computer."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from html import escape
from typing import Any

from nicegui import run, ui

from ninefivetwo.advise import Limits
from ninefivetwo.errors import NineFiveTwoError, StaleError
from ninefivetwo.game import Action, PlayTurn
from ninefivetwo.library import Library
from ninefivetwo.library.keeping import SOURCE, keep_deals
from ninefivetwo.session import Computers, Due, GameSession, session_of, session_text
from ninefivetwo.solve import Solver
from ninefivetwo.web.advice import recommended_cards, show_advice
from ninefivetwo.web.cards import Choices
from ninefivetwo.web.frame import browser, button, complain, enable, later, page_frame, text
from ninefivetwo.web.new_match import NewMatch
from ninefivetwo.web.review import address
from ninefivetwo.web.table_view import TableView, announcement, show_side
from ninefivetwo.web.work import Work

PAUSE = 0.45  # seconds between two cards of computers
TRICK_PAUSE = 1.2  # seconds for which a full trick is shown
HINT = 4.0  # seconds for a hint


def play_page(library: Library) -> None:
    """The page at /: the match under way, or the choice of a new one."""
    with page_frame("/", "Play"):
        MatchPage(library, browser()).open()


class MatchPage:
    """One window on the match that a browser plays.  The match itself is in the library, under the browser's name."""

    def __init__(self, library: Library, owner: str) -> None:
        self._library, self._owner = library, owner
        self._session: GameSession | None = None
        self._version: int | None = None
        self._computers = Computers()
        self._choices: Choices | None = None
        self._work: Work[Any] | None = None  # a computer's action, a hint or a proof under way
        self._saving = asyncio.Lock()
        self._laid_out: bool | None = None  # for a match to learn, or one in earnest; None: for no match
        self._root = ui.element("div")
        with self._root:
            self._announcement = text("", "hidden").props('aria-live="polite"')
            self._place = ui.element("div")

    def open(self) -> None:
        """Show the saved match, or offer a new one."""
        try:
            saved = self._library.session(self._owner)
            if saved is not None:
                self._session, self._version = session_of(saved[0]), saved[1]
        except NineFiveTwoError as error:
            complain(error)
        if self._session is None:
            self._offer()
        else:
            self._draw()
            self._go_on()

    # A new match, and leaving one.

    def _offer(self) -> None:
        self._laid_out = None
        self._place.clear()
        with self._place:
            NewMatch(self._begin)

    async def _begin(self, session: GameSession) -> None:
        if await self._keep(self._session, session):
            self._go_on()

    def _ask_new(self) -> None:
        with self._root, ui.dialog() as dialog, ui.card():
            text("Leave this match and begin another? Deals played to their end are in your library.")
            with ui.element("div").classes("row"):
                button("Begin another", lambda: self._leave(dialog), "main")
                button("Go on with this one", dialog.close)
        dialog.open()

    def _leave(self, dialog: ui.dialog) -> None:
        """Drop the match, unless another window has played on."""
        dialog.close()
        self._interrupt()
        saved = self._library.session(self._owner)
        if saved is not None and saved[1] != self._version:
            self._take(saved)
            return
        if self._session is not None and self._session.deal.over:
            self._library.add_records(self._session.records(), SOURCE)
        self._library.drop_session(self._owner)
        self._session, self._version = None, None
        self._offer()

    # Actions.

    async def _act(self, action: Action) -> None:
        await self._change(lambda session: session.act(action))

    async def _change(self, change: Callable[[GameSession], GameSession]) -> None:
        """Make a change that the person asks for: check it, save it, show it, and let the computers go on.

        A hint under way, or a computer that is thinking, is interrupted; but a computer's card that is just being
        saved comes first.
        """
        async with self._saving:
            before = self._session
            if before is None:
                return
            try:
                after = change(before)
            except NineFiveTwoError as error:
                complain(error)
                return
            self._interrupt()
            saved = await self._save(before, after)
        if saved:
            self._go_on()

    async def _next_deal(self) -> None:
        await self._change(GameSession.next_deal)

    async def _keep(self, before: GameSession | None, after: GameSession) -> bool:
        """Go from one state of the match to the next; False if the match has changed meanwhile."""
        async with self._saving:
            return self._session is before and await self._save(before, after)

    async def _save(self, before: GameSession | None, after: GameSession) -> bool:
        """Save the next state, then show it; False if it cannot be saved.

        If another window has played on, its state is shown instead.
        """
        try:
            save = self._library.save_session
            self._version = await run.io_bound(save, self._owner, session_text(after), self._version)
            self._session = after
            await run.io_bound(keep_deals, self._library, before, after)
        except StaleError:
            ui.notify("The match went on in another window; this is its present state.", type="warning")
            self._take(self._library.session(self._owner))
            return False
        except NineFiveTwoError as error:
            complain(error)
            return False
        self._draw()
        return True

    def _take(self, saved: tuple[str, int] | None) -> None:
        """Show the match as it was saved; None: there is no match."""
        if saved is None:
            self._session, self._version = None, None
            self._offer()
            return
        self._session, self._version = session_of(saved[0]), saved[1]
        self._draw()
        self._go_on()

    def _interrupt(self) -> None:
        """Give up the work under way."""
        if self._work is not None:
            self._work.leave()
            self._work, self._computers = None, Computers()  # the former ones may still be thinking in their thread

    def _go_on(self) -> None:
        if self._session is not None and self._session.due is Due.COMPUTER:
            later(self._root, self._computers_act)

    async def _computers_act(self) -> None:
        """Let the computers play until it is the person's turn, or the match has changed otherwise."""
        session = self._session
        while session is not None and session.due is Due.COMPUTER:
            if isinstance(session.deal.turn, PlayTurn):
                begins = not session.deal.table and sum(session.deal.won) > 0
                await asyncio.sleep(TRICK_PAUSE if begins else PAUSE)
            if self._session is not session:
                return
            after = await self._done(session, self._one_action(session), True)
            if after is None or not await self._keep(session, after):
                return
            session = after

    def _one_action(self, session: GameSession) -> Callable[[Work[Any]], GameSession]:
        computers = self._computers
        return lambda work: session.computer_acts(computers)

    async def _done(self, session: GameSession, job: Callable[[Work[Any]], Any], quick: bool = False) -> Any:
        """The result of work on the match as it stands; None if the work was interrupted or failed."""
        work = self._work = Work[Any](job, quick)
        found = await work.result()
        if self._work is work:
            self._work = None
        return found if self._session is session else None

    async def _claim(self) -> None:
        """Claim the rest of the tricks, if the solver proves the claim."""
        session = self._session
        if session is None or session.due is not Due.PERSON:
            return
        self._thinking("Proving it …")

        def job(work: Work[Any]) -> GameSession:
            return session.claim(Solver(token=work.token))

        after = await self._done(session, job)
        self._hints.clear()
        if after is not None and await self._keep(session, after):
            self._go_on()

    async def _hint(self) -> None:
        """Ask the adviser, who sees only what the person sees."""
        session = self._session
        if session is None or session.due is not Due.PERSON or not session.training:
            return
        self._thinking("Thinking …")
        found = await self._done(session, lambda work: session.hint(Limits(HINT, progress=work.tick, token=work.token)))
        self._hints.clear()
        if found is not None:
            with self._hints:
                show_advice(found)
            if self._choices is not None:
                self._choices.hint(recommended_cards(found))

    def _thinking(self, words: str) -> None:
        self._interrupt()
        self._hints.clear()
        with self._hints:
            text(words, "soft")
            ui.linear_progress(show_value=False).props("indeterminate color=green-9")

    async def _review(self, whole: bool = False) -> None:
        """Go to the review of this deal, or of the whole match as far as it has come."""
        if self._session is None:
            return
        try:
            records = await run.io_bound(self._library.add_records, self._session.records(), SOURCE)
        except NineFiveTwoError as error:
            complain(error)
            return
        if records:
            ui.navigate.to(address(records[-1][0], whole))

    # Drawing.

    def _draw(self) -> None:
        session = self._session
        if session is None:
            return
        self._announcement.set_content(escape(announcement(session)))
        if self._laid_out is not session.training:
            self._lay_out(session.training)
        self._table.clear()
        with self._table:
            table_view = TableView(session, self._act, self._next_deal, self._review)
            self._choices = table_view.choices
        self._hints.clear()
        self._side.clear()
        with self._side:
            show_side(session)
        mine = session.due is Due.PERSON
        if session.training:
            enable(self._hint_button, mine)
        enable(self._claim_button, mine and isinstance(session.deal.turn, PlayTurn))

    def _lay_out(self, training: bool) -> None:
        """Places for what is drawn anew, and the buttons, which stay: a press on one just taken away would be lost."""
        self._place.clear()
        with self._place, ui.element("div").classes("two"):
            with ui.element("div"):
                self._table = ui.element("div")
                self._bar(training)
            self._side = ui.element("div")
        self._laid_out = training

    def _bar(self, training: bool) -> None:
        with ui.element("div").classes("row").style("margin-top:.8rem"):
            if training:
                self._hint_button = button("What would you do?", self._hint, key="?")
                button("Undo", lambda: self._change(GameSession.undo), key="u")
            self._claim_button = button("Claim the rest", self._claim, key="!")
            button("New match", self._ask_new)
            button("Save as record", self._download)
        self._hints = ui.element("div").style("margin-top:.8rem")

    def _download(self) -> None:
        if self._session is not None:
            ui.download.content(self._session.records(), "match.n52", "text/plain")
