"""`n52 deal --paper`: every card in its place, whatever the deal and the rules; the page loads nothing."""

import re
from html import unescape

import pytest
from browser import asked_for, console_messages, sized, violations
from commands import answer

from ninefivetwo.cards import Seat
from ninefivetwo.game.rules import NAMED, DealPhase
from ninefivetwo.layout import Layout
from ninefivetwo.web.paper import SHEET_ROWS, page_of_deals

#: Thirteen of a suit, and voids.
FREAK = Layout.parse("D:AKQJT98765432.AKQ.. .JT98765432.AKQJT9. ..8765432.AKQJT9876 K:...5432")


def sections(page):
    """The words of each seat's pages, of the solutions and of the score sheet."""
    return [unescape(re.sub("<[^>]*>", " ", part)).replace("\ufe0e", "") for part in page.split("<section>")[1:]]


#: Rule sets whose page has nothing that another's has not.
LIKE_OTHERS = ("wikipedia-13", "catalan-20", "catalan-plus-minus", "nine-two-five")


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.long if name in LIKE_OTHERS else ()) for name in NAMED]
)
def test_a_freak_deal_has_its_sheets_under_every_rule_set(name):
    rules = NAMED[name].rules
    dealer, left, right, solutions, sheet = sections(page_of_deals("<b>", rules, [FREAK], 952))
    for seat, part in zip(Seat, (dealer, left, right), strict=True):
        assert part.split()[:3] == [f"{seat.word.capitalize()}:", "target", str(rules.contracts[seat])]
        assert "<b>" in part and ("kitty" in part) == (seat is Seat.DEALER)
    assert all(words in dealer for words in ("♠ A K Q J 10 9 8 7 6 5 4 3 2", "♦ –", "♣\xa05 4 3 2"))
    assert (dealer.index("I call") < dealer.index("I discard")) == (rules.first[0] is DealPhase.TRUMP)
    assert "The dealer calls ♠ spades" in solutions
    assert re.search(r"tricks: dealer 1[2-6], left \d, right \d\.", solutions)
    rows = re.findall(r"\b(\d+) (?:D )?(\d) (?:D )?(\d) (?:D )?(\d)\b", " ".join(sheet.rpartition("score")[2].split()))
    assert [int(row[0]) for row in rows] == [*range(1, (rules.deals or SHEET_ROWS) + 1)]
    assert rows[0][1:] == tuple(map(str, rules.contracts)) and rows[1][1:] == (rows[0][3], *rows[0][1:3])


def test_a_seed_and_a_condition_give_the_same_page_again(tmp_path):
    asked = ("deal", "--rules", "bga", "-n", "1", "--seed", "3", "--condition", "shortest(left)==0", "--paper")
    page = answer(*asked, "-")
    assert "bga; seed 3; shortest(left)==0" in page
    assert sections(page)[Seat.LEFT].count("–") == 1
    file = tmp_path / "deals.html"
    assert answer(*asked, file) == "" and file.read_text() == page


def test_it_loads_nothing_and_axe_finds_nothing(driver, tmp_path):
    path = tmp_path / "deals.html"
    path.write_text(page_of_deals("wikipedia; seed 1", NAMED["wikipedia"].rules, [FREAK], 1))
    sized(driver, 390, 844)
    asked_for(driver), console_messages(driver)
    driver.get(path.as_uri())
    assert violations(driver) == []
    assert console_messages(driver) == []
    assert {url for url in asked_for(driver) if not url.startswith("data:")} == {path.as_uri()}
    assert driver.execute_script("return document.documentElement.scrollWidth <= innerWidth")
