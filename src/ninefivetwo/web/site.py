"""What all pages of one server share."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from starlette.requests import Request

from ninefivetwo.library import Library
from ninefivetwo.web.lanes import Lanes


@dataclass(frozen=True)
class Site:
    """One server: the library with its file, how many worlds a review looks at, and the threads for work."""

    library: Library
    path: Path
    worlds: int
    lanes: Lanes = field(default_factory=Lanes)


def site_of(request: Request) -> Site:
    """The server that was asked."""
    found = request.app.state.site
    assert isinstance(found, Site)
    return found
