"""Until each is replaced: the pages drawn with NiceGUI, and reviews with scripts in their text."""

from __future__ import annotations

import sys
from collections.abc import Callable
from html import escape
from urllib.parse import quote

from nicegui import app as nicegui_app
from nicegui import ui
from starlette.applications import Starlette
from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ninefivetwo.errors import NineFiveTwoError
from ninefivetwo.library import Library
from ninefivetwo.render.schema.base import encode
from ninefivetwo.web.analyse import analyse_page
from ninefivetwo.web.drill import drill_page
from ninefivetwo.web.library import library_page
from ninefivetwo.web.play import play_page
from ninefivetwo.web.review import WHAT_IF, match_html, review_html, reviewing_page
from ninefivetwo.web.what_if import answer
from ninefivetwo.web.work import leave_all


class OldPages:
    """Lets the old pages run the scripts in their text."""

    PATHS = ("/_nicegui", "/drill", "/analyse", "/library", "/review", "/match")

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def marked(message: Message) -> None:
            if message["type"] == "http.response.start" and (
                scope["path"] == "/" or scope["path"].startswith(self.PATHS)
            ):
                MutableHeaders(scope=message).setdefault("Content-Security-Policy", "frame-ancestors 'none'")
            await send(message)

        await self._app(scope, receive, marked)


def add_old_pages(application: Starlette, library: Library, worlds: int) -> None:
    """The pages that are not replaced yet, behind all others."""
    _add_reviews(application, library, worlds)
    ui.page("/")(lambda: play_page(library))
    ui.page("/drill")(lambda kind="", player="": drill_page(library, kind, player))
    ui.page("/analyse")(lambda what="", record="", after="": analyse_page(library, what, record, after))
    ui.page("/library")(lambda: library_page(library))
    ui.page("/reviewing/{record}")(lambda record: reviewing_page(library, record, worlds, False))
    ui.page("/reviewing-match/{record}")(lambda record: reviewing_page(library, record, worlds, True))
    nicegui_app.on_shutdown(leave_all)
    ui.run_with(
        application,  # type: ignore[arg-type]
        title="9-5-2",
        language="en-US",
        tailwind=False,
        show_welcome_message=False,
    )


def _add_reviews(application: Starlette, library: Library, worlds: int) -> None:
    """The pages of reviews, which need nothing but themselves; what is not reviewed yet is reviewed first."""

    def reviewed(request: Request) -> Response:
        record = request.path_params["record"]
        return _shown(lambda: review_html(library, record, worlds), f"/reviewing/{quote(record, safe='')}")

    def match_reviewed(request: Request) -> Response:
        record, part = request.path_params["record"], bool(request.query_params.get("part"))
        return _shown(lambda: match_html(library, record, worlds, part), f"/reviewing-match/{quote(record, safe='')}")

    def asked(request: Request) -> Response:
        asked = request.query_params
        decision = int(asked["decision"]) if asked.get("decision", "").isdecimal() else sys.maxsize
        try:
            found = encode(answer(library, request.path_params["record"], decision, asked.get("choices", "")))
        except NineFiveTwoError as error:
            return JSONResponse({"error": str(error)}, status_code=400)
        return Response(found, media_type="application/json")

    application.router.routes += [
        Route("/review/{record}", reviewed),
        Route("/match/{record}", match_reviewed),
        Route(WHAT_IF + "/{record}", asked),
    ]


def _shown(page: Callable[[], str | None], making: str) -> Response:
    """A review's page, or the way to where it is made."""
    try:
        found = page()
    except NineFiveTwoError as error:
        return HTMLResponse(f"<!doctype html><title>no review</title><p>{escape(str(error))}", status_code=404)
    return RedirectResponse(making) if found is None else HTMLResponse(found)
