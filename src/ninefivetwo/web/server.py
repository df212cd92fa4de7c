"""The page served on this machine: its addresses, and who may ask."""

from __future__ import annotations

import os
import secrets
import tempfile
from pathlib import Path
from typing import Any

import uvicorn
from fastapi import FastAPI
from fastapi.responses import HTMLResponse
from nicegui import app as nicegui_app
from nicegui import ui
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.types import ASGIApp, Receive, Scope, Send

from ninefivetwo.train.library import Library
from ninefivetwo.web.analyse import analyse_page
from ninefivetwo.web.drill import drill_page
from ninefivetwo.web.library import UPLOAD, library_page
from ninefivetwo.web.play import play_page
from ninefivetwo.web.review import review_html, review_page
from ninefivetwo.web.work import leave_all

LOCAL = ("127.0.0.1", "localhost", "::1")


def serve(library: Library, place: Path, host: str, port: int, worlds: int, show: bool) -> None:
    """Serve the page until Ctrl-C.

    place: the library's file; worlds: of a review's fair figures; show: open the page in the system's browser.
    """
    application = build(library, place, host, worlds)
    if show:
        _show_when_up(f"http://{host}:{port}/")
    uvicorn.run(application, host=host, port=port, log_level="warning", access_log=False)


def build(library: Library, place: Path, host: str, worlds: int) -> FastAPI:
    """The application with its pages."""
    application = FastAPI(docs_url=None, redoc_url=None, openapi_url=None)
    application.add_middleware(Bounded, most=UPLOAD)
    if host in LOCAL:  # a page of another name that leads here is none of ours
        application.add_middleware(TrustedHostMiddleware, allowed_hosts=list(LOCAL))

    @application.get("/review-page/{record}", response_class=HTMLResponse)
    def reviewed(record: str) -> str:
        return review_html(library, record, worlds)

    ui.page("/")(lambda: play_page(library))
    ui.page("/drill")(lambda kind="", player="": drill_page(library, kind, player))
    ui.page("/analyse")(lambda what="", record="": analyse_page(library, what, record))
    ui.page("/library")(lambda: library_page(library))
    ui.page("/review/{record}")(lambda record: review_page(library, record, worlds))
    nicegui_app.on_shutdown(leave_all)
    ui.run_with(application, title="9-5-2", tailwind=False, show_welcome_message=False, storage_secret=_secret(place))
    return application


def _secret(place: Path) -> str:
    """The key that signs the browsers' names; kept beside the library, that a browser finds its match again."""
    path = place.with_name(place.name + ".key")
    try:
        return path.read_text(encoding="ascii")
    except FileNotFoundError:
        handle, name = tempfile.mkstemp(dir=path.parent)
        with os.fdopen(handle, "w", encoding="ascii") as file:
            file.write(secrets.token_hex(32))
        os.replace(name, path)
        return path.read_text(encoding="ascii")


def _show_when_up(address: str) -> None:
    import webbrowser

    nicegui_app.on_startup(lambda: webbrowser.open(address))


class Bounded:
    """Refuses requests whose body is larger than any of ours can be."""

    def __init__(self, app: ASGIApp, most: int) -> None:
        self._app, self._most = app, most

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers: dict[bytes, bytes] = dict(scope["headers"])
        told = headers.get(b"content-length", b"0")
        if not told.isdigit() or int(told) > self._most:
            await _refuse(send)
            return
        read = 0

        async def counted() -> Any:
            nonlocal read
            message = await receive()
            read += len(message.get("body", b""))
            if read > self._most:  # a length that was not told, or was wrong
                return {"type": "http.disconnect"}
            return message

        await self._app(scope, counted, send)


async def _refuse(send: Send) -> None:
    await send({"type": "http.response.start", "status": 413, "headers": [(b"content-type", b"text/plain")]})
    await send({"type": "http.response.body", "body": b"too large"})
