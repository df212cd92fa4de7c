"""`ninefivetwo serve`: the page on which people play, drill, analyse and review."""

from __future__ import annotations

import importlib.util
import socket
from pathlib import Path

import click

from ninefivetwo.cli.options import fair_worlds_option
from ninefivetwo.errors import LibraryError


@click.command()
@click.option(
    "--host",
    default="127.0.0.1",
    show_default=True,
    help="Address to listen on; others than the default let other machines in.",
)
@click.option(
    "--port", type=click.IntRange(0, 65535), default=9520, show_default=True, help="Port; 0 takes any free one."
)
@click.option("--library", "path", type=click.Path(path_type=Path), help="The library's file.  [default: your own]")
@fair_worlds_option
@click.option(
    "--allow-host",
    "names",
    multiple=True,
    metavar="NAME",
    help="Name by which others reach this machine; can be repeated.",
)
@click.option("--keep-token", is_flag=True, help="Keep the token beside the library, so that it stays the same.")
@click.option("--no-browser", is_flag=True, help="Do not open the page; only print its address.")
def serve(
    host: str,
    port: int,
    path: Path | None,
    fair_worlds: int,
    names: tuple[str, ...],
    keep_token: bool,
    no_browser: bool,
) -> None:
    """Open the page: play, practise, analyse and review.

    Ends at Ctrl-C; nothing is lost, for all is saved as it happens.  With another --host the address that is printed
    holds a token: whoever has it sees the library and can change it (docs/safety.md).

    \b
    Examples:
      n52 serve
      n52 serve --host 0.0.0.0
      n52 serve --port 0 --no-browser
    """
    for module in ("starlette", "uvicorn", "itsdangerous", "fsrs", "platformdirs"):
        if importlib.util.find_spec(module) is None:
            raise LibraryError(f"the page needs {module} (expected: pip install '.[web]')")
    from ninefivetwo.cli.options import open_library
    from ninefivetwo.keep.library import default_path
    from ninefivetwo.web.server import access_for, address
    from ninefivetwo.web.server import serve as serve_page

    port = free_port(host, port)
    place = path or default_path()
    with open_library(path) as library:
        access = access_for(place, host, names, keep_token)
        click.echo(f"{address(host, port, access)} (Ctrl-C ends it; the library is {place})")
        if access.token:
            click.echo("whoever has this address, its token included, sees the library and can change it", err=True)
        serve_page(library, place, fair_worlds, access, host, port, not no_browser)


def free_port(host: str, port: int) -> int:
    """The port, or a free one for 0.  Raises LibraryError for one that is taken, or a host that is none of ours."""
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        with socket.socket(family, socket.SOCK_STREAM) as server:
            server.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            server.bind((host, port))
            return int(server.getsockname()[1])
    except OSError as error:
        raise LibraryError(
            f"{host}, port {port}: {error.strerror} (expected an address and a port to listen at)"
        ) from error
