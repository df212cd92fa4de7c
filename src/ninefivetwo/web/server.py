"""The page served on this machine: its addresses, and who may ask."""

from __future__ import annotations

import os
import secrets
import tempfile
from hashlib import sha256
from pathlib import Path
from typing import Any

import uvicorn
from fastapi import FastAPI
from fastapi.responses import HTMLResponse
from nicegui import app as nicegui_app
from nicegui import ui
from starlette.types import ASGIApp, Receive, Scope, Send

from ninefivetwo.library import Library
from ninefivetwo.web.analyse import analyse_page
from ninefivetwo.web.drill import drill_page
from ninefivetwo.web.library import UPLOAD, library_page
from ninefivetwo.web.play import play_page
from ninefivetwo.web.review import review_html, review_page
from ninefivetwo.web.work import leave_all

LOCAL = ("127.0.0.1", "localhost", "::1")
TEN_YEARS = 10 * 365 * 24 * 3600  # seconds


def serve(library: Library, place: Path, host: str, port: int, worlds: int, show: bool) -> None:
    """Serve the page until Ctrl-C.

    place: the library's file; worlds: of a review's fair figures; show: open the page in the system's browser.
    """
    application = build(library, place, host, worlds)
    if show:
        _show_when_up(address(host, port))
    uvicorn.run(application, host=host, port=port, log_level="warning", access_log=False)


def address(host: str, port: int) -> str:
    """Where the page is."""
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def build(library: Library, place: Path, host: str, worlds: int) -> FastAPI:
    """The application with its pages."""
    application = FastAPI(docs_url=None, redoc_url=None, openapi_url=None)
    # A page of another name that leads to this machine is none of ours.
    application.add_middleware(Guard, most=UPLOAD, hosts=LOCAL if host in LOCAL else None)

    @application.get("/review-page/{record}", response_class=HTMLResponse)
    def reviewed(record: str) -> str:
        return review_html(library, record, worlds)

    ui.page("/")(lambda: play_page(library))
    ui.page("/drill")(lambda kind="", player="": drill_page(library, kind, player))
    ui.page("/analyse")(lambda what="", record="": analyse_page(library, what, record))
    ui.page("/library")(lambda: library_page(library))
    ui.page("/review/{record}")(lambda record: review_page(library, record, worlds))
    nicegui_app.on_shutdown(leave_all)
    ui.run_with(
        application,
        title="9-5-2",
        language="en-US",
        tailwind=False,
        show_welcome_message=False,
        storage_secret=_secret(place),
        session_middleware_kwargs={"session_cookie": _cookie(place), "max_age": TEN_YEARS},
    )
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


def _cookie(place: Path) -> str:
    """What this library's cookie is called: other pages on this machine, and other libraries, have their own."""
    return "n52_" + sha256(str(place.resolve()).encode()).hexdigest()[:12]


def _show_when_up(address: str) -> None:
    import webbrowser

    nicegui_app.on_startup(lambda: webbrowser.open(address))


class Guard:
    """Refuses requests by another name than ours, and those whose body is larger than any of ours can be."""

    def __init__(self, app: ASGIApp, most: int, hosts: tuple[str, ...] | None) -> None:
        self._app, self._most, self._hosts = app, most, hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers: dict[bytes, bytes] = dict(scope.get("headers", ()))
        if self._hosts is not None and scope["type"] in ("http", "websocket"):
            if _name(headers.get(b"host", b"").decode("latin-1")) not in self._hosts:
                await _refuse(send, 400, b"no such host here", scope["type"])
                return
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        told = headers.get(b"content-length", b"0")
        if not told.isdigit() or int(told) > self._most:
            await _refuse(send, 413, b"too large", "http")
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


def _name(host: str) -> str:
    """The name or address in a Host header, without its port."""
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.partition(":")[0]


async def _refuse(send: Send, status: int, words: bytes, kind: str) -> None:
    if kind == "websocket":
        await send({"type": "websocket.close", "code": 1008})
        return
    await send({"type": "http.response.start", "status": status, "headers": [(b"content-type", b"text/plain")]})
    await send({"type": "http.response.body", "body": words})
