"""The command `serve`, which starts the web server and opens its page in a browser."""

from __future__ import annotations

import socket
from pathlib import Path

import click

from ninefivetwo.cli.options import fair_worlds_option, open_library
from ninefivetwo.errors import LibraryError
from ninefivetwo.extras import require


@click.command()
@click.option(
    "--host",
    default="127.0.0.1",
    show_default=True,
    help="Address to listen on. By default, only this machine can connect.",
)
@click.option(
    "--port", type=click.IntRange(0, 65535), default=9520, show_default=True, help="Port number; 0 selects a free port."
)
@click.option(
    "--library", "path", type=click.Path(path_type=Path), help="Library file.  [default: in the user's data folder]"
)
@fair_worlds_option
@click.option(
    "--allow-host",
    "names",
    multiple=True,
    metavar="NAME",
    help="Host name by which other machines reach this machine; can be repeated.",
)
@click.option(
    "--keep-token", is_flag=True, help="Save the token beside the library, so that the address stays the same."
)
@click.option("--no-browser", is_flag=True, help="Print the address without opening a browser.")
def serve(
    host: str,
    port: int,
    path: Path | None,
    fair_worlds: int,
    names: tuple[str, ...],
    keep_token: bool,
    no_browser: bool,
) -> None:
    """Play, practise, analyse and review in a browser.

    Press Ctrl-C to stop the server; all changes are saved immediately. With another --host, the printed address
    contains a token. Anyone with this token can see and change the library (docs/safety.md).

    \b
    Examples:
      n52 serve
      n52 serve --host 0.0.0.0
      n52 serve --port 0 --no-browser
    """
    require("the page requires", "web", "starlette", "uvicorn", "itsdangerous")
    from ninefivetwo.web.server import access_for, address
    from ninefivetwo.web.server import serve as serve_page
    from ninefivetwo.words.template import Term, say

    port = free_port(host, port)
    with open_library(path) as library:
        access = access_for(library.path, host, names, keep_token)
        page, file = Term(address(host, port, access)), Term(str(library.path))
        click.echo(say("{address} (Ctrl-C stops it; library: {file})", address=page, file=file))
        if access.token:
            warning = say("Anyone with this address, which includes a token, can see and change the library.")
            click.echo(warning, err=True)
        if host == "::":  # asyncio restricts such a socket to IPv6 on every system
            click.echo(say("Only IPv6 reaches this page; --host 0.0.0.0 serves IPv4."), err=True)
        serve_page(library, fair_worlds, access, host, port, not no_browser)


def free_port(host: str, port: int) -> int:
    """Return the port, or a free port instead of 0.

    Raises LibraryError if the port is in use or the address does not belong to this machine.
    """
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        with socket.socket(family, socket.SOCK_STREAM) as server:
            server.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            server.bind((host, port))
            return int(server.getsockname()[1])
    except OSError as error:
        raise LibraryError(
            f"{host}, port {port}: {error.strerror} (expected a free port on an address of this machine)"
        ) from error
