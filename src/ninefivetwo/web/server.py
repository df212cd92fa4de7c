"""The web server: its routes, its secrets and its access rules."""

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
from pathlib import Path

import h11
import uvicorn
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.middleware import Middleware
from starlette.middleware.body_limit import RequestBodyLimitMiddleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.middleware.sessions import SessionMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import BaseRoute
from uvicorn.protocols.http.h11_impl import H11Protocol

from ninefivetwo.errors import FileError, NineFiveTwoError, ShareError
from ninefivetwo.files import LIMIT
from ninefivetwo.keep.library import Library
from ninefivetwo.web import analyse, drill, home, library, play, progress, review, rules, sharing, today
from ninefivetwo.web.guard import HEADERS, Access, Guard
from ninefivetwo.web.reviewing import keep_no_large_blocks
from ninefivetwo.web.shell import LINK_INCOMPLETE, lone_page, static_route
from ninefivetwo.web.site import Refusal, Site, answer

HEAD_SECONDS = 20.0  # time limit for the head of a request


def own_address(host: str) -> str:
    """Return this machine's address for other machines in the address family of `host`, or `localhost` if unknown."""
    family, outside = (socket.AF_INET6, "2001:db8::1") if ":" in host else (socket.AF_INET, "192.0.2.1")
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as found:
            found.connect((outside, 9))  # a reserved test address; connecting a datagram socket sends nothing
            return str(found.getsockname()[0])
    except OSError:
        return "localhost"


class ImpatientProtocol(H11Protocol):
    """An HTTP/1.1 protocol that closes a connection if the whole head of a request does not arrive in `HEAD_SECONDS`.

    The time begins with the connection, and again after each answer.
    """

    _limit: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._limit_head()

    def handle_events(self) -> None:
        super().handle_events()
        self._limit_head()

    def _limit_head(self) -> None:
        waits = self.conn.their_state is h11.IDLE
        if waits and self._limit is None:
            self._limit = self.loop.call_later(HEAD_SECONDS, self.transport.close)
        elif not waits and self._limit is not None:
            self._limit.cancel()
            self._limit = None


def signing_key(library: Path) -> str:
    """Return the key in FILE.key, which signs the cookie with a browser's name."""
    return _kept(library.with_name(library.name + ".key"), lambda: secrets.token_hex(32))


def new_token() -> str:
    """Return a new access token for the address: 128 random bits as URL-safe characters."""
    return secrets.token_urlsafe(16)


def kept_token(library: Path) -> str:
    """Return the access token in FILE.token, which stays the same after a restart."""
    return _kept(library.with_name(library.name + ".token"), new_token)


def _kept(path: Path, make: Callable[[], str]) -> str:
    """Return the secret in a file, after writing a new secret if the file is missing or empty.

    Raises OSError, or FileError if the file contains anything but ASCII text.
    """
    if not path.exists() or (path.is_file() and path.stat().st_size == 0):
        handle, name = tempfile.mkstemp(dir=path.parent)  # only the owner can read this file
        with os.fdopen(handle, "w", encoding="ascii") as file:
            file.write(make())
        Path(name).replace(path)
    path.chmod(0o600)
    try:
        return path.read_text(encoding="ascii")
    except UnicodeDecodeError as error:
        raise FileError(
            f"{path}: not a secret of ninefivetwo (expected ASCII letters and digits, or no file)"
        ) from error


ANY = ("0.0.0.0", "::")  # hosts that stand for every address of this machine
WAIT_AT_END = 5  # seconds to wait for answers in progress when the server ends
CONNECTIONS = 500  # maximum number at one time; further connections get status 503
TEN_YEARS = 10 * 365 * 24 * 3600  # seconds
TURN = 0.0005  # seconds until a thread yields to waiting threads, so that an import delays no user


def serve(library: Library, worlds: int, access: Access, host: str, port: int, show: bool) -> None:
    """Run the web server until Ctrl-C.

    worlds: the deals to sample for each decision. show: whether to open a browser.
    """
    application = build(library, host, worlds, access)
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
        timeout_graceful_shutdown=WAIT_AT_END,
    )
    with suppress(KeyboardInterrupt):  # uvicorn raises it again after shutting down
        _Server(config, application.state.site, address(host, port, access) if show else None).run()


class _Server(uvicorn.Server):
    """A server that opens a browser at `opened` after the start, and cancels all work at the end."""

    def __init__(self, config: uvicorn.Config, site: Site, opened: str | None) -> None:
        super().__init__(config)
        self._site, self._opened = site, opened

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self._opened is not None:
            webbrowser.open(self._opened)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        _stop_work(self._site)  # otherwise the server would wait until its streams to browsers end
        await super().shutdown(sockets)


def access_for(path: Path, host: str, names: Sequence[str], keep_token: bool) -> Access:
    """Return the access rules of a server that listens at `host`, with a new token or the token in FILE.token."""
    return Access.of(host, names, kept_token(path) if keep_token else new_token(), f"{_cookie(path)}_token")


def address(host: str, port: int, access: Access) -> str:
    """Return the address of the first page, with the access token if needed."""
    if host in ANY:
        host = own_address(host)
    token = f"?token={access.token}" if access.token else ""
    return f"http://[{host}]:{port}/{token}" if ":" in host else f"http://{host}:{port}/{token}"


def build(library: Library, host: str, worlds: int, access: Access | None = None) -> Starlette:
    """Return the web application. `access` defaults to the access rules for `host` with a new token."""
    path = library.path
    library.name = path.name  # browsers must not see the library's path in error messages
    site = Site(library, worlds)
    application = Starlette(
        routes=_routes(),
        middleware=[
            Middleware(Guard, access=access or access_for(path, host, (), keep_token=False)),
            Middleware(GZipMiddleware),  # also compresses streams, whose successive states differ little
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
    pages = (analyse, drill, home, library, play, progress, review, rules, sharing, today)
    return [static_route(), *(route for page in pages for route in page.routes())]


def _closing(site: Site) -> Callable[[Starlette], AbstractAsyncContextManager[None]]:
    """Return the lifespan handler, which queues reviews at the start and stops all work at the end."""

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        await run_in_threadpool(site.reviews.ask_played)
        yield
        _stop_work(site)

    return lifespan


def _stop_work(site: Site) -> None:
    """Cancel the work in progress and start no more jobs."""
    site.reviews.close()
    site.lanes.close()


def _refused(request: Request, error: Exception) -> Response:
    """Answer a NineFiveTwoError with its message, as JSON or as a page."""
    if request.url.path.startswith("/api/"):
        return answer(Refusal(str(error)), 400)
    broken = [LINK_INCOMPLETE] if isinstance(error, ShareError) else []
    return lone_page("This link does not work", [*broken, str(error)], 404)


def _nothing(request: Request, error: Exception) -> Response:
    """Answer a request for an unknown address."""
    if request.url.path.startswith("/api/"):
        return answer(Refusal("unknown address"), 404)
    return lone_page("Page not found", ["There is no page at this address."], 404)


def _left(request: Request, error: Exception) -> Response:
    """Answer a client that has disconnected."""
    return Response(status_code=400)


def _fault(request: Request, error: Exception) -> Response:
    """Answer an internal error without details, which are only in the log."""
    if request.url.path.startswith("/api/"):
        found = answer(Refusal("internal error; the terminal of `n52 serve` has the details"), 500)
    else:
        words = "The server could not make this page. The terminal of n52 serve has the details."
        found = lone_page("Something went wrong", [words], 500)
    found.headers.update(HEADERS)
    return found


def _cookie(library: Path) -> str:
    """Return the name of the cookie for this library, unique among the libraries on this machine."""
    return "n52_" + sha256(str(library.resolve()).encode()).hexdigest()[:12]
