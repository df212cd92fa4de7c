"""The page of a review in a real browser: it loads without a fault, asks for nothing, and steps."""

from pathlib import Path

import pytest
from browser import SIZES, asked_for, needed
from commands import answer

EXAMPLE = sorted((Path(__file__).parents[1] / "examples").glob("*.n52"))[0]

pytestmark = needed


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    page = tmp_path_factory.mktemp("page") / "review.html"
    answer("review", str(EXAMPLE), "--no-fair", "--html", str(page))
    return page


@pytest.fixture(params=SIZES)
def page(request, driver, written):
    """The page just opened, at a desktop's and a phone's width."""
    driver.set_window_size(*SIZES[request.param])
    driver.get_log("browser")
    asked_for(driver)
    driver.get(written.as_uri())
    return driver


def text(page, selector):
    return page.find_element("css selector", selector).text


def test_it_loads_without_a_fault_and_asks_for_nothing(page, written):
    assert page.get_log("browser") == []
    asked = asked_for(page)
    assert asked and all(url == written.as_uri() or url.startswith("data:") for url in asked)
    assert page.title and text(page, "#title") == page.title


def test_nothing_is_wider_than_the_window(page):
    assert page.execute_script("return document.documentElement.scrollWidth <= window.innerWidth")


def test_stepping_by_buttons_and_keys(page):
    """From the start, where sixteen cards and the kitty are held, to the end, where none are."""
    body = page.find_element("css selector", "body")
    page.find_element("id", "first").click()
    assert text(page, "#where").startswith("step 1 of")
    assert len(page.find_elements("css selector", ".hand.left .card")) == 16
    page.find_element("id", "next").click()
    assert text(page, "#where").startswith("step 2 of")
    body.send_keys("\ue014")  # right arrow
    assert text(page, "#where").startswith("step 3 of")
    body.send_keys("\ue012")  # left arrow
    page.find_element("id", "back").click()
    assert text(page, "#where").startswith("step 1 of")
    page.find_element("id", "last").click()
    assert text(page, "#where") == "the deal is over"
    assert page.find_elements("css selector", ".hand .card") == []
    assert page.get_log("browser") == []


def test_alternatives_plot_and_turning_points_are_there(page):
    """The point looked at first is the dearest decision: its card stands out, and a better one is marked."""
    assert len(page.find_elements("css selector", "#plot path")) == 3
    assert page.find_elements("css selector", "#plot .hit") and page.find_elements("css selector", "#plot #now")
    looks = page.find_elements("css selector", "#points button")
    assert looks
    looks[0].click()
    assert page.find_elements("css selector", "#options tr.chosen") and page.find_elements("css selector", "tr.best")
    assert page.find_elements("css selector", ".card.chosen")
    before = text(page, "#where")
    page.find_element("id", "mistake").click()
    assert text(page, "#where") != before


def test_ledger_grades_and_luck_are_there(page):
    assert len(page.find_elements("css selector", "#ledger tr")) == 6
    assert len(page.find_elements("css selector", "#grades tr")) > 4
    assert len(page.find_elements("css selector", "#luck .term")) == 21


def test_four_colours(page):
    page.find_element("id", "four").click()
    page.find_element("id", "first").click()
    diamonds = page.find_elements("css selector", ".card.D")
    assert {card.value_of_css_property("color") for card in diamonds} == {"rgba(21, 86, 184, 1)"}
