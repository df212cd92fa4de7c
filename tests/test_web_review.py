"""Reviews on pages: made in the background and kept as they come, followed, stopped; shown, and played on from."""

import threading

import pytest
from browser import ALL_RULES, REVIEW, violations
from kept import ROOT, only_match
from reviews import review_once
from served import lines_of
from starlette.testclient import TestClient

from ninefivetwo.errors import ReviewError
from ninefivetwo.game.records import read_file
from ninefivetwo.keep.library import Library, review_key
from ninefivetwo.keep.library.library import PLAYED_HERE
from ninefivetwo.study.deal import dealt_text
from ninefivetwo.web import reviewing
from ninefivetwo.web.lanes import Lanes
from ninefivetwo.web.review import progress_words
from ninefivetwo.web.reviewing import Reviewing, ReviewsLeft
from ninefivetwo.web.server import build

MATCH = (ROOT / "tests" / "data" / "match.n52").read_text()
WORLDS = 4
#: The served program: reviews of Zora's deals, in hindsight alone, wait as long as the file HOLD is there.
PRELUDE = """
import time
from pathlib import Path
from ninefivetwo.web import reviewing
made = reviewing.review

def held(match, limits, tick, **named):
    while "Zora" in match.names and Path(HOLD).exists():
        tick(1, 4)
        time.sleep(0.02)
    return made(match, None, tick, **named)

reviewing.review = held
"""


@pytest.fixture(scope="module")
def kept():
    """Reviews of the match's two deals, made once."""
    return [review_once(record.match) for record in read_file(MATCH).records]


def added(library, source="match.n52", text=MATCH):
    return [id for id, _ in library.add_records(text, source)]


class Gate:
    """Stands for `review`: each one waits until it is let through, and tells which deal has begun."""

    def __init__(self, kept):
        self._kept = {each.deal: each for each in kept}
        self.begun, self.through, self.made = threading.Semaphore(0), threading.Semaphore(0), []

    def __call__(self, match, limits, tick, judge, opponents):
        self.made.append(match.number)
        self.begun.release()
        while not self.through.acquire(timeout=0.01):
            tick(1, 4)
        if "Bad" in match.names:
            raise ReviewError("a deal that cannot be reviewed")
        return self._kept[dealt_text(match.deal)]


@pytest.fixture
def queue(library, kept, monkeypatch):
    """The queue with reviews that wait at a gate."""
    gate, lanes = Gate(kept), Lanes()
    monkeypatch.setattr(reviewing, "review", gate)
    found = Reviewing(library, lanes, WORLDS)
    yield found, gate
    found.close()
    lanes.close()


def waited(queue, records):
    """Wait until nothing of these is left to do."""
    done = threading.Event()
    queue._watchers.add(done.set)
    while queue.left(records).left:
        done.wait()
        done.clear()


def test_each_review_is_kept_as_soon_as_it_is_done(library, queue):
    reviews, gate = queue
    one, two = added(library)
    reviews.ask([one, two, one])
    gate.begun.acquire()
    assert reviews.left([one, two]).left == (one, two) and reviews.left([two]).before == 1
    gate.through.release()
    gate.begun.acquire()
    assert library.review(one, reviews.key) and not library.review(two, reviews.key)
    assert reviews.left([one, two]).seconds is not None
    gate.through.release()
    waited(reviews, [one, two])
    assert library.review(two, reviews.key) and gate.made == [1, 2]
    reviews.ask([one, two])
    assert not reviews.left([one, two]).left


def test_a_review_waited_for_comes_first_and_a_stopped_one_never(library, queue):
    reviews, gate = queue
    one, two = added(library)
    third, fourth = added(library, text=MATCH.replace("rule 2", "Zora"))
    reviews.ask([one, two, third])
    gate.begun.acquire()
    reviews.ask([fourth], first=True)
    assert reviews.left([one, two, third, fourth]).left == (one, fourth, two, third)
    reviews.stop([one, two, third])
    assert reviews.left([one, two, third]).left == ()
    gate.begun.acquire()
    assert gate.made == [1, 2] and library.review(one, reviews.key) is None
    reviews.ask([one])
    assert reviews.left([one, fourth]).left == (fourth, one)


def test_a_deal_that_cannot_be_reviewed_does_not_end_the_queue(library, queue):
    reviews, gate = queue
    one, two = added(library)
    bad, _ = added(library, text=MATCH.replace("rule 2", "Bad"))
    reviews.ask([bad, two])
    gate.through.release(2)
    waited(reviews, [bad, two])
    assert reviews.fault(bad) == "a deal that cannot be reviewed" and reviews.fault(two) is None
    assert library.review(two, reviews.key) and library.review(one, reviews.key) is None


def test_at_the_end_nothing_more_is_begun(library, queue):
    reviews, gate = queue
    one, two = added(library)
    reviews.ask([one])
    gate.begun.acquire()
    reviews.close()
    reviews.ask([two])
    waited(reviews, [one, two])
    assert gate.made == [1] and library.review(one, reviews.key) is None


def test_how_long_it_takes_is_told_in_words():
    assert progress_words(ReviewsLeft(("a",), None, 0, None), 1) == "Analysing …"
    assert progress_words(ReviewsLeft(("a",), 0.5, 0, 12.4), 1) == "About 12 s left."
    assert progress_words(ReviewsLeft(("a", "b"), None, 2, 200.0), 3) == (
        "1 of 3 deals reviewed. Waiting for 2 other reviews. About 3 min left."
    )


def test_a_deal_is_reviewed_while_its_page_waits_and_then_shown(library, client, shared_reviews):
    (one, _) = added(library)
    waiting = client.get(f"/review/{one}", follow_redirects=False)
    assert waiting.status_code == 303 and waiting.headers["location"] == f"/reviewing/{one}"
    assert "Reviewing the deal" in client.get(f"/reviewing/{one}").text
    lines = lines_of(client.post("/api/reviews", json={"record": one}))
    assert (lines[-1]["stage"], lines[-1]["done"], lines[-1]["part"]) == ("final", True, 1.0)
    assert lines[-1]["deals"][0]["line"].startswith("Club 1: 11")
    shown = client.get(f"/review/{one}")
    policy = shown.headers["content-security-policy"]
    assert shown.status_code == 200 and "unsafe" not in policy and policy.count("'sha256-") >= 2


def test_deals_of_matches_are_reviewed_without_being_asked(library, shared_reviews):
    """A server that begins finds the deals that were played and lack a review, but not records from elsewhere."""
    (played, _), (other, _) = added(library, PLAYED_HERE), added(library, text=MATCH.replace("rule 2", "Olga"))
    site = build(library, "127.0.0.1", WORLDS)
    with TestClient(site, base_url="http://localhost"):
        reviews = site.state.site.reviews
        waited(reviews, [played, other])
        assert library.review(played, reviews.key) and library.review(other, reviews.key) is None


# In a browser.


@pytest.fixture(scope="module")
def reviewed(server, kept):
    """The two deals, reviewed in the server's library."""
    with Library(server.library) as library:
        ids = added(library)
        for id, review in zip(ids, kept, strict=True):
            library.add_review(id, review_key(WORLDS, 0), review)
    return ids


def test_a_match_is_reviewed_deal_by_deal_stopped_and_shown(page):
    """One deal is kept already; the work on the other is stopped, what is done is shown; then it goes on."""
    page.server.hold()
    with Library(page.server.library) as library:
        first, second = added(library, text=MATCH.replace("rule 2", "Zora"))
        library.add_review(first, review_key(WORLDS, 0), review_once(only_match(library.record(first).text)))
    page.open(f"match/{second}")
    page.until(lambda: len(page.all(".reviewing-deals a")) == 1, "the first deal")
    page.says("1 of 2 deals reviewed")
    page.press("Stop")
    page.says("Finished reviews are kept")
    page.all("a[href$='part=1']")[0].click()
    page.until(lambda: page.all("#match:not([hidden])"), "the match")
    assert len(page.all("#deallist li")) == 1 and "not reviewed yet" in page.text("#leftout")
    page.open(f"match/{second}")
    page.says("1 of 2 deals reviewed")
    page.press("Stop")
    page.press("Continue")
    page.server.free()
    page.until(lambda: page.all("#match:not([hidden])"), "the match")
    assert [link.text for link in page.all("#deals a")] == ["All deals", "Deal 1", "Deal 2"]
    page.all("#deallist a")[1].click()
    page.until(lambda: page.driver.current_url.endswith("#deal-2"), "the second deal")
    page.until(lambda: page.text("#title").endswith("deal 2"), "its title")


def press_card(page, cards, place=0):
    """Press one of some cards, once nothing moves: a press while cards move only cuts the motion short."""
    script = "const found = document.querySelectorAll(arguments[0])[arguments[1]]; if (table.running || !found) return"
    page.until(lambda: page.script(REVIEW + script + " false; found.click(); return true", cards, place), cards)


def step(page):
    """One step on, until all cards lie where they belong."""
    page.script("document.getElementById('next').click()")
    page.until(lambda: page.script(REVIEW + "return !table.running"), "cards at rest")


def on_to_a_choice(page):
    page.until(lambda: page.script(REVIEW + "return !table.running"), "cards at rest")
    while not page.all(OTHER):
        step(page)


OTHER = ".card.can:not(.raised)"  # a card that was not chosen


def show_choice(page, phase, words):
    """The deal's first decision of a phase."""
    index = page.script(
        REVIEW + "return DATA.deals[0].decisions.find(each => each.phase === arguments[0]).index", phase
    )
    page.script(f"location.hash = '#deal-1-decision-{index}'")
    page.until(lambda: words in page.text("#where"), words)


def test_another_choice_is_played_on_the_page_and_taken_back(page, reviewed):
    """Another card is played, the deal goes on, another one after that; then back; then a discard, card by card; in
    another deal, another gift.
    """
    page.open(f"review/{reviewed[0]}#deal-1-decision-9")
    on_to_a_choice(page)
    real = page.driver.current_url
    press_card(page, OTHER)
    page.until(lambda: page.all("#banner:not([hidden])"), "what if")
    assert "instead of" in page.text("#banner") and "club players" in page.text("#words")
    assert not page.all("#finders *")  # which are of the choice that was made
    step(page)
    on_to_a_choice(page)
    before = page.text("#banner")
    press_card(page, OTHER)
    page.until(lambda: page.text("#banner") != before, "the second what if")
    page.press("Return to the actual deal")
    assert not page.all("#banner:not([hidden])") and page.driver.current_url == real
    show_choice(page, "discard", "Discard")
    for number in range(4):
        press_card(page, OTHER + ":not(.picked)", 2 * number)
        assert not page.all("#banner:not([hidden])")
    press_card(page, "[data-name=discard]")
    page.until(lambda: page.all("#banner:not([hidden])"), "what if")
    assert "discards" in page.text("#banner")
    page.open(f"review/{reviewed[1]}")
    show_choice(page, "exchange", "Exchange")
    while not page.all("[data-name=give]:enabled"):
        press_card(page, OTHER + ":not(.picked)")
    press_card(page, "[data-name=give]")
    page.until(lambda: page.all("#banner:not([hidden])"), "what if")
    assert "gives" in page.text("#banner")


def test_the_moment_shown_is_shared(page, reviewed):
    """Its link opens the same hands in another browser, where nothing is known of the record."""
    page.open(f"review/{reviewed[0]}#deal-1-decision-9")
    page.until(lambda: page.all("#share button"), "the buttons")
    assert violations(page.driver, ALL_RULES, exclude=[".n52-table"]) == []
    page.script("navigator.clipboard.writeText = async words => { window.copied = words; }")
    page.press("Copy link")
    link = page.until(lambda: page.script("return window.copied"), "the link")
    held = ".card:not(.back)[data-card]"
    cards = f"return [...document.querySelectorAll('{held}')].map(each => each.dataset.card).sort().join()"
    shown = page.script(
        REVIEW + "return SEATS.flatMap(seat => table.pieces.in(seat).map(piece => piece.card)).sort().join()"
    )
    page.driver.get(link)
    page.until(lambda: shown and set(shown.split(",")) <= set(page.script(cards).split(",")), "the moment")
    assert "/analyse" in page.driver.current_url
    page.press("Play on from here")
    page.until(lambda: "table=again" in page.driver.current_url and page.all(".play[data-rest=person]"), "the copy")
    assert "replay" in page.driver.title


def test_a_key_turns_the_table_of_a_served_review_once(page, reviewed):
    """Scripts of the review and of all pages both read keys there."""
    below = REVIEW + "return SEATS.find(seat => table.screen(seat) === 0)"
    page.open(f"review/{reviewed[0]}#deal-1-decision-9")
    page.until(lambda: page.all("#share button"), "the buttons")
    assert page.script(below) == "dealer"
    page.script("document.dispatchEvent(new KeyboardEvent('keydown', {key: 't', bubbles: true, cancelable: true}))")
    assert page.script(below) == "left"


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_review_looks_like_the_other_pages(page, reviewed, theme):
    """The header is the same, with the library marked, and so are letters, colours and buttons."""
    page.settings(theme=theme)
    page.open("library").wait("main button:enabled")
    look = page.script("return looks.design()")
    assert 'href="/library" aria-current="page"' in look[0]
    page.open(f"review/{reviewed[0]}").wait("#share button")
    page.drawn()
    assert page.script("return looks.design()") == look
    assert page.script("return document.fonts.check('16px Inter') && document.fonts.check('16px Fraunces')")
    page.script("document.querySelector('.skip').click()")
    assert page.script("return document.activeElement.id") == "main" and "#main" not in page.driver.current_url


def test_back_from_a_copied_position_returns_to_the_review(page, reviewed):
    """At the decision, also from a copy of the copy."""
    page.settings()
    page.open(f"review/{reviewed[0]}#deal-1-decision-9")
    page.press("Play on from here")
    page.until(lambda: page.all(".play[data-rest=person]"), "the copy")
    assert "table=again" in page.driver.current_url
    copied = page.script(
        "const data = JSON.parse(document.getElementById('data').textContent);"
        "return fetch('/api/match/again', {method: 'POST', headers: {'Content-Type': 'application/json'}, "
        "body: JSON.stringify({table: 'again', version: +document.querySelector('.play').dataset.version, "
        "events: data.match.events, back: data.back})}).then(answer => answer.json())"
    )["address"]
    page.open(copied[1:]).until(lambda: page.all(".play[data-rest=person]"), "the copy of the copy")
    page.all("a.way")[0].click()
    page.until(lambda: page.all("#what"), "the review")
    assert page.driver.current_url.endswith(f"/review/{reviewed[0]}#deal-1-decision-9")


def test_a_copy_returns_to_no_other_server(client, library):
    one, _ = added(library)
    review = ("/review/x#deal-1-decision-9", "/play?table=again&back=%2Freview%2Fx%23deal-1-decision-9")
    others = (f"{scheme}elsewhere.example/" for scheme in ("//", "/\\", "/\t/", "https://", "javascript:"))
    for back, address in (review, *((other, "/play?table=again") for other in others)):
        asked = {"record": one, "decision": 9, "back": back}
        assert client.post("/api/share/play", json=asked).json() == {"address": address}
        assert ("elsewhere.example" in client.get("/play", params={"table": "again", "back": back}).text) is False
    assert '"back":"/play"' in client.get("/play?table=again&back=//elsewhere.example").text
