"""The page served on this machine: its addresses, and who may ask."""

from __future__ import annotations

import os
import secrets
import tempfile
import webbrowser
from hashlib import sha256
from pathlib import Path

import uvicorn
from fastapi import FastAPI
from fastapi.responses import HTMLResponse
from nicegui import app as nicegui_app
from nicegui import ui
from starlette.middleware.body_limit import RequestBodyLimitMiddleware
from starlette.middleware.trustedhost import TrustedHostMiddleware

from ninefivetwo.files import LIMIT
from ninefivetwo.library import Library
from ninefivetwo.web.analyse import analyse_page
from ninefivetwo.web.drill import drill_page
from ninefivetwo.web.library import library_page
from ninefivetwo.web.play import play_page
from ninefivetwo.web.review import review_html, review_page
from ninefivetwo.web.work import leave_all

LOCAL = ("127.0.0.1", "localhost", "::1")
LOCAL_NAMES = ["127.0.0.1", "localhost", "[::1]"]  # as a browser asks for them
TEN_YEARS = 10 * 365 * 24 * 3600  # seconds


def serve(library: Library, path: Path, host: str, port: int, worlds: int, show: bool) -> None:
    """Serve the page until Ctrl-C.

    path: the library's file; worlds: looked at by a review for its fair figures; show: open the system's browser.
    """
    application = build(library, path, host, worlds)
    if show:
        nicegui_app.on_startup(lambda: webbrowser.open(address(host, port)))
    uvicorn.run(application, host=host, port=port, log_level="warning", access_log=False)


def address(host: str, port: int) -> str:
    """The page's address."""
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def build(library: Library, path: Path, host: str, worlds: int) -> FastAPI:
    """The application with its pages."""
    application = FastAPI(docs_url=None, redoc_url=None, openapi_url=None)
    application.add_middleware(RequestBodyLimitMiddleware, max_body_size=LIMIT)
    if host in LOCAL:  # another site's name that leads to this machine is refused
        application.add_middleware(TrustedHostMiddleware, allowed_hosts=LOCAL_NAMES, www_redirect=False)
    _add_pages(application, library, worlds)
    nicegui_app.on_shutdown(leave_all)
    ui.run_with(
        application,
        title="9-5-2",
        language="en-US",
        tailwind=False,
        show_welcome_message=False,
        storage_secret=_secret(path),
        session_middleware_kwargs={"session_cookie": _cookie(path), "max_age": TEN_YEARS},
    )
    return application


def _add_pages(application: FastAPI, library: Library, worlds: int) -> None:
    @application.get("/review-page/{record}", response_class=HTMLResponse)
    def reviewed(record: str) -> str:
        return review_html(library, record, worlds)

    ui.page("/")(lambda: play_page(library))
    ui.page("/drill")(lambda kind="", player="": drill_page(library, kind, player))
    ui.page("/analyse")(lambda what="", record="": analyse_page(library, what, record))
    ui.page("/library")(lambda: library_page(library))
    ui.page("/review/{record}")(lambda record: review_page(library, record, worlds))


def _secret(library: Path) -> str:
    """The key that signs the browsers' names; kept beside the library, so that a browser finds its match again."""
    path = library.with_name(library.name + ".key")
    try:
        return path.read_text(encoding="ascii")
    except FileNotFoundError:
        handle, name = tempfile.mkstemp(dir=path.parent)
        with os.fdopen(handle, "w", encoding="ascii") as file:
            file.write(secrets.token_hex(32))
        os.replace(name, path)
        return path.read_text(encoding="ascii")


def _cookie(library: Path) -> str:
    """The name of this library's cookie: other libraries, and other pages on this machine, have their own."""
    return "n52_" + sha256(str(library.resolve()).encode()).hexdigest()[:12]
