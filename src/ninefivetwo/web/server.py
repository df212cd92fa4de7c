"""The server of the page: its routes, its secrets, and its access control."""

from __future__ import annotations

import asyncio
import os
import secrets
import socket
import sys
import tempfile
import webbrowser
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from hashlib import sha256
from html import escape
from pathlib import Path

import uvicorn
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.middleware import Middleware
from starlette.middleware.body_limit import RequestBodyLimitMiddleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.middleware.sessions import SessionMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute
from uvicorn.protocols.http.h11_impl import H11Protocol

from ninefivetwo.errors import FileError, NineFiveTwoError, ShareError
from ninefivetwo.files import LIMIT
from ninefivetwo.keep.library import Library
from ninefivetwo.web import analyse, drill, library, play, progress, review, rules, sharing, today
from ninefivetwo.web.guard import HEADERS, Access, Guard
from ninefivetwo.web.reviewing import keep_no_large_blocks
from ninefivetwo.web.shell import page, static_routes
from ninefivetwo.web.site import Site, refusal
from ninefivetwo.words import page_shared as texts

HEAD_SECONDS = 20.0  # in which a connection must send its first request


def own_address(host: str) -> str:
    """Return an address by which others reach this machine, of the family of `host`; `localhost` if there is none."""
    family, outside = (socket.AF_INET6, "2001:db8::1") if ":" in host else (socket.AF_INET, "192.0.2.1")
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as found:
            found.connect((outside, 9))  # an address for documentation; a datagram socket sends nothing here
            return str(found.getsockname()[0])
    except OSError:
        return "localhost"


class ImpatientProtocol(H11Protocol):
    """HTTP/1.1 that closes a connection without a request within `HEAD_SECONDS`."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.loop.call_later(HEAD_SECONDS, self._asked_or_closed)

    def _asked_or_closed(self) -> None:
        if self.cycle is None and not self.transport.is_closing():
            self.transport.close()


def signing_key(library: Path) -> str:
    """Return the key in FILE.key that signs the browsers' names, so that a browser finds its match again."""
    return _kept(library.with_name(library.name + ".key"), lambda: secrets.token_hex(32))


def new_token() -> str:
    """Return a token for the address: 128 random bits in URL-safe letters."""
    return secrets.token_urlsafe(16)


def kept_token(library: Path) -> str:
    """Return the token in FILE.token, which is the same at every start."""
    return _kept(library.with_name(library.name + ".token"), new_token)


def _kept(path: Path, make: Callable[[], str]) -> str:
    """Return the secret in a file, which is made if the file is missing or empty.

    Raises FileError for a file that was not written here, and OSError.
    """
    if not path.exists() or (path.is_file() and path.stat().st_size == 0):
        handle, name = tempfile.mkstemp(dir=path.parent)  # only its owner can read it
        with os.fdopen(handle, "w", encoding="ascii") as file:
            file.write(make())
        os.replace(name, path)
    path.chmod(0o600)
    try:
        return path.read_text(encoding="ascii")
    except UnicodeDecodeError as error:
        raise FileError(
            f"{path}: not a secret of ninefivetwo (expected ASCII letters and digits, or no file)"
        ) from error


ANY = ("0.0.0.0", "::")  # every address of this machine
AT_END = 5  # seconds to wait for answers in progress
CONNECTIONS = 500  # at once; more are answered by 503
TEN_YEARS = 10 * 365 * 24 * 3600  # seconds
TURN = 0.0005  # seconds until a thread yields to others that wait, so that an import delays nobody


def serve(library: Library, path: Path, worlds: int, access: Access, host: str, port: int, show: bool) -> None:
    """Serve the page until Ctrl-C.

    path: the library's file; worlds: deals that a review samples per decision; show: open the system's browser.
    """
    application = build(library, path, host, worlds, access)
    sys.setswitchinterval(TURN)
    keep_no_large_blocks()
    config = uvicorn.Config(
        application,
        host=host,
        port=port,
        http=ImpatientProtocol,
        ws="none",
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        limit_concurrency=CONNECTIONS,
        timeout_graceful_shutdown=AT_END,
    )
    with suppress(KeyboardInterrupt):  # raised again once all is closed
        _Server(config, application.state.site, address(host, port, access) if show else None).run()


class _Server(uvicorn.Server):
    """A server that opens the system's browser at an address once it is up, and waits for no work at its end."""

    def __init__(self, config: uvicorn.Config, site: Site, opened: str | None) -> None:
        super().__init__(config)
        self._site, self._opened = site, opened

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self._opened is not None:
            webbrowser.open(self._opened)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        _stop_work(self._site)  # else the server would wait for the users that it streams to
        await super().shutdown(sockets)


def access_for(path: Path, host: str, names: Sequence[str], keep_token: bool) -> Access:
    """Return the access rules of a server that listens at `host`, with a new token or the one kept in FILE.token."""
    return Access.of(host, names, kept_token(path) if keep_token else new_token(), f"{_cookie(path)}_token")


def address(host: str, port: int, access: Access) -> str:
    """Return the page's address, with the token if one is needed."""
    if host in ANY:
        host = own_address(host)
    token = f"?token={access.token}" if access.token else ""
    return f"http://[{host}]:{port}/{token}" if ":" in host else f"http://{host}:{port}/{token}"


def build(library: Library, path: Path, host: str, worlds: int, access: Access | None = None) -> Starlette:
    """Return the application; without `access` it gets the rules for a server at `host`, with a new token."""
    library.call(path.name)  # error messages must not show the path to browsers
    site = Site(library, path, worlds)
    application = Starlette(
        routes=_routes(),
        middleware=[
            Middleware(Guard, access=access or access_for(path, host, (), keep_token=False)),
            Middleware(GZipMiddleware),  # streams too, because successive states differ little
            Middleware(SessionMiddleware, signing_key(path), session_cookie=_cookie(path), max_age=TEN_YEARS),
            Middleware(RequestBodyLimitMiddleware, max_body_size=LIMIT),
        ],
        exception_handlers={404: _nothing, NineFiveTwoError: _refused, ClientDisconnect: _left, Exception: _fault},
        lifespan=_closing(site),
    )
    application.state.site = site
    return application


def _routes() -> list[BaseRoute]:
    """Return the routes of all pages."""
    pages = (analyse, drill, library, play, progress, review, rules, sharing, today)
    return [*static_routes(), *(route for page in pages for route in page.routes())]


def _closing(site: Site) -> Callable[[Starlette], AbstractAsyncContextManager[None]]:
    """Return the lifespan handler, which stops all work at the server's end."""

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        await run_in_threadpool(site.reviews.ask_played)
        yield
        _stop_work(site)

    return lifespan


def _stop_work(site: Site) -> None:
    """Cancel the work in progress and begin nothing more."""
    site.reviews.close()
    site.lanes.close()


_TO_TABLE = f'<p><a href="/">{texts.TO_TABLE()}</a></p>'


def _refused(request: Request, error: Exception) -> Response:
    """Answer an error of ours with one line, as JSON or as a page."""
    if request.url.path.startswith("/api/"):
        return refusal(error)
    broken = f"<p>{texts.LINK_INCOMPLETE()}</p>" if isinstance(error, ShareError) else ""
    return page(
        texts.LINK_BROKEN(),
        "",
        body=f"{broken}<p>{escape(str(error))}</p>{_TO_TABLE}",
        status=404,
    )


def _nothing(request: Request, error: Exception) -> Response:
    """Answer a request for an unknown address."""
    if request.url.path.startswith("/api/"):
        return JSONResponse({"error": "unknown address"}, 404)
    return page(texts.NOT_FOUND(), "", body=f"<p>{texts.NO_PAGE()}</p>{_TO_TABLE}", status=404)


def _left(request: Request, error: Exception) -> Response:
    """Answer a client that has disconnected."""
    return Response(status_code=400)


def _fault(request: Request, error: Exception) -> Response:
    """Answer an internal error; only the log has its details."""
    return JSONResponse({"error": "internal error; the terminal of `n52 serve` has the details"}, 500, HEADERS)


def _cookie(library: Path) -> str:
    """Return the name of this library's cookie, which differs from those of other libraries on this machine."""
    return "n52_" + sha256(str(library.resolve()).encode()).hexdigest()[:12]
