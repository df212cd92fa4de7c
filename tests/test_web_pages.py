"""What holds of every page in a real browser: axe-core finds nothing, the console is silent, nothing is wider than the
window, light and dark; and the pages of rules and settings.
"""

from pathlib import Path

import pytest
from browser import ALL_RULES, asked_for, broken_words, prefers, sized, violations
from kept import with_losses
from pictures import FAULTS
from reviews import review_once
from selenium.webdriver.common.keys import Keys

from ninefivetwo.cards import Seat
from ninefivetwo.evaluation import Estimate
from ninefivetwo.game.records import read_file
from ninefivetwo.game.rules import NAMED
from ninefivetwo.keep.library import Library, review_key
from ninefivetwo.think.advise import Limits

MATCH = (Path(__file__).parent / "data" / "match.n52").read_text()
WORLDS = 4
PAGES = (
    *("", "nowhere", "today", "drill", "drill?kind=play", "drill?kind=know", "drill?kind=give"),
    *("library", "library/progress"),
    *("analyse", "analyse?what=all", "review/RECORD", "match/RECORD?part=1", "rules", "settings"),
    "analyse?ask=play&hand=KJT3.AJ94.K86.QJ965&trump=S&tricks=CQ+C2+CA",
    "analyse?what=all&dealer=.32.AKQ.&left=AK.4..32&right=.AK.32.4&trump=N",
    "analyse?code=1SuJNmK1QRPtyMwKqlmY7MxbTG25xiT",
)
#: The pages that are forms: with whole words, by all rules of axe-core.
FORMS = ("today", "drill", "library", "library/progress", "analyse", "settings")
#: Windows: a small laptop's, a tablet's, phones' both ways; the least by axe-core in dark, the first in light.
WINDOWS = ((1280, 720), (768, 1024), (390, 844), (844, 390), (640, 360), (360, 640))
LOOKED_AT = {(1280, 720): "light", (360, 640): "dark"}


@pytest.fixture(scope="module")
def server(server):
    """Its library holds a match of two deals, of which one is reviewed: `record`."""
    with Library(server.library) as library:
        (server.record, _), _ = library.add_records(MATCH, "match.n52")
        made = review_once(read_file(MATCH).records[0].match, Limits(None, WORLDS))
        library.add_review(server.record, review_key(WORLDS, 0), made)
    return server


LONG = "wikipedia must_give=no target=12 floor=-12 deals=24 sweep=12 over=9 winner=furthest tie=share"


@pytest.mark.parametrize("path", PAGES)
def test_every_page_reads_well(page, server, path):
    """In each window, and with letters twice as large; with all that a form folds in sight; nothing that it shows comes
    from elsewhere.
    """
    form = path.partition("?")[0] in FORMS
    page.open(path.replace("RECORD", server.record)).drawn()
    page.until(lambda: not page.all(".loading"), "the whole page")
    for once in ("main", "h1"):
        assert len([each for each in page.all(once) if each.is_displayed()]) == 1
    if form:
        page.script("document.querySelectorAll('#main details').forEach(each => { each.open = true; })")
    for window in WINDOWS:
        assert fits(page, window, form) == 1, "rows of links"
        if theme := LOOKED_AT.get(window):
            prefers(page.driver, theme)
            found = violations(page.driver, ALL_RULES if form else None)
            assert [line for line in found if not line.startswith(OF_CARDS)] == [], (path, theme, window)
    page.script("document.documentElement.style.fontSize = '32px'")
    for window in ((1280, 720), (640, 360), (360, 640)):
        fits(page, window, form)
        assert broken_words(page.driver, "nav.site a") == [], window
    page.said = path == "nowhere"
    assert all(url.startswith((server.address, "data:")) for url in asked_for(page.driver))


#: A card's name is not the text drawn on it.
OF_CARDS = "label-content-name-mismatch: #n52-card-"


def fits(page, window, form):
    """Nothing is too wide in a window; a form's words are whole, and its targets can be hit.  The rows of links."""
    sized(page.driver, *window)
    page.drawn()
    wide, rows, cut, small = page.script("return looks.fits(arguments[0])", 44 if window[0] < 700 else 40)
    assert not wide, window
    assert not form or cut == small == [], window
    return rows


def test_progress_fits_a_phone_under_any_rules(page, server):
    """A rule set with many changed fields has a long name."""
    with Library(server.library) as library:
        text = MATCH.split("[Event", 2)[1].replace("wikipedia", LONG)
        text = text.replace("club 1", "Maximiliane Featherstonehaugh 3")
        (id, _), *_ = library.add_records("% ninefivetwo 1.0\n[Event" + text, "long.n52")
        hindsight = review_once(library.record(id).match)
        library.add_review(id, review_key(WORLDS, 0), with_losses(hindsight, lambda _: Estimate(0.1, 0.05, 20)))
        name = library.record(id).names[0]
    page.open("library/progress?name=" + name)
    page.says("By rule set")
    sized(page.driver, 360, 640)
    page.drawn()
    assert page.script("return document.documentElement.scrollWidth <= innerWidth")
    assert page.script("return looks.cut()") == []
    letters = "return [...document.querySelectorAll('.plot text')].map(e => e.getBoundingClientRect())"
    page.until(lambda: min(min(box["width"], box["height"]) for box in page.script(letters)) > 4, "letters to read")


def test_what_reads_badly_is_found(page):
    page.open("rules")
    page.script("document.querySelector('main').append(document.createElement('button'))")
    page.script("console.info('said')")
    assert [line.partition(":")[0] for line in violations(page.driver)] == ["button-name"]
    assert "said" in page.console()[0]


BROKEN = """const box = (words, style) => {
  const made = main.appendChild(document.createElement("p"));
  Object.assign(made, {textContent: words}).style.cssText = style;
};
const main = document.querySelector('main');
box('one', 'position:absolute; left:40px; top:300px');
box('two', 'position:absolute; left:44px; top:302px');
box('cut off', 'width:20px; overflow:hidden; white-space:nowrap');
box('far away', 'position:absolute; left:2000px; top:0; white-space:nowrap');"""


def test_faults_of_a_picture_are_found(page):
    page.open("settings").drawn()
    sized(page.driver, 1280, 1400)
    assert page.script(FAULTS) == []
    page.script(BROKEN)
    found = page.script(FAULTS)
    assert "overlap: one / two" in found and "cut: cut off" in found
    assert "out of the window: far away" in found and "sideways scrolling" in found


def test_rules_are_those_one_plays_by(page):
    page.settings(rules="nine-two-five")
    page.open("rules#play")
    page.until(lambda: "The dealer leads" in page.text("#play"), "the rules of nine-two-five")
    page.script("document.getElementById('chosen').value = 'sergeant-major'")
    page.script("document.getElementById('chosen').dispatchEvent(new Event('change'))")
    page.until(lambda: "only then takes the kitty" in page.text("#kitty"), "the rules of sergeant-major")
    page.open("rules?rules=wikipedia#aces")
    page.until(lambda: page.text("h3:target").startswith("Lead your aces"), "the rule of the address")
    assert "♥A 7" in page.text("#strategy")  # the link has unfolded it
    assert "(Wikipedia)" in page.text("#strategy") and "[0" not in page.text()  # the numbers are the tests' own
    page.open("rules?rules=wikipedia#fields").wait("#fields details[open] table")


PICTURED = {"aim", "deal", "exchange", "call", "kitty", "play", "score", "end"}


@pytest.mark.parametrize("rules", NAMED)
def test_rules_are_pictures_on_three_screens(page, rules):
    """Each section has cards, seats or scores; nothing is cut off, and the fields are folded."""
    page.open(f"rules?rules={rules}").wait("[data-cards] svg")
    for width, _ in page.sizes((1280, 720), (360, 640)):
        found = page.script("return looks.rules()")
        assert set(found["pictures"]) == PICTURED and found["fits"] and found["bare"] == 0, found
        assert found["cut"] == [], (width, found)
        assert width < 1280 or found["height"] <= 3 * 720, found
    assert not page.all("details[open]") and len(page.all("#fields table")) == 1
    contracts = [page.script(f"return document.querySelector('.aim .{seat.word} .avatar').innerText") for seat in Seat]
    assert contracts == [*map(str, NAMED[rules].rules.contracts)]


def test_settings_hold_at_once_and_last(page):
    page.open("settings")
    theme = page.wait("#main select")[6]
    theme.send_keys("dark")
    page.until(lambda: page.script("return document.documentElement.dataset.theme") == "dark", "dark")
    page.script(
        "const order = [...document.querySelectorAll('#main select')].at(-1); order.value = 'DCHS';"
        "order.dispatchEvent(new Event('change'))"
    )
    page.until(lambda: page.text(".sample").startswith("♦10"), "the sample in the order chosen")
    name = page.all("input[type=text]")[0]
    name.send_keys("  Ann   Ash " + Keys.TAB)
    page.open("rules")
    assert page.script("return document.documentElement.dataset.theme") == "dark"
    page.open("settings")
    assert page.wait("input[type=text]")[0].get_property("value") == "Ann Ash"
    page.press("Clear everything")
    page.wait("dialog button.main")[0].click()
    page.until(lambda: page.script("return localStorage.length") == 0, "nothing remembered")
    page.until(lambda: page.script("return document.documentElement.dataset.theme") == "auto", "as the system has it")


def test_sounds_are_made_where_they_are_wanted(page):
    """Each of the four, with nothing from elsewhere; none while they are off."""
    page.open("settings")
    box = page.wait("input[type=checkbox]")[0]
    page.script(
        "window.sources = 0; const start = AudioScheduledSourceNode.prototype.start;"
        "AudioScheduledSourceNode.prototype.start = function (at) { window.sources++; start.call(this, at); };"
    )
    for wanted in (True, False):
        box.click()
        assert box.is_selected() == wanted
        before = page.script("return window.sources")
        page.driver.execute_async_script(
            "const done = arguments[0], settings = document.querySelector('script[type=module]').src;"
            "import(settings.replace('settings_page', 'sounds')).then(({sound}) =>"
            "  done(['card', 'trick', 'turn', 'end'].forEach(sound)));"
        )
        assert (page.script("return window.sources") > before + 3) == wanted


COACH = (Path(__file__).parent / "data/coach.js").read_text()


def test_coach_marks_come_one_by_one_and_never_again(page):
    page.begin(level="club")
    page.driver.execute_async_script(COACH)
    note = page.wait("dialog.coach")[0]
    assert "One." in note.text and "1 of 3" in note.text
    assert page.driver.switch_to.active_element.text == "Next"
    assert [each for each in violations(page.driver) if ".gone" not in each] == []  # cards that are gone may be pale
    page.driver.switch_to.active_element.send_keys(Keys.ENTER)
    page.says("Two.", "dialog.coach")
    page.driver.switch_to.active_element.send_keys(Keys.ESCAPE)
    page.until(lambda: page.script("return window.ended") == 1, "the notes are gone")
    assert not page.all("dialog.coach, .coached")
    # not the body, where the next Tab would begin anew
    assert page.script("return document.activeElement.id") == "main"
    page.script("window.coached()")
    page.until(lambda: page.script("return window.ended") == 2, "ended at once")
    assert not page.all("dialog.coach")
