"""Home: the match in progress or a new one, the deal of the day, puzzles due and the last results; and the table's
addresses and weight.
"""

import pytest
from served import Person, page_data

from ninefivetwo.web import home

PHONES = ((390, 844), (390, 664), (360, 640))
SIZES = ((1280, 720), (844, 390), *PHONES)


def asked(client, name="You"):
    return client.post("/api/home", json={"today": home.clock().date().isoformat(), "name": name}).json()


@pytest.mark.parametrize("seat", ["dealer", "left", "right"])
def test_home_tells_the_deal_what_one_needs_and_how_the_players_stand(client, seat):
    assert page_data(client.get("/"))["match"] is None
    person = Person(client).open()
    person.begin(seat=seat, name="Ann")
    needs = {"dealer": 9, "left": 5, "right": 2}
    shown = page_data(client.get("/"))
    assert shown["version"] == person.match["version"] and not shown["match"]["over"]
    assert shown["match"]["title"] == f"Deal 1: you need {needs[seat]} tricks"
    where = "You are the dealer." if seat == "dealer" else f"You sit on the dealer's {seat}."
    assert shown["match"]["words"].startswith(where)
    assert [(p["name"] == "Ann", p["score"], p["me"]) for p in shown["match"]["players"]] == [
        (True, "0", True),
        *[(False, "0", False)] * 2,
    ]
    person.finish_deal()
    shown = page_data(client.get("/"))["match"]
    assert shown["title"] == "Deal 1 finished" and shown["words"].startswith("You won ")
    scores = {p["name"]: int(p["score"].replace("−", "-")) for p in shown["players"]}
    assert scores == {row["name"]: row["total"] for row in person.match["result"]["rows"]}


def test_the_last_results_are_the_players_own(client):
    person = Person(client).open()
    person.begin(name="Ann", changes="deals=9")
    assert asked(client, "Ann")["results"] == []
    for number in range(1, 7):
        person.finish_deal()
        rows = {row["name"]: row for row in person.match["result"]["rows"]}
        found = asked(client, "Ann")["results"]
        assert len(found) == min(number, 4)
        assert found[0]["title"].startswith(f"Deal {number} with ")
        assert found[0]["words"] == f"{rows['Ann']['won']} of {rows['Ann']['contract']} tricks"
        assert int(found[0]["points"].replace("−", "-")) == rows["Ann"]["points"]
        assert client.get(found[0]["address"]).status_code == 200
        if person.match["due"] == "over":
            break
        person.ask("next")
    assert asked(client, "Bea")["results"] == []


def test_without_a_match_a_table_leads_to_where_one_begins(client):
    def leads(path):
        said = client.get(path, follow_redirects=False)
        return said.headers.get("location") if said.status_code == 303 else said.status_code

    assert leads("/play") == "/" and leads("/play?table=again") == "/play"
    assert leads("/play?table=daily") == "/today"
    person = Person(client).open()
    person.begin()
    assert leads("/") == leads("/play") == 200
    told = client.post("/api/match/again", json={"version": person.match["version"], "events": 0}).json()
    assert told["address"] == "/play?table=again" and leads(told["address"]) == 200
    played = client.post("/api/today/play", json={"today": home.clock().date().isoformat()}).json()
    assert played["address"] == "/play?table=daily" and leads("/play?table=daily") == 200


def test_a_browser_whose_name_is_cleared_has_no_match(client):
    Person(client).open().begin()
    assert page_data(client.get("/"))["match"]
    client.post("/api/forget")
    assert page_data(client.get("/"))["match"] is None


# In a browser.


def test_on_a_phone_all_links_stand_in_one_row(page):
    page.open("").wait(".home")
    for size in page.sizes(*PHONES):
        found = page.script("return looks.links()")
        assert found["fits"] and len(found["links"]) == 6, size
        assert len({top for _, top, *_ in found["links"]}) == 1, (size, found)
        for name, _, height, left, right, whole, letters in found["links"]:
            assert height >= 44 and right - left >= 40 and whole and letters >= 13, (size, name)
            assert left >= 0 and right <= size[0], (size, name)


def test_a_match_is_continued_or_left_from_home(page):
    """Also with a name of thirty letters; nothing is cut off at any size."""
    page.begin(name="Maximiliane Featherstonehaugh-")
    page.open("").wait(".home .players")
    for size in page.sizes(*SIZES):
        assert page.script("return document.documentElement.scrollWidth <= innerWidth"), size
        assert page.script("return looks.cutAtHome()") == [], size
    assert page.text(".home h2").startswith("Deal 1: you need 9 tricks")
    page.press("Continue")
    page.wait(".play[data-rest=person]")
    page.open("").press("New match")
    page.press("Keep playing")
    assert page.all(".home .players")
    page.press("New match")
    page.press("End this match")
    page.wait(".new-match")
    page.open("play").wait(".new-match")  # no match, so the table leads home


def test_home_tells_how_things_stand_and_leads_everywhere(page):
    page.open("").says("No results yet.")
    links = page.script("return [...document.querySelectorAll('a[href]')].map(each => each.getAttribute('href'))")
    assert {"/today", "/library/progress", "/rules", "/settings", "/drill", "/play"} <= set(links)
    page.press("Play today's deal")
    page.wait(".play")
    assert page.driver.current_url.endswith("/play?table=daily")
    page.open("").says("In progress.")
    # A window that is behind is told how the match stands: what it does not know of is not left for a new match.
    page.script("""return fetch('/api/match/new', {method: 'POST', headers: {'Content-Type': 'application/json'},
        body: JSON.stringify({rules: 'wikipedia', left: 'rule', right: 'rule', seat: 'dealer', training: true})})""")
    page.press("Play now")
    page.wait(".home .players")
    assert "Deal 1" in page.text()


LOADED = """const all = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')];
return all.map(each => [each.name, each.encodedBodySize])"""


def test_the_first_visit_to_the_table_is_light(page):
    """160 kB in all, compressed, of which the fonts have at most 60; everything comes from here."""
    page.begin()
    page.driver.execute_cdp_cmd("Network.setCacheDisabled", {"cacheDisabled": True})
    page.open("play").wait(".play[data-rest=person]")
    page.drawn()
    found = page.script(LOADED)
    page.driver.execute_cdp_cmd("Network.setCacheDisabled", {"cacheDisabled": False})
    assert all(name.startswith(page.server.address) and size for name, size in found if "/api/" not in name), found
    fonts = sum(size for name, size in found if name.endswith(".woff2"))
    assert 0 < fonts <= 60_000 and sum(size for _, size in found) <= 160_000, found
    assert {"play.js", "table.css", "fraunces.woff2", "inter.woff2"} <= {name.rpartition("/")[2] for name, _ in found}
