"""What all pages share on the server's side: the frame, answers line by line, the lanes of work."""

import re
import threading

import pytest
from served import lines_of
from starlette.applications import Starlette
from starlette.routing import Route
from starlette.testclient import TestClient

from ninefivetwo.errors import GameError, SearchStopped
from ninefivetwo.web import shell
from ninefivetwo.web.lanes import Lane, Lanes
from ninefivetwo.web.rules import KEYS
from ninefivetwo.web.server import build
from ninefivetwo.web.site import Site, answer, owner, stream


def asked(library, job, lane=Lane.QUICK):
    """What a job tells, line by line."""
    application = Starlette(routes=[Route("/", lambda request: stream(request, job, lane))])
    application.state.site = Site(library, 4)
    return lines_of(TestClient(application).get("/"))


@pytest.mark.parametrize("error", [GameError("the SA is not held"), SearchStopped("out of time")])
def test_an_error_of_ours_is_the_last_line(library, error):
    def job(telling):
        telling.tell({"at": 0})
        raise error

    assert asked(library, job) == [{"at": 0}, {"error": str(error)}]


def test_a_fault_of_the_program_is_not_hidden(library):
    def job(_):
        raise KeyError("a fault")

    with pytest.raises(KeyError):
        asked(library, job)


def test_background_work_steps_aside_while_somebody_waits(monkeypatch):
    monkeypatch.setattr("ninefivetwo.web.lanes.ASIDE", 600)
    lanes, begun, let_go, order = Lanes(), threading.Event(), threading.Event(), []

    def waited_for():
        begun.set()
        let_go.wait()
        order.append("quick")

    def aside():
        let_go.set()
        lanes.step_aside()
        order.append("background")

    quick = lanes.submit(Lane.QUICK, waited_for)
    begun.wait()
    lanes.submit(Lane.BACKGROUND, aside).result()
    quick.result()
    lanes.close()
    assert order == ["quick", "background"]


def test_where_nothing_is_a_page_says_so(client):
    page, data = client.get("/nowhere"), client.post("/api/nowhere")
    assert (page.status_code, data.status_code) == (404, 404)
    assert "<h1>Page not found</h1>" in page.text and data.json() == {"error": "unknown address"}
    assert '<a class="b main" href="/">Go to Home</a>' in page.text


def test_a_fault_is_a_page_in_the_pages_design(library):
    """Without the fault's words; a request of a script gets JSON."""

    def fails(request):
        raise KeyError("secret")

    application = build(library, "127.0.0.1", 4)
    application.router.routes.insert(0, Route("/fails", fails))
    application.router.routes.insert(0, Route("/api/fails", fails))
    with TestClient(application, "http://127.0.0.1", raise_server_exceptions=False) as client:
        page, data = client.get("/fails"), client.get("/api/fails")
    assert page.status_code == data.status_code == 500 and "secret" not in page.text + data.text
    assert "<h1>Something went wrong</h1>" in page.text and shell.static("base.css") in page.text
    assert page.headers["x-content-type-options"] == "nosniff" and "internal error" in data.json()["error"]


@pytest.mark.parametrize(
    ("path", "marked"),
    [
        ("/", ("/", "page")),
        ("/drill", ("/drill", "page")),
        ("/settings", ("/settings", "page")),
        ("/today", ("/", "true")),
        ("/rules", ("/", "true")),
        ("/nowhere", None),
    ],
)
def test_the_navigation_has_five_pages_and_marks_the_current_one(client, path, marked):
    nav = client.get(path).text.partition("<nav")[2].partition("</nav>")[0]
    links = re.findall(r'<a href="([^"]+)"[^>]*>([^<]*)', nav)
    assert [*map(tuple, links)] == [
        ("/", "Home"),
        ("/play", "Play"),
        ("/drill", "Practise"),
        ("/analyse", "Analyse"),
        ("/library", "Library"),
        ("/settings", ""),
    ]
    assert 'aria-label="Settings"' in nav and "<path" in nav
    assert re.findall(r'<a href="([^"]+)"[^>]* aria-current="(\w+)"', nav) == ([marked] if marked else [])


def test_a_browser_keeps_its_name(client):
    """It is sent anew each month, as long as the browser comes; a name that was not signed here is none."""

    async def named(request):
        return answer({"owner": owner(request)})

    client.app.router.routes.insert(0, Route("/named", named))
    first, again = client.get("/named"), client.get("/named")
    assert first.json() == again.json() and "set-cookie" not in again.headers
    assert "httponly" in first.headers["set-cookie"] and "samesite=lax" in first.headers["set-cookie"]
    (name, value), *_ = client.cookies.items()
    client.cookies.clear()
    client.cookies.set(name, value.replace(".", "x.", 1))
    assert client.get("/named").json() != first.json()


def test_the_frame_is_inert_and_its_files_are_there(client):
    said = shell.page("<b>", "/rules", "ui.js", {"name": "</script><script>"}, body="<p>text</p>").body.decode()
    assert "&lt;b&gt;" in said and "</script><script>" not in said and 'href="/" aria-current="true"' in said
    for name in ("ui.js", "base.css", "theme.js", "table/dom.js"):
        found = client.get(shell.static(name))
        assert found.status_code == 200 and "immutable" in found.headers["cache-control"]
    assert shell.static("table/dom.js") in said  # asked for before the module that needs it has come


def test_a_select_field_shows_the_value_chosen(client):
    said = client.get("/rules?rules=bga").text
    assert re.findall(r'<option value="([^"]*)" selected', said) == ["bga"] and said.count("<option") > 2


#: Where the keys of a script are listed, by how its name begins.
WHERE = {
    **dict.fromkeys(("play", "advice", "plates", "table"), "a match"),
    "drill": "a puzzle",
    "analyse": "an analysis",
    "choosing": "a turn",
}
SIGNS = {"arrowleft": "←", "arrowright": "→"}


def test_every_variable_of_the_style_sheets_is_set():
    """A colour that nothing sets is that of the text around: black letters on green felt, unseen by axe-core."""
    source = "".join(
        path.read_text("utf-8")
        for folder in (shell.STATIC, shell.STATIC / "table")
        for path in folder.iterdir()
        if path.suffix in (".css", ".js")
    )
    used, set_ = set(re.findall(r"var\((--[\w-]+)", source)), set(re.findall(r"[\"'\s{;](--[\w-]+)\"?\s*[:,]", source))
    assert used and used <= set_


def test_every_key_of_a_page_is_listed():
    listed = {(where, key) for where, rows in KEYS.items() for keys, _ in rows for key in keys.replace(",", "").split()}
    found = 0
    for path in (*shell.STATIC.glob("*.js"), *shell.STATIC.glob("*.html"), *shell.STATIC.glob("table/*.js")):
        for key in re.findall(r'"?data-key"?(?:: |=)"(\w+|.)"', path.read_text("utf-8")):
            where = next((there for name, there in WHERE.items() if path.name.startswith(name)), "everywhere")
            sign = SIGNS.get(key, key.capitalize())
            assert {(where, sign), ("everywhere", "Esc" if key == "escape" else sign)} & listed, (path.name, key)
            found += 1
    assert found > 20
