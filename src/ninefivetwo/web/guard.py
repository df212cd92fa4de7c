"""Access control, and the security headers of all answers (see docs/safety.md)."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from ipaddress import ip_address
from time import monotonic
from urllib.parse import quote, urlsplit

from starlette.datastructures import Headers, MutableHeaders, QueryParams
from starlette.exceptions import HTTPException
from starlette.requests import cookie_parser
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

LOCAL = ("127.0.0.1", "localhost", "::1")
BODY_SECONDS = 30.0  # time limit for each part of a request's body
WHOLE_BODY_SECONDS = 600.0  # time limit for a request's whole body
YEAR = 365 * 24 * 3600  # seconds
_SAFE = {"GET", "HEAD"}  # HTTP methods that change nothing
#: Marks a repeated request: browsers send no strict cookie when the user follows a link from another site.
_BY_LINK = "by-link"

#: Pages load nothing from other sites and run no inline scripts.
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; "
    "font-src 'self'; media-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
#: The default headers of every answer.
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}
_TRUSTED_ONLY = "Cross-Origin-Opener-Policy"  # without TLS, browsers warn about this header, except on this machine


@dataclass(frozen=True)
class Access:
    """The host names of the server, and the token for access from other machines.

    names: the host names in lower case. addresses: whether numeric addresses are also allowed (DNS rebinding never uses
    them). token: None if only this machine has access. cookie: the name of the cookie for the token.
    """

    names: frozenset[str]
    addresses: bool = False
    token: str | None = None
    cookie: str = "n52_token"

    @classmethod
    def of(cls, host: str, names: Sequence[str], token: str, cookie: str) -> Access:
        """Return the access rules of a server at `host`; a server for this machine alone needs no token."""
        known = frozenset(name.lower() for name in (*LOCAL, *names))
        if host in LOCAL and not names:
            return cls(known)
        return cls(known | {host.lower()}, addresses=True, token=token, cookie=cookie)

    def knows(self, host: str) -> bool:
        """Return True if a `Host` header, with or without a port, names this server."""
        name = _name(host)
        return name in self.names or (self.addresses and _is_address(name))

    def admits(self, token: str | None) -> bool:
        """Return True if the given token is right or no token is needed."""
        return self.token is None or (token is not None and secrets.compare_digest(token.encode(), self.token.encode()))


def _name(host: str) -> str:
    """Return the name in a `Host` header without the port, or an empty text if the header is invalid."""
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


_REFUSED = PlainTextResponse("open the whole address that `n52 serve` printed, including its token\n", 401)


class Guard:
    """The outermost middleware, which refuses unauthorised requests and adds `HEADERS` to every response."""

    def __init__(self, app: ASGIApp, access: Access) -> None:
        self._app, self._access = app, access

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            return await self._app(scope, receive, send)
        headed = _headed(scope, send)
        refusal = self._refusal(scope)
        if refusal is not None:
            await refusal(scope, receive, headed)
        else:
            await self._app(scope, _in_time(receive), headed)

    def _refusal(self, scope: Scope) -> Response | None:
        """Return the refusal of a request, or None if the request is allowed."""
        headers, method = Headers(scope=scope), scope["method"]
        if not self._access.knows(headers.get("host", "")):
            return PlainTextResponse("unknown host name (add it with --allow-host NAME)\n", 400)
        if not _from_here(headers, method):
            return PlainTextResponse("request from another site refused\n", 403)
        token = cookie_parser(headers.get("cookie", "")).get(self._access.cookie)
        asked = QueryParams(scope["query_string"])
        if not self._access.admits(token):
            return self._without_token(scope, headers, asked)
        return RedirectResponse(_address(scope["path"], asked, _BY_LINK), 303) if _BY_LINK in asked else None

    def _without_token(self, scope: Scope, headers: Headers, asked: QueryParams) -> Response:
        """Answer a request without a valid cookie, and set the cookie if the address has the right token."""
        if scope["method"] != "GET":
            return _REFUSED
        if self._access.token is not None and self._access.admits(asked.get("token")):
            found = _again(_address(scope["path"], asked, "token"))
            found.set_cookie(self._access.cookie, self._access.token, YEAR, httponly=True, samesite="strict")
            return found
        if "text/html" in headers.get("accept", "") and _BY_LINK not in asked:
            return _again(_address(scope["path"], asked, more=_BY_LINK))
        return _REFUSED


def _from_here(headers: Headers, method: str) -> bool:
    """Return True if a request comes from our own pages, from no page, or from a link on another site."""
    site = headers.get("sec-fetch-site", "none")
    if site not in ("same-origin", "none"):
        links = headers.get("sec-fetch-mode") == "navigate" and headers.get("sec-fetch-dest") == "document"
        return method in _SAFE and links
    origin = headers.get("origin")
    return method in _SAFE or origin is None or origin.partition("://")[2] == headers.get("host")


def _again(address: str) -> HTMLResponse:
    """Return a page that opens an address; a redirect would count as a request from the other site."""
    written = escape(address)
    return HTMLResponse(
        f'<!doctype html><html lang="en"><title>9-5-2</title><meta http-equiv="refresh" content="0; url={written}">'
        f'<p><a href="{written}">Continue</a>'
    )


def _address(path: str, asked: QueryParams, less: str = "", more: str = "") -> str:
    """Return an address on this server, with one parameter removed or added."""
    kept = [(key, value) for key, value in asked.multi_items() if key != less] + ([(more, "1")] if more else [])
    return "/" + quote(path.lstrip("/")) + (f"?{QueryParams(kept)}" if kept else "")


def _headed(scope: Scope, send: Send) -> Send:
    trusted = _name(Headers(scope=scope).get("host", "")) in LOCAL

    async def headed(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                if name != _TRUSTED_ONLY or trusted:
                    headers.setdefault(name, value)
        await send(message)

    return headed


def _in_time(receive: Receive) -> Receive:
    """Return `receive` with a time limit for each part of the request's body, and another for the whole body."""
    complete, end = False, monotonic() + WHOLE_BODY_SECONDS

    async def received() -> Message:
        nonlocal complete
        if complete:
            return await receive()
        try:
            message = await asyncio.wait_for(receive(), min(BODY_SECONDS, end - monotonic()))
        except TimeoutError as error:
            raise HTTPException(408) from error
        complete = not message.get("more_body", False)
        return message

    return received
