"""The page of a review in a real browser: it loads without a fault, asks for nothing, and steps."""

import json
import re
from pathlib import Path

import pytest
from browser import ALL_RULES, REVIEW, Window, asked_for, broken_words, prefers, violations
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


def opened(driver, page, width=1280, scheme="light", address=""):
    """A page just opened, in a window of a width."""
    metrics = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    prefers(driver, scheme)
    driver.get_log("browser")
    asked_for(driver)
    driver.get("about:blank")
    driver.get(page.as_uri() + address)
    return driver


@pytest.fixture
def page(driver, one_deal):
    """The page of one deal just opened."""
    yield opened(driver, one_deal)
    driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def text(page, selector):
    return page.find_element("css selector", selector).text


def found(page, selector):
    return page.find_elements("css selector", selector)


def hand(page, seat):
    """The cards that a seat holds on the table, as they are drawn."""
    return page.execute_script(
        REVIEW + "return table.pieces.in(arguments[0]).map(piece => piece.element.dataset.card)", seat
    )


def press(page, id):
    page.find_element("id", id).click()


@pytest.mark.parametrize("width", WIDTHS.values(), ids=list(WIDTHS))
def test_it_loads_without_a_fault_asks_for_nothing_and_fits(driver, one_deal, width):
    page = opened(driver, one_deal, width)
    assert page.get_log("browser") == []
    asked = asked_for(page)
    assert asked and all(url == one_deal.as_uri() or url.startswith(("data:", "about:")) for url in asked)
    assert page.title and text(page, "#title") == page.title
    assert narrow_enough(page)
    for details in found(page, "details:not([open]) > summary"):
        if details.is_displayed():
            details.click()
    assert narrow_enough(page)


@pytest.mark.parametrize("width", [1280, 390])
def test_axe_finds_nothing(driver, whole_match, width):
    """Fault 13: with all of its rules; targets are high and wide enough, and no letter is small."""
    page = opened(driver, whole_match, width)
    for address, scheme in (("#match", "light"), ("#deal-2", "dark"), ("#deal-2-end", "light")):
        prefers(page, scheme)
        page.execute_script("location.hash = arguments[0];" + UNFOLD, address)
        shade = page.find_element("css selector", "body").value_of_css_property("background-color")
        assert (sum(map(int, re.findall(r"\d+", shade)[:3])) < 384) == (scheme == "dark")
        assert violations(page, ALL_RULES, exclude=[".n52-table"]) == []
        assert page.execute_script(SMALL) == []


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
        page.execute_script("document.documentElement.style.fontSize = `${arguments[0]}px`", size)
        for address in ("#match", "#deal-2", "#deal-1-decision-0", "#deal-2-end"):
            page.execute_script("location.hash = arguments[0];" + UNFOLD, address)
            assert narrow_enough(page), (size, address)
        assert float(page.find_element("id", "what").value_of_css_property("font-size")[:-2]) == 1.75 * size


def test_a_file_has_the_tokens_and_base_styles_and_no_font(one_deal):
    html = one_deal.read_text("utf-8")
    for name in ("table/tokens.css", "base.css"):
        assert (STATIC / name).read_text("utf-8") in html
    assert "@font-face" not in html and "url(" not in html and 'class="site"' not in html


def test_every_place_is_filled(one_deal):
    assert not re.search("@[A-Z]+@", one_deal.read_text(encoding="utf-8"))


def narrow_enough(page):
    return page.execute_script("return document.documentElement.scrollWidth <= window.innerWidth")


def test_buttons_and_keys_step_from_the_call_to_the_end(page):
    """From the start, where sixteen cards and the kitty are held, to the end, where none are."""
    body = page.find_element("css selector", "body")
    press(page, "last")
    press(page, "first")
    assert text(page, "#where").startswith("Call · step 1 of")
    assert len(hand(page, "left")) == 16
    press(page, "next")
    assert "· step 2 of" in text(page, "#where")
    body.send_keys("\ue014")  # right arrow
    assert "· step 3 of" in text(page, "#where")
    body.send_keys("\ue012")  # left arrow
    press(page, "back")
    assert "· step 1 of" in text(page, "#where")
    press(page, "last")
    assert text(page, "#where") == "End of the deal"
    assert not any(hand(page, seat) for seat in ("dealer", "left", "right"))
    assert page.get_log("browser") == []


def test_a_turning_point_leads_to_its_decision_and_choices(page):
    """A turning point leads to its decision: its card stands out, and all choices are shown on request."""
    assert len(found(page, "#plot path")) == 3
    assert found(page, "#plot .hit")
    page.execute_script("document.getElementById('turning').open = true")
    looks = found(page, "#points a")
    assert looks
    looks[0].click()
    assert found(page, "#options tr.chosen") and found(page, "tr.best") and found(page, ".card.raised")
    more = found(page, "#options tr.more")
    assert not any(row.is_displayed() for row in more)
    if more:
        press(page, "all")
        assert all(row.is_displayed() for row in more)
    before = text(page, "#where")
    press(page, "mistake")
    assert text(page, "#where") != before or len(looks) == 1


def test_table_and_text_agree_on_what_was_a_mistake(driver, folder):
    """Fault 3: the mark and the order follow what could be known, as the text does; all hands seen stand beside it."""
    page = opened(driver, written(folder, ROOT / "examples/holiday.n52", "--fair-worlds", "4"))
    marked = [each for each in page.execute_script(REVIEW + "return DATA.deals[0].decisions") if each["mark"]]
    assert any(each["own_cost"] == 0 for each in marked)
    for decision in marked:
        page.execute_script(f"location.hash = '#deal-1-decision-{decision['index']}'")
        assert found(page, "#options tr.best") and not found(page, "#options tr.best.chosen"), decision
        assert [cell.text for cell in found(page, "#options thead th")][1:] == ["Could know", "All hands seen"]
        loses = page.execute_script("return document.querySelector('#options tr.chosen .warn').textContent")
        assert float(loses.split()[0][1:]) == pytest.approx(decision["fair_cost"]["mean"], abs=0.05)
        assert decision["mark"] in text(page, "#options tr.chosen .tag-bad")
        rows = "[...document.querySelectorAll('#options tbody tr')]"
        cells = page.execute_script(f"return {rows}.map(row => [row.querySelector('b').textContent, row.className])")
        known = [float(number) for number, _ in cells if number]
        assert known == sorted(known, reverse=True) and len(known) > 1 and "best" in cells[0][1]
        seen = {row["seen"] for row in page.execute_script(CHOICES, decision["index"]) if row["chosen"]}
        assert page.execute_script("return document.querySelector('#options tr.chosen').lastChild.textContent") in seen


CHOICES = REVIEW + "return DATA.figures[0].choices[arguments[0]]"


def test_the_title_is_the_verdict(driver, whole_match):
    """It follows what the player could know, and with all hands seen where this is all that is known."""
    for decision in opened(driver, whole_match).execute_script(REVIEW + "return DATA.deals[1].decisions"):
        title = driver.execute_script(REVIEW + "return DATA.figures[1].titles[arguments[0]]", decision["index"])
        verdict = {"??": "was a blunder", "?": "was a mistake", "?!": "was a small slip"}.get(decision["mark"])
        assert title.endswith(verdict or ("was forced", "was best", "was unlucky", "was a close choice")), title
    driver.execute_script("location.hash = '#deal-2-decision-0'")
    assert text(driver, "#what") == driver.execute_script(REVIEW + "return DATA.figures[1].titles[0]")


def test_a_deal_s_page_has_its_tables_but_nothing_of_a_server(page):
    assert not any(page.find_element("id", id).is_displayed() for id in ("match", "deals", "work", "share", "tryit"))
    assert not found(page, "button.choice, .card.can, .site")
    assert len(found(page, "#ledger tr")) == 6
    assert len(found(page, "#grades tr")) > 4
    assert len(found(page, "#luck .term")) == 21


def test_suits_have_four_colours_unless_two_are_chosen(page):
    """Four unless two are chosen, which is remembered."""
    for colour in ("rgba(28, 91, 184, 1)", "rgba(194, 47, 43, 1)"):
        press(page, "first")
        assert {card.value_of_css_property("color") for card in found(page, ".n52-table .card.D")} == {colour}
        press(page, "four")
        page.refresh()


def test_an_address_is_a_moment_and_survives_a_reload(driver, one_deal):
    opened(driver, one_deal, address="#deal-1-decision-7")
    where = text(driver, "#where")
    press(driver, "next")
    assert driver.current_url.endswith("#deal-1-decision-8") and text(driver, "#where") != where
    driver.refresh()
    assert driver.current_url.endswith("#deal-1-decision-8")
    driver.execute_script("location.hash = '#deal-1-decision-7'")
    assert text(driver, "#where") == where
    driver.execute_script("location.hash = '#deal-1-end'")
    assert text(driver, "#where") == "End of the deal"
    for nonsense in ("#deal-9", "#deal-1-decision-999", "#<b>"):
        opened(driver, one_deal, address=nonsense)
        assert "· step" in text(driver, "#where") and driver.get_log("browser") == []


def test_names_stay_names(driver, folder):
    """A name that looks like cards gets no suit signs, and one with markup makes no element."""
    record = folder / "names.n52"
    text = (ROOT / "examples/friday.n52").read_text()
    record.write_text(text.replace('"Bob"', '"DJ"').replace('"Cy"', '"<i>CAT</i>"').replace('"Ann"', f'"{"W" * 90}"'))
    opened(driver, written(folder, record, "--no-fair"), 360, address="#deal-1-decision-6")
    shown = text_of(driver)
    assert "DJ" in shown and "<i>CAT</i>" in shown and not found(driver, "main h3 i, #words i, #points i")
    assert not any(each.text == "♦J" for each in found(driver, "#what .inline, .plate .inline"))
    assert narrow_enough(driver)


def test_on_a_phone_the_tables_of_players_fit_and_break_no_name(driver, folder):
    """A name that is longer than its column ends in an ellipsis, and is told in full by its title."""
    long = folder / "long.n52"
    name = "Maximiliana Featherstonehaugh-C."
    long.write_text(MATCH.read_text().replace("rule 2", name).replace("club 1", "Anna-Katharina"))
    page = opened(driver, written(folder, long, "--no-fair"), 390)
    for address, tables in (("#match", ["players"]), ("#deal-2", ["grades", "ledger"])):
        page.execute_script("location.hash = arguments[0]", address)
        for table in tables:
            scrolled = (
                "const e = document.getElementById(arguments[0]).parentElement; return [e.scrollWidth, e.clientWidth]"
            )
            whole, seen = page.execute_script(scrolled, table)
            assert 0 < whole <= seen, table
            assert broken_words(page, f"#{table} th") == []
            assert name in [cell.get_attribute("title") for cell in found(page, f"#{table} thead th")]
    assert broken_words(page, ".term > span") == []
    driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def test_numbers_below_zero_have_a_minus_sign(driver, whole_match):
    shown, _ = "", opened(driver, whole_match)
    for place in ("#match", "#deal-1", "#deal-2-end"):
        driver.execute_script("location.hash = arguments[0]", place)
        shown += driver.find_element("css selector", "body").text
    assert re.search(r"score.*\u2212\d|\(\u2212\d", shown) and not re.findall(r"(?:^|[\s(])-\d", shown)


def test_oneself_sits_below_where_the_record_tells(driver, folder, one_deal):
    """Who alone is no computer; of other records the dealer; and the table can be turned."""
    below = REVIEW + "return SEATS.find(seat => table.screen(seat) === 0)"
    assert opened(driver, one_deal).execute_script(below) == "dealer"
    record = folder / "mine.n52"
    lines = (ROOT / "examples/friday.n52").read_text()
    record.write_text(lines.replace('"Ann"', '"club 1"').replace('"Bob"', '"club 2"'))
    opened(driver, written(folder, record, "--no-fair"))
    assert driver.execute_script(below) == "left"
    assert ["computer" in each.get_attribute("textContent") for each in found(driver, ".plate-facts")] == [
        False,
        True,
        True,
    ]
    press(driver, "turn")
    press(driver, "back")
    assert driver.execute_script(below) == "right"


def text_of(page):
    return page.find_element("css selector", "main").text


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
        opened(driver, whole_match, address=f"#deal-{number}-decision-{index}")
        when = text(driver, "#where").split(" · ")[0]
        assert not text(driver, "#words").startswith(when)  # which is shown below the table
        tops = [driver.find_element("id", id).rect["y"] for id in ("what", "words", "options")]
        assert text(driver, "#words") and tops == sorted(tops) and driver.find_element("id", "options").is_displayed()
        finders = data["deals"][number - 1]["decisions"][index].get("finders")
        assert len(found(driver, ".finder")) == len(finders or ())


@pytest.mark.parametrize("width", [WIDTHS["desktop"], WIDTHS["phone"]])
def test_the_first_page_of_several_deals_is_the_match(driver, whole_match, width):
    """Its links lead into the deals, and back; what each player lost stands by phase."""
    opened(driver, whole_match, width)
    assert driver.get_log("browser") == [] and narrow_enough(driver)
    assert driver.find_element("id", "match").is_displayed() and not driver.find_element("id", "deal").is_displayed()
    assert "wins the match" in text(driver, "#result") or "Score" in text(driver, "#result")
    assert {cell.text for cell in found(driver, "#players thead th")} == {"rule 2", "beginner 3", "club 1"}
    costliest = found(driver, "#costliest a")
    assert costliest and len(found(driver, "#deallist li")) == 2
    address = costliest[0].get_attribute("href")
    costliest[0].click()
    window = Window(driver)
    window.until(driver.find_element("id", "deal").is_displayed, "the deal")
    assert driver.current_url == address and found(driver, "#options .tag-bad")
    driver.back()
    window.until(driver.find_element("id", "match").is_displayed, "the match again")
    found(driver, "#deals a")[2].click()
    window.until(lambda: text(driver, "#title").endswith("deal 2"), "the second deal")
    assert narrow_enough(driver)


def test_the_card_that_the_words_call_better_is_the_one_marked(driver, whole_match):
    """Of a mistake that could have been found; what is best with open cards may be another, or the very card played."""
    page = opened(driver, whole_match)
    seen = page.execute_script(
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
