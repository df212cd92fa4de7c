"""What a person chooses for himself; all of it is kept in his browser, so the server only draws the page."""

from __future__ import annotations

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ninefivetwo.errors import label
from ninefivetwo.game.rules import NAMED
from ninefivetwo.keep.session import LEVELS
from ninefivetwo.web.asking import answer
from ninefivetwo.web.shell import page
from ninefivetwo.words.seat_names import YOU

NAME_LENGTH = 30  # characters


class SettingsData(msgspec.Struct, frozen=True):
    """What can be chosen among: levels with what each does, rule sets with what they differ in."""

    levels: dict[str, str]
    rules: dict[str, str]
    name_length: int = NAME_LENGTH


def routes() -> list[Route]:
    """The page, and what forgets the browser's name."""
    return [Route("/settings", settings_page), Route("/api/forget", forget, methods=["POST"])]


def settings_page(request: Request) -> Response:
    """The page with its choices."""
    rules = {name: "-".join(map(str, named.rules.contracts)) for name, named in NAMED.items()}
    data = SettingsData({level.name: level.note for level in LEVELS.values()}, rules)
    return page("Settings", "/settings", "settings_page.js", data, styles=("settings_page.css",))


def player_name(text: str) -> str:
    """The name that a person chose, safe to show; the usual one where he chose none."""
    return label(text, NAME_LENGTH) or YOU


def forget(request: Request) -> Response:
    """Take the browser's name from it: a match under way in it is not found again."""
    request.session.clear()
    return answer({})
