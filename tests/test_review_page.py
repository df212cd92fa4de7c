"""The page of a review in a real browser: it loads without a fault, asks for nothing, and steps."""

import json
import re
from pathlib import Path

import pytest
from browser import ALL_RULES, REVIEW, Window, asked_for, broken_words, prefers, sized, violations
from commands import answer
from reviews import share_reviews

from ninefivetwo.web.page_files import STATIC

ROOT = Path(__file__).parents[1]
EXAMPLE, MATCH = ROOT / "examples/club-evening.n52", ROOT / "tests/data/match.n52"
WIDTHS = {"desktop": 1280, "tablet": 768, "phone": 360}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("page")


def written(folder, record, *options):
    page = folder / f"{record.stem}.html"
    with pytest.MonkeyPatch.context() as patch:
        share_reviews(patch)
        answer("review", str(record), *options, "--html", str(page))
    return page


@pytest.fixture(scope="module")
def one_deal(folder):
    return written(folder, EXAMPLE, "--no-fair")


@pytest.fixture(scope="module")
def whole_match(folder):
    return written(folder, MATCH, "--fair-worlds", "4")


def opened(driver, file, width=1280, scheme="light", address=""):
    """A page just opened, in a window of a width."""
    sized(driver, width, 900)
    prefers(driver, scheme)
    driver.get_log("browser")
    asked_for(driver)
    driver.get("about:blank")
    return Window(driver).open(file.as_uri() + address)


@pytest.fixture
def page(driver, one_deal):
    """The page of one deal just opened."""
    yield opened(driver, one_deal)
    driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def hand(page, seat):
    """The cards that a seat holds on the table, as they are drawn."""
    return page.script(REVIEW + "return table.pieces.in(arguments[0]).map(piece => piece.element.dataset.card)", seat)


def press(page, id):
    page.all(f"#{id}")[0].click()


@pytest.mark.parametrize("width", WIDTHS.values(), ids=list(WIDTHS))
def test_it_loads_without_a_fault_asks_for_nothing_and_fits(driver, one_deal, width):
    page = opened(driver, one_deal, width)
    assert page.console() == []
    asked = asked_for(page.driver)
    assert asked and all(url == one_deal.as_uri() or url.startswith(("data:", "about:")) for url in asked)
    assert page.driver.title and page.text("#title") == page.driver.title
    assert narrow_enough(page)
    for details in page.all("details:not([open]) > summary"):
        if details.is_displayed():
            details.click()
    assert narrow_enough(page)


@pytest.mark.parametrize("width", [1280, 390])
def test_axe_finds_nothing(driver, whole_match, width):
    """Fault 13: with all of its rules; targets are high and wide enough, and no letter is small."""
    page = opened(driver, whole_match, width)
    for address, scheme in (("#match", "light"), ("#deal-2", "dark"), ("#deal-2-end", "light")):
        prefers(page.driver, scheme)
        page.script("location.hash = arguments[0];" + UNFOLD, address)
        shade = page.all("body")[0].value_of_css_property("background-color")
        assert (sum(map(int, re.findall(r"\d+", shade)[:3])) < 384) == (scheme == "dark")
        assert violations(page.driver, ALL_RULES, exclude=[".n52-table"]) == []
        assert page.script(SMALL) == []


UNFOLD = """document.querySelectorAll('details').forEach(each => { each.open = true; });
document.getElementById('all').click()"""
SMALL = """return [...document.querySelectorAll('body *')].filter(each => {
  if (each.closest('.n52-table') || !each.checkVisibility()) return false;
  const {width, height} = each.getBoundingClientRect();
  if (each.matches('a, button, summary, label')) return Math.min(width, height) < (innerWidth < 700 ? 44 : 40);
  return [...each.childNodes].some(node => node.data?.trim()) && parseFloat(getComputedStyle(each).fontSize) < 13;
}).map(each => each.outerHTML)"""


def test_on_a_phone_nothing_is_too_wide(driver, whole_match):
    """Fault 7: also with text at 200 %, with which the heading grows."""
    page = opened(driver, whole_match, 390)
    for size in (16, 32):
        page.script("document.documentElement.style.fontSize = `${arguments[0]}px`", size)
        for address in ("#match", "#deal-2", "#deal-1-decision-0", "#deal-2-end"):
            page.script("location.hash = arguments[0];" + UNFOLD, address)
            assert narrow_enough(page), (size, address)
        assert float(page.all("#what")[0].value_of_css_property("font-size")[:-2]) == 1.75 * size


def test_a_file_has_the_tokens_and_base_styles_and_no_font(one_deal):
    html = one_deal.read_text("utf-8")
    for name in ("table/tokens.css", "base.css"):
        assert (STATIC / name).read_text("utf-8") in html
    assert "@font-face" not in html and "url(" not in html and 'class="site"' not in html
    assert not re.search("@[A-Z]+@", html)  # places of the template


def narrow_enough(page):
    return page.script("return document.documentElement.scrollWidth <= window.innerWidth")


def test_buttons_and_keys_step_from_the_call_to_the_end(page):
    """From the start, where sixteen cards and the kitty are held, to the end, where none are."""
    body = page.all("body")[0]
    press(page, "last")
    press(page, "first")
    assert page.text("#where").startswith("Call · step 1 of")
    assert len(hand(page, "left")) == 16
    press(page, "next")
    assert "· step 2 of" in page.text("#where")
    body.send_keys("\ue014")  # right arrow
    assert "· step 3 of" in page.text("#where")
    body.send_keys("\ue012")  # left arrow
    press(page, "back")
    assert "· step 1 of" in page.text("#where")
    press(page, "last")
    assert page.text("#where") == "End of the deal"
    assert not any(hand(page, seat) for seat in ("dealer", "left", "right"))
    assert page.console() == []


def test_a_turning_point_leads_to_its_decision_and_choices(page):
    """A turning point leads to its decision: its card stands out, and all choices are shown on request."""
    assert len(page.all("#plot path")) == 3
    assert page.all("#plot .hit")
    page.script("document.getElementById('turning').open = true")
    looks = page.all("#points a")
    assert looks
    looks[0].click()
    assert page.all("#options tr.chosen") and page.all("tr.best") and page.all(".card.raised")
    more = page.all("#options tr.more")
    assert not any(row.is_displayed() for row in more)
    if more:
        press(page, "all")
        assert all(row.is_displayed() for row in more)
    before = page.text("#where")
    press(page, "mistake")
    assert page.text("#where") != before or len(looks) == 1


def test_table_and_text_agree_on_what_was_a_mistake(driver, folder):
    """Fault 3: the mark and the order follow what could be known, as the text does; all hands seen stand beside it."""
    page = opened(driver, written(folder, ROOT / "examples/holiday.n52", "--fair-worlds", "4"))
    marked = [each for each in page.script(REVIEW + "return DATA.deals[0].decisions") if each["mark"]]
    assert any(each["own_cost"] == 0 for each in marked)
    for decision in marked:
        page.script(f"location.hash = '#deal-1-decision-{decision['index']}'")
        assert page.all("#options tr.best") and not page.all("#options tr.best.chosen"), decision
        assert [cell.text for cell in page.all("#options thead th")][1:] == ["Could know", "All hands seen"]
        loses = page.script("return document.querySelector('#options tr.chosen .warn').textContent")
        assert float(loses.split()[0][1:]) == pytest.approx(decision["fair_cost"]["mean"], abs=0.05)
        assert decision["mark"] in page.text("#options tr.chosen .tag-bad")
        rows = "[...document.querySelectorAll('#options tbody tr')]"
        cells = page.script(f"return {rows}.map(row => [row.querySelector('b').textContent, row.className])")
        known = [float(number) for number, _ in cells if number]
        assert known == sorted(known, reverse=True) and len(known) > 1 and "best" in cells[0][1]
        seen = {row["seen"] for row in page.script(CHOICES, decision["index"]) if row["chosen"]}
        assert page.script("return document.querySelector('#options tr.chosen').lastChild.textContent") in seen


CHOICES = REVIEW + "return DATA.figures[0].choices[arguments[0]]"


def test_the_title_is_the_verdict(driver, whole_match):
    """It follows what the player could know, and with all hands seen where this is all that is known."""
    page = opened(driver, whole_match)
    for decision in page.script(REVIEW + "return DATA.deals[1].decisions"):
        title = page.script(REVIEW + "return DATA.figures[1].titles[arguments[0]]", decision["index"])
        verdict = {"??": "was a blunder", "?": "was a mistake", "?!": "was a small slip"}.get(decision["mark"])
        assert title.endswith(verdict or ("was forced", "was best", "was unlucky", "was a close choice")), title
    page.script("location.hash = '#deal-2-decision-0'")
    assert page.text("#what") == page.script(REVIEW + "return DATA.figures[1].titles[0]")


def test_a_deal_s_page_has_its_tables_but_nothing_of_a_server(page):
    assert not any(page.all(f"#{id}")[0].is_displayed() for id in ("match", "deals", "work", "share", "tryit"))
    assert not page.all("button.choice, .card.can, .site")
    assert len(page.all("#ledger tr")) == 6
    assert len(page.all("#grades tr")) > 4
    assert len(page.all("#luck .term")) == 21


def test_suits_have_four_colours_unless_two_are_chosen(page):
    """Four unless two are chosen, which is remembered."""
    for colour in ("rgba(28, 91, 184, 1)", "rgba(194, 47, 43, 1)"):
        press(page, "first")
        assert {card.value_of_css_property("color") for card in page.all(".n52-table .card.D")} == {colour}
        press(page, "four")
        page.driver.refresh()


def test_an_address_is_a_moment_and_survives_a_reload(driver, one_deal):
    page = opened(driver, one_deal, address="#deal-1-decision-7")
    where = page.text("#where")
    press(page, "next")
    assert driver.current_url.endswith("#deal-1-decision-8") and page.text("#where") != where
    driver.refresh()
    assert driver.current_url.endswith("#deal-1-decision-8")
    page.script("location.hash = '#deal-1-decision-7'")
    assert page.text("#where") == where
    page.script("location.hash = '#deal-1-end'")
    assert page.text("#where") == "End of the deal"
    for nonsense in ("#deal-9", "#deal-1-decision-999", "#<b>"):
        page = opened(driver, one_deal, address=nonsense)
        assert "· step" in page.text("#where") and page.console() == []


def test_names_stay_names(driver, folder):
    """A name that looks like cards gets no suit signs, and one with markup makes no element."""
    record = folder / "names.n52"
    text = (ROOT / "examples/friday.n52").read_text()
    record.write_text(text.replace('"Bob"', '"DJ"').replace('"Cy"', '"<i>CAT</i>"').replace('"Ann"', f'"{"W" * 90}"'))
    page = opened(driver, written(folder, record, "--no-fair"), 360, address="#deal-1-decision-6")
    shown = page.text()
    assert "DJ" in shown and "<i>CAT</i>" in shown and not page.all("main h3 i, #words i, #points i")
    assert not any(each.text == "♦J" for each in page.all("#what .inline, .plate .inline"))
    assert narrow_enough(page)


def test_on_a_phone_the_tables_of_players_fit_and_break_no_name(driver, folder):
    """A name that is longer than its column ends in an ellipsis, and is told in full by its title."""
    long = folder / "long.n52"
    name = "Maximiliana Featherstonehaugh-C."
    long.write_text(MATCH.read_text().replace("rule 2", name).replace("club 1", "Anna-Katharina"))
    page = opened(driver, written(folder, long, "--no-fair"), 390)
    for address, tables in (("#match", ["players"]), ("#deal-2", ["grades", "ledger"])):
        page.script("location.hash = arguments[0]", address)
        for table in tables:
            scrolled = (
                "const e = document.getElementById(arguments[0]).parentElement; return [e.scrollWidth, e.clientWidth]"
            )
            whole, seen = page.script(scrolled, table)
            assert 0 < whole <= seen, table
            assert broken_words(page.driver, f"#{table} th") == []
            assert name in [cell.get_attribute("title") for cell in page.all(f"#{table} thead th")]
    assert broken_words(page.driver, ".term > span") == []


def test_numbers_below_zero_have_a_minus_sign(driver, whole_match):
    shown, page = "", opened(driver, whole_match)
    for place in ("#match", "#deal-1", "#deal-2-end"):
        page.script("location.hash = arguments[0]", place)
        shown += page.all("body")[0].text
    assert re.search(r"score.*\u2212\d|\(\u2212\d", shown) and not re.findall(r"(?:^|[\s(])-\d", shown)


def test_oneself_sits_below_where_the_record_tells(driver, folder, one_deal):
    """Who alone is no computer; of other records the dealer; and the table can be turned."""
    below = REVIEW + "return SEATS.find(seat => table.screen(seat) === 0)"
    assert opened(driver, one_deal).script(below) == "dealer"
    record = folder / "mine.n52"
    lines = (ROOT / "examples/friday.n52").read_text()
    record.write_text(lines.replace('"Ann"', '"club 1"').replace('"Bob"', '"club 2"'))
    page = opened(driver, written(folder, record, "--no-fair"))
    assert page.script(below) == "left"
    facts = [each.get_attribute("textContent") for each in page.all(".plate-facts")]
    assert ["computer" in words for words in facts] == [False, True, True]
    press(page, "turn")
    press(page, "back")
    assert page.script(below) == "right"


def test_reasons_stand_between_the_title_and_the_choices(driver, whole_match):
    """Of a mistake that could have been known, the reasons stand between the title and the table of choices."""
    data = json.loads(re.search(r'id="data">(.*?)</script>', whole_match.read_text(), re.DOTALL)[1])
    places = [
        (number, decision["index"])
        for number, deal in enumerate(data["deals"], 1)
        for decision in deal["decisions"]
        if decision["avoidable"]
    ]
    assert places
    for number, index in places[:3]:
        page = opened(driver, whole_match, address=f"#deal-{number}-decision-{index}")
        when = page.text("#where").split(" · ")[0]
        assert not page.text("#words").startswith(when)  # which is shown below the table
        tops = [page.all(f"#{id}")[0].rect["y"] for id in ("what", "words", "options")]
        assert page.text("#words") and tops == sorted(tops) and page.all("#options")[0].is_displayed()
        finders = data["deals"][number - 1]["decisions"][index].get("finders")
        assert len(page.all(".finder")) == len(finders or ())


@pytest.mark.parametrize("width", [WIDTHS["desktop"], WIDTHS["phone"]])
def test_the_first_page_of_several_deals_is_the_match(driver, whole_match, width):
    """Its links lead into the deals, and back; what each player lost stands by phase."""
    page = opened(driver, whole_match, width)
    assert page.console() == [] and narrow_enough(page)
    assert page.all("#match")[0].is_displayed() and not page.all("#deal")[0].is_displayed()
    assert "wins the match" in page.text("#result") or "Score" in page.text("#result")
    assert {cell.text for cell in page.all("#players thead th")} == {"rule 2", "beginner 3", "club 1"}
    costliest = page.all("#costliest a")
    assert costliest and len(page.all("#deallist li")) == 2
    address = costliest[0].get_attribute("href")
    costliest[0].click()
    page.until(page.all("#deal")[0].is_displayed, "the deal")
    assert driver.current_url == address and page.all("#options .tag-bad")
    driver.back()
    page.until(page.all("#match")[0].is_displayed, "the match again")
    page.all("#deals a")[2].click()
    page.until(lambda: page.text("#title").endswith("deal 2"), "the second deal")
    assert narrow_enough(page)


def test_the_card_that_the_words_call_better_is_the_one_marked(driver, whole_match):
    """Of a mistake that could have been found; what is best with open cards may be another, or the very card played."""
    page = opened(driver, whole_match)
    seen = page.script(
        REVIEW
        + """
        return DATA.deals.flatMap((_, deal) => {
            const view = viewOf(deal);
            return view.line.steps.flatMap((step, at) => step.card && isLoss(step) && step.decision.why
                ? [[step.decision.why.better, marksAt({...view, at}).hinted, step.decision.best[0]]] : []);
        })"""
    )
    assert seen and all(marked == [better] for better, marked, _ in seen)
    assert any(best != better for better, _, best in seen)
