"""Every route of the server: a request that it answers and those that it refuses, with the status and the words.

A request is an object, which is sent as JSON; bytes, which are a body; or a text, which is an address.
"""

from dataclasses import replace
from datetime import UTC, datetime
from functools import cache
from typing import NamedTuple
from urllib.parse import quote

from kept import CLUB, FRIDAY, HOLIDAY, hindsight, only_match
from test_session import step
from test_weakness import keep

from ninefivetwo.cards import Seat
from ninefivetwo.game.events import action_object
from ninefivetwo.game.rules import NAMED
from ninefivetwo.game.share import SharedDeal, share_code
from ninefivetwo.keep.drills.drills import shipped
from ninefivetwo.keep.library import record_id, review_key
from ninefivetwo.keep.session import Computers, Due, GameSession
from ninefivetwo.study import Theme, decision_nodes
from ninefivetwo.think.advise import learned_action
from ninefivetwo.web.sharing import shared_problem
from ninefivetwo.web.shell import LINK_INCOMPLETE, static

NO_JSON = (b"", b"{", b"[]", b"null", b'"x"', b"\xff", b'{"x":' + b"[" * 100_000)
#: The time of every request, the name of the server, and the token that it wants.
NOON, NAME, TOKEN = datetime(2026, 11, 22, 12, tzinfo=UTC), "games.lan", "a-token-of-this-start"
WORLDS = 1  # of a review
DELETED = "the time of the deletion"


class Route(NamedTuple):
    """A route, a request that it answers (at this moment, if any), and words of the answer.

    refused: a status, words of the answer, and the requests that get it, as often as needed
    at: the moment of the browser's match (`moments`), None if it has none
    """

    method: str
    path: str
    good: str | bytes | dict | None
    told: str
    refused: tuple = ()
    at: str | None = None


def get(path, told, *refused, good=None, at=None):
    return Route("GET", path, good or path, told, refused, at)


def post(path, good, told, *refused, at=None):
    unread = () if path in ("forget", "library/import") else (bad(*NO_JSON),)
    return Route("POST", f"/api/{path}", good, told, unread + refused, at)


def bad(*requests):
    """What has not the fields that are expected."""
    return 400, "invalid request", *requests


def at_table(path, good, told, *refused, at="call"):
    """A request about the browser's match, which names its version unless it has another."""
    wrong = bad({"version": "1"}, {"table": "other"}, {"x": 1})
    return post(f"match/{path}", good, told, wrong, *refused, at=at)


def act(at, strings, lists):
    """The user's choice; of what is none, strings and lists are refused with these words."""
    refused = (
        (200, strings, "", "x", "SX", "S" * 300),
        (200, lists, [], ["SA"], ["S2", "S3", "S4", "S5", "S6"]),
        (200, "card twice" if at == "discard" else "not a choice", ["SA"] * 4),
        (200, "not a choice", {}, {"left": ["SA"]}, True, False),
        bad([1], [["SA"]], {"x": []}, {"left": "SA"}, None, 3),
    )
    wrong = ((status, words, *({"choice": each} for each in choices)) for status, words, *choices in refused)
    return at_table("act", {"choice": action_object(learned_action(moments()[at].view))}, '"match"', *wrong, at=at)


@cache
def moments():
    """The browser's match at each moment, for training, with the user as dealer."""
    session = GameSession.start(NAMED["wikipedia"].rules, ("beginner", "beginner"), Seat.DEALER, 952, True, "Ann")
    found, computers = {}, Computers()
    while not session.deal.over:
        mine = session.due is Due.PERSON
        found.setdefault(session.deal.turn.kind.__name__.lower() if mine else "computer", session)
        if mine and sum(session.deal.won) > 13:
            found["claim"] = session
        session = step(session, computers)
    return found | {"over": session}


def fill(library):
    """Put in the record that requests are about, with its review; a mistake of Ann's; and a record that is deleted."""
    for text in (FRIDAY, HOLIDAY):
        library.add_records(text, "evening.n52")
    library.add_review(RECORD, review_key(WORLDS, 0), hindsight())
    keep(library, Theme.TRUMPS_NOT_DRAWN)
    library.delete_records([record_id(only_match(HOLIDAY))])


ELSEWHERE = "request from another site refused"
FROM_LINK = {"Sec-Fetch-Mode": "navigate", "Sec-Fetch-Site": "cross-site"}
HOSTS = ("evil.example", f"{NAME}.evil.example", f"{NAME}.", "a:b:c")
#: What is refused of a browser without the cookie, on every route; and then only where something is changed.
GUARDED = (
    (400, "unknown host name", *({"Host": name} for name in HOSTS)),
    (403, ELSEWHERE, {"Sec-Fetch-Site": "same-site"}, {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Dest": "document"}),
    (403, ELSEWHERE, FROM_LINK, *(FROM_LINK | {"Sec-Fetch-Dest": each} for each in ("iframe", "image", "empty"))),
    (401, "open the whole address", {}, {"Cookie": "n52_token=another"}),
)
ORIGINS = ("http://evil.example", f"http://{NAME}:8000", "null", "http://[")
CHANGES_GUARDED = (
    (403, ELSEWHERE, FROM_LINK | {"Sec-Fetch-Dest": "document"}, *({"Origin": origin} for origin in ORIGINS)),
)

MATCH = only_match(FRIDAY)
RECORD, CARD = record_id(MATCH), decision_nodes(MATCH.deal)[9].action.card
DEAL, SEEN = (share_code(SharedDeal(replace(MATCH, deal=each))) for each in (MATCH.deal, MATCH.deal.seen_by(Seat.LEFT)))
PUZZLE, CHANCE = (next(each for each in shipped() if each.kind == kind) for kind in ("play", "know"))
HAND = {"told": {"hand": "KJT3.AJ94.K86.QJ965"}}
OPEN = {"told": {"dealer": "3..A.AQ", "left": "A.2..K3", "right": "2.45..2", "trump": "N", "lead": "dealer"}}
NO_FORM = bad({"told": {"hand": 3}}, {"told": {"hand": "A" * 2000}}, {"told": []}, {}, {"x": 1})
NEW = {"rules": "wikipedia", "left": "club", "right": "club", "seat": "dealer", "training": True}
DAY, TOMORROW = {"today": "2026-11-22"}, {"today": "2026-11-22", "day": "2026-11-23"}
NO_DAY = (400, "not a date", {"today": "x"}), (400, "is not today", {"today": "2026-11-25"}), bad({"today": 3}, {})
NO_DEAL = (400, "not a date", DAY | {"day": "<b>"}), (400, "cannot be played before", TOMORROW)
NO_RECORD, NO_MATCH = (400, "unknown record", {"record": "nothing"}), "no match in progress"
NO_WEAKNESS = (200, "unknown weakness of", {"player": "Bob", "weak": "ruffs"})
NO_CODES = ("1", "zzz", "1" + "a" * 40, "x" * 5000, "1<script>")


def of_record(path, told):
    refused = (404, "unknown record", path + "nothing"), (404, "Page not found", path + "..%2f..%2fetc%2fpasswd")
    return get(path + "{id}", told, *refused, good=path + RECORD)


def of_code(end, told):
    refused = (404, LINK_INCOMPLETE, *(f"/s/{code}{end}" for code in (*NO_CODES, "%00")))
    return get("/s/{code}" + end, told, refused, good=f"/s/{DEAL}{end}")


def what_if(choices, decision=9, record=RECORD):
    return f"/api/what-if/{record}?decision={decision}&choices={quote(choices)}"


ROUTES = (
    get("/", "<h1>"),
    get("/today", "<h1>Today</h1>"),
    get("/settings", "<h1>Settings</h1>"),
    get("/rules", "<h1>Rules</h1>", (404, "unknown rule set", "/rules?rules=bridge")),
    get("/play", '"table":""', at="call"),
    get("/drill", '"problem":{', (404, "unknown problem", "/drill?problem=" + "0" * 16), good="/drill?kind=play"),
    get("/drill", '"problem":null', good="/drill?kind=what"),
    get(
        "/analyse",
        '"kind":"layout"',
        (200, LINK_INCOMPLETE, *(f"/analyse?code={code}" for code in NO_CODES)),
        (200, "unknown record", "/analyse?record=nothing", "/analyse?record=..%2f..%2fetc%2fpasswd"),
        good=f"/analyse?record={RECORD}&after=5",
    ),
    get(
        static("")[:-1],
        "export",
        (404, "Page not found", static("..%2fserver.py"), static("table/none.js")),
        good=static("table/dom.js"),
    ),
    get("/library", '"count":', good="/library?words=nobody&sort=luck"),
    get("/library/progress", "<h1>"),
    get("/library/export", "SQLite format 3"),
    of_record("/library/record/", '"Ann"'),
    of_record("/review/", "Ann"),
    of_record("/match/", "Ann"),
    of_record("/reviewing/", "Reviewing the deal"),
    of_record("/reviewing-match/", "Reviewing the deal"),
    of_code(".svg", "<svg"),
    of_code("", f"/analyse?code={DEAL}"),
    get(
        "/api/what-if/{id}",
        '"tables"',
        *((400, words, what_if(f'["{cards}"]')) for words, cards in (("SA", 'SA","SA'), ("XX", "XX"))),
        *((400, words, what_if(choices)) for choices, words in (("[]", "invalid choices"), ("{", "not JSON"))),
        (400, "not a choice", what_if("[[1]]")),
        (400, "unknown decision", what_if('["SA"]', 900)),
        (400, "not a decision's number", what_if('["SA"]', -1), what_if('["SA"]', "1" * 5000)),
        (400, "unknown record", what_if('["SA"]', record="nothing")),
        good=what_if(f'["{CARD}"]'),
    ),
    post("home", DAY, '"standing"', *NO_DAY),
    post("today", DAY, '"weak"', *NO_DAY, *NO_DEAL),
    post("today/play", DAY, "/play?table=daily", *NO_DAY, *NO_DEAL, (400, "invalid name", DAY | {"name": "club 1"})),
    post("analyse/hand", HAND, '"ready":true', NO_FORM),
    post("analyse/layout", OPEN, '"turn"', NO_FORM),
    post("analyse/values", OPEN, '"best":["DA"]', NO_FORM),
    post("analyse/solve", OPEN, '"ranges"', NO_FORM),
    post("analyse/advise", HAND, '"stage":"final"', bad({"told": []}, {"opponents": "x"}, {"x": 1})),
    post("drill/next", {"problem": PUZZLE.id}, PUZZLE.id, bad({"kind": 3}), (200, "expected one of", {"kind": "lead"})),
    post(
        "drill/answer",
        {"problem": PUZZLE.id, "answer": action_object(PUZZLE.best.action)},
        '"mark":10',
        bad({}),
        (200, "not a card: 'XX'", {"problem": PUZZLE.id, "answer": "XX"}),
        (200, "unknown problem", {"problem": "f" * 16, "answer": "SA"}),
        (200, "invalid chance", {"problem": CHANCE.id, "answer": 7}),
    ),
    post("drill/weak", {"player": "Bob"}, "trumps-not-drawn", bad({"player": 3})),
    post("drill/mine", {"player": "Bob", "weak": "trumps-not-drawn"}, '"looked":1', NO_WEAKNESS),
    post("drill/next", {"player": "Bob", "weak": "trumps-not-drawn"}, '"kind":"play"', NO_WEAKNESS),
    post("library/list", {"words": "an"}, '"count":', bad({"sort": "luck"}, {"x": 1})),
    post("library/delete", {"ids": [RECORD]}, "1 deal", (400, "unknown record", {"ids": ["x"]}), bad({"ids": "x"}, {})),
    post("library/restore", {"at": DELETED}, "1 deal restored", (400, "unknown deletion", {"at": "x"}), bad({})),
    post(
        "library/import",
        CLUB.encode(),
        "1 deal, all new",
        (200, "line 1: not text", b"\xff\xfe"),
        (200, "line 3: ", b'\n\n[Deal "x"]'),
        (200, "no deal", b""),
        (200, "file", b"SQLite format 3\0" + bytes(100)),
    ),
    post("library/progress", {"name": "Bob"}, '"phases"', bad({}, {"name": 3}, b'{"name":"\xff"}')),
    post("reviews", {"record": RECORD}, '"done":true', NO_RECORD, bad({}, {"record": RECORD, "x": 1})),
    post("reviews/stop", {"record": RECORD}, "{}", NO_RECORD, bad({})),
    post(
        "share",
        {"record": RECORD},
        '"code"',
        NO_RECORD,
        (400, "unknown problem", {"problem": "x"}),
        (400, NO_MATCH, {"playing": True}),
        bad({"record": RECORD, "seat": "up"}, {"x": 1}),
    ),
    post(
        "share/play",
        {"record": RECORD, "decision": 20},
        "/play?table=again",
        NO_RECORD,
        (400, "nothing to play on", {"record": RECORD}, {"code": DEAL}, {"code": SEEN}),
        (400, "cannot play on", {"code": share_code(shared_problem(PUZZLE))}),
        (400, "invalid code", {"code": "x"}),
        bad({"x": 1}),
    ),
    post("forget", {}, "{}"),
    post(
        "match/new",
        NEW,
        '"match"',
        (400, "unknown rule set", NEW | {"rules": "x"}),
        (400, "perhaps", NEW | {"changes": "kitty_peek=perhaps"}),
        (400, "robot", NEW | {"left": "robot"}),
        (400, "invalid name", NEW | {"name": "club 1"}),
        bad(NEW | {"seat": "north"}, NEW | {"x": 1}, {}),
    ),
    act("call", "unknown denomination", "not a choice"),
    act("discard", "not a choice", "discarded (expected 4)"),
    act("play", "not a card", "not a choice"),
    at_table("state", {}, '"match":{'),
    at_table("go-on", {}, '"due":"person"', at="computer"),
    at_table("undo", {}, '"match"', at="discard"),
    at_table("undo", None, "", (200, "nothing to undo", {})),
    at_table("claim", {}, '"over":true', at="claim"),
    at_table("claim", None, "", (200, "nothing to claim", {})),
    at_table("claim", None, "", (200, "Claim refused", {}), at="play"),
    at_table("next", {}, '"number":2', (400, "a replay ends with its deal", {"table": "again"}), at="over"),
    at_table(
        "again",
        {"events": 0},
        "/play?table=again",
        (400, "no decision of yours", {"events": 1}, {"events": 999}, {"events": -1}),
        (400, "another window", {"events": 0, "version": 0}),
    ),
    at_table("replay", {}, '"tables"', (400, "another window", {"version": 0}), at="over"),
    at_table("line", {"events": 9}, '"tables"', (200, "no card is due after event 0", {"events": 0}), at="over"),
    at_table("leave", {}, '"match":null'),
    at_table("hint", {}, '"stage":"final"', (200, "another window", {"version": 0}), at="claim"),
    at_table("verdict", {}, '"stage":"final"', at="discard"),
    at_table("verdict", None, "", (200, "no choice of yours in this deal yet", {})),
    at_table("end", {}, '"stage":"final"', (400, "a replay is not reviewed", {"table": "again"}), at="over"),
    at_table("end", None, "", (400, "not over", {})),
    get("/api/match/download", "[Event", at="call"),
    Route("GET", "/api/match/download", None, "", ((400, NO_MATCH, "/api/match/download"),)),
    *(at_table(name, None, "", (200, NO_MATCH, {}), at=None) for name in ("hint", "verdict")),
    *(at_table(name, None, "", (400, NO_MATCH, {}), at=None) for name in ("replay", "end")),
)
