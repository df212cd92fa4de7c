"""What of the network the server needs: its own address, and connections that do not stay open for nothing."""

from __future__ import annotations

import asyncio
import socket

from uvicorn.protocols.http.h11_impl import H11Protocol

HEAD_SECONDS = 20.0  # within which a connection must have asked its first question


def own_address(host: str) -> str:
    """An address of this machine by which others reach it, of the family of `host`; `localhost` where there is none."""
    family, outside = (socket.AF_INET6, "2001:db8::1") if ":" in host else (socket.AF_INET, "192.0.2.1")
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as found:
            found.connect((outside, 9))  # an address for documentation; of such a socket nothing is sent
            return str(found.getsockname()[0])
    except OSError:
        return "localhost"


class ImpatientProtocol(H11Protocol):
    """HTTP/1.1; a connection is closed if it does not ask within `HEAD_SECONDS`."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.loop.call_later(HEAD_SECONDS, self._asked_or_closed)

    def _asked_or_closed(self) -> None:
        if self.cycle is None and not self.transport.is_closing():
            self.transport.close()
