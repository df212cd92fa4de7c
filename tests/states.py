"""Every page and every state of the table, for pictures of them and for axe-core.

A walk goes through pages as a person does, and yields the name of each state that it has reached.
"""

import subprocess
import sys

from reviews import review_once
from selenium.webdriver import ActionChains
from selenium.webdriver.common.keys import Keys
from served import Page, Server

from ninefivetwo.game.records import read_file
from ninefivetwo.keep.library import Library, review_key
from ninefivetwo.think.advise import Limits

#: The library: deals between players whose names are as long as the form for a match allows.
DEALS, REVIEWED, WORLDS = 200, 3, 4
NAMES = ("Maximiliane Featherstonehaughs", "Bartholomew Wolfeschlegelstein", "Wilhelmina Throckmorton-Smythe")
#: The server always deals the same cards, to opponents with long names, and all scores are long.
PRELUDE = """
from ninefivetwo.web import play, table_state
seat, play.new_seed = table_state._seat, lambda: (1 << 127) + 953
def long(deal, of, name, score, computer):
    return seat(deal, of, name, None if score is None else score + (128, -117, -96)[of], computer)
table_state._seat = long
"""
SOME_CALL = "analyse?hand=AK32.AK32.AK32.AK32"
LAYOUT = "analyse?what=all&dealer=3..A.AQ&left=A.2..K3&right=2.45..2&trump=N&lead=dealer"
MOMENT = "analyse?ask=play&hand=KJT3.AJ94.K86.QJ965&trump=S&tricks=CQ+C2+CA"


class Visit(Page):
    """A person's window on a server with a full library.

    record: a reviewed deal, whose match has one more reviewed deal
    """

    def __init__(self, driver, folder):
        (folder / "empty").mkdir()
        self.empty = Server(folder / "empty")
        self.full = Server(folder, PRELUDE, WORLDS)
        super().__init__(driver, self.full)
        self.record = fill(self.full.library)

    def stop(self):
        self.full.stop()
        self.empty.stop()

    def keys(self, *keys):
        ActionChains(self.driver).send_keys(*keys).perform()

    def hint(self):
        self.press("Hint")
        self.wait("#advice-place[data-stage=final]")

    def ready(self, path, *selectors):
        """Open a page, and wait until it has these parts and nothing is loading."""
        self.open(path).drawn()
        for selector in selectors:
            self.wait(selector)
        self.wait(".loading, [data-stage]:not([data-stage=final])", gone=True)
        return self


def fill(path):
    """Put deals and a few reviews into a library; returns the id of a reviewed deal."""
    run = path.with_name("run.n52")
    players = ["--players", "rule,rule,rule", "--matches", "40", "--seed", "952"]
    subprocess.run([sys.executable, "-m", "ninefivetwo", "match", *players, "-o", run], check=True, capture_output=True)
    head, *deals = run.read_text("utf-8").split("[Event")
    text = "[Event".join([head, *deals[:DEALS]])
    for i, name in enumerate(NAMES, start=1):
        text = text.replace(f'"rule {i}"', f'"{name}"')
    with Library(path) as library:
        ids = [id for id, _ in library.add_records(text, "evening.n52")]
        assert len(ids) == DEALS
        for id, record in zip(ids[:REVIEWED], read_file(text).records, strict=False):
            library.add_review(id, review_key(WORLDS, 0), review_once(record.match, Limits(None, WORLDS)))
    return ids[1]


def deal(at):
    """A deal of the person as dealer, its end, its replay, and the exchange of the next."""
    at.begin(name=NAMES[0], verdicts=True)
    yield "call"
    at.hint()
    yield "call-hint"
    at.keys("s")
    at.rest().wait("[data-name=discard]")
    yield "discard"
    for card in at.all(".n52-table .card.can")[-4:]:
        at.click_at_left(card)
    yield "discard-chosen"
    at.hint()
    yield "discard-hint"
    at.step(at.all("[data-name=discard]")[0].click)
    yield "follow"
    at.hint()
    yield "hint"
    at.script("document.querySelectorAll('.rail .advice details').forEach(each => { each.open = true; })")
    yield "hint-numbers"
    at.script("document.querySelector('.line').click()")
    yield "hint-sheet"
    at.keys(Keys.ESCAPE)
    at.press("More")
    yield "more"
    at.press("New match")
    yield "leave"
    at.press("Keep playing")
    yield from tricks(at)
    yield from ended(at)


def tricks(at):
    refused = False
    for left in range(15, 3, -1):
        at.choose()
        if not refused and at.all(".n52-table .card.cannot"):
            at.script("document.querySelector('.n52-table .card.cannot').click()")
            refused = True
            yield "refused"
        if left == 11:
            at.wait("#verdict-place[data-stage=final]")
            yield "verdict"
            at.script("document.querySelector('.pile')?.click()")
            yield "pile"
            at.script("document.querySelector('.pile')?.click()")
            at.script("document.querySelector('.action.narrow').click()")
            yield "cards-out"
            at.keys(Keys.ESCAPE)
            at.script("document.querySelector('.rail-all').open = true")
            yield "all-tricks"
            at.script("document.querySelector('.rail-all').open = false")
    yield "late"


def ended(at):
    at.finish()
    yield "end"
    at.wait(".deal-end[data-stage=final]")
    yield "end-found"
    at.press("Replay")
    at.wait(".replay-bar .where")
    for _ in range(12):
        at.keys(Keys.ARROW_RIGHT)
    yield "replay"
    at.press("All hands")
    yield "replay-own"
    at.press("Best line")
    at.until(lambda: "Best line" in at.text(".replay-bar .where"), "the best line")
    yield "replay-best"
    at.settings(name=NAMES[0], seat="dealer", speed="normal")  # at which an exchange waits for a press
    at.open().press("Next deal")
    at.wait(".note")
    yield "exchange-note"
    at.press("Continue")
    at.rest()
    yield "second-deal"


def gifts(at):
    """The draw for the first deal, and a gift of the person's in the second deal of a match."""
    at.settings(name=NAMES[0], left="beginner", right="beginner", seat="draw", speed="normal")
    at.open("").press("Play now")
    at.wait(".note")
    yield "draw"
    at.fresh()
    at.begin("right", name=NAMES[0]).play_on()
    at.step(at.all(".end-actions .main")[0].click)
    at.rest().wait("[data-name=give]")
    yield "give"
    for card in at.all(".n52-table .card.can:not(.picked)")[:2]:
        at.click_at_left(card)
    yield "give-chosen"


def earnest(at):
    """A serious match at no-trump, with a card that is only raised."""
    at.settings(name=NAMES[0], left="club", right="club", seat="dealer")
    at.ready("", ".new-match")
    at.script("document.querySelector('.new-match details').open = true")
    yield "home-options"
    fields = "[...document.querySelectorAll('.new-match select')].at(-1)"
    at.script(f"{fields}.value = 'earnest'")
    at.press("Play now")
    at.rest().keys("n")
    at.rest().wait("[data-name=discard]")
    yield "discard-no-trump"
    at.step(at.pick)
    yield "earnest"
    at.play_on()
    yield "earnest-end"


def first_steps(at):
    at.settings(coached=False, seat="left")
    at.ready("", ".hero").press("Play now")
    at.wait("dialog.coach")
    yield "first-steps"
    at.press("Skip all")
    at.open("")
    yield "home-match"
    at.driver.execute_script("window.fetch = () => Promise.reject(new TypeError('gone'))")
    at.press("Play today's deal")
    at.wait("#notices > *")
    yield "unreachable"


def pages(at):
    """The pages besides the table, with much to show."""
    at.settings(name=NAMES[0])
    for name, path, *shown in (
        ("home", ""),
        ("today", "today"),
        ("progress", f"library/progress?name={NAMES[0]}", ".plot"),
        ("settings", "settings"),
        ("rules", "rules"),
        ("not-found", "nowhere"),
        ("practise", "drill"),
        ("call-analysed", SOME_CALL, ".advice[data-stage=final]"),
        ("analyse", "analyse"),
        ("play-asked", MOMENT),
        ("layout", LAYOUT),
        ("layout-empty", "analyse?what=all"),
        ("analysed-record", f"analyse?record={at.record}", ".n52-table .card"),
        ("shared", "analyse?code=1SuJNmK1QRPtyMwKqlmY7MxbTG25xiT"),
        ("bad-code", "analyse?code=1Su"),
        ("library", "library", ".records tbody tr"),
        ("review", f"review/{at.record}", ".n52-table .card"),
        ("review-decision", f"review/{at.record}#deal-1-decision-9", ".n52-table .card"),
    ):
        yield at.ready(path, *shown) and name
    at.open(f"match/{at.record}").button("Stop")
    yield "reviewing"
    at.wait("#title")
    yield "match-review"
    at.ready(LAYOUT).press("Solve all trumps")
    at.wait(".side table")
    yield "layout-solved"
    at.ready(f"review/{at.record}", "#share button").press("Picture")
    at.wait("dialog .share-picture")
    yield "picture"
    at.ready("rules").script("document.querySelectorAll('main details').forEach(each => { each.open = true; })")
    yield "rules-all"


def library(at):
    """Deals that are sought, chosen, deleted and added."""
    at.ready("library", ".records tbody tr")
    for box in at.all(".records [type=checkbox]")[:3]:
        box.click()
    yield "library-selected"
    at.press("Delete 3 selected deals")
    at.button("Undo")
    yield "library-deleted"
    at.press("Undo")
    for name, text in (
        ("good.n52", "% ninefivetwo 1.0\n"),
        ("a-file-with-a-very-long-name-that-ends-nowhere.n52", "["),
    ):
        path = at.full.library.with_name(name)
        path.write_text(text)
        at.all("input[type=file]")[0].send_keys(str(path))
    at.until(lambda: len(at.all(".files .warn, .files .good")) == 2, "two answers")
    yield "library-files"
    at.ready("library?words=nobody")
    yield "library-none"


def drills(at):
    """A question of each kind, and its answer."""
    for kind in ("call", "discard", "give", "play", "know"):
        at.ready(f"drill?kind={kind}", ".n52-table .card")
        yield f"drill-{kind}"
        answer(at, kind)
        at.wait(".verdict h2")
        at.wait(".loading", gone=True)
        yield f"drill-{kind}-answered"


def answer(at, kind):
    if kind == "call":
        at.all(".n52-table .call")[0].click()
    elif kind == "know":
        at.press("Submit")
    elif kind == "play":
        at.click_card()
    else:
        at.pick()


def empty(at):
    """Pages of a library without deals."""
    at.server = at.empty
    at.fresh()
    for name, path in (("home", ""), ("library", "library"), ("progress", "library/progress"), ("today", "today")):
        yield at.ready(path) and f"{name}-empty"
    at.server = at.full


WALKS = (deal, gifts, earnest, first_steps, pages, library, drills, empty)
