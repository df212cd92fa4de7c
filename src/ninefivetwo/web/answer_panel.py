"""The place of an analysis where answers are shown, and the work on them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from nicegui import ui

from ninefivetwo.errors import AdviceError, NineFiveTwoError
from ninefivetwo.web.frame import button, later, text
from ninefivetwo.web.work import Work

Answer = TypeVar("Answer")


def on_page(error: NineFiveTwoError) -> AdviceError:
    """A fault in what was told, in the page's words: no options of the command line are named."""
    words = str(error)
    return AdviceError((words.split(" (expected")[0] if "--" in words else words).replace("HAND", "the hand"))


class AnswerPanel:
    """Where answers are shown.  It shows the work going on, lets it be stopped, and drops it for the next question."""

    def __init__(self) -> None:
        self._root = ui.element("div").style("margin-top:.9rem")
        with self._root:
            self._place = ui.element("div")
        self._work: Work[Any] | None = None

    def ask(self, job: Callable[[Work[Answer]], Answer], show: Callable[[Answer], None]) -> None:
        """Do a job beside the page, and show its result."""
        if self._work is not None:
            self._work.leave()
        work = self._work = Work(job)
        self._place.clear()
        with self._place:
            progress = text("Working …", "soft")
            ui.linear_progress(show_value=False).props("indeterminate color=green-9")
            button("Stop", work.stop, key="escape")
            ui.timer(0.3, lambda: progress.set_content(f"Working … {work.done} worlds" if work.done else "Working …"))
        later(self._root, lambda: self._run(work, show))

    def clear(self) -> None:
        """Remove the answer, because the question has changed."""
        if self._work is not None:
            self._work.leave()
            self._work = None
        self._place.clear()

    async def _run(self, work: Work[Answer], show: Callable[[Answer], None]) -> None:
        result = await work.result()
        if work is not self._work:
            return
        self._work = None
        self._place.clear()
        with self._place:
            if result is None:
                text("Stopped.", "soft")
            else:
                show(result)
