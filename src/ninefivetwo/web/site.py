"""What all pages of one server share."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from starlette.requests import Request

from ninefivetwo.keep.library import Library
from ninefivetwo.web.lanes import Lanes
from ninefivetwo.web.reviewing import Reviewing


@dataclass(frozen=True)
class Site:
    """One server: the library with its file, how many worlds a review looks at, and the threads for work."""

    library: Library
    path: Path
    worlds: int
    lanes: Lanes = field(default_factory=Lanes)

    @cached_property
    def reviews(self) -> Reviewing:
        """The reviews that are made in the background."""
        return Reviewing(self.library, self.lanes, self.worlds)


def site_of(request: Request) -> Site:
    """The server that was asked."""
    found = request.app.state.site
    assert isinstance(found, Site)
    return found
