"""Drills in the page: a problem is posed, the player answers, and then sees what the answer was worth and why."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime
from typing import Any
from urllib.parse import quote

from nicegui import events, ui

from ninefivetwo.cards import Hand, Seat
from ninefivetwo.drills.choices import choice_cells
from ninefivetwo.drills.drills import Drills
from ninefivetwo.drills.judge import Verdict
from ninefivetwo.drills.mistakes import mistake, mistaken
from ninefivetwo.drills.problem import Problem
from ninefivetwo.errors import NineFiveTwoError
from ninefivetwo.game import DealView
from ninefivetwo.library import Library, Query
from ninefivetwo.render.actions import action_object
from ninefivetwo.rules import rules_text
from ninefivetwo.session import is_computer
from ninefivetwo.web.cards import Choices, fan, format_trump, show_card, show_log, show_trump
from ninefivetwo.web.frame import button, complain, later, page_frame, table, text
from ninefivetwo.web.work import Work

PLAYERS_OFFERED = 8  # buttons of players whose mistakes can be drilled
QUESTIONS = {
    "call": ("Call", "Sixteen cards: which denomination?"),
    "discard": ("Discard", "Twenty cards: which four go?"),
    "give": ("Give", "Which cards to whom, and what comes back?"),
    "play": ("Lead and play", "The card that keeps the most."),
    "know": ("What do you know?", "Who holds the card? Say how likely."),
}


def drill_page(library: Library, kind: str, player: str) -> None:
    """The page at /drill: the choice of a drill, or the problems of a kind, or those from a player's mistakes."""
    with page_frame("/drill", "Drill"):
        if player:
            _MistakeSearch(library, player)
        elif kind in QUESTIONS:
            Drilling(library, kind, None)
        else:
            _choose(library)


def _choose(library: Library) -> None:
    text("Drill", tag="h1")
    text("You answer first; then you see what your answer is worth, and why. What you get wrong comes back in time.")
    counts = Drills(library).counts(datetime.now(UTC))
    with ui.element("div").classes("choice"):
        for kind, (name, question) in QUESTIONS.items():
            count = counts[kind]
            with ui.element("div").classes("panel"):
                text(name, tag="h2")
                text(question)
                text(f"{count.due} due · {count.unseen} new · {count.right} of {count.answered} right", "soft")
                enabled = bool(count.due or count.unseen)
                button("Begin", lambda kind=kind: ui.navigate.to(f"/drill?kind={kind}"), "main", enabled=enabled)
    with ui.element("div").classes("panel").style("margin-top:1rem"):
        _choose_player(library)


def _choose_player(library: Library) -> None:
    """The players of the library's records whose mistakes can be drilled."""
    text("Learn from your mistakes", tag="h2")
    text("Positions of your own, from deals that were reviewed: try again, and then see the answer.")
    deals = Counter(name for row in library.records(Query()) for name in row.names)
    people = [name for name, _ in deals.most_common() if name and not is_computer(name)]
    with ui.element("div").classes("row"):
        for name in people[:PLAYERS_OFFERED]:
            button(name, lambda name=name: ui.navigate.to(f"/drill?player={quote(name)}"))
    if not people:
        text("There is no deal of yours in the library yet.", "soft")


class _MistakeSearch:
    """The search for a player's mistakes in the reviews; then the problems made from them are posed."""

    def __init__(self, library: Library, player: str) -> None:
        self._library, self._player = library, player
        self._root = ui.element("div")
        self._work = Work[set[str]](self._job)
        with self._root:
            text(f"Looking for mistakes of {player} …", "soft")
            ui.linear_progress(show_value=False).props("indeterminate color=green-9")
            button("Stop", self._work.stop)
        later(self._root, self._run)

    def _job(self, work: Work[set[str]]) -> set[str]:
        """The ids of the problems from the player's mistakes; new problems are added to the library."""
        drills = Drills(self._library)
        mistakes, known = set[str](), {info.id for info in drills.problems()}
        for id, match, point in mistaken(self._library, self._player):
            work.tick()
            if id not in known and (problem := mistake(match, point)) is not None:
                drills.add(problem)
                known.add(id)
            mistakes |= {id} & known
        return mistakes

    async def _run(self) -> None:
        mistakes = await self._work.result()
        self._root.clear()
        with self._root:
            if mistakes is None:
                text("Stopped.", "soft")
            else:
                Drilling(self._library, None, mistakes)


class Drilling:
    """Problems posed one after another: of a kind, or only those whose ids are in `among`."""

    def __init__(self, library: Library, kind: str | None, among: set[str] | None) -> None:
        self._drills, self._kind, self._among = Drills(library), kind, among
        self._problem: Problem | None = None
        self._root = ui.element("div")
        with self._root:
            self._place = ui.element("div")
        self._next()

    def _next(self) -> None:
        try:
            self._problem = self._drills.next(self._kind, datetime.now(UTC), among=self._among)
        except NineFiveTwoError as error:
            complain(error)
            self._problem = None
        self._draw()

    def _draw(self) -> None:
        self._place.clear()
        with self._place:
            if self._problem is None:
                self._draw_nothing()
            else:
                self._draw_problem(self._problem)

    def _draw_nothing(self) -> None:
        text("Nothing to do here", tag="h1")
        if self._among is not None:
            text("No mistake is due: review a deal that you have played.")
        else:
            text("No problem of this kind is due, and none is new.")
        button("Other drills", lambda: ui.navigate.to("/drill"), "main")

    def _draw_problem(self, problem: Problem) -> None:
        text(QUESTIONS[problem.kind][0], tag="h1")
        with ui.element("div").classes("two"):
            with ui.element("div"):
                with ui.element("div").classes("card-table").props(f'data-problem="{problem.id}"'):
                    self._position(problem)
                self._answer_place = ui.element("div").style("margin-top:.9rem")
            with ui.element("div").classes("panel"):
                _moment(problem)

    def _position(self, problem: Problem) -> None:
        view, me = problem.view, problem.seat
        for seat, place in ((me.next, "l"), (me.after(2), "r")):
            with ui.element("div").classes(f"seat {place}"):
                _label(view, seat)
        with ui.element("div").classes("middle"):
            _middle(problem)
        with ui.element("div").classes("seat me turn"):
            _label(view, me)
            if problem.kind == "know":
                hand = view.hands[me]
                fan(hand if isinstance(hand, Hand) else Hand())
                self._ask_chance()
            else:
                names = {seat: seat.word for seat in Seat}
                self._choices = Choices(view, names, lambda action: self._answer(action_object(action)))

    def _ask_chance(self) -> None:
        """A slider from 0 to 100 per cent."""
        percent = 50
        with ui.element("div").classes("row").style("margin-top:.8rem"):
            slider = ui.element("input").props('type="range" min="0" max="100" value="50" aria-label="per cent"')
            slider.style("flex:1;min-width:12rem;max-width:26rem;accent-color:#ffd24a")
            shown = text("50 %", "big", "div")

            def moved(event: events.GenericEventArguments) -> None:
                nonlocal percent
                percent = int(event.args)
                shown.set_content(f"{percent} %")

            slider.on("input", moved, js_handler="(event) => emit(event.target.value)")
            button("That likely", lambda: self._answer(percent / 100), "main", key="enter")

    async def _answer(self, answer: Any) -> None:
        """Judge the answer to the problem posed; presses that come meanwhile are ignored."""
        problem, self._problem = self._problem, None
        if problem is None:
            return
        with self._answer_place:
            text("Judging …", "soft")
        now = datetime.now(UTC)
        verdict = await Work[Verdict](lambda work: self._drills.answer(problem, answer, now)).result()
        self._answer_place.clear()
        if verdict is None:
            self._problem = problem
            return
        with self._answer_place:
            self._show(problem, verdict)

    def _show(self, problem: Problem, verdict: Verdict) -> None:
        with ui.element("div").classes("panel").props('data-testid="verdict"'):
            text("Right" if verdict.right else "Not the best", "good" if verdict.right else "warn", "h2")
            for words in verdict.words:
                text(words[:1].upper() + words[1:])
            if problem.choices:
                _choices_table(problem, verdict)
            with ui.element("div").classes("row").style("margin-top:.6rem"):
                button("Next", self._next, "main", key="n")
                button("Other drills", lambda: ui.navigate.to("/drill"))
        with ui.element("div").classes("panel small"):
            text("How the cards lay", tag="h2")
            _show_hands(problem)


def _middle(problem: Problem) -> None:
    """The trick in progress, or the question where no card lies on the table."""
    view, me = problem.view, problem.seat
    show_trump(view.trump)
    places = {me: "me", me.next: "l", me.after(2): "r"}
    for i, card in enumerate(view.table):
        with ui.element("div").classes(f"spot {places[view.lead.after(i)]}"):
            show_card(card)
    if not view.table:
        with ui.element("div").classes("says"):
            text(_question(problem), "big")


def _question(problem: Problem) -> str:
    view = problem.view
    if problem.kind == "know":
        return problem.prompt
    if view.trump is None:
        return QUESTIONS[problem.kind][1]
    return format_trump(view.trump)


def _label(view: DealView, seat: Seat) -> None:
    text(f"{seat.word}{' (you)' if seat is view.viewer else ''}", "who", "div")
    held = len(view.hands[seat])
    text(f"{view.won[seat]} of {view.rules.contracts[seat]} tricks · {held} cards", "what", "div")


def _choices_table(problem: Problem, verdict: Verdict) -> None:
    """The choices that were evaluated, the best first, and the player's own among them."""
    choices = list(problem.choices)
    if verdict.own is not None and verdict.own not in choices:
        choices = sorted([*choices, verdict.own], key=lambda choice: choice.regret.mean)
    contract = problem.view.rules.contracts[problem.seat]
    rows = [choice_cells(choice) for choice in choices]
    kinds = ["best" if c is problem.best else "yours" if c == verdict.own else "" for c in choices]
    table(["choice", "tricks", "regret", f"makes {contract}"], rows, kinds)


def _moment(problem: Problem) -> None:
    """What has happened so far."""
    view = problem.view
    text("So far", tag="h2")
    text(f"{rules_text(view.rules)} · difficulty {problem.difficulty} of 5", "soft")  # no theme: a hint
    show_log(problem.match, view)


def _show_hands(problem: Problem) -> None:
    deal = problem.deal
    if deal is None:
        text("Not known: the record shows one hand only.", "soft")
        return
    for seat in Seat:
        hand = deal.hands[seat]
        text(seat.word, "soft")
        fan(hand if isinstance(hand, Hand) else Hand())
