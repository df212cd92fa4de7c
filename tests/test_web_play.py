"""The page at /play by its questions, and in a browser.

Every step is saved before it is told, and nothing is told that the person may not see.
"""

import asyncio
import json
import re
import threading
from datetime import UTC, datetime
from hashlib import sha256

import pytest
from browser import asked_for, broken_words, prefers, sized, violations
from kept import owner_of
from selenium.webdriver import ActionChains
from selenium.webdriver.common.keys import Keys
from served import Page, Person, Server
from starlette.testclient import TestClient

from ninefivetwo.cards import Seat
from ninefivetwo.errors import SearchStopped
from ninefivetwo.keep.daily import new_daily, slot_of
from ninefivetwo.keep.library import Query
from ninefivetwo.keep.session import GameSession, session_of, session_text
from ninefivetwo.web import play
from ninefivetwo.web.lanes import WAITED_FOR, Lane, Lanes
from ninefivetwo.web.play_match import KeptMatch, go_on
from ninefivetwo.web.site import Telling, stream_lines


@pytest.fixture
def person(client, monkeypatch):
    seeds = iter(range(952, 10_000))
    monkeypatch.setattr(play, "new_seed", lambda: next(seeds) | 1 << 127)
    return Person(client).open()


@pytest.mark.parametrize("rules", ["bga", "wikipedia kitty_peek=yes"])
def test_deals_from_each_seat_are_kept_and_tell_their_seed_at_the_end(person, rules, library):
    """A page opened afresh shows the same; each deal is kept, and what it was dealt by is told at its end."""
    name, _, changes = rules.partition(" ")
    person.begin(name, "draw", changes=changes)
    seats = set()
    for number in (1, 2, 3):
        seats.add(person.match["table"]["me"])
        dealing = person.match["fair"]
        assert dealing["salt"] is dealing["dealt"] is None and person.match["number"] == number
        person.finish_deal()
        fresh = Person(person.client).open().match
        person.match["table"]["moved"] = person.match["told"] = []  # a page opened afresh has not seen anything move
        assert fresh == person.match and library.record(fresh["result"]["record"]).over
        assert [seat["score"] for seat in fresh["table"]["seats"]] == [row["total"] for row in fresh["result"]["rows"]]
        dealt = f"{fresh['fair']['salt']} {fresh['fair']['dealt']}".encode()
        assert sha256(dealt).hexdigest() == dealing["fingerprint"]
        if number < 3:
            assert fresh["fair"]["seed"] is None
            person.ask("next")
    assert len(seats) == 3


def test_a_page_that_is_behind_is_shown_how_the_match_stands(person):
    """Two windows of a browser: nothing that one has done is undone by the other, whatever it asks for."""
    person.begin()
    behind = Person(person.client).open()
    version = behind.match["version"]
    person.act()
    for what, asked in (("act", {"choice": "H"}), ("undo", {}), ("claim", {}), ("next", {}), ("leave", {})):
        behind.match["version"] = version
        (line,) = behind.ask(what, **asked)
        assert line["stale"] and line["match"] == Person(person.client).open().match
        assert behind.match["table"]["trump"] == "S"
    behind.match["version"] = version
    assert behind.begin()[0]["stale"] and behind.match["table"]["trump"] == "S"
    assert not behind.begin()[0]["stale"] and behind.match["table"]["trump"] is None
    assert person.act()[0]["stale"] and person.match["version"] == behind.match["version"]


def test_a_name_is_made_safe_to_show(person):
    person.begin(name="  Ann \u202e of " + "x" * 90)
    assert person.match["table"]["seats"][0]["name"] == "Ann of " + "x" * 22 + "…"


class Leaves(Telling):
    """A reader who leaves after so many lines."""

    def __init__(self, lines):
        super().__init__(lambda line: None, Lane.QUICK, Lanes())
        self.lines, self.told = lines, []

    def tell(self, value):
        self.told.append(value)
        if len(self.told) == self.lines:
            self.token.cancel()


def test_who_leaves_while_the_computers_act_finds_what_was_saved(person, library):
    """What was shown is kept, what was not has not been done, and the page goes on from there as if nobody had left."""
    whole = Person(person.client)
    whole.begin(seat="left")
    lines = whole.lines
    owner = owner_of(library)
    session = session_of(library.session(owner)[0])
    start = GameSession.start(session.rules, session.levels, Seat.LEFT, session.seed, True, "You")
    for left_after in range(1, lines - 1):
        match = KeptMatch(library, owner, "")
        begun = match.begin(match.version, start)
        reader = Leaves(left_after)
        with pytest.raises(SearchStopped):
            go_on(reader, match, begun)
        assert len(match.read().session.deal.events) == reader.told[-1].match.events
        person.open().ask("go-on")
        assert person.match["due"] == "person" and person.match["log"] == whole.match["log"]
    assert lines > 2


def test_undo_goes_back_past_a_deals_end(person, library):
    """The deal taken back leaves the library, and is in it once when it has been played again."""
    person.begin()
    person.finish_deal()
    assert len(library.records(Query())) == 1
    before = person.match["events"]
    person.ask("undo")
    assert person.match["due"] == "person" and person.match["events"] < before and person.match["result"] is None
    assert not library.records(Query())
    person.finish_deal().ask("next")
    while person.match["number"] == 2:
        person.ask("undo")
    assert person.match["number"] == 1 and person.match["due"] == "person"
    person.finish_deal()
    assert len(library.records(Query())) == 1
    for _ in range(60):
        lines = person.ask("undo")
    assert "nothing to undo" in lines[0]["error"] and person.match["events"] == 0


def test_a_deal_whose_record_was_not_kept_is_kept_with_the_next(person, library):
    """As after a kill just between the two."""
    person.begin()
    person.finish_deal()
    library.drop_records([person.match["result"]["record"]], "play")
    person.ask("next")
    assert [row.number for row in library.records(Query())] == [1]


def test_a_copy_tells_no_seed(person):
    """For its match may not be over where the copy's is, and the seed would tell its cards to come."""
    person.begin(training=False, changes="deals=1")
    person.finish_deal()
    events = person.match["events"] - 3 * 10
    found = [person.ask("again", events=events + i)[0].get("address") for i in range(3)]
    copy = Person(person.client, "again").open(next(filter(None, found)))
    copy.finish_deal()
    assert copy.match["due"] == person.match["due"] == "over"
    assert copy.match["fair"]["salt"] == person.match["fair"]["salt"] is not None
    assert copy.match["fair"]["seed"] is None and person.match["fair"]["seed"]


def test_in_earnest_a_moment_is_tried_again_but_nothing_undone(person, library):
    """Once its deal is over.  The copy is to learn from; it is no deal of the library, and the match stays as it is."""
    person.begin(training=False)
    for _ in range(5):
        events = person.match["events"]
        person.act()
    assert "no undo in a match in earnest" in person.ask("undo")[0]["error"]
    early = person.ask("again", events=events)
    assert person.status == 400 and "in earnest before it is over" in early[0]["error"]
    assert person.client.get("/play?table=again", follow_redirects=False).headers["location"] == "/play"
    person.finish_deal()
    version, log = person.match["version"], person.match["log"]
    told = person.client.post("/api/match/again", json={"version": version, "events": events}).json()
    copy = Person(person.client, "again").open(told["address"])
    assert copy.match["training"] and copy.match["events"] == events and copy.data["table"] == "again"
    copy.ask("undo")
    copy.finish_deal()
    assert "a replay ends with its deal" in copy.ask("next")[0]["error"]
    assert len(library.records(Query())) == 1
    assert person.open().match["version"] == version and person.match["log"] == log and not person.match["training"]


def test_a_browser_leaves_no_match_but_its_own(person):
    person.begin()
    other = Person(TestClient(person.client.app, "http://127.0.0.1")).open()
    other.begin(seat="right")
    other.ask("leave")
    assert other.open().match is None and person.open().match["table"]["me"] == "dealer"


def test_a_match_left_is_gone_and_its_deals_stay(person, library):
    person.begin().clear()
    person.finish_deal().ask("leave")
    assert person.match is None and Person(person.client).open().match is None
    assert len(library.records(Query())) == 1
    person.begin(seat="right")
    assert person.match["number"] == 1


def test_a_match_that_cannot_be_read_does_not_stand_in_the_way(person, library):
    person.begin()
    library.save_session(owner_of(library), "{}", person.match["version"])
    person.open()
    assert person.match is None and "invalid saved match" in person.data["error"]
    asked = {"rules": "925", "seat": "draw", "left": "club", "right": "club", "training": True}
    person.post("new", version=person.data["version"], **asked)
    assert person.match["number"] == 1


def test_the_deal_of_the_day_is_played_beside_the_match(person, library):
    """In earnest and once; its result is kept at its end, and the match under way is not touched."""
    person.begin(seat="right")
    owner, day = owner_of(library), datetime.now(UTC).date()
    begun = new_daily(library, owner, day, day, "Ann")
    library.save_session(slot_of(owner), session_text(begun), None)
    daily = Person(person.client, "daily").open("/play?table=daily")
    assert daily.data["table"] == "daily" and "no hint in a match in earnest" in daily.ask("hint")[-1]["error"]
    daily.ask("go-on")
    daily.finish_deal()
    assert daily.match["due"] == "over" and library.days_played(owner)[day].record == daily.match["result"]["record"]
    assert len(library.records(Query())) == 1
    assert person.match["version"] == Person(person.client).open().match["version"]


def test_a_deal_that_was_deleted_stays_so_when_its_end_is_shown_again(person, library):
    """Its match goes on as well, without putting it back."""
    person.begin()
    person.finish_deal()
    library.delete_records([person.match["result"]["record"]])
    (end,) = person.ask("end")
    assert end["stage"] == "final" and "deleted" in end["waiting"] and not end["review"]
    person.ask("next")
    assert person.match["number"] == 2 and library.listing(Query()).total == 0


def test_of_hints_of_one_table_only_the_last_asked_for_is_worked_out():
    """However many are asked for at once: the earlier ones end, under way or not begun, and the last has its turn."""
    hold, lanes = threading.Event(), Lanes()

    def long(telling):
        while not hold.wait(0.001):
            telling.tick()
        telling.tell({"done": True})

    async def told(name):
        return [json.loads(line) async for line in stream_lines(lanes, long, Lane.QUICK, name)]

    async def asked():
        others = asyncio.ensure_future(told("hint of another table"))
        *earlier, last = [asyncio.ensure_future(told("hint")) for _ in range(2 * WAITED_FOR)]
        given_up = await asyncio.gather(*earlier)
        hold.set()
        return given_up, await last, await others

    given_up, last, others = asyncio.run(asked())
    assert all(set(line) == {"error"} for (line,) in given_up) and last == others == [{"done": True}]
    assert not lanes.newest
    lanes.close()


# In a browser.

#: Seeds are counted, not drawn; reviews do not say why; and while the file HOLD is there, the computers think.
PRELUDE = """
import time
from itertools import count
from pathlib import Path
from ninefivetwo.keep.session import GameSession
from ninefivetwo.study import deal
from ninefivetwo.web import play
seeds, hold, acts = count(952), Path(HOLD), GameSession.computer_acts
play.new_seed = lambda: next(seeds) | 1 << 127
deal.explained = lambda *_: None
def slowly(session, computers):
    while hold.exists():
        time.sleep(0.01)
    return acts(session, computers)
GameSession.computer_acts = slowly
"""


def test_a_deal_by_clicks_shifts_nothing_and_ends_in_its_review(page):
    """From *Play now* to the result and the review; nothing comes from elsewhere or shifts, no console message.

    Most cards are played by requests, between the first choices and the last.
    """
    page.begin(autoplay=True)
    page.script("looks.watchShifts()")
    for _ in range(3):
        page.choose()
    assert page.script("return window.shifted") == []
    page.play_on(held=3).script("looks.watchShifts()")
    the_last_trick_has_the_names_of_its_players(page)
    choices = 0
    while not page.all(".rail .result"):
        page.choose()
        choices += 1
    assert choices <= 2  # the last card plays itself
    page.drawn()
    texts = "return [...document.querySelectorAll(arguments[0])].map(each => each.textContent)"
    won = [int(told.split(" of ")[0]) for told in page.script(texts, ".outcome .hidden")]
    assert len(won) == 3 and sum(won) == 16
    points = [told.split()[-1] for told in page.script(texts, ".outcome b")]
    assert page.script(texts, ".scores dd") == points  # the first deal's are the match's
    page.wait(".deal-end[data-stage=final]")
    assert violations(page.driver) == [] and page.script("return window.shifted") == []
    before = page.sees()
    page.press("Try again")  # the costliest mistake, by a copy
    page.until(lambda: "table=again" in page.driver.current_url and page.all(".play[data-rest=person]"), "the copy")
    page.choose()
    page.all("a[href='/play']")[-1].click()
    page.until(lambda: "table=again" not in page.driver.current_url and page.all(".play[data-rest]"), "the match")
    assert page.sees() == before
    exchange_is_seen(page)
    assert all(url.startswith((page.server.address, "data:", "blob:")) for url in asked_for(page.driver))


def test_a_deals_end_outlives_a_server_that_is_gone(page):
    """Also after a note that was closed before, here that of the draw: the next press finds its button."""
    page.begin(seat="draw", autoplay=True).choose()
    page.play_on(held=2)
    page.finish()
    page.script("window.asked = fetch; window.fetch = () => Promise.reject(new TypeError('gone'))")
    page.press("Next deal")
    page.says("The server does not answer.", "#notices")
    page.rest()
    assert page.all(".rail .result")
    page.script("window.fetch = asked")
    page.press("Next deal")
    page.until(lambda: page.driver.title.startswith("Deal 2"), "the next deal")


STATE = """return fetch('/api/match/state', {method: 'POST', headers: {'Content-Type': 'application/json'}, body: '{}'})
    .then(answer => answer.json())"""


def the_last_trick_has_the_names_of_its_players(page):
    table = page.script(STATE)["match"]["table"]
    lead = Seat.parse(table["last"]["lead"])
    names = [table["seats"][lead.after(number)]["name"] for number in range(3)]
    assert [each.get_property("textContent") for each in page.all(".last-trick bdi")] == names


def exchange_is_seen(page):
    """At the next deal: cards that are given and taken are named; that waits for a press, and stays in the log."""
    page.settings(speed="normal")
    prefers(page.driver, "light")  # without motion
    page.open().rest()
    page.press("Next deal")
    page.wait(".note .inline")
    others, mine = page.text(".note p").splitlines()
    assert re.fullmatch(r"Beginner \d takes (\w+ cards?) from beginner \d, who gets \1\.", others)
    assert re.fullmatch(r"Beginner \d takes your [♠♥♦♣].+ and gives you [♠♥♦♣].+\.", mine)
    page.press("Continue")
    page.wait(".note", gone=True)
    page.rest()
    assert mine in page.script("return document.getElementById('log').textContent")


def test_a_note_that_waits_for_nothing_can_be_closed(page):
    """At the fastest speed the draw may lie over the choices of whoever deals first; it goes when that is wanted."""
    for _ in range(60):  # two of three draws fall to others, whose first step closes the note
        if page.begin(seat="draw").all(".note .main"):
            break
        page.driver.delete_all_cookies()  # another person, another match
    assert page.text(".note p") == "You drew the highest card and deal first. Your target is 9 tricks."
    page.all(".note .main")[0].click()
    page.choose()
    assert not page.all(".n52-table .call")


def test_a_deal_is_played_judged_and_taken_back_by_keyboard_alone(page):
    """Begun, called, discarded, played, judged, hinted and taken back without a click; the focus stays in the hand."""

    def keys(*keys):
        ActionChains(page.driver).send_keys(*keys).perform()

    def focused():
        return page.script("return document.activeElement.closest('.n52-table .card')?.getAttribute('aria-label')")

    page.open("settings")
    page.settings(seat="dealer", verdicts=True)
    page.open("")
    page.wait(".new-match")
    keys(Keys.ENTER)
    page.rest().step(lambda: keys("h"))  # hearts, not the hint
    assert "Hearts are trump" in page.text(".n52-table")
    for _ in range(4):
        keys(Keys.ARROW_RIGHT, Keys.ENTER)
    page.wait("[data-name=discard]:not(:disabled)")
    page.script("document.activeElement.blur()")
    page.step(lambda: keys(Keys.ENTER))
    keys(Keys.ARROW_RIGHT)  # finds the hand, at a card that can be played
    assert focused() and not page.script("return document.activeElement.getAttribute('aria-disabled')")
    for _ in range(3):
        keys(Keys.ARROW_LEFT)
        assert focused() and not page.script("return document.activeElement.getAttribute('aria-disabled')")
        page.step(lambda: keys(Keys.ENTER))
        assert focused()
    page.wait("#verdict-place[data-stage=final]")
    log = page.sees()
    page.step(lambda: keys("u"))
    assert page.sees() != log
    keys("?")
    page.wait("#advice-place[data-stage]")
    page.wait(".n52-table .hinted")


def test_the_first_steps_come_once(page):
    page.settings(coached=False, seat="left")
    page.open("")
    page.press("Play now")
    page.wait("dialog.coach")
    page.press("Skip all")
    page.wait("dialog.coach", gone=True)
    page.driver.refresh()
    page.rest()
    assert not page.all("dialog.coach")


def test_on_a_phone_advice_covers_no_card(page):
    """A hint is a line above the hand; its sheet ends above the hand, and Escape or a press outside closes it.  Its
    tables break no word.
    """
    page.begin(seat="left")
    page.press("Hint")
    page.wait(".rail .advice[data-stage=final]")
    page.script("document.querySelector('.rail details.figures').open = true")
    for size in page.sizes((1280, 720), (844, 390), (390, 844)):
        assert page.all(".rail details.figures[open]")
        assert broken_words(page.driver, ".rail .advice :is(th, td)") == [], size
    for size in page.sizes((390, 844), (390, 664), (360, 640), (844, 390)):
        page.wait("#advice-place[data-stage]")
        page.until(lambda: page.script("return document.querySelector('.line').innerText.trim()"), "a line")
        assert not page.all(".rail[data-open]") and page.script("return looks.covered()") == 0
        page.all(".line")[0].click()
        page.wait(".rail[data-open=advice]")
        page.drawn()
        assert page.script("return looks.covered()") == 0
        ActionChains(page.driver).send_keys(Keys.ESCAPE).perform()
        assert not page.all(".rail[data-open]")
        page.all(".line")[0].click()
        page.wait("#advice-place[data-stage=final]")  # until then the sheet grows, and its handle moves
        page.drawn()
        page.all(".sheet-close" if size == (844, 390) else ".corner-score")[0].click()
        assert not page.all(".rail[data-open]")


def test_the_menu_is_within_the_window_and_closes_after_use(page):
    """It is within the window, and closes on a press outside, on Escape and after use."""
    page.begin(seat="left")
    page.press("More")
    for size in page.sizes((1280, 720), (844, 390), (390, 844), (320, 640)):
        box = page.script("return document.querySelector('#more').getBoundingClientRect().toJSON()")
        assert 0 <= box["left"] < box["right"] <= size[0], size
        assert page.script("return document.documentElement.scrollWidth <= innerWidth"), size
    sized(page.driver, 1280, 720)
    page.script("document.querySelector('#more').hidePopover()")
    shown = "return document.querySelector('#more').matches(':popover-open')"
    for close in (
        lambda: ActionChains(page.driver).send_keys(Keys.ESCAPE).perform(),
        lambda: page.all(".n52-table .plate.side-0")[0].click(),
        lambda: page.press("New match"),
    ):
        page.press("More")
        assert page.script(shown)
        close()
        page.until(lambda: not page.script(shown), "the menu closed")
    page.press("Keep playing")


def test_a_finished_deal_is_replayed_on_its_table(page):
    """The result lies beside the table; the discards are face up; each card can be seen again, and the best line."""
    page.begin(seat="left", autoplay=True).choose()
    page.play_on(held=2)
    page.finish()
    beside = """const rail = document.querySelector('.rail').getBoundingClientRect();
      return rail.left >= document.querySelector('.felt').getBoundingClientRect().right - 1"""
    assert page.script(beside)
    held = ".n52-table .cards .card[data-card]:not([data-card=''])"
    faces = f'return document.querySelectorAll("{held}").length'
    assert page.script(faces) == 4 and page.all(".pile")  # the dealer's discards; and the last trick
    before = page.sees()
    page.press("Replay")
    page.wait(".replay-bar .where")
    where = "return document.querySelector('.replay-bar .where').textContent"
    page.until(lambda: page.script(where).startswith("0 of "), "the first step")
    assert page.script("return document.activeElement.matches('.replay-bar input')")  # the keys move it
    assert page.script(faces) >= 48
    page.press("All hands")
    page.until(lambda: page.script(faces) == 16, "one's own hand alone")
    page.press("All hands")
    last = int(page.script(where).split()[-1])
    slide = "const e = document.querySelector('.replay-bar input'); e.value = arguments[0];"
    page.script(slide + "e.dispatchEvent(new Event('input'))", last - 6)
    page.until(lambda: page.script(where).startswith(f"{last - 6} of"), "a step near the end")
    page.press("Best line")
    page.until(lambda: page.script(where).startswith("Best line"), "the best line")
    assert page.script(where).endswith("0 of 6")
    page.press("Best line")
    page.until(lambda: page.script(where).startswith(f"{last - 6} of"), "back in the deal")
    page.press("Close")
    page.until(lambda: not page.all(".replay-bar"), "the end again")
    assert page.script("return document.activeElement.matches('.rail button')")
    page.until(lambda: page.sees() == before, "as it was")


def test_a_server_killed_while_a_computer_thinks_loses_nothing(driver, tmp_path):
    """What the page has shown is there when it is begun again, and the computers go on."""
    first = Server(tmp_path, PRELUDE)
    page = Page(driver, first).fresh().begin(seat="left")
    page.choose()
    seen = page.log()
    first.hold()
    page.click_card()
    page.until(lambda: page.log() != seen, "one's own card in the log")
    seen = page.log()
    first.process.kill()
    first.process.communicate()
    first.free()
    second = Server(tmp_path, PRELUDE)
    try:
        page.server = second
        page.open().rest()
        page.until(lambda: page.all(".play[data-rest=person]"), "one's turn")
        assert page.log().startswith(seen.rstrip(".")) and page.log() != seen  # a trick in progress ends in a full stop
    finally:
        second.stop()


#: The server's answer to a card comes when `send` is called, or never.
LATE = """const answer = arguments[0] ? asked : () => Promise.reject(new TypeError("gone"));
    const late = rest => new Promise(send => { window.send = send; }).then(() => answer(...rest));
    window.send = null;
    window.fetch = (...rest) => String(rest[0]).endsWith("/act") ? late(rest) : asked(...rest);"""
#: Only the first line of the answer comes.
FIRST_LINE = """const begun = async (address, options) => {
        const {signal} = options, answer = await asked(address, options), text = await answer.text();
        return new Response(new ReadableStream({start(lines) {
            lines.enqueue(new TextEncoder().encode(text.slice(0, text.indexOf("\\n") + 1)));
            signal.addEventListener("abort", () => lines.error(signal.reason));
        }}), answer);
    };
    window.fetch = (...rest) => (String(rest[0]).endsWith("/act") ? begun : asked)(...rest);"""


def test_a_card_on_its_way_is_taken_back_by_undo_and_by_leaving(page):
    """The card is taken back, and not the choice before it: before the server has heard of it, or never hears of it;
    when computers have acted and the page has not heard of it; while a computer thinks.  What it had begun to do counts
    for nothing, and is not done afterwards; a match left does not come back.
    """
    page.begin(seat="left")
    page.choose()
    before = page.sees()

    def play():
        page.click_card()
        page.wait(".play:not([data-rest])")

    def undo(then):
        play()
        page.press("Undo")
        then()
        page.until(lambda: page.all(".play[data-rest=person]") and page.sees() == before, "the card taken back")

    page.script("window.asked = fetch")
    for heard in (True, False):
        page.script(LATE, heard)
        undo(lambda: page.script("send()"))
    page.script(FIRST_LINE)
    undo(lambda: None)
    page.script("window.fetch = asked")
    page.step(page.click_card)
    page.step(lambda: page.press("Undo"))
    page.server.hold()
    undo(page.server.free)
    page.driver.refresh()
    page.rest()
    assert page.sees() == before
    page.server.hold()
    play()
    page.press("More")
    page.press("New match")
    page.press("End this match")
    page.server.free()
    page.wait(".new-match")
    page.driver.refresh()
    page.wait(".new-match")


def test_a_second_window_follows_the_first(page):
    """A window that is loaded again shows the same; what is done in another is then drawn in it."""
    page.begin(seat="left")
    page.choose()
    before = page.sees()
    page.driver.refresh()
    assert page.rest().sees() == before
    first = page.driver.current_window_handle
    page.driver.switch_to.new_window("tab")
    try:
        page.open()
        page.rest().choose()
        seen = page.sees()
        page.driver.switch_to.window(first)
        page.until(lambda: page.all(".play[data-rest]") and page.sees() == seen, "the other window's card")
    finally:
        page.driver.switch_to.window(next(w for w in page.driver.window_handles if w != first))
        page.driver.close()
        page.driver.switch_to.window(first)
