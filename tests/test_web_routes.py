"""Every route of the server is in `routes.py`, answers the request there, and refuses the others with their words."""

import json
import re
import shutil
from functools import partial

import pytest
from reviews import unpriced
from routes import CHANGES_GUARDED, DELETED, GUARDED, NAME, NEW, NOON, ROUTES, TOKEN, WORLDS, fill, moments
from starlette.testclient import TestClient

from ninefivetwo.cards import Seat
from ninefivetwo.keep.library import Library
from ninefivetwo.keep.session import session_text
from ninefivetwo.web import drill, hints, home, review, reviewing, today
from ninefivetwo.web.guard import Access
from ninefivetwo.web.server import build

KNOWN = {"Cookie": f"n52_token={TOKEN}"}


class Visitor(TestClient):
    """A browser with the token; what it asks for names the version of its match."""

    version = None

    def __init__(self, site, token=TOKEN):
        super().__init__(site, f"http://{NAME}", follow_redirects=False, cookies={"n52_token": token})
        self.library = site.state.site.library

    def play(self, moment):
        """The browser's match is at this moment."""
        self.post("/api/match/new", json=NEW)
        ((owner, version),) = self.library._db.execute("SELECT owner, version FROM sessions").fetchall()
        self.version = self.library.save_session(owner, session_text(moments()[moment]), version)

    def ask(self, row, request):
        match request:
            case str():
                return self.request(row.method, request)
            case bytes():
                return self.request(row.method, row.path, content=request)
        given = {"version": self.version} if row.path.startswith("/api/match/") else {}
        if request.get("at") == DELETED:
            given, request = {"at": self.library.deletions()[0].at}, {}
        return self.request(row.method, row.path, json=given | request)


def words(said):
    """What an answer says: its error in one line, the last one's of several objects; or else all of it."""
    if "json" not in said.headers.get("content-type", ""):
        return said.headers.get("location", said.text)
    error = json.loads(said.text.splitlines()[-1]).get("error", "")
    assert "\n" not in error and len(error) < 300
    return error or said.text


@pytest.fixture(scope="module")
def filled(tmp_path_factory):
    path = tmp_path_factory.mktemp("filled") / "library.sqlite"
    with Library(path) as library:
        fill(library)
    return path


@pytest.fixture
def visitor(filled, tmp_path, monkeypatch):
    """A browser of a server for other machines, at noon, which works no longer than an answer needs."""
    for module in (home, today):
        monkeypatch.setattr(module, "clock", lambda: NOON)
    monkeypatch.setattr(reviewing, "review", lambda match, *_: unpriced(match))
    monkeypatch.setattr(drill, "DEALS_LOOKED_AT", 1)
    monkeypatch.setattr(review, "WHAT_IF_WORLDS", 4)
    monkeypatch.setattr(hints, "Limits", partial(hints.Limits, worlds=20))
    with Library(shutil.copy(filled, tmp_path / "library.sqlite")) as library:
        access = Access.of("0.0.0.0", (NAME,), TOKEN, "n52_token")
        with Visitor(build(library, "0.0.0.0", WORLDS, access)) as found:
            yield found


def test_every_route_has_a_row(visitor):
    """Whoever adds a route says there what it answers and what it refuses."""

    def named(path):
        return re.sub("{[^}]*}", "{}", path)

    routes = {
        (named(route.path), method)
        for route in visitor.app.routes
        for method in (getattr(route, "methods", None) or {"GET"}) - {"HEAD"}
    }
    assert {(named(row.path), row.method) for row in ROUTES if row.good is not None} == routes


@pytest.mark.parametrize("row", ROUTES, ids=[f"{row.path} {row.at}" for row in ROUTES])
def test_what_a_route_refuses_changes_nothing(row, visitor):
    """The request that it answers is still answered afterwards."""
    if row.at:
        visitor.play(row.at)
    for status, told, *requests in row.refused:
        for request in requests:
            said = visitor.ask(row, request)
            assert said.status_code == status and told in words(said), (request, words(said))
    if row.good is not None:
        said = visitor.ask(row, row.good)
        assert said.status_code in (200, 303) and row.told in words(said), words(said)
        assert '"stale":true' not in said.text


def test_every_route_is_guarded(visitor):
    """By names, by sites, by the token and by the methods and the sizes of requests."""
    visitor.cookies.clear()
    for row in {row.path: row for row in ROUTES if row.good is not None}.values():
        path = row.good if isinstance(row.good, str) else row.path
        for status, told, *headers in GUARDED + (CHANGES_GUARDED if row.method == "POST" else ()):
            for each in headers:
                said = visitor.request(row.method, path, headers=each)
                assert said.status_code == status and told in said.text, (path, each)
        for method in {"GET", "POST", "PUT", "DELETE"} - {row.method}:
            assert visitor.request(method, path, headers=KNOWN).status_code == 405, (path, method)
        if row.method == "POST":
            assert visitor.post(path, headers=KNOWN | {"Content-Length": str(25 << 20)}).status_code == 413, path


def test_no_route_gives_a_match_under_way_to_another_browser(visitor):
    """None of the answers has a card of it, though the other browser names its version; and the match stays."""
    visitor.play("call")
    hand = str(moments()["call"].view.hand(Seat.DEALER)).encode()
    before = visitor.post("/api/match/state", json={}).content
    assert hand in before
    other = Visitor(visitor.app)
    other.version = visitor.version
    for row in ROUTES:
        if row.good is not None:
            assert hand not in other.ask(row, row.good).content, row.path
            assert visitor.post("/api/match/state", json={}).content == before, row.path
