"""What docs/safety.md promises, asked for by HTTP: who may ask, what every answer says, limits, and files."""

import re
import select
import socket
import stat

import pytest
from commands import refusal, run, started
from served import LIMIT, Server
from starlette.exceptions import HTTPException
from starlette.routing import Route
from starlette.testclient import TestClient

from ninefivetwo.errors import FileError
from ninefivetwo.game.share import share_code
from ninefivetwo.keep.drills.drills import shipped
from ninefivetwo.keep.library import Library
from ninefivetwo.web.guard import HEADERS, POLICY, Access
from ninefivetwo.web.server import access_for, address, build, kept_token, new_token, signing_key
from ninefivetwo.web.sharing import shared_problem
from ninefivetwo.web.shell import static

TOKEN = "a-token-of-this-start"
LAN = Access.of("0.0.0.0", ("games.lan",), TOKEN, "n52_token")
LOCAL = Access.of("127.0.0.1", (), TOKEN, "n52_token")


@pytest.fixture
def asking(tmp_path):
    """A client of a server with this access, called by this name."""
    library = Library(tmp_path / "library.sqlite")

    def client(access, name):
        application = build(library, "127.0.0.1", 4, access)
        application.router.routes.insert(0, Route("/api/broken", broken, methods=["POST"]))
        application.router.routes.insert(0, Route("/api/late", late, methods=["POST"]))
        return TestClient(application, f"http://{name}", raise_server_exceptions=False, follow_redirects=False)

    yield client
    library.close()


async def broken(request):
    raise KeyError("a fault of the program")


async def late(request):
    raise HTTPException(408)


LINK = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"}
OTHERS = ("games.lan:80", "192.168.1.5:9520")


@pytest.mark.parametrize(
    ("access", "name", "headers", "status"),
    [
        *((LOCAL, name, {}, 200) for name in ("127.0.0.1", "localhost:9520", "[::1]:9520", "LOCALHOST")),
        *((access, name, {}, status) for name in OTHERS for access, status in ((LAN, 401), (LOCAL, 400))),
        (LOCAL, "127.0.0.1", LINK, 200),
    ],
)
def test_this_machine_is_asked_by_its_own_names(asking, access, name, headers, status):
    """A name of another site's that leads here would let its pages read ours (DNS rebinding); but it may link to us."""
    assert asking(access, name).get("/rules", headers=headers).status_code == status


def test_the_token_opens_the_door_once_and_the_cookie_ever_after(asking):
    client = asking(LAN, "games.lan")
    for path in ("/rules", "/rules?token=", "/rules?token=another", static("base.css"), "/api/forget"):
        assert client.get(path).status_code == 401
    assert client.post(f"/api/forget?token={TOKEN}").status_code == 401
    said = client.get(f"/rules?rules=bga&token={TOKEN}")
    cookie = said.headers["set-cookie"]
    assert "HttpOnly" in cookie and "SameSite=strict" in cookie and said.status_code == 200
    assert 'content="0; url=/rules?rules=bga"' in said.text and TOKEN not in said.text
    assert client.get("/rules").status_code == client.get(static("base.css")).status_code == 200
    client.cookies.clear()
    client.cookies.set("n52_token", "another")
    assert client.get("/settings").status_code == 401


def test_a_link_from_elsewhere_is_followed_with_the_cookie(asking):
    """A strict cookie does not come with it, so the page asks once more, as its own."""
    client, reader = asking(LAN, "games.lan"), {"Accept": "text/html"}
    said = client.get("http://games.lan//evil.example/s/A%22B?x=1", headers=reader)
    assert said.status_code == 200 and 'url=/evil.example/s/A%22B?x=1&amp;by-link=1"' in said.text
    assert client.get("/rules?by-link=1", headers=reader).status_code == 401
    client.cookies.set("n52_token", TOKEN)
    said = client.get("/rules?rules=bga&by-link=1", headers=reader)
    assert (said.status_code, said.headers["location"]) == (303, "/rules?rules=bga")


OWN = {"Origin": "http://127.0.0.1"}


@pytest.mark.parametrize("headers", [{}, OWN, OWN | {"Sec-Fetch-Site": "same-origin"}])
def test_what_changes_anything_is_asked_for_by_our_own_pages(asking, headers):
    """Or by no browser: nobody's cookies can be misused."""
    assert asking(LOCAL, "127.0.0.1").post("/api/forget", headers=headers).status_code == 200


def test_every_answer_says_what_a_browser_may_do_with_it(asking):
    client = asking(LOCAL, "127.0.0.1")
    answers = [
        client.get("/rules"),
        client.get(static("base.css")),
        client.get("/nothing"),
        client.get("/rules?rules=bridge"),
        client.get("/rules", headers={"Host": "evil.example"}),
        client.get("/api/forget"),
        client.post("/api/forget"),
        client.post("/api/forget", headers={"Origin": "null"}),
        client.post("/api/broken"),
        client.post("/api/late"),
        asking(LAN, "games.lan").get("/rules"),
    ]
    assert [said.status_code for said in answers] == [200, 200, 404, 404, 400, 405, 200, 403, 500, 408, 401]
    for said in answers:
        for name, value in HEADERS.items():
            own = said is answers[1] and name == "Cache-Control"
            needless = said.status_code in (400, 401) and name == "Cross-Origin-Opener-Policy"  # not by our names
            assert said.headers.get_list(name) == [value] or own or needless, (said.url, name)
        assert "Traceback" not in said.text and "KeyError" not in said.text
    assert answers[1].headers["cache-control"] == "public, max-age=31536000, immutable"
    assert "unsafe" not in POLICY and "default-src 'none'" in POLICY and "frame-ancestors 'none'" in POLICY


@pytest.mark.parametrize("number", ["9" * 400, "9" * 5000, "-1", "\u0663", "1e5"])
def test_a_number_of_any_length_is_no_fault(asking, number):
    """Python reads none of more than 4300 digits, SQLite none of more than 64 bits."""
    client, code = asking(LOCAL, "127.0.0.1"), share_code(shared_problem(shipped()[0]))
    for asked in (f"/s/{code}?", f"/s/{code}.svg?", f"/analyse?code={code}&deal={number}&", "/analyse?held=SA&given="):
        assert client.get(f"{asked}after={number}").status_code in (200, 303)
    assert client.post("/api/library/list", json={"start": 10**19 - 1}).status_code == 200


def test_whoever_sends_too_slowly_is_not_waited_for(tmp_path):
    """Neither for the head of a question nor for its body; others are answered meanwhile."""
    quick = "from ninefivetwo.web import guard, server\nguard.BODY_SECONDS = server.HEAD_SECONDS = 1.0\n"
    server = Server(tmp_path, quick + "guard.WHOLE_BODY_SECONDS = 2.0\n")
    head, second, body, drops = (socket.create_connection(("127.0.0.1", server.port), LIMIT) for _ in range(4))
    post = b"POST /api/library/import HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 99\r\n\r\nabc"
    head.sendall(b"GET /rules HT")
    body.sendall(post)
    drops.sendall(post)
    second.sendall(b"GET /rules.js HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\nGET /rules HT")
    while not select.select([drops], [], [], 0.1)[0]:
        drops.sendall(b"a")
    assert head.recv(100) == b""
    assert body.recv(12) == drops.recv(12) == b"HTTP/1.1 408"
    while second.recv(10_000):
        pass
    assert server.ask("GET", "/rules")[0] == 200
    for each in (head, second, body, drops):
        each.close()
    server.stop()


WORK = """
from starlette.routing import Route
from ninefivetwo.web import rules
from ninefivetwo.web.site import stream

def for_ever(telling):
    telling.tell({"begun": True})
    while True:
        telling.tick()

routes = rules.routes
rules.routes = lambda: [*routes(), Route("/api/work", lambda request: stream(request, for_ever))]
"""


def test_the_end_waits_for_no_work(tmp_path):
    """Ctrl-C, or a kill that asks first, ends the server in the middle of an answer, with nothing to complain of."""
    server = Server(tmp_path, WORK)
    reader = socket.create_connection(("127.0.0.1", server.port))
    reader.sendall(b"GET /api/work HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
    said = b""
    while b"begun" not in said:
        said += reader.recv(1000)
    server.stop()
    reader.close()


def test_secrets_are_kept_for_their_owner_alone(tmp_path):
    library = tmp_path / "library.sqlite"
    key, token = signing_key(library), kept_token(library)
    (tmp_path / "library.sqlite.key").chmod(0o644)  # as an earlier version may have left it
    assert (signing_key(library), kept_token(library)) == (key, token)
    for path in tmp_path.iterdir():
        assert stat.S_IMODE(path.stat().st_mode) == 0o600, path
    assert len(key) == 64 and len(token) == 22


def test_an_empty_secret_is_none_and_another_files_is_refused(tmp_path):
    library = tmp_path / "library.sqlite"
    for secret, end in ((signing_key, "key"), (kept_token, "token")):
        path = tmp_path / f"library.sqlite.{end}"
        path.touch()  # as a full disk or a power failure may leave it
        assert len(secret(library)) > 20 and path.read_text() == secret(library)
        path.write_bytes(b"\xff\xfe")
        with pytest.raises(FileError, match=f"{end}: not a secret of ninefivetwo"):
            secret(library)


def test_a_token_is_new_at_each_start_unless_it_is_kept(tmp_path):
    library = tmp_path / "library.sqlite"
    tokens = {access_for(library, "0.0.0.0", (), False).token for _ in range(3)} | {new_token()}
    assert len(tokens) == 4 and all(len(token) == 22 for token in tokens)
    assert access_for(library, "0.0.0.0", (), True) == access_for(library, "0.0.0.0", (), True)
    assert access_for(library, "127.0.0.1", (), False).token is None
    assert access_for(library, "127.0.0.1", ("games.lan",), False).token


def test_the_printed_address_holds_the_token():
    assert address("127.0.0.1", 9520, LOCAL) == "http://127.0.0.1:9520/"
    assert address("::1", 9520, LOCAL) == "http://[::1]:9520/"
    assert address("192.168.1.5", 9520, LAN) == f"http://192.168.1.5:9520/?token={TOKEN}"
    assert "0.0.0.0" not in address("0.0.0.0", 9520, LAN)


@pytest.mark.parametrize(("host", "told"), [("::", "Only IPv6 reaches this page"), ("0.0.0.0", "")])
def test_a_page_that_only_ipv6_reaches_says_so(tmp_path, monkeypatch, host, told):
    monkeypatch.setattr("ninefivetwo.cli.serve.free_port", lambda host, port: 9520)
    monkeypatch.setattr("ninefivetwo.web.server.serve", lambda *args: None)
    done = run("serve", "--host", host, "--no-browser", "--library", tmp_path / "library.sqlite")
    assert done.returncode == 0 and ("IPv6" in done.stderr) == bool(told) and told in done.stderr


def test_a_port_that_is_taken_is_named(server):
    told = refusal("serve", "--port", str(server.port), "--no-browser", "--library", str(server.library))
    assert str(server.port) in told and "expected" in told


@pytest.mark.parametrize("options", [("--host", "127.0.0.2"), ("--allow-host", "games.lan")])
def test_whoever_lets_others_in_is_told_the_token_and_what_it_opens(tmp_path, options):
    arguments = ("serve", "--port", "0", "--no-browser", "--library", tmp_path / "library.sqlite", *options)
    with started(*arguments) as served:
        told = served.stdout.readline()
        assert re.match(r"http://[\d.]+:\d+/\?token=[\w-]{22} \(Ctrl-C stops it", told), told
        assert served.stderr.readline().startswith("Anyone with this address, which includes a token, can see")
