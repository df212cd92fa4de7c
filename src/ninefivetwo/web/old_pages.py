"""Until each is replaced: the pages drawn with NiceGUI."""

from __future__ import annotations

from nicegui import app as nicegui_app
from nicegui import ui
from starlette.applications import Starlette
from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ninefivetwo.library import Library
from ninefivetwo.web.analyse import analyse_page
from ninefivetwo.web.work import leave_all


class OldPages:
    """Lets the old pages run the scripts in their text."""

    PATHS = ("/_nicegui", "/analyse")

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def marked(message: Message) -> None:
            if message["type"] == "http.response.start" and scope["path"].startswith(self.PATHS):
                MutableHeaders(scope=message).setdefault("Content-Security-Policy", "frame-ancestors 'none'")
            await send(message)

        await self._app(scope, receive, marked)


def add_old_pages(application: Starlette, library: Library) -> None:
    """The pages that are not replaced yet, behind all others."""
    ui.page("/analyse")(lambda what="", record="", after="": analyse_page(library, what, record, after))
    nicegui_app.on_shutdown(leave_all)
    ui.run_with(
        application,  # type: ignore[arg-type]
        title="9-5-2",
        language="en-US",
        tailwind=False,
        show_welcome_message=False,
    )
