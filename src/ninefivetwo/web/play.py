"""The card table: a match against the computer."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from html import escape
from typing import Any

from nicegui import run, ui

from ninefivetwo.advise import Advice, Effort, PlayAdvice
from ninefivetwo.cards import Card, Denomination, Hand, Seat
from ninefivetwo.errors import NineFiveTwoError, StaleError
from ninefivetwo.game import Action, Call, Deal, Play, PlayTurn, Unseen
from ninefivetwo.layout import trick_winner
from ninefivetwo.rules import NAMED, parse_rules, rules_text
from ninefivetwo.solve import Solver
from ninefivetwo.train.keeping import SOURCE, keep_deals
from ninefivetwo.train.library import Library
from ninefivetwo.train.sitting import LEVELS, Computers, Due, Sitting
from ninefivetwo.web.cards import SIGNS, Choices, cards_of, fan, show_card, spoken
from ninefivetwo.web.frame import browser, button, complain, later, page_frame, table, text
from ninefivetwo.web.work import Work
from ninefivetwo.words.actions import action_words, call_words
from ninefivetwo.words.advice import candidate_rows, card_rows, play_verdict
from ninefivetwo.words.cards import WORDS, count, signed
from ninefivetwo.words.figures import advice_verdict, worlds_told
from ninefivetwo.words.matches import told

PAUSE = 0.45  # seconds between two cards of computers, for the eye
TRICK_PAUSE = 1.2  # seconds in which a full trick is to be seen
HINT = 4.0  # seconds for a hint
SEATS = {"the dealer first": Seat.DEALER, "left of the dealer": Seat.LEFT, "right of the dealer": Seat.RIGHT}


def play_page(library: Library) -> None:
    """The page at /: the match under way, or the choice of a new one."""
    with page_frame("/", "Play"):
        Table(library, browser()).open()


class Table:
    """One window on the match that a browser plays; the match itself is in the library."""

    def __init__(self, library: Library, owner: str) -> None:
        self._library, self._owner = library, owner
        self._sitting: Sitting | None = None
        self._version: int | None = None
        self._computers = Computers()
        self._choices: Choices | None = None
        self._work: Work[Any] | None = None  # a computer's action, a hint or a proof under way
        self._saving = asyncio.Lock()
        self._root = ui.element("div")
        with self._root:
            self._told = text("", "hidden").props('aria-live="polite"')
            self._place = ui.element("div")

    def open(self) -> None:
        """Take up the match that is saved, or offer a new one."""
        try:
            saved = self._library.sitting(self._owner)
            if saved is not None:
                self._sitting, self._version = Sitting.from_text(saved[0]), saved[1]
        except NineFiveTwoError as error:
            complain(error)
        if self._sitting is None:
            self._offer()
        else:
            self._draw()
            self._go_on()

    # A new match.

    def _offer(self) -> None:
        self._place.clear()
        with self._place:
            text("A match against the computer", tag="h1")
            with ui.element("div").classes("panel"):
                with ui.element("div").classes("row"):
                    rules = ui.select({name: name for name in NAMED}, value="wikipedia", label="Rules")
                    changes = ui.input("Changed fields", placeholder="kitty_peek=yes").props("maxlength=200")
                    left = ui.select({name: name for name in LEVELS}, value="club", label="On your left")
                    right = ui.select({name: name for name in LEVELS}, value="club", label="On your right")
                    seat = ui.select(list(SEATS), value=next(iter(SEATS)), label="You sit")
                    name = ui.input("Your name", value="Player").props("maxlength=30")
                with ui.element("div").classes("row").style("margin-top:.8rem"):
                    wanted = (rules, changes, left, right, seat, name)
                    button("Play to learn", lambda: self._begin(True, *(field.value for field in wanted)), "main")
                    button("Play in earnest", lambda: self._begin(False, *(field.value for field in wanted)))
                text("To learn: hints with their reasons, and undo. In earnest: neither.", "soft")
            with ui.element("div").classes("choice"):
                for level in LEVELS.values():
                    with ui.element("div").classes("panel"):
                        text(level.name.capitalize(), tag="h2")
                        text(level.note)

    async def _begin(
        self, training: bool, rules: str, changes: str, left: str, right: str, seat: str, name: str
    ) -> None:
        try:
            chosen = parse_rules(f"{rules} {changes or ''}")
            called = " ".join((name or "").split()) or "Player"
            seed = secrets.randbits(32)
            sitting = Sitting.start(chosen, (left, right), SEATS[seat], seed, training, called)
        except NineFiveTwoError as error:
            complain(error)
            return
        await self._keep(sitting)
        self._go_on()

    def _ask_new(self) -> None:
        with self._root, ui.dialog() as dialog, ui.card():
            text("Leave this match and begin another? Deals played to their end are in your library.")
            with ui.element("div").classes("row"):
                button("Begin another", lambda: self._leave(dialog), "main")
                button("Go on with this one", dialog.close)
        dialog.open()

    def _leave(self, dialog: ui.dialog) -> None:
        """Drop the match, unless another window has gone on with it."""
        dialog.close()
        self._interrupt()
        saved = self._library.sitting(self._owner)
        if saved is not None and saved[1] != self._version:
            self._take(saved)
            return
        self._library.drop_sitting(self._owner)
        self._sitting, self._version = None, None
        self._offer()

    # What happens.

    async def _act(self, action: Action) -> None:
        await self._change(lambda sitting: sitting.act(action))

    async def _change(self, change: Callable[[Sitting], Sitting]) -> None:
        """What the person does: checked, saved, shown; then it is the computers' turn.

        A hint, or a computer that is thinking, gives way.
        """
        if self._sitting is None:
            return
        try:
            after = change(self._sitting)
        except NineFiveTwoError as error:
            complain(error)
            return
        self._interrupt()
        await self._keep(after)
        self._go_on()

    async def _keep(self, sitting: Sitting) -> bool:
        """Save first: what is shown is safe.  Where another window went on with the match, that is what counts."""
        async with self._saving:
            try:
                save = self._library.save_sitting
                self._version = await run.io_bound(save, self._owner, sitting.text(), self._version)
                before, self._sitting = self._sitting, sitting
                await run.io_bound(keep_deals, self._library, before, sitting)
            except StaleError:
                ui.notify("The match went on in another window; here is how it stands.", type="warning")
                self._take(self._library.sitting(self._owner))
                return False
            except NineFiveTwoError as error:
                complain(error)
                return False
        self._draw()
        return True

    def _take(self, saved: tuple[str, int] | None) -> None:
        """Show the match as it is saved."""
        if saved is None:
            self._sitting, self._version = None, None
            self._offer()
            return
        self._sitting, self._version = Sitting.from_text(saved[0]), saved[1]
        self._draw()
        self._go_on()

    def _interrupt(self) -> None:
        """Nobody waits for what is under way any more."""
        if self._work is not None:
            self._work.leave()
            self._work, self._computers = None, Computers()  # the old ones may still be thinking

    def _go_on(self) -> None:
        if self._sitting is not None and self._sitting.due is Due.COMPUTER:
            later(self._root, self._computers_act)

    async def _computers_act(self) -> None:
        """The computers play until it is the person's turn, or something else has happened."""
        sitting = self._sitting
        while sitting is not None and sitting.due is Due.COMPUTER:
            if isinstance(sitting.deal.turn, PlayTurn):
                begins = not sitting.deal.table and sum(sitting.deal.won) > 0
                await asyncio.sleep(TRICK_PAUSE if begins else PAUSE)
            if self._sitting is not sitting:
                return
            after = await self._done(sitting, self._one_action(sitting), True)
            if after is None or self._sitting is not sitting or not await self._keep(after):
                return
            sitting = after

    def _one_action(self, sitting: Sitting) -> Callable[[Work[Any]], Sitting]:
        computers = self._computers
        return lambda work: sitting.computer_acts(computers)

    async def _done(self, sitting: Sitting, job: Callable[[Work[Any]], Any], quick: bool = False) -> Any:
        """What comes of work for the match as it stands; None where it was interrupted, or went wrong."""
        work = self._work = Work[Any](job, quick)
        found = await work.told()
        if self._work is work:
            self._work = None
        return found if self._sitting is sitting else None

    async def _claim(self) -> None:
        """The proof may take a while, so it is sought beside the page."""
        sitting = self._sitting
        if sitting is None or sitting.due is not Due.PERSON:
            return
        self._thinking("Proving it …")

        def job(work: Work[Any]) -> Sitting:
            solver = Solver()
            work.cancels.append(solver.cancel)
            return sitting.claim(solver)

        after = await self._done(sitting, job)
        self._hints.clear()
        if after is not None:
            await self._change(lambda _: after)

    async def _hint(self) -> None:
        """Ask the adviser, who sees what the person sees."""
        sitting = self._sitting
        if sitting is None or sitting.due is not Due.PERSON or not sitting.training:
            return
        self._thinking("Thinking …")
        found = await self._done(
            sitting, lambda work: sitting.hint(Effort(HINT, progress=lambda done: work.tick(done)))
        )
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

    async def _review(self) -> None:
        if self._sitting is None:
            return
        try:
            records = await run.io_bound(self._library.add_records, self._sitting.records(), SOURCE)
        except NineFiveTwoError as error:
            complain(error)
            return
        if records:
            ui.navigate.to(f"/review/{records[-1][0]}")

    # How it looks.

    def _draw(self) -> None:
        sitting = self._sitting
        if sitting is None:
            return
        self._told.set_content(escape(self._news(sitting)))
        self._place.clear()
        with self._place:
            with ui.element("div").classes("two"):
                with ui.element("div"):
                    self._felt(sitting)
                    self._bar(sitting)
                with ui.element("div"):
                    self._side(sitting)

    def _news(self, sitting: Sitting) -> str:
        """What one who hears the page is told: the last card, and whose turn it is."""
        plays = [event for event in sitting.view.events if isinstance(event, Play)]
        last = f"{sitting.match.names[plays[-1].seat]} played the {spoken(plays[-1].card)}. " if plays else ""
        due = sitting.deal.due
        turn = "The deal is over." if due is None else f"{sitting.match.names[due.seat]}: {due.kind.name}."
        return last + turn

    def _felt(self, sitting: Sitting) -> None:
        view, me = sitting.view, sitting.me
        names = dict(zip(Seat, sitting.match.names, strict=True))
        with ui.element("div").classes("felt"):
            for seat, place in ((me.next, "l"), (me.after(2), "r")):
                self._seat(sitting, seat, place)
            with ui.element("div").classes("middle"):
                self._middle(sitting)
            turn = sitting.due is Due.PERSON
            with ui.element("div").classes("seat me" + " turn" * turn):
                self._label(sitting, me)
                self._choices = None
                hand = view.hands[me]
                if turn and view.turn is not None:
                    self._choices = Choices(view, names, self._act)
                elif isinstance(hand, Hand) and hand:
                    fan(hand)

    def _seat(self, sitting: Sitting, seat: Seat, place: str) -> None:
        due = sitting.deal.due
        turn = due is not None and due.seat is seat
        with ui.element("div").classes(f"seat {place}" + " turn" * turn):
            self._label(sitting, seat)
            held = len(sitting.deal.hands[seat])
            ui.html("<i></i>" * held, sanitize=False).classes("backs").props(f'aria-label="{held} cards"')

    def _label(self, sitting: Sitting, seat: Seat) -> None:
        """Who sits there, what he must win, and a pip for each trick won or still to be won."""
        deal, match = sitting.deal, sitting.match
        contract, won = match.rules.contracts[seat], deal.won[seat]
        text(match.names[seat] + " (you)" * (seat is sitting.me), "who", "div")
        text(f"{seat.word} · {won} of {contract} tricks · score {signed(match.score[seat])}", "what", "div")
        kinds = ["won" if i < min(won, contract) else "over" if i < won else "need" for i in range(max(contract, won))]
        ui.html("".join(f'<i class="{kind}"></i>' for kind in kinds), sanitize=False).classes("pips")

    def _middle(self, sitting: Sitting) -> None:
        view = sitting.view
        if view.trump is not None:
            sign = "NT" if view.trump is Denomination.N else SIGNS[view.trump]
            ui.html(sign, sanitize=False).classes("trumpsign")
        if sitting.due in (Due.NEXT_DEAL, Due.OVER):
            self._result(sitting)
            return
        cards, old = trick_to_show(view)
        if not cards:
            self._before_play(sitting)
        winner = None
        if old and cards and view.trump is not None:
            winner = trick_winner(cards[0].seat, [play.card for play in cards], view.trump)
        places = {sitting.me: "me", sitting.me.next: "l", sitting.me.after(2): "r"}
        for play in cards:
            with ui.element("div").classes(
                f"spot {places[play.seat]}" + " old" * old + " taken" * (play.seat is winner)
            ):
                show_card(play.card)

    def _before_play(self, sitting: Sitting) -> None:
        view, due = sitting.view, sitting.deal.due
        with ui.element("div").classes("says"):
            if view.trump is not None:
                text(WORDS[view.trump] + (" are trump" if view.trump is not Denomination.N else ""), "big")
            if len(view.kitty):
                text("the kitty", "what")
                with ui.element("div").classes("kitty"):
                    for card in view.kitty if isinstance(view.kitty, Hand) else ():
                        show_card(card)
                    if isinstance(view.kitty, Unseen):
                        ui.html('<div class="back"></div>' * len(view.kitty), sanitize=False).classes("kitty")
            if due is not None and sitting.due is Due.COMPUTER:
                text(f"{sitting.match.names[due.seat]} is thinking …", "what")

    def _result(self, sitting: Sitting) -> None:
        match = sitting.match
        with ui.element("div").classes("says").props('data-testid="result"'):
            winners = [match.names[seat] for seat in match.winners()]
            text(f"The match is won by {' and '.join(winners)}" if winners else "The deal is over", "big")
            for seat in Seat:
                scores = f"{count(sitting.deal.won[seat])}, {signed(sitting.deal.scores[seat])}"
                text(f"{match.names[seat]}: {scores}, now {signed(match.total[seat])}")
            with ui.element("div").classes("row"):
                if sitting.due is Due.NEXT_DEAL:
                    button("Next deal", lambda: self._change(Sitting.next_deal), "main", key="n")
                button("Review this deal", self._review, key="r")

    def _bar(self, sitting: Sitting) -> None:
        mine = sitting.due is Due.PERSON
        with ui.element("div").classes("row").style("margin-top:.8rem"):
            if sitting.training:
                button("What would you do?", self._hint, key="?", enabled=mine)
                button("Undo", lambda: self._change(Sitting.undo), key="u")
            playing = isinstance(sitting.deal.turn, PlayTurn)
            button("Claim the rest", self._claim, key="!", enabled=mine and playing)
            button("New match", self._ask_new)
            button("Save as record", lambda: ui.download.content(sitting.records(), "match.n52", "text/plain"))
        self._hints = ui.element("div").style("margin-top:.8rem")

    def _side(self, sitting: Sitting) -> None:
        match, view = sitting.match, sitting.view
        with ui.element("div").classes("panel"):
            text(f"Deal {match.number}", tag="h2")
            kind = "to learn" if sitting.training else "in earnest"
            text(f"{rules_text(match.rules)} · {kind}", "soft")
            rows = [
                [f"{match.names[seat]} ({seat.word})", str(match.rules.contracts[seat]), str(sitting.deal.won[seat])]
                + [signed(match.score[seat])]
                for seat in Seat
            ]
            table(["", "must win", "has won", "score"], rows)
        with ui.element("div").classes("panel"):
            text("What has happened", tag="h2")
            said = [words for event in view.events if (words := told(match, event))]
            items = "".join(f"<li>{escape(words)}</li>" for words in said) or "<li>The cards are dealt.</li>"
            ui.html(items, sanitize=False, tag="ol").classes("log")
            tricks = tricks_told(sitting)
            if tricks:
                table(["trick", *match.names], tricks)


def trick_to_show(view: Deal) -> tuple[list[Play], bool]:
    """The cards on the table, or the trick just taken; and whether it is the latter."""
    plays = [event for event in view.events if isinstance(event, Play)]
    if view.table:
        return plays[-len(view.table) :], False
    return plays[-len(Seat) :], True


def tricks_told(sitting: Sitting) -> list[list[str]]:
    """The tricks played, the last first, in the order of the seats."""
    plays = [event for event in sitting.view.events if isinstance(event, Play)]
    rows = []
    for i in range(0, len(plays), len(Seat)):
        trick = {play.seat: play.card for play in plays[i : i + len(Seat)]}
        rows.append([str(i // len(Seat) + 1), *(told_card(trick.get(seat)) for seat in Seat)])
    return rows[::-1]


def told_card(card: Card | None) -> str:
    return "" if card is None else f"{SIGNS[card.suit]}{str(card)[1].replace('T', '10')}"


def recommended_cards(advice: Advice[Any] | PlayAdvice) -> Hand:
    """The cards of what is recommended."""
    if isinstance(advice, PlayAdvice):
        return Hand.of([advice.recommended])
    return cards_of(advice.recommended.action)


def show_advice(advice: Advice[Any] | PlayAdvice) -> None:
    """Advice as a table, with the verdict and what it rests on."""
    with ui.element("div").classes("panel").props('data-testid="advice"'):
        if isinstance(advice, PlayAdvice):
            head, rows = card_rows(advice)
            text(play_verdict(advice), "good")
            table(["card", *head], rows, ["best"])
            return
        head, rows = candidate_rows(advice)
        best = advice.recommended.action
        told_best = call_words(best) if isinstance(best, Call) else action_words(best)
        text(advice_verdict(advice, told_best, action_words(advice.plain)), "good")
        table(["choice", *head], rows, ["best"])
        for seat, cards in advice.recommended.back.items():
            text(f"{seat.word} then returns: " + ", ".join(f"{card} {100 * chance:.0f} %" for card, chance in cards))
        text(worlds_told(advice), "soft")
