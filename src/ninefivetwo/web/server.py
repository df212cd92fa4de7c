"""The page served on this machine: its addresses, and who may ask."""

from __future__ import annotations

import webbrowser
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import Annotated
from urllib.parse import quote

import uvicorn
from fastapi import FastAPI, Query, Response
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse
from nicegui import app as nicegui_app
from nicegui import ui
from starlette.datastructures import MutableHeaders
from starlette.middleware.body_limit import RequestBodyLimitMiddleware
from starlette.middleware.gzip import DEFAULT_EXCLUDED_CONTENT_TYPES, GZipMiddleware
from starlette.middleware.sessions import SessionMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.routing import BaseRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ninefivetwo.errors import NineFiveTwoError
from ninefivetwo.files import LIMIT
from ninefivetwo.library import Library
from ninefivetwo.render.schema.base import encode
from ninefivetwo.web import rules, settings
from ninefivetwo.web.analyse import analyse_page
from ninefivetwo.web.asking import refusal
from ninefivetwo.web.drill import drill_page
from ninefivetwo.web.guard import HEADERS, Access, Guard
from ninefivetwo.web.library import library_page
from ninefivetwo.web.network import ImpatientProtocol, own_address
from ninefivetwo.web.play import play_page
from ninefivetwo.web.review import WHAT_IF, match_html, review_html, reviewing_page
from ninefivetwo.web.secret_files import kept_token, new_token, signing_key
from ninefivetwo.web.shell import page, static_routes
from ninefivetwo.web.site import Site
from ninefivetwo.web.stream import LINES
from ninefivetwo.web.what_if import answer
from ninefivetwo.web.work import leave_all

ANY = ("0.0.0.0", "::")  # listen at every address of this machine
CONNECTIONS = 500  # at once; more are answered by 503
TEN_YEARS = 10 * 365 * 24 * 3600  # seconds


def serve(library: Library, path: Path, worlds: int, access: Access, host: str, port: int, show: bool) -> None:
    """Serve the page until Ctrl-C.

    path: the library's file; worlds: looked at by a review for its fair figures; show: open the system's browser.
    """
    application = build(library, path, host, worlds, access)
    _add_old_pages(application, library, worlds)
    if show:
        nicegui_app.on_startup(lambda: webbrowser.open(address(host, port, access)))
    uvicorn.run(
        application,
        host=host,
        port=port,
        http=ImpatientProtocol,
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        limit_concurrency=CONNECTIONS,
    )


def access_for(path: Path, host: str, names: Sequence[str], keep_token: bool) -> Access:
    """Who may ask a server that listens at `host`; the token is new, or the one kept beside the library."""
    return Access.of(host, names, kept_token(path) if keep_token else new_token(), f"{_cookie(path)}_token")


def address(host: str, port: int, access: Access) -> str:
    """The page's address, with the token if one is needed."""
    if host in ANY:
        host = own_address(host)
    token = f"?token={access.token}" if access.token else ""
    return f"http://[{host}]:{port}/{token}" if ":" in host else f"http://{host}:{port}/{token}"


def build(library: Library, path: Path, host: str, worlds: int, access: Access | None = None) -> FastAPI:
    """The application with its pages; without `access` for who may ask a server at `host`, with a new token."""
    site = Site(library, path, worlds)
    application = FastAPI(docs_url=None, redoc_url=None, openapi_url=None, lifespan=_closing(site))
    application.state.site = site
    application.add_middleware(RequestBodyLimitMiddleware, max_body_size=LIMIT)
    application.add_middleware(
        SessionMiddleware, secret_key=signing_key(path), session_cookie=_cookie(path), max_age=TEN_YEARS
    )
    application.add_middleware(GZipMiddleware, exclude_content_types=(*DEFAULT_EXCLUDED_CONTENT_TYPES, LINES))
    application.add_middleware(_OldPages)
    application.add_middleware(Guard, access=access or access_for(path, host, (), keep_token=False))
    application.add_exception_handler(NineFiveTwoError, _refused)
    application.add_exception_handler(ClientDisconnect, lambda request, error: Response(status_code=400))
    application.add_exception_handler(Exception, _fault)
    application.router.routes.extend(_routes())
    return application


class _OldPages:
    """Until each is replaced, the pages with scripts in their text."""

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


def _routes() -> list[BaseRoute]:
    """The addresses of all pages."""
    return [*static_routes(), *rules.routes(), *settings.routes()]


def _closing(site: Site) -> Callable[[FastAPI], AbstractAsyncContextManager[None]]:
    """At the server's end, nothing more is begun."""

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        yield
        site.lanes.close()

    return lifespan


def _refused(request: Request, error: Exception) -> Response:
    """What was asked for cannot be: one line, as JSON or as a page."""
    if request.url.path.startswith("/api/"):
        return refusal(error)
    return page("Not to be had", "", body=f"<p>{escape(str(error))}</p>", status=404)


def _fault(request: Request, error: Exception) -> Response:
    """A fault of the program: the log has its story, the browser nothing but this."""
    return JSONResponse({"error": "a fault of the program; the terminal of `n52 serve` says which"}, 500, HEADERS)


def _add_old_pages(application: FastAPI, library: Library, worlds: int) -> None:
    """The pages that are not replaced yet, behind all others."""
    _add_reviews(application, library, worlds)
    ui.page("/")(lambda: play_page(library))
    ui.page("/drill")(lambda kind="", player="": drill_page(library, kind, player))
    ui.page("/analyse")(lambda what="", record="", after="": analyse_page(library, what, record, after))
    ui.page("/library")(lambda: library_page(library))
    ui.page("/reviewing/{record}")(lambda record: reviewing_page(library, record, worlds, False))
    ui.page("/reviewing-match/{record}")(lambda record: reviewing_page(library, record, worlds, True))
    nicegui_app.on_shutdown(leave_all)
    ui.run_with(application, title="9-5-2", language="en-US", tailwind=False, show_welcome_message=False)


def _add_reviews(application: FastAPI, library: Library, worlds: int) -> None:
    """The pages of reviews, which need nothing but themselves; what is not reviewed yet is reviewed first."""

    @application.get("/review/{record}", response_class=HTMLResponse)
    def reviewed(record: str) -> Response:
        return _shown(lambda: review_html(library, record, worlds), f"/reviewing/{quote(record, safe='')}")

    @application.get("/match/{record}", response_class=HTMLResponse)
    def match_reviewed(record: str, part: bool = False) -> Response:
        return _shown(lambda: match_html(library, record, worlds, part), f"/reviewing-match/{quote(record, safe='')}")

    @application.get(WHAT_IF + "/{record}")
    def asked(record: str, decision: Annotated[int, Query(ge=0)], choices: str) -> Response:
        try:
            found = encode(answer(library, record, decision, choices))
        except NineFiveTwoError as error:
            return JSONResponse({"error": str(error)}, status_code=400)
        return Response(found, media_type="application/json")


def _shown(page: Callable[[], str | None], making: str) -> Response:
    """A review's page, or the way to where it is made."""
    try:
        found = page()
    except NineFiveTwoError as error:
        return HTMLResponse(f"<!doctype html><title>no review</title><p>{escape(str(error))}", status_code=404)
    return RedirectResponse(making) if found is None else HTMLResponse(found)


def _cookie(library: Path) -> str:
    """The name of this library's cookie: other libraries, and other pages on this machine, have their own."""
    return "n52_" + sha256(str(library.resolve()).encode()).hexdigest()[:12]
